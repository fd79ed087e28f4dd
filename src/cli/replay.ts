import type { Schemas } from '../client/contract.ts'
import { RefusedError } from '../client/errors.ts'
import type { Target } from '../client/index.ts'
import { Transport } from '../client/transport.ts'
import { paintFor } from './paint.ts'
import { readBundle } from './read-bundle.ts'
import type { ReplayOptions } from './replay-options.ts'
import { placeText, replayText, type Replayed } from './replay-text.ts'
import { endOnSignals } from './signals.ts'

/** Lets a run happen again: on a running server, or on one of its own, which then serves until the process is told to stop. */
export async function replay(path: string, options: ReplayOptions): Promise<void> {
  const { url, controlToken, check = false } = options
  const bundle = await readBundle(path)
  if (url !== undefined) return ended(await replayedOn({ url, controlToken }, bundle), options)
  if (check) return checked(bundle, options)
  const { startServer } = await import('../server/start.ts')
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
  const { createDouble } = await import('../server/create-double.ts')
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
