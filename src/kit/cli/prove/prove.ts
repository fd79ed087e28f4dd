import type { Maildouble } from '../../client/connect.ts'
import type { Schemas } from '../../client/contract.ts'
import type { World } from '../../client/world.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { bundlesIn } from '../bundles-in.ts'
import type { HostOptions } from '../options.ts'
import { startOwnServer } from '../own-server.ts'
import { type Paint, paintFor, wrapWords } from '../output.ts'
import { readBundle, replayHere } from '../inspect/replay.ts'
import { NO_CALL, type ProgramCall, parseProgramCall, runProgram } from '../run-program.ts'
import { type Checkout, checkOut } from './checkout.ts'
import {
  bundleBefore,
  findFailingCall,
  findRepetition,
  isAccepted,
  findNamedCall,
  type BundleCall,
  type MadeCall,
} from './failing-call.ts'

export interface ProveOptions extends HostOptions {
  readonly base?: string
  readonly whole?: boolean
  readonly call?: string
  readonly scenarioDir?: string
  readonly vocabulary?: string
}

/** The result of a command in the world of a run. */
interface ProofAttempt {
  readonly exit: number
  /** Its calls to the service. */
  readonly calls: readonly MadeCall[]
}

/** Runs a command in the world of a failed run and prints whether it passes; with `base`, whether a change makes it pass. */
export async function prove(path: string, command: readonly string[], options: ProveOptions): Promise<void> {
  const call = parseProgramCall(command)
  const [file = path] = await bundlesIn(path)
  const whole = await readBundle(file)
  const failing = callToRepeat(whole, options)
  if (!failing && !options.whole) {
    console.log(NOTHING_REFUSED)
    process.exitCode = 1
    return
  }
  const bundle = failing ? bundleBefore(whole, failing) : whole
  const upTo = failing ? `, up to ${failing.method} ${failing.path} (${describeAnswer(failing.answer?.status)})` : ''
  const { scenarioDir, vocabulary, base, host, offline = false } = options
  const { connect } = await import('../../client/connect.ts')
  const server = await startOwnServer({ scenarioDir, vocabulary })
  try {
    const at = { maildouble: connect(server), bundle, file, scenarioDir, hosts: { host, offline } }
    // Before the first heading, since there may be no such commit.
    const checkout = base === undefined ? undefined : await checkOut(base)
    console.log(`The world after ${formatCount(bundle.steps.length, 'step')} of the run${upTo}`)
    const paint = paintFor(process.stdout)
    const begin = (where: string) => (base === undefined ? undefined : console.log(`\n${paint('bold', `Output ${where}:`)}`))
    begin(`at ${base}`)
    const before = checkout && (await attemptAt(checkout, at, call))
    begin('here')
    const now = await attempt(at, call, process.cwd())
    if (base !== undefined) console.log()
    if (before && base !== undefined) console.log(formatAttempt(base, before, paint))
    console.log(formatAttempt('here', now, paint))
    const verdict = judgeAttempts({ now, before, base, failed: failing ?? findFailingCall(whole) })
    console.log(wrapWords(verdict.text))
    if (!verdict.passes) process.exitCode = 1
  } finally {
    await server.stop()
  }
}

/** A run in which every call was accepted shows no failure, and so no place where a change could mend it. */
const NOTHING_REFUSED =
  'Not proven: no call of the run was refused. Name the call that went wrong with --call, or replay the whole run with --whole.'

/** The call up to which a run is replayed. `undefined` for the whole run, and for one without a refused call. */
function callToRepeat(bundle: Schemas['Bundle'], { call, whole = false }: ProveOptions): BundleCall | undefined {
  if (call !== undefined) return findNamedCall(bundle, call)
  return whole ? undefined : findFailingCall(bundle)
}

function describeAnswer(status: number | null | undefined): string {
  return typeof status === 'number' ? `answered ${status}` : 'not answered'
}

/** The server and the run whose world a command gets. */
interface RunToProve {
  readonly maildouble: Maildouble
  readonly bundle: Schemas['Bundle']
  readonly file: string
  readonly scenarioDir: string | undefined
  readonly hosts: HostOptions
}

async function attemptAt({ folder, remove }: Checkout, run: RunToProve, call: ProgramCall): Promise<ProofAttempt> {
  try {
    return await attempt(run, call, folder)
  } finally {
    await remove()
  }
}

/** Each attempt has a world of its own, since a command changes it. */
async function attempt(
  { maildouble, bundle, file, scenarioDir, hosts }: RunToProve,
  call: ProgramCall,
  folder: string,
): Promise<ProofAttempt> {
  const { world: place } = await replayHere(maildouble.target, bundle, { file, scenarioDir })
  const world = await maildouble.worlds.get(place.id)
  try {
    // Calls of the run are in the journal as well.
    const [last] = await world.requests.list({ via: 'http', order: 'desc', limit: 1 })
    const { status: exit } = await runProgram(call, world, { folder, ...hosts })
    return { exit, calls: await callsAfter(world, last?.id) }
  } finally {
    await world.delete()
  }
}

/** The calls after one of the journal, in the order of their arrival. */
async function callsAfter(world: World, id: string | undefined): Promise<MadeCall[]> {
  const calls: MadeCall[] = []
  for (let after = id; ;) {
    const page = await world.requests.list({ via: 'http', limit: PAGE, ...(after === undefined ? {} : { after }) })
    calls.push(...page)
    if (page.length < PAGE) return calls
    after = page.at(-1)?.id
  }
}

/** The largest page of the journal. */
const PAGE = 1000

function formatAttempt(where: string, { exit, calls }: ProofAttempt, paint: Paint): string {
  const verdict = exit === 0 ? paint('green', 'passes') : paint('red', `fails (exit status ${exit})`)
  return `  ${where}: ${verdict}, ${formatCount(calls.length, 'call')} to the service`
}

interface Attempts {
  readonly now: ProofAttempt
  readonly before: ProofAttempt | undefined
  readonly base: string | undefined
  /** The call of the run that went wrong, if one did. */
  readonly failed: BundleCall | undefined
}

/**
 * The verdict about the attempts. A change is proven if the call that failed is repeated and accepted, and if the command failed at the base, where
 * the call was still refused.
 */
function judgeAttempts({ now, before, base, failed }: Attempts): { readonly passes: boolean; readonly text: string } {
  const not = (text: string) => ({ passes: false, text: `Not proven: ${text}` })
  if (before?.calls.length === 0) return not(`at the base, the command ${NO_CALL}`)
  if (before?.exit === 0) return not('the command passes at the base too, so it does not show what the change mends.')
  if (now.calls.length === 0) return not(`the command ${NO_CALL}`)
  if (now.exit !== 0) return not('the command fails.')
  if (!failed) return { passes: true, text: 'Passes now. No call of the run was refused, so nothing more is proven.' }
  const repeated = findRepetition(failed, now.calls)
  const name = `${failed.method} ${failed.path}`
  if (!repeated.call) return not(`the command passes, but made no call like ${name}.`)
  const answer = `${repeated.call.method} ${repeated.call.path} was ${describeAnswer(repeated.call.status)}`
  if (!repeated.isAccepted) return not(`the command passes, but ${answer}.`)
  if (!before)
    return {
      passes: true,
      text: `Passes now: ${answer}. To show that a change made it pass, name a commit before the change with --base.`,
    }
  const first = findRepetition(failed, before.calls)
  if (!first.call) return not(`at the base, the command fails before it makes a call like ${name}.`)
  if (first.isAccepted && !isAccepted(failed.answer))
    return not(
      `at the base, ${first.call.method} ${first.call.path} was ${describeAnswer(first.call.status)}, so the command fails there for another reason.`,
    )
  return { passes: true, text: `Proven: it fails at ${base}, and passes here, where ${answer}.` }
}
