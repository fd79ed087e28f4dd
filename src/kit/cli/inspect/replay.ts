import type { Schemas } from '../../client/contract.ts'
import { RefusedError } from '../../client/errors.ts'
import type { Target } from '../../client/index.ts'
import { Transport } from '../../client/transport.ts'
import { version } from '../../../kernel/contract/generated/version.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { bundlesIn } from '../bundles-in.ts'
import { readJsonFile } from '../../double/json-file.ts'
import { type Paint, paintFor, plainText, wrapWords } from '../output.ts'

export interface InspectOptions {
  readonly port: number
  readonly scenarioDir?: string
  readonly open?: boolean
  readonly url?: string
  readonly controlToken?: string
  readonly check?: boolean
  readonly json?: boolean
}

interface ReplayResult {
  readonly steps: number
  readonly differences_total: number
  readonly differences: Schemas['Replay']['differences']
  readonly world: Pick<Schemas['World'], 'id' | 'scenario' | 'now' | 'clock' | 'base_url' | 'api_key'>
  /** The URLs of the journal, and of the inspector. */
  readonly journal: string
  readonly inspector: string
}

/** Maximum number of differences in the output. */
const SHOWN_MAX = 10

/** The result of a replay as text, verdict first. */
export function replayText({ steps, differences_total, differences }: ReplayResult, paint: Paint = plainText): string {
  const taken = `Replayed ${formatCount(steps, 'step')}`
  if (differences_total === 0) return `${taken}: ${paint('green', 'no differences')}.`
  const shown = differences.slice(0, SHOWN_MAX)
  const count = paint('red', formatCount(differences_total, 'difference'))
  return [
    `${taken}: ${count}. Later ones may follow from the first.`,
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
    wrapWords(`recorded: ${expected}`, '    '),
    wrapWords(`replayed: ${actual}`, '    '),
  ].join('\n')
}

function placeText({ world, journal, inspector }: ReplayResult): string {
  const { id, scenario, now, clock, base_url, api_key } = world
  return [
    `  World    ${id}, of the scenario "${scenario}"`,
    `  API      ${base_url}/3.0`,
    `  API key  ${api_key}`,
    `  Clock    ${now}, ${clock.mode}`,
    `  Journal  ${journal}`,
    `  Inspect  ${inspector}`,
  ].join('\n')
}

/** The supported format version of bundles. */
const FORMAT = 1

/** Reads a bundle from a file. Throws an error with one sentence about the problem. */
export async function readBundle(name: string): Promise<Schemas['Bundle']> {
  const data = await readJsonFile(name)
  const format = typeof data === 'object' && data !== null && 'maildouble_bundle' in data ? data.maildouble_bundle : undefined
  if (format === undefined) {
    throw new Error(`${name} is not a bundle: a bundle is the answer of GET /_control/bundle, in one file.`)
  }
  if (format !== FORMAT) {
    const maker = 'version' in Object(data) ? `, made by maildouble ${String(Object(data).version).slice(0, 100)}` : ''
    throw new Error(
      `${name} is a bundle of format ${JSON.stringify(format)}${maker}; maildouble ${version} reads format ${FORMAT}. Use the version that made it.`,
    )
  }
  // The server checks the rest against the contract and reports errors.
  return data as Schemas['Bundle']
}

export interface BundleFile {
  readonly file: string
  readonly bundle: Schemas['Bundle']
}

/** Reads the bundles of a path: of a file, or of the folder that a failed test left. */
export async function readBundles(path: string): Promise<readonly BundleFile[]> {
  const files = await bundlesIn(path)
  return Promise.all(files.map(async (file) => ({ file, bundle: await readBundle(file) })))
}

/** Replays on a double of this process, without a port, and deletes it. */
export async function replayInProcess(bundles: readonly BundleFile[], options: InspectOptions): Promise<readonly ReplayResult[]> {
  const { createDouble } = await import('../../double/create-double.ts')
  const double = await createDouble({ scenario: 'empty', ...pickServerOptions(options) })
  const { scenarioDir } = options
  try {
    return await replayAll(bundles, options, ({ file, bundle }) => replayHere(double, bundle, { file, scenarioDir }))
  } finally {
    await double.stop()
  }
}

/** Replays one bundle after the other and prints the results. One of several is named by its file. */
export async function replayAll(
  bundles: readonly BundleFile[],
  options: InspectOptions,
  run: (each: BundleFile) => Promise<ReplayResult>,
): Promise<readonly ReplayResult[]> {
  const results: ReplayResult[] = []
  for (const [index, each] of bundles.entries()) {
    const replayed = await run(each)
    if (bundles.length > 1 && !options.json) console.log(`${index === 0 ? '' : '\n'}${each.file}`)
    printReplay(replayed, options)
    if (options.check && replayed.differences_total > 0) process.exitCode = 1
    results.push(replayed)
  }
  return results
}

function pickServerOptions({ scenarioDir, controlToken }: Pick<InspectOptions, 'scenarioDir' | 'controlToken'>) {
  return { ...(scenarioDir === undefined ? {} : { scenarioDir }), ...(controlToken === undefined ? {} : { controlToken }) }
}

/**
 * Replays on a server of this process. The error of a bundle that cannot be replayed names its file; a missing scenario may need
 * `--scenario-dir`.
 */
export async function replayHere(
  target: Target,
  bundle: Schemas['Bundle'],
  { file, scenarioDir }: { readonly file: string; readonly scenarioDir?: string | undefined },
): Promise<ReplayResult> {
  return replayOn(target, bundle).catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error
    const { detail, errors } = error.problem
    const isUnknown = errors?.[0]?.pointer === '/bundle/origin/scenario' && scenarioDir === undefined
    const advice = isUnknown ? ' If it is one of your own, name its folder with --scenario-dir.' : ''
    throw new Error(`${file} cannot be replayed. ${detail}${advice}`, { cause: error })
  })
}

export async function replayOn(target: Target, bundle: Schemas['Bundle']): Promise<ReplayResult> {
  const transport = new Transport(target)
  const made = await transport.call('createWorld', undefined, { body: { bundle } })
  const { id, scenario, now, clock, base_url, api_key, replay: came } = made
  if (!came) throw new Error(`${transport.url} created a world from the bundle but did not report the result.`)
  const world = { id, scenario, now, clock, base_url, api_key }
  const inspector = `${transport.url}/_inspector/?world=${id}&page=requests`
  return { ...came, world, journal: `${transport.url}/_control/worlds/${id}/requests`, inspector }
}

/** Prints the result, and the world unless it ends with this process. */
function printReplay(replayed: ReplayResult, { json = false, check = false, url }: InspectOptions): void {
  if (json) return console.log(JSON.stringify(replayed, undefined, 2))
  console.log(replayText(replayed, paintFor(process.stdout)))
  if (url !== undefined || !check) console.log(`\n${placeText(replayed)}`)
}
