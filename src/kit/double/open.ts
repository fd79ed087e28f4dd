import { mistakesIn } from '../../kernel/contract/mistakes.ts'
import { settingsValidator } from '../../kernel/contract/settings.ts'
import type { Evidence } from '../../server/control/coverage/evidence.ts'
import type { Egress } from '../../server/outbound/egress.ts'
import { type Store, UnreadableWorld } from '../../server/persistence/store.ts'
import type { WorldHandle } from '../../server/runtime/world-handle.ts'
import type { ScenarioSource } from '../../service/scenarios/read/scenario-source.ts'
import { shippedScenarios } from '../../service/scenarios/read/shipped-scenarios.ts'
import { readVocabularyFile } from '../../service/scenarios/read/vocabulary-file.ts'
import { buildWorldFrom } from '../../service/scenarios/scenarios.ts'
import type { NewWorldOptions } from '../../service/scenarios/world-options.ts'
import { readDuration } from '../../kernel/support/time.ts'
import { assertUsable, type GivenVocabulary } from '../../service/vocabulary/definition.ts'
import { reportActivity } from './activity.ts'
import { makeAccess, checkAccess } from './addresses.ts'
import { assemble, type Assembled } from './double.ts'
import type { DoubleEvent } from './events.ts'
import type { PersistentWorldsOptions } from './open-persistence.ts'
import type { DoubleOptions } from './options.ts'
import { stackOf } from '../../kernel/support/thrown.ts'

type StoreOptions = Pick<DoubleOptions, 'data' | 'store' | 'recover' | 'worldTtl'>

/** Opens the store for worlds. Returns `undefined` if worlds end with the process. Throws if the options contradict each other. */
async function openStore(
  { data, store, recover = false, worldTtl }: StoreOptions,
  log: (message: string) => void,
): Promise<Store | undefined> {
  if (data !== undefined && store !== undefined)
    throw new Error('worlds are saved in one place: give --data (data) or --store (store), not both.')
  if (worldTtl !== undefined && store === undefined)
    throw new Error('--world-ttl (worldTtl) requires --store (store): worlds in a folder stay until they are deleted.')
  if (data !== undefined) {
    const { openLowdbStore } = await import('../../server/persistence/lowdb/lowdb-store.ts')
    return openLowdbStore(data, { recover, log })
  }
  if (store === undefined) return undefined
  const ttl = worldTtl === undefined ? undefined : readLifetime(worldTtl)
  const { openValkeyStore } = await import('../../server/persistence/valkey/valkey-store.ts')
  return openValkeyStore(store, { ...(ttl === undefined ? {} : { ttl }), log })
}

function readLifetime(worldTtl: string | number): number {
  const ttl = readDuration(worldTtl)
  if (ttl !== undefined && ttl >= 1_000) return ttl
  throw new Error(
    `--world-ttl (worldTtl) must be a duration of at least a second, such as PT12H or P7D; ${JSON.stringify(worldTtl)} is not.`,
  )
}

/** Smallest size of a journal that a test can work with: it holds more than a thousand calls. */
const JOURNAL_BYTES_MIN = 1024 * 1024

function checkJournalBytes(bytes: number = JOURNAL_BYTES_MIN): void {
  if (Number.isSafeInteger(bytes) && bytes >= JOURNAL_BYTES_MIN) return
  throw new Error(
    `--journal-bytes (journalBytes) must be a whole number of at least ${JOURNAL_BYTES_MIN}; ${JSON.stringify(bytes)} is not.`,
  )
}

/** The address of a double, and which clients may use its control API. */
interface DoubleAddress {
  readonly url: string
  /** Further host names of the control API, besides that of the URL. */
  readonly hosts: readonly string[]
  /** Addresses of the server, whose pages may call the control API. */
  readonly listensAt?: readonly string[]
  readonly egress: Egress
  readonly token?: string | undefined
  /** The seed of worlds that are created without one, instead of the scenario's. */
  readonly defaultSeed?: string | number | undefined
}

/** A double whose world `default` is being created. `undefined` stands for one that is stored but can't be read. */
interface Opened extends Assembled {
  readonly begun: Promise<WorldHandle | undefined>
}

/** Assembles a double and creates its world `default`. */
export async function open(
  options: DoubleOptions,
  { url, hosts, listensAt = [], egress, token = options.controlToken, defaultSeed }: DoubleAddress,
): Promise<Opened> {
  const {
    publicUrl: _,
    controlToken: __,
    allowEgress: ___,
    allowHosts = [],
    allowOrigins = [],
    log = console.error,
    onEvent,
    ...rest
  } = options
  const {
    scenarioDir,
    watch = false,
    data: ____,
    store: _____,
    recover = false,
    worldTtl: ______,
    journalBytes,
    sharedKey,
    vocabulary,
    evidence: evidenceFile,
    serverSettings = {},
    ...given
  } = rest
  const credentials = serverSettings.credentials ?? 'any'
  const worldOptions = { ...given, settings: { credentials, ...given.settings } }
  const names = [...hosts, new URL(url).hostname, ...allowHosts].map((name) => name.toLowerCase())
  checkJournalBytes(journalBytes)
  checkAccess({ token, sharedKey, allowHosts, allowOrigins })
  const scenarios = await scenariosIn(scenarioDir)
  const defaultVocabulary = vocabulary === undefined ? undefined : await readVocabulary(vocabulary)
  const evidence = evidenceFile === undefined ? undefined : await readEvidence(evidenceFile)
  const build = (each: NewWorldOptions) =>
    buildWorldFrom(scenarios, {
      ...each,
      serverSettings,
      ...(defaultSeed === undefined ? {} : { seed: each.seed ?? defaultSeed }),
      ...(defaultVocabulary ? { defaultVocabulary } : {}),
    })
  const access = { ...makeAccess({ names, addresses: [url, ...listensAt], allowOrigins }), token }
  if (watch && scenarioDir === undefined) throw new Error(NOTHING_TO_WATCH)
  const store = await openStore(options, log)
  const openPersistence = store && (await import('./open-persistence.ts')).openPersistence
  const persist = store && openPersistence && ((parts: PersistentWorldsOptions) => openPersistence({ store, recover }, parts))
  const double = assemble({ publicUrl: url, access, log, build, scenarios, egress, journalBytes, sharedKey, evidence, persist })
  const begin = (): Promise<WorldHandle | undefined> =>
    double.begin(worldOptions).catch((error: unknown) => {
      // The server serves all other worlds and reports what is wrong with this one.
      if (error instanceof UnreadableWorld) return undefined
      throw error
    })
  const tell = onEvent && safely(onEvent, log)
  if (tell) reportActivity(double.context.worlds, tell)
  // Release the store and the folder.
  const leave = async (error: unknown): Promise<never> => {
    double.end()
    await double.close()
    throw error
  }
  if (!watch || scenarioDir === undefined) return { ...double, begun: begin().catch(leave) }

  const watching = await watched(double, { scenarioDir, worldOptions, tell, log }).catch(leave)
  const begun = begin().then(watching.begun)
  const end = (): void => {
    watching.end()
    double.end()
  }
  return {
    ...double,
    begun: begun.catch((error: unknown) => {
      watching.end()
      return leave(error)
    }),
    end,
  }
}

interface Watching {
  readonly scenarioDir: string
  readonly worldOptions: Omit<NewWorldOptions, 'id' | 'base_url'>
  readonly tell: ((event: DoubleEvent) => void) | undefined
  readonly log: (message: string) => void
}

/** Resets the world `default` whenever its scenario changes. */
async function watched({ context }: Assembled, { scenarioDir, worldOptions, tell, log }: Watching) {
  const { Reloader } = await import('./reload.ts')
  const reloader = new Reloader(context, scenarioDir, worldOptions, tell ?? (({ errors }) => errors.forEach(log)))
  await reloader.remember(worldOptions.scenario)
  const { watchFolder } = await import('./watch.ts')
  const end = await watchFolder(scenarioDir, {
    changed: (files) => reloader.onChange(files),
    failed: (error) => log(`${scenarioDir} is not fully watched, so changes may be missed: ${String(error)}`),
  })
  return {
    end,
    /** A saved world may have another scenario than a new one would. */
    begun: async (handle: WorldHandle | undefined): Promise<WorldHandle | undefined> => {
      if (handle) await reloader.remember(handle.world.scenario)
      return handle
    },
  }
}

const NOTHING_TO_WATCH = 'there is nothing to watch: --watch (watch) requires --scenario-dir (scenarioDir).'

/** An error in a listener must not fail the call it is told about. */
function safely(listener: (event: DoubleEvent) => void, log: (message: string) => void): (event: DoubleEvent) => void {
  return (event) => {
    try {
      listener(event)
    } catch (error) {
      log(`onEvent threw: ${stackOf(error)}`)
    }
  }
}

/** The words of a deployment, given or read from a file. Throws if they cannot be used. */
async function readVocabulary(vocabulary: GivenVocabulary | string): Promise<GivenVocabulary> {
  if (typeof vocabulary === 'string') return readVocabularyFile(vocabulary)
  const [mistake] = mistakesIn(await settingsValidator(), { vocabulary })
  if (mistake) throw new Error(`${mistake.pointer.slice(1)}: ${mistake.message}`)
  await assertUsable(vocabulary)
  return vocabulary
}

/** The result of a comparison. The code for it is imported on first use. */
async function readEvidence(file: string): Promise<Evidence> {
  const [{ readJsonFile }, { evidenceIn }] = await Promise.all([
    import('./json-file.ts'),
    import('../../server/control/coverage/evidence.ts'),
  ])
  return evidenceIn(file, await readJsonFile(file))
}

/** The scenarios that worlds can be created from. The code for own folders is imported on first use. */
async function scenariosIn(folder: string | undefined): Promise<ScenarioSource> {
  if (folder === undefined) return shippedScenarios
  const { ownScenarios } = await import('../../service/scenarios/read/own-scenarios.ts')
  return ownScenarios(folder)
}
