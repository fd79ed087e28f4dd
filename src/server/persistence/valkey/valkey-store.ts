import { randomBytes } from 'node:crypto'
import { yieldToEventLoop, type Millis, realNow } from '../../../kernel/support/time.ts'
import {
  type NameOwner,
  type Records,
  type Store,
  type StoreChange,
  type StoredWorld,
  StoreError,
  UnreadableWorld,
  type StoreVersion,
} from '../store.ts'
import { readAddress, type ValkeyAddress } from './address.ts'
import { type ValkeyCall, ValkeyConnection } from './connection.ts'
import { type OnStoreChange, ValkeyFollower } from './follower.ts'
import { quarantineKey, nameChannel, claimKey, encodeId, decodeId, nameOwnerKey, PREFIX, worldKey } from './keys.ts'
import { type ValkeyLibrary, loadLibrary } from './link.ts'
import { DamagedKey, readRecordFields, readReplyList, readStoredRecords } from './records.ts'
import type { Script } from './script.ts'
import { CLAIM, DUE, OWNER, READ, RELEASE, REMOVE, QUARANTINE, TOUCH, WORLDS, WRITE } from './scripts.ts'

/** Longest time between two extensions of a world's time to live. */
const REFRESH_MS = 60_000
/** Minimum number of remembered worlds before stale entries are removed. */
const ROOM_MIN = 1_000

/** The worlds whose expiry was extended recently, so that not every call extends it. */
class TtlRefresh {
  readonly #ttl: Millis
  readonly #pause: Millis
  #room = ROOM_MIN
  readonly #last = new Map<string, Millis>()

  constructor(ttl: Millis = 0) {
    this.#ttl = Math.max(0, Math.ceil(ttl))
    // A short time to live needs more frequent extension.
    this.#pause = Math.min(REFRESH_MS, this.#ttl / 4)
  }

  /** Returns the time to live to set for a world, or 0 to set none. */
  ttlOf(id: string, { always = false }: { readonly always?: boolean } = {}): Millis {
    if (this.#ttl === 0 || id === 'default') return 0
    const now = realNow()
    if (!always && now < (this.#last.get(id) ?? -Infinity) + this.#pause) return 0
    if (this.#last.size >= this.#room) this.#tidy(now)
    this.#last.set(id, now)
    return this.#ttl
  }

  /** Forgets a world. */
  forget(id: string): void {
    this.#last.delete(id)
  }

  #tidy(now: Millis): void {
    for (const [id, at] of this.#last) if (now >= at + this.#pause) this.#last.delete(id)
    this.#room = Math.max(ROOM_MIN, this.#last.size * 2)
  }
}

/** Checks a server before first use: throws a `StoreError` for a cluster, and warns if the server evicts keys. */
async function checkServer(connection: ValkeyConnection, { shown }: ValkeyAddress, warn: (line: string) => void): Promise<void> {
  if ((await readInfo(connection, 'cluster')).get('cluster_enabled') === '1') {
    throw new StoreError(`The store ${shown} cannot be used: it is a node of a cluster, and maildouble needs a single server.`)
  }
  const policy = (await readInfo(connection, 'memory')).get('maxmemory_policy') ?? 'noeviction'
  if (policy === 'noeviction') return
  warn(
    `The store ${shown} evicts keys when its memory is full (maxmemory-policy ${policy}), which damages worlds. Set it to noeviction.`,
  )
}

/** A section of the server's `INFO`; empty if the user lacks permission. */
async function readInfo(connection: ValkeyConnection, section: string): Promise<ReadonlyMap<string, string>> {
  const lines = await connection
    .call(({ link }) => link.ask(['INFO', section]))
    .catch((error: unknown) => {
      if (error instanceof StoreError && error.isTemporary) throw error
      return ''
    })
  return new Map(
    String(lines)
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  )
}

export interface ValkeyOptions {
  /** How long an unused world is kept, forever by default. The world `default` is always kept. */
  readonly ttl?: Millis | undefined
  /** Called with messages about a lost or restored connection. */
  readonly log?: ((line: string) => void) | undefined
}

/** Opens a single Valkey or Redis server (not a cluster) as a store. Throws a `StoreError` within `AWAY_MS` if it can't be used. */
export async function openValkeyStore(url: string, { ttl, log = () => {} }: ValkeyOptions = {}): Promise<Store> {
  const address = readAddress(url)
  const library = await loadLibrary()
  const connection = new ValkeyConnection(library, address, { log })
  try {
    await connection.open()
    await checkServer(connection, address, log)
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
  readonly #ttlRefresh: TtlRefresh
  /** Version requests that have not been sent yet. */
  readonly #pendingVersions = new Map<string, Promise<StoreVersion | undefined>>()
  /** Id of this process: the only random value that doesn't come from a world's seed. */
  readonly #process = randomBytes(8).toString('hex')
  /** Number of tokens issued so far. */
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
    this.#ttlRefresh = new TtlRefresh(ttl)
    const channel = nameChannel(address.database)
    this.#follower = new ValkeyFollower(library, address, { process: this.#process, channel, worlds: () => this.#worlds(), log })
  }

  async ids(): Promise<readonly string[]> {
    return [...(await this.#worlds()).keys()].toSorted()
  }

  /** Concurrent callers share one request until it is sent. After that its answer could be too old for a new caller. */
  version(id: string): Promise<StoreVersion | undefined> {
    const pending = this.#pendingVersions.get(id)
    if (pending) return pending
    const answer = this.#version(id)
    this.#pendingVersions.set(id, answer)
    // Requests made in one turn of the event loop are sent at its end.
    void yieldToEventLoop().then(() => this.#pendingVersions.delete(id))
    return answer
  }

  async read(id: string, since: StoreVersion = ''): Promise<StoredWorld | undefined> {
    const key = worldKey(id)
    const reply = await this.#run(READ, key, () => [encodeId(id), since, String(this.#ttlRefresh.ttlOf(id))])
    return forWorld(id, () =>
      reply === null ? undefined : readStoredRecords(readReplyList(reply, this.#address.shown), key, this.#address.shown),
    )
  }

  async readFields(ids: readonly string[], names: readonly string[]): Promise<ReadonlyMap<string, Records>> {
    const { shown } = this.#address
    const found = ids.map(async (id) => {
      const key = `${worldKey(id)}:records`
      try {
        // Requests made in one turn of the event loop are sent together.
        const [version, texts] = await Promise.all([
          this.#connection.call(({ link }) => link.ask(['HGET', worldKey(id), 'version']), key),
          this.#connection.call(({ link }) => link.ask(['HMGET', key, ...names]), key),
        ])
        // If the server has evicted the main key of a world, the world is unreadable, even if its records are left.
        if (typeof version !== 'string') return [id, new Map<string, unknown>()] as const
        return [id, readRecordFields(texts, names, { key, shown })] as const
      } catch (error) {
        if (!(error instanceof StoreError) || error.isTemporary) throw error
        // Damage is reported when the world is read in full.
        return [id, new Map<string, unknown>()] as const
      }
    })
    return new Map((await Promise.all(found)).filter(([, records]) => records.size > 0))
  }

  async write(change: StoreChange): Promise<StoreVersion | undefined> {
    const { id, from = '', isWhole, records, names, due = '' } = change
    const token = this.#token()
    const puts = [...records].flatMap(([name, text]) => (text === undefined ? [] : [name, text]))
    const takes = [...records].flatMap(([name, text]) => (text === undefined ? [name] : []))
    const sizes = [puts.length / 2, takes.length, names.added.length, names.removed.length]
    const given = [...sizes.map(String), ...puts, ...takes, ...names.added, ...names.removed]
    const ttl = String(this.#ttlRefresh.ttlOf(id, { always: true }))
    const which = [token, from, isWhole ? '1' : '0', String(due), ttl, nameChannel(this.#address.database), this.#process]
    let isRepeat = false
    const reply = await this.#run(WRITE, worldKey(id), (attempt, deadline) => {
      isRepeat ||= attempt.isRepeat
      return [encodeId(id), deadline, ...which, ...given]
    })
    const [outcome, said] = readReplyList(reply, this.#address.shown)
    if (outcome === 'done') return String(said)
    if (isRepeat && said === '0') throw this.#unknown(id)
    return undefined
  }

  async remove(id: string): Promise<void> {
    const token = this.#token()
    await this.#runOnce(REMOVE, id, token)
  }

  async ownerOf(name: string): Promise<NameOwner | undefined> {
    const reply = await this.#run(OWNER, nameOwnerKey(name), () => [name])
    if (reply === null) return undefined
    return reply === 'gone' ? 'gone' : { id: decodeId(String(readReplyList(reply, this.#address.shown)[1])) }
  }

  async gone(): Promise<readonly string[]> {
    return []
  }

  async dueBy(until: Millis, limit: number): Promise<readonly string[]> {
    const reply = await this.#run(DUE, `${PREFIX}due`, () => [String(until), String(limit)])
    const [, ...codes] = readReplyList(reply, this.#address.shown)
    return codes.map(String).map(decodeId)
  }

  async claim(id: string, what: string, ms: Millis): Promise<boolean> {
    const px = String(Math.max(1, Math.ceil(ms)))
    return (await this.#run(CLAIM, claimKey(id, what), () => [this.#process, px])) === 1
  }

  async release(id: string, what: string): Promise<void> {
    await this.#run(RELEASE, claimKey(id, what), () => [this.#process])
  }

  subscribe(listener: OnStoreChange): void {
    this.#follower.subscribe(listener)
  }

  placeOf(id: string): string {
    return `the keys ${worldKey(id)}* of ${this.#address.shown}`
  }

  async quarantine(id: string): Promise<string> {
    const token = this.#token()
    const aside = quarantineKey(id, token)
    await this.#runOnce(QUARANTINE, id, token, aside)
    return `the keys ${aside}* of ${this.#address.shown}`
  }

  async close(): Promise<void> {
    this.#follower.close()
    this.#connection.close()
  }

  async #version(id: string): Promise<StoreVersion | undefined> {
    const ttl = this.#ttlRefresh.ttlOf(id)
    const key = worldKey(id)
    const known = ttl === 0 ? await this.#connection.call(({ link }) => link.ask(['HGET', key, 'version']), key) : null
    if (typeof known === 'string') return known
    // Without a version, the script distinguishes a missing world from a damaged one.
    const version = await this.#run(TOUCH, key, () => [encodeId(id), String(ttl)])
    if (typeof version === 'string') return version
    return forWorld(id, () => (version === null ? undefined : String(readReplyList(version, this.#address.shown))))
  }

  async #runOnce(script: Script, id: string, token: string, ...more: readonly string[]): Promise<void> {
    const channel = nameChannel(this.#address.database)
    const given = [token, channel, this.#process, ...more]
    readReplyList(
      await this.#run(script, worldKey(id), (_attempt, deadline) => [encodeId(id), deadline, ...given]),
      this.#address.shown,
    )
    this.#ttlRefresh.forget(id)
  }

  /** The versions of all worlds by id. */
  async #worlds(): Promise<ReadonlyMap<string, StoreVersion>> {
    const [, ...said] = readReplyList(await this.#run(WORLDS, `${PREFIX}worlds`, () => []), this.#address.shown).map(String)
    return new Map(said.flatMap((code, at) => (at % 2 === 0 ? [[decodeId(code), said[at + 1] ?? ''] as const] : [])))
  }

  /** Runs a script, with a deadline in server time after which the script does nothing. */
  #run(script: Script, key: string, given: (attempt: ValkeyCall, deadline: string) => readonly string[]): Promise<unknown> {
    return this.#connection.call(async (attempt) => {
      for (;;) {
        const { link, until } = attempt
        const reply = await link.run(script, key, given(attempt, String(until + link.ahead)))
        if (!Array.isArray(reply) || reply[0] !== 'late') return reply
        // One of the two clocks was adjusted, or the call was in transit for too long.
        link.ahead = Number(reply[1]) - realNow()
        if (realNow() >= until) throw this.#late()
      }
    }, key)
  }

  #token(): string {
    return `${this.#process}-${++this.#tokens}`
  }

  #late(): StoreError {
    return new StoreError(`The store ${this.#address.shown} did not answer before the deadline.`, { isTemporary: true })
  }

  #unknown(id: string): StoreError {
    const text = `The connection to the store ${this.#address.shown} was lost while the world ${id} was being written, and too much has changed since to tell whether the write succeeded.`
    return new StoreError(text, { isTemporary: true })
  }
}

/** Converts a server's answer about a world. Damage concerns only this world, unless a shared key is damaged. */
function forWorld<Read>(id: string, read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    const isOwn = error instanceof DamagedKey && `${error.key}:`.startsWith(`${worldKey(id)}:`)
    if (!isOwn) throw error
    throw new UnreadableWorld(id, error.message, 'Nothing was changed. Restore its keys, or start once with --recover.', error)
  }
}
