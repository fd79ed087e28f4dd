import type { Maildouble } from '../../client/connect.ts'
import type { Schemas } from '../../client/contract.ts'
import { formatCount } from '../../../kernel/support/format-count.ts'
import { bundlesIn } from '../bundles-in.ts'
import { startEmptyServer } from '../empty-server.ts'
import { type Paint, paintFor } from '../output.ts'
import { readBundle, replayHere } from '../inspect/replay.ts'
import { NO_CALL, type ProgramCall, programCallOf, runProgram } from '../run-program.ts'
import { checkOut } from './checkout.ts'
import { bundleBefore, failingCallOf, namedCallOf, type BundleCall } from './failing-call.ts'
import type { ProveOptions } from './options.ts'

/** The result of a command in the world of a run. */
interface Attempt {
  readonly exit: number
  /** Number of its calls to the service. */
  readonly calls: number
}

/** Runs a command in the world of a failed run and prints whether it passes; with `base`, whether a change makes it pass. */
export async function prove(path: string, command: readonly string[], options: ProveOptions): Promise<void> {
  const call = programCallOf(command)
  const [file = path] = await bundlesIn(path)
  const whole = await readBundle(file)
  const failing = callToRepeat(whole, options)
  if (!failing && !options.whole) {
    console.log(NOTHING_REFUSED)
    process.exitCode = 1
    return
  }
  const bundle = failing ? bundleBefore(whole, failing) : whole
  const upTo = failing ? `, up to ${failing.method} ${failing.path} (${answerOf(failing.answer?.status)})` : ''
  const { scenarioDir, base } = options
  const { connect } = await import('../../client/connect.ts')
  const server = await startEmptyServer({ scenarioDir })
  try {
    const at = { maildouble: connect(server), bundle, file, scenarioDir }
    console.log(`The world after ${formatCount(bundle.steps.length, 'step')} of the run${upTo}`)
    const paint = paintFor(process.stdout)
    const begin = (where: string) => (base === undefined ? undefined : console.log(`\n${paint('bold', `Output ${where}:`)}`))
    begin(`at ${base}`)
    const before = base === undefined ? undefined : await attemptAt(base, at, call)
    begin('here')
    const now = await attempt(at, call, process.cwd())
    if (base !== undefined) console.log()
    if (before && base !== undefined) console.log(lineOf(base, before, paint))
    console.log(lineOf('here', now, paint))
    const verdict = verdictOf(now, before)
    console.log(verdict.text)
    if (!verdict.isProven) process.exitCode = 1
  } finally {
    await server.stop()
  }
}

/** A run in which every call was accepted shows no failure, and so no place where a change could mend it. */
const NOTHING_REFUSED =
  'Not proven: no call of the run was refused. Name the call that went wrong with --call, or replay the whole run with --whole.'

/** The call up to which a run is replayed. `undefined` for the whole run, and for one without a refused call. */
function callToRepeat(bundle: Schemas['Bundle'], { call, whole = false }: ProveOptions): BundleCall | undefined {
  if (call !== undefined) return namedCallOf(bundle, call)
  return whole ? undefined : failingCallOf(bundle)
}

function answerOf(status: number | null | undefined): string {
  return typeof status === 'number' ? `answered ${status}` : 'not answered'
}

/** The server and the run whose world a command gets. */
interface RunToProve {
  readonly maildouble: Maildouble
  readonly bundle: Schemas['Bundle']
  readonly file: string
  readonly scenarioDir: string | undefined
}

async function attemptAt(base: string, run: RunToProve, call: ProgramCall): Promise<Attempt> {
  const { folder, remove } = await checkOut(base)
  try {
    return await attempt(run, call, folder)
  } finally {
    await remove()
  }
}

/** Each attempt has a world of its own, since a command changes it. */
async function attempt(
  { maildouble, bundle, file, scenarioDir }: RunToProve,
  call: ProgramCall,
  folder: string,
): Promise<Attempt> {
  const { world: place } = await replayHere(maildouble.target, bundle, { file, scenarioDir })
  const world = await maildouble.worlds.get(place.id)
  try {
    // Calls of the run are in the journal as well.
    const { matched } = await world.requests.verdict({ match: { via: 'http' } })
    const exit = await runProgram(call, world, folder)
    const after = await world.requests.verdict({ match: { via: 'http' } })
    return { exit, calls: after.matched - matched }
  } finally {
    await world.delete()
  }
}

function lineOf(where: string, { exit, calls }: Attempt, paint: Paint): string {
  const verdict = exit === 0 ? paint('green', 'passes') : paint('red', `fails (exit status ${exit})`)
  return `  ${where}: ${verdict}, ${formatCount(calls, 'call')} to the service`
}

/** The verdict about the attempts. A command without calls to the service proves nothing. */
function verdictOf(now: Attempt, before: Attempt | undefined): { readonly isProven: boolean; readonly text: string } {
  const not = (text: string) => ({ isProven: false, text: `Not proven: ${text}` })
  if (before?.calls === 0) return not(`at the base, the command ${NO_CALL}`)
  if (before?.exit === 0) return not('the command passes at the base too, so it does not show what the change mends.')
  if (now.calls === 0) return not(`the command ${NO_CALL}`)
  if (now.exit !== 0) return not('the command fails.')
  return {
    isProven: true,
    text: before ? 'Proven: it fails without the change, and passes with it.' : 'Proven: the command passes.',
  }
}
