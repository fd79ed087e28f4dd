import type { Maildouble } from '../../client/connect.ts'
import { type HostOptions, REALTIME } from '../options.ts'
import { startOwnServer } from '../own-server.ts'
import { endLike, type ProgramEnd } from '../program-end.ts'
import { countCalls, NO_CALL, type ProgramCall, parseProgramCall, runProgram } from '../run-program.ts'
import type { ClockOption } from '../serve/options.ts'
import { connectOrThrow } from '../target.ts'

export interface RunCommandOptions extends HostOptions {
  readonly scenario: string
  readonly clock?: ClockOption
  readonly scenarioDir?: string
  readonly vocabulary?: string
  /** A running server, instead of one of its own. */
  readonly url?: string
  readonly controlToken?: string
  /** The world of the running server. */
  readonly world: string
}

/** Runs a command with a double, and ends as the command does. */
export async function run(words: readonly string[], options: RunCommandOptions): Promise<void> {
  const call = parseProgramCall(words)
  const { url, world } = options
  if (url !== undefined) return endLike(await runIn(await connectOrThrow({ ...options, url }), world, call, options))
  const { scenario, scenarioDir, vocabulary, clock } = options
  const { connect } = await import('../../client/connect.ts')
  const server = await startOwnServer({
    scenario,
    defaultClock: REALTIME,
    ...(clock === undefined ? {} : { clock }),
    scenarioDir,
    vocabulary,
  })
  endLike(await runIn(connect(server), 'default', call, options).finally(() => server.stop()))
}

async function runIn(maildouble: Maildouble, id: string, call: ProgramCall, options: HostOptions): Promise<ProgramEnd> {
  const world = await maildouble.worlds.get(id)
  const before = await countCalls(maildouble)
  const end = await runProgram(call, world, options)
  if ((await countCalls(maildouble)) === before) console.error(`maildouble: the command ${NO_CALL}`)
  return end
}
