import { nameHint } from '../../../kernel/support/nearest.ts'
import type { Maildouble } from '../../client/connect.ts'
import type { World } from '../../client/world.ts'
import { enterWindow, faultsInOutage, TRIAL_OUTAGE, TRIAL_SCENARIO } from '../../testing/trial.ts'
import { startOwnServer } from '../own-server.ts'
import { writeJsonFile } from '../../double/json-file.ts'
import type { HostOptions } from '../options.ts'
import { paintFor } from '../output.ts'
import { countCalls, NO_CALL, type ProgramCall, parseProgramCall, runProgram } from '../run-program.ts'
import type { ClockOption } from '../serve/options.ts'
import { decideExitStatus, type OutageResult, resultsText, type Run, judgeRun } from './results.ts'

export interface TrialOptions extends HostOptions {
  readonly scenario: string
  readonly scenarioDir?: string
  readonly vocabulary?: string
  readonly clock: ClockOption
  /** The outages to try. By default all outages of the scenario. */
  readonly outage: readonly string[]
  /** The outages that the command need not survive. */
  readonly expectFailure: readonly string[]
  /** A file for the results. */
  readonly json?: string
}

/** Runs a command once without an outage and once in each outage, and prints which outages it survives. */
export async function trial(command: readonly string[], options: TrialOptions): Promise<void> {
  const call = parseProgramCall(command)
  const names = await outagesToTry(options)
  const before = await runWithout(options, call)
  const problem = explainUselessRun(before)
  if (problem !== undefined) {
    console.log(`Nothing is tried: without an outage, the command ${problem}`)
    process.exitCode = 2
    return
  }
  const results: OutageResult[] = []
  for (const name of names) {
    const run = await runIn(options, name, call)
    const isExpected = options.expectFailure.includes(name)
    results.push({ outage: name, verdict: judgeRun(run), ...run, is_failure_expected: isExpected })
  }
  console.log(`\n${resultsText(before, results, paintFor(process.stdout))}`)
  process.exitCode = decideExitStatus(results)
  const { scenario, clock, json } = options
  if (json !== undefined)
    await writeJsonFile(json, { command: call, scenario, clock: describeClock(clock), without_outage: before, outages: results })
}

/** Only a scaled clock has a rate in requests. */
function describeClock({ mode, rate }: TrialOptions['clock']): { readonly mode: typeof mode; readonly rate?: number } {
  return mode === 'scaled' ? { mode, rate } : { mode }
}

/** A server for one run, and its world `default`. */
interface TrialServer {
  readonly maildouble: Maildouble
  readonly world: World
}

/** The outages to try, in the order of the command line. Throws if the options name others than the scenario. */
async function outagesToTry(options: TrialOptions): Promise<readonly string[]> {
  const { scenario, outage, expectFailure } = options
  const { all, scenarios } = await onServer(options, undefined, async ({ maildouble, world }) => ({
    all: (await world.outages.list()).map((each) => each.outage),
    scenarios: await maildouble.scenarios.list(),
  }))
  if (all.length === 0) {
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

function runWithout(options: TrialOptions, call: ProgramCall): Promise<Run> {
  console.log('Output without an outage:')
  return onServer(options, undefined, (at) => runOnce(at, call, options))
}

function runIn(options: TrialOptions, outage: string, call: ProgramCall): Promise<Run & { readonly fired: number }> {
  console.log(`\nOutput in ${outage}:`)
  return onServer(options, outage, async (at) => {
    const [started] = (await at.world.outages.list()).filter((each) => each.outage === outage)
    await enterWindow(at.world, outage)
    const run = await runOnce(at, call, options, { [TRIAL_OUTAGE]: outage })
    let fired = 0
    for (const each of await at.maildouble.worlds.list()) fired += await countFired(each, outage, started?.faults ?? [])
    return { ...run, fired }
  })
}

/** Each run has a server of its own, with the worlds that its fixtures make: the world `default` takes the calls with any other key. */
async function onServer<T>(options: TrialOptions, outage: string | undefined, use: (at: TrialServer) => Promise<T>): Promise<T> {
  const { scenario, scenarioDir, vocabulary, clock } = options
  const { connect } = await import('../../client/connect.ts')
  const server = await startOwnServer({ scenario, scenarioDir, vocabulary, clock, outage })
  try {
    const maildouble = connect(server)
    return await use({ maildouble, world: await maildouble.worlds.get() })
  } finally {
    await server.stop()
  }
}

async function runOnce(
  { maildouble, world }: TrialServer,
  call: ProgramCall,
  options: TrialOptions,
  variables: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const { scenario } = options
  const { status } = await runProgram(call, world, { ...options, variables: { [TRIAL_SCENARIO]: scenario, ...variables } })
  return { exit: status, calls: await countCalls(maildouble) }
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
function explainUselessRun({ exit, calls }: Run): string | undefined {
  if (exit !== 0) return `fails (exit status ${exit}).`
  return calls === 0 ? NO_CALL : undefined
}
