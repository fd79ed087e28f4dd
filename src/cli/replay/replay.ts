import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Schemas } from '../../client/contract.ts'
import { RefusedError } from '../../client/errors.ts'
import type { Target } from '../../client/index.ts'
import { Transport } from '../../client/transport.ts'
import { version } from '../../contract/generated/version.ts'
import { formatCount } from '../../control/coverage/gaps.ts'
import { whyNotJson } from '../../support/json-fault.ts'
import { type Paint, paintFor, plain, wrapped } from '../output.ts'
import { endOnSignals } from '../signals.ts'
import type { ReplayOptions } from './options.ts'

/** What came of a replay, and where the world is. */
export interface Replayed {
  readonly steps: number
  readonly differences_total: number
  readonly differences: Schemas['Replay']['differences']
  readonly world: Pick<Schemas['World'], 'id' | 'scenario' | 'now' | 'clock' | 'base_url' | 'api_key'>
  /** The address of the calls that were made. */
  readonly journal: string
}

/** So many differences are shown. */
const SHOWN_MAX = 10

/** What came of a replay, as it is read at one glance: the verdict first. */
export function replayText({ steps, differences_total, differences }: Replayed, paint: Paint = plain): string {
  const taken = `Replayed ${formatCount(steps, 'step')}`
  if (differences_total === 0) return `${taken}: ${paint('green', 'nothing differs')}.`
  const shown = differences.slice(0, SHOWN_MAX)
  const things = paint('red', differences_total === 1 ? '1 thing differs' : `${formatCount(differences_total)} things differ`)
  return [
    `${taken}: ${things}. The others may follow from the first.`,
    ...shown.map((each) => differenceText(each, paint)),
    ...(differences_total > shown.length
      ? [`and ${formatCount(differences_total - shown.length)} more; --json shows up to 100.`]
      : []),
  ].join('\n\n')
}

function differenceText({ step, at, what, expected, actual }: Schemas['Replay']['differences'][number], paint: Paint): string {
  return [
    `  ${paint('bold', `step ${step}`)}  ${what}`,
    `    at: ${at}`,
    wrapped(`was: ${expected}`, '    '),
    wrapped(`is now: ${actual}`, '    '),
  ].join('\n')
}

/** Where the world is, and how it stands. */
export function placeText({ world, journal }: Replayed): string {
  const { id, scenario, now, clock, base_url, api_key } = world
  return [
    `  World    ${id}, of the scenario "${scenario}"`,
    `  API      ${base_url}/3.0`,
    `  API key  ${api_key}`,
    `  Clock    ${now}, ${clock.mode}`,
    `  Journal  ${journal}`,
  ].join('\n')
}

/** A server takes none that is larger. */
const BYTES_MAX = 256 * 1024 * 1024

/** The version of the format that is read. */
const FORMAT = 1

/** Reads a bundle from a file, or from standard input if that is called `-`. Throws one sentence that says what is wrong with it. */
export async function readBundle(path: string, input: Readable = process.stdin): Promise<Schemas['Bundle']> {
  const name = path === '-' ? 'Standard input' : path
  const text = await textOf(path === '-' ? input : await streamOf(path), name)
  const data = parsed(text, name)
  const format = typeof data === 'object' && data !== null && 'maildouble_bundle' in data ? data.maildouble_bundle : undefined
  if (format === undefined) {
    throw new Error(`${name} is no bundle: a bundle is what GET /_control/bundle of a server answers, as one file.`)
  }
  if (format !== FORMAT) {
    const maker = 'version' in Object(data) ? `, made by maildouble ${String(Object(data).version).slice(0, 100)}` : ''
    throw new Error(
      `${name} is a bundle of format ${JSON.stringify(format)}${maker}; maildouble ${version} reads format ${FORMAT}. Take the version that made it.`,
    )
  }
  // The server holds the rest of it against the contract, and says what is wrong.
  return data as Schemas['Bundle']
}

async function streamOf(path: string): Promise<Readable> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${error.message}).`)
  })
  const found = await file.stat()
  if (found.isDirectory()) {
    await file.close()
    throw new Error(`${path} is a folder, and a bundle is a file.`)
  }
  return file.createReadStream()
}

async function textOf(stream: Readable, name: string): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const part = Buffer.from(chunk)
    bytes += part.length
    if (bytes > BYTES_MAX) throw new Error(`${name} is larger than 256 MiB, which is as large as a bundle may be.`)
    chunks.push(part)
  }
  return Buffer.concat(chunks).toString()
}

function parsed(text: string, name: string): unknown {
  if (text.trim() === '') throw new Error(`${name} is empty, and a bundle is JSON.`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${name} is not JSON, as a bundle is: ${whyNotJson(text)}.`, { cause: error })
  }
}

/** Lets a run happen again: on a running server, or on one of its own, which then serves until the process is told to stop. */
export async function replay(path: string, options: ReplayOptions): Promise<void> {
  const { url, controlToken, check = false } = options
  const bundle = await readBundle(path)
  if (url !== undefined) return ended(await replayedOn({ url, controlToken }, bundle), options)
  if (check) return checked(bundle, options)
  const { startServer } = await import('../../server/start.ts')
  const { port } = options
  // The world of the bundle is the only one that matters here.
  const server = await startServer({ port, scenario: 'empty', replaceGlobals: true, ...own(options) })
  try {
    show(await here(server, bundle, options), options)
  } catch (error) {
    await server.stop()
    throw error
  }
  if (!options.json) console.log('\nServing until interrupted.')
  endOnSignals({ told: () => {}, stop: server.stop })
}

/** Needs no port, and leaves nothing behind. */
async function checked(bundle: Schemas['Bundle'], options: ReplayOptions): Promise<void> {
  const { createDouble } = await import('../../server/create-double.ts')
  const double = await createDouble({ scenario: 'empty', ...own(options) })
  try {
    ended(await here(double, bundle, options), options)
  } finally {
    await double.stop()
  }
}

function own({ scenarioDir, controlToken }: Pick<ReplayOptions, 'scenarioDir' | 'controlToken'>) {
  return { ...(scenarioDir === undefined ? {} : { scenarioDir }), ...(controlToken === undefined ? {} : { controlToken }) }
}

/** The same on a server of this process, to which the folder of a scenario may be missing. */
async function here(target: Target, bundle: Schemas['Bundle'], { scenarioDir }: ReplayOptions): Promise<Replayed> {
  return replayedOn(target, bundle).catch((error: unknown) => {
    const isUnknown = error instanceof RefusedError && error.problem.errors?.[0]?.pointer === '/bundle/origin/scenario'
    if (!isUnknown || scenarioDir !== undefined) throw error
    throw new Error(`${error.problem.detail} If it is one of your own, name its folder with --scenario-dir.`, { cause: error })
  })
}

/** Lets it happen again on a server. */
export async function replayedOn(target: Target, bundle: Schemas['Bundle']): Promise<Replayed> {
  const transport = new Transport(target)
  const made = await transport.call('createWorld', undefined, { body: { bundle } })
  const { id, scenario, now, clock, base_url, api_key, replay: came } = made
  if (!came) throw new Error(`${transport.url} made a world of the bundle and did not say what came of it.`)
  const world = { id, scenario, now, clock, base_url, api_key }
  return { ...came, world, journal: `${transport.url}/_control/worlds/${id}/requests` }
}

function ended(replayed: Replayed, options: ReplayOptions): void {
  show(replayed, options)
  if (options.check && replayed.differences_total > 0) process.exitCode = 1
}

/** Of a world that is gone with this process, nothing is said but how it came out. */
function show(replayed: Replayed, { json = false, check = false, url }: ReplayOptions): void {
  if (json) return console.log(JSON.stringify(replayed, undefined, 2))
  console.log(replayText(replayed, paintFor(process.stdout)))
  if (url !== undefined || !check) console.log(`\n${placeText(replayed)}`)
}
