import { nameHint } from '../../../kernel/support/nearest.ts'
import type { Maildouble } from '../../client/connect.ts'
import type { World } from '../../client/world.ts'
import type { WorldOptions } from '../../client/worlds.ts'
import { enterWindow, faultsInOutage, TRIAL_OUTAGE, TRIAL_SCENARIO } from '../../testing/trial.ts'
import { startEmptyServer } from '../empty-server.ts'
import { writeJsonFile } from '../json-file.ts'
import { paintFor } from '../output.ts'
import { NO_CALL, type ProgramCall, parseProgramCall, runProgram } from '../run-program.ts'
import type { TrialOptions } from './options.ts'
import { exitStatusOf, type OutageResult, resultsText, type Run, verdictOf } from './results.ts'

/** Runs a command once without an outage and once in each outage, and prints which outages it survives. */
export async function trial(command: readonly string[], options: TrialOptions): Promise<void> {
  const call = parseProgramCall(command)
  const { scenario, scenarioDir, clock, vocabulary, json } = options
  const { connect } = await import('../../client/connect.ts')
  const server = await startEmptyServer({ scenarioDir, vocabulary })
  try {
    const at = { maildouble: connect(server), world: { scenario, clock: settingOf(clock) } }
    const names = await outagesToTry(at, options)
    const before = await runWithout(at, call)
    const problem = problemOf(before)
    if (problem !== undefined) {
      console.log(`Nothing is tried: without an outage, the command ${problem}`)
      process.exitCode = 2
      return
    }
    const results: OutageResult[] = []
    for (const name of names) {
      const run = await runIn(at, name, call)
      const isExpected = options.expectFailure.includes(name)
      results.push({ outage: name, verdict: verdictOf(run), ...run, is_failure_expected: isExpected })
    }
    console.log(`\n${resultsText(before, results, paintFor(process.stdout))}`)
    process.exitCode = exitStatusOf(results)
    if (json !== undefined) await writeJsonFile(json, { command: call, ...at.world, without_outage: before, outages: results })
  } finally {
    await server.stop()
  }
}

/** Only a scaled clock has a rate in requests. */
function settingOf({ mode, rate }: TrialOptions['clock']): NonNullable<WorldOptions['clock']> {
  return mode === 'scaled' ? { mode, rate } : { mode }
}

/** The server, and the options that all worlds have in common. */
interface TrialServer {
  readonly maildouble: Maildouble
  readonly world: WorldOptions
}

/** The outages to try, in the order of the command line. Throws if the options name others than the scenario. */
async function outagesToTry(at: TrialServer, { scenario, outage, expectFailure }: TrialOptions): Promise<readonly string[]> {
  const all = await inWorld(at, {}, async (world) => (await world.outages.list()).map((each) => each.outage))
  if (all.length === 0) {
    const scenarios = await at.maildouble.scenarios.list()
    const others = scenarios.filter((each) => 'outages' in each && each.outages.length > 0).map(({ name }) => name)
    throw new Error(
      `The scenario ${scenario} has no outages. Name another one with --scenario. With outages: ${others.join(', ')}.`,
    )
  }
  for (const name of outage) {
    if (!all.includes(name)) throw new Error(`--outage: The scenario ${scenario} has no outage ${name}. ${nameHint(name, all)}`)
  }
  const tried = outage.length === 0 ? all : [...new Set(outage)]
  for (const name of expectFailure) {
    if (!tried.includes(name)) throw new Error(`--expect-failure: No outage ${name} is tried. ${nameHint(name, tried)}`)
  }
  return tried
}

function runWithout(at: TrialServer, call: ProgramCall): Promise<Run> {
  console.log('Output without an outage:')
  return inWorld(at, {}, (world) => runOnce(at, world, call))
}

function runIn(at: TrialServer, outage: string, call: ProgramCall): Promise<Run & { readonly fired: number }> {
  console.log(`\nOutput in ${outage}:`)
  return inWorld(at, { outage }, async (world) => {
    const [started] = (await world.outages.list()).filter((each) => each.outage === outage)
    await enterWindow(world, outage)
    const run = await runOnce(at, world, call, { [TRIAL_OUTAGE]: outage })
    let fired = 0
    for (const each of await worldsOfRun(at)) fired += await countFired(each, outage, started?.faults ?? [])
    return { ...run, fired }
  })
}

/** Does something in a new world. Each run has a world of its own, since the command changes it. */
async function inWorld<T>({ maildouble, world }: TrialServer, more: WorldOptions, use: (world: World) => Promise<T>): Promise<T> {
  const made = await maildouble.worlds.create({ ...world, ...more, id: 'trial' })
  try {
    return await use(made)
  } finally {
    for (const each of await worldsOfRun({ maildouble, world })) await each.delete()
  }
}

async function runOnce(
  at: TrialServer,
  world: World,
  call: ProgramCall,
  variables: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const { scenario = '' } = at.world
  const exit = await runProgram(call, world, process.cwd(), { [TRIAL_SCENARIO]: scenario, ...variables })
  let calls = 0
  for (const each of await worldsOfRun(at)) calls += (await each.requests.verdict({ match: { via: 'http' } })).matched
  return { exit, calls }
}

/** The worlds of a run: its own, and the worlds of its fixtures. */
async function worldsOfRun({ maildouble }: TrialServer): Promise<readonly World[]> {
  return (await maildouble.worlds.list()).filter(({ id }) => id !== 'default')
}

/**
 * How often an outage fired, for calls and for deliveries. An outage that has ended has no faults any more; the journal still has
 * the calls that its faults affected.
 */
async function countFired(world: World, outage: string, started: readonly number[]): Promise<number> {
  const fired = (await faultsInOutage(world, outage)).reduce((sum, fault) => sum + fault.fired, 0)
  if (fired > 0) return fired
  const affected = await world.requests.list({ faulted: true, limit: 1_000 })
  return affected.filter((each) => each.faults.some(({ id }) => started.includes(id))).length
}

/** Why a run without an outage tells nothing about outages; completes a sentence. */
function problemOf({ exit, calls }: Run): string | undefined {
  if (exit !== 0) return `fails (exit status ${exit}).`
  return calls === 0 ? NO_CALL : undefined
}
