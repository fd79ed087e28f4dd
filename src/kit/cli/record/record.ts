import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { formatCount } from '../../../kernel/support/words.ts'
import type { HostOptions } from '../options.ts'
import { startOwnServer } from '../own-server.ts'
import { NO_CALL, parseProgramCall, runProgram } from '../run-program.ts'
import { type RecordedRun, recordedTest, SEED } from './recorded-test.ts'

export interface RecordOptions extends HostOptions {
  readonly scenario: string
  readonly clock: RecordedRun['clock']
  readonly scenarioDir?: string
  readonly vocabulary?: string
  readonly out?: string
  readonly force?: boolean
}

/** Maximum number of calls that a test verifies. */
const CALLS_MAX = 500

/** Runs a command against a new world and writes a test that expects the same calls. */
export async function recordRun(command: readonly string[], options: RecordOptions): Promise<void> {
  const call = parseProgramCall(command)
  const { scenario, clock, scenarioDir, vocabulary, out, force = false } = options
  // Before the command runs, since its effects cannot be undone.
  if (out !== undefined) await checkFile(out, force)
  const { connect } = await import('../../client/connect.ts')
  const server = await startOwnServer({ scenario, seed: SEED, clock: { mode: clock }, scenarioDir, vocabulary })
  try {
    const world = await connect(server).worlds.get()
    const { vocabulary: words } = await world.settings.get()
    const host = options.host.length > 0 ? options.host : (words?.hosts ?? [])
    const { status: exit } = await runProgram(call, world, { ...options, host })
    if (exit !== 0) throw new Error(`the command failed with exit status ${exit}, so there is nothing to record.`)
    const calls = await world.requests.list({ limit: CALLS_MAX + 1 })
    if (calls.length === 0) throw new Error(`the command ${NO_CALL}`)
    if (calls.length > CALLS_MAX) throw new Error(`the command made more than ${CALLS_MAX} calls, too many for one test.`)
    const text = recordedTest({
      ...options,
      host,
      words: vocabulary === undefined ? null : words,
      command: call,
      calls,
    })
    if (out === undefined) return console.log(text.trimEnd())
    await writeFile(out, text)
    console.log(`${out} verifies ${formatCount(calls.length, 'call')}. Run it with: npx vitest run ${out}`)
  } finally {
    await server.stop()
  }
}

/** Throws an error with one sentence if a file cannot be written, or must not be overwritten. */
async function checkFile(file: string, force: boolean): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) throw new Error(`--out ${file} is a folder. Name a file in it.`)
  if (found && !force) throw new Error(`${file} exists. --force overwrites it.`)
  const folder = dirname(file)
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new Error(`--out ${file}: There is no folder ${folder}. Create it first.`)
  const target = found ? file : folder
  await access(target, constants.W_OK).catch((error: Error) => {
    throw new Error(`--out ${file}: ${target} cannot be written to (${error.message}).`, { cause: error })
  })
}
