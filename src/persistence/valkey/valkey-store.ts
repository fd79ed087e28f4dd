import { randomBytes } from 'node:crypto'
import { yieldToEventLoop, type Millis, realNow } from '../../support/time.ts'
import {
  type NameOwner,
  type Records,
  type Store,
  type StoreChange,
  type Stored,
  StoreError,
  UnreadableWorld,
  type Version,
} from '../store.ts'
import { readAddress, type ValkeyAddress } from './address.ts'
import { type ValkeyCall, ValkeyConnection } from './connection.ts'
import { type Heard, ValkeyFollower } from './follower.ts'
import { asideKey, channelOf, claimKey, codeOf, idOf, nameKey, PREFIX, worldKey } from './keys.ts'
import { type ValkeyLibrary, loadLibrary } from './library.ts'
import { DamagedKey, glancedOf, listOf, recordsOf } from './records.ts'
import type { Script } from './script.ts'
import { CLAIM, DUE, OWNER, READ, RELEASE, REMOVE, QUARANTINE, TOUCH, WORLDS, WRITE } from './scripts.ts'

/** At most so often reading a world makes it live longer. */
const TOUCH_MS = 60_000
/** How many worlds are remembered before those whose turn it is anyway are forgotten. */
const ROOM_MIN = 1_000

/** Remembers which worlds were made to live longer just now, so that it is not asked for with each call. */
export class TtlRefresh {
  readonly #ttl: Millis
  readonly #pause: Millis
  #room = ROOM_MIN
  readonly #last = new Map<string, Millis>()

  constructor(ttl: Millis = 0) {
    this.#ttl = Math.max(0, Math.ceil(ttl))
    // A short life must be made longer more often.
    this.#pause = Math.min(TOUCH_MS, this.#ttl / 4)
  }

  /** How long a world is to live from now on; 0 if nothing is to be said about it now, or never. */
  ttlOf(id: string, { always = false }: { readonly always?: boolean } = {}): Millis {
    if (this.#ttl === 0 || id === 'default') return 0
    const now = realNow()
    if (!always && now < (this.#last.get(id) ?? -Infinity) + this.#pause) return 0
    if (this.#last.size >= this.#room) this.#tidy(now)
    this.#last.set(id, now)
    return this.#ttl
  }

  /** Knows nothing of a world any more. */
  forget(id: string): void {
    this.#last.delete(id)
  }

  #tidy(now: Millis): void {
    for (const [id, at] of this.#last) if (now >= at + this.#pause) this.#last.delete(id)
    this.#room = Math.max(ROOM_MIN, this.#last.size * 2)
  }
}

/** Looks at a server before anything is kept there: throws a `StoreError` for a cluster, and warns of one that drops what it was told to keep. */
export async function preflight(
  connection: ValkeyConnection,
  { shown }: ValkeyAddress,
  warn: (line: string) => void,
): Promise<void> {
  if ((await told(connection, 'cluster')).get('cluster_enabled') === '1') {
    throw new StoreError(`The store ${shown} cannot be used: it is a node of a cluster, and worlds are kept on a single server.`)
  }
  const policy = (await told(connection, 'memory')).get('maxmemory_policy') ?? 'noeviction'
  if (policy === 'noeviction') return
  warn(
    `The store ${shown} drops keys when it has no room left (maxmemory-policy ${policy}), which damages worlds. Set it to noeviction.`,
  )
}

/** What a server says about itself; nothing where the user may not ask. */
async function told(connection: ValkeyConnection, section: string): Promise<ReadonlyMap<string, string>> {
  const lines = await connection
    .call(({ link }) => link.ask(['INFO', section]))
    .catch((error: unknown) => {
      if (error instanceof StoreError && error.isAway) throw error
      return ''
    })
  return new Map(
    String(lines)
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  )
}

/** How worlds are kept there. */
export interface ValkeyOptions {
  /** How long a world is kept that nobody uses; for good without it, as the world `default` always is. */
  readonly ttl?: Millis | undefined
  /** Hears what people should know of the connection: that it is lost, and that it is back. */
  readonly log?: ((line: string) => void) | undefined
}

/** Opens a Valkey or Redis as a store: one server, not a cluster. Throws a `StoreError` within `AWAY_MS` if it cannot be used. */
export async function openValkeyStore(url: string, { ttl, log = () => {} }: ValkeyOptions = {}): Promise<Store> {
  const address = readAddress(url)
  const library = await loadLibrary()
  const connection = new ValkeyConnection(library, address, { log })
  try {
    await connection.open()
    await preflight(connection, address, log)
  } catch (error) {
    connection.close()
    throw error
  }
  return new ValkeyStore(library, address, connection, ttl, log)
}

class ValkeyStore implements Store {
  readonly isShared = true
  readonly #address: ValkeyAddress
  readonly #connection: ValkeyConnection
  readonly #follower: ValkeyFollower
  readonly #touches: TtlRefresh
  /** Questions for versions that have not been sent yet. */
  readonly #asked = new Map<string, Promise<Version | undefined>>()
  /** What tells this process from others: the only chance that is not of a world. */
  readonly #process = randomBytes(8).toString('hex')
  /** How many tokens this process has given out. */
  #tokens = 0

  constructor(
    library: ValkeyLibrary,
    address: ValkeyAddress,
    connection: ValkeyConnection,
    ttl: Millis | undefined,
    log: (line: string) => void,
  ) {
    this.#address = address
    this.#connection = connection
    this.#touches = new TtlRefresh(ttl)
    const channel = channelOf(address.database)
    this.#follower = new ValkeyFollower(library, address, { process: this.#process, channel, worlds: () => this.#worlds(), log })
  }

  async ids(): Promise<readonly string[]> {
    return [...(await this.#worlds()).keys()].toSorted()
  }

  /** Those that ask at the same time share a question, as long as it has not been sent: from then on it may be too old for who comes. */
  version(id: string): Promise<Version | undefined> {
    const asked = this.#asked.get(id)
    if (asked) return asked
    const answer = this.#version(id)
    this.#asked.set(id, answer)
    // What is asked for in one round of the loop is sent at the end of it.
    void yieldToEventLoop().then(() => this.#asked.delete(id))
    return answer
  }

  async read(id: string, since: Version = ''): Promise<Stored | undefined> {
    const key = worldKey(id)
    const reply = await this.#run(READ, key, () => [codeOf(id), since, String(this.#touches.ttlOf(id))])
    return ofWorld(id, () =>
      reply === null ? undefined : recordsOf(listOf(reply, this.#address.shown), key, this.#address.shown),
    )
  }

  async readFields(ids: readonly string[], names: readonly string[]): Promise<ReadonlyMap<string, Records>> {
    const { shown } = this.#address
    const glances = ids.map(async (id) => {
      const key = `${worldKey(id)}:records`
      try {
        // What is asked in one round of the loop is sent together.
        const texts = await this.#connection.call(({ link }) => link.ask(['HMGET', key, ...names]), key)
        return [id, glancedOf(texts, names, { key, shown })] as const
      } catch (error) {
        if (!(error instanceof StoreError) || error.isAway) throw error
        // What is wrong with it is said when it is read.
        return [id, new Map<string, unknown>()] as const
      }
    })
    return new Map((await Promise.all(glances)).filter(([, records]) => records.size > 0))
  }

  async write(change: StoreChange): Promise<Version | undefined> {
    const { id, from = '', isWhole, records, names, due = '' } = change
    const token = this.#token()
    const puts = [...records].flatMap(([name, text]) => (text === undefined ? [] : [name, text]))
    const takes = [...records].flatMap(([name, text]) => (text === undefined ? [name] : []))
    const sizes = [puts.length / 2, takes.length, names.added.length, names.removed.length]
    const given = [...sizes.map(String), ...puts, ...takes, ...names.added, ...names.removed]
    const ttl = String(this.#touches.ttlOf(id, { always: true }))
    const which = [token, from, isWhole ? '1' : '0', String(due), ttl, channelOf(this.#address.database), this.#process]
    let isRepeat = false
    const reply = await this.#run(WRITE, worldKey(id), (attempt, notAfter) => {
      isRepeat = attempt.isRepeat
      return [codeOf(id), notAfter, ...which, ...given]
    })
    const [outcome, said] = listOf(reply, this.#address.shown)
    if (outcome === 'done') return String(said)
    if (isRepeat && said === '0') throw this.#unknown(id)
    return undefined
  }

  async remove(id: string): Promise<void> {
    const token = this.#token()
    await this.#end(REMOVE, id, token)
  }

  async ownerOf(name: string): Promise<NameOwner | undefined> {
    const reply = await this.#run(OWNER, nameKey(name), () => [name])
    if (reply === null) return undefined
    return reply === 'gone' ? 'gone' : { id: idOf(String(listOf(reply, this.#address.shown)[1])) }
  }

  async gone(): Promise<readonly string[]> {
    return []
  }

  async dueBy(until: Millis, limit: number): Promise<readonly string[]> {
    const reply = await this.#run(DUE, `${PREFIX}due`, () => [String(until), String(limit)])
    const [, ...codes] = listOf(reply, this.#address.shown)
    return codes.map(String).map(idOf)
  }

  async claim(id: string, what: string, ms: Millis): Promise<boolean> {
    const px = String(Math.max(1, Math.ceil(ms)))
    const reply = await this.#run(CLAIM, claimKey(id, what), () => [this.#process, px])
    return typeof reply === 'number' ? reply === 1 : listOf(reply, this.#address.shown).length === 0
  }

  async release(id: string, what: string): Promise<void> {
    const reply = await this.#run(RELEASE, claimKey(id, what), () => [this.#process])
    if (typeof reply !== 'number') listOf(reply, this.#address.shown)
  }

  follow(heard: Heard): void {
    this.#follower.follow(heard)
  }

  placeOf(id: string): string {
    return `the keys ${worldKey(id)}* of ${this.#address.shown}`
  }

  async quarantine(id: string): Promise<string> {
    const token = this.#token()
    const aside = asideKey(id, token)
    await this.#end(QUARANTINE, id, token, aside)
    return `the keys ${aside}* of ${this.#address.shown}`
  }

  async close(): Promise<void> {
    this.#follower.close()
    this.#connection.close()
  }

  async #version(id: string): Promise<Version | undefined> {
    const ttl = this.#touches.ttlOf(id)
    const key = worldKey(id)
    const version =
      ttl === 0
        ? await this.#connection.call(({ link }) => link.ask(['HGET', key, 'version']), key)
        : await this.#run(TOUCH, key, () => [codeOf(id), String(ttl)])
    if (typeof version === 'string') return version
    return ofWorld(id, () => (version === null ? undefined : String(listOf(version, this.#address.shown))))
  }

  async #end(script: Script, id: string, token: string, ...more: readonly string[]): Promise<void> {
    const channel = channelOf(this.#address.database)
    const given = [token, channel, this.#process, ...more]
    listOf(await this.#run(script, worldKey(id), (_attempt, notAfter) => [codeOf(id), notAfter, ...given]), this.#address.shown)
    this.#touches.forget(id)
  }

  /** The versions of all worlds by their ids. */
  async #worlds(): Promise<ReadonlyMap<string, Version>> {
    const [, ...said] = listOf(await this.#run(WORLDS, `${PREFIX}worlds`, () => []), this.#address.shown).map(String)
    return new Map(said.flatMap((code, at) => (at % 2 === 0 ? [[idOf(code), said[at + 1] ?? ''] as const] : [])))
  }

  /** Runs a script, with the instant by the clock of the server after which it is to do nothing. */
  #run(script: Script, key: string, given: (attempt: ValkeyCall, notAfter: string) => readonly string[]): Promise<unknown> {
    return this.#connection.call(async (attempt) => {
      for (;;) {
        const { link, until } = attempt
        const reply = await link.run(script, key, given(attempt, String(until + link.ahead)))
        if (!Array.isArray(reply) || reply[0] !== 'late') return reply
        // One of the two clocks was put forward or back, or it was under way for so long.
        link.ahead = Number(reply[1]) - realNow()
        if (realNow() >= until) throw this.#late()
      }
    }, key)
  }

  #token(): string {
    return `${this.#process}-${++this.#tokens}`
  }

  #late(): StoreError {
    return new StoreError(`The store ${this.#address.shown} was asked too late for an answer.`, { isAway: true })
  }

  #unknown(id: string): StoreError {
    const text = `The connection to the store ${this.#address.shown} was lost while the world ${id} was written, and too much has changed since to tell whether it was.`
    return new StoreError(text, { isAway: true })
  }
}

/** Reads what a server answers about a world. What is damaged is that world, unless it is a key that all worlds share. */
function ofWorld<Read>(id: string, read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    const isOwn = error instanceof DamagedKey && `${error.key}:`.startsWith(`${worldKey(id)}:`)
    if (!isOwn) throw error
    throw new UnreadableWorld(id, error.message, 'Nothing was changed. Bring its keys back, or start once with --recover.', error)
  }
}
