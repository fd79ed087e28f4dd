import { StoreError, type StoreVersion } from '../store.ts'
import type { ValkeyAddress } from './address.ts'
import { ValkeyConnection } from './connection.ts'
import { explainStoreError } from './errors.ts'
import { decodeId } from './keys.ts'
import type { ValkeyLibrary, ValkeyLink } from './link.ts'

/** Called when another process has changed a world, or deleted it. */
export type OnStoreChange = (id: string, version: StoreVersion | undefined) => void

/** Dependencies of a follower. */
interface FollowerOptions {
  /** The id of this process; its own changes are not announced to it. */
  readonly process: string
  readonly channel: string
  /** The versions of all worlds by id. */
  readonly worlds: () => Promise<ReadonlyMap<string, StoreVersion>>
  readonly log: (line: string) => void
}

/**
 * Listens to the changes of other processes on a connection of its own. Messages sent while that connection is lost are not
 * repeated, so after a reconnect it compares all versions and announces every world that has changed or is gone.
 */
export class ValkeyFollower {
  readonly #options: FollowerOptions
  readonly #connection: ValkeyConnection
  readonly #listeners: OnStoreChange[] = []
  /** The last known version of each world. */
  #last: Map<string, StoreVersion> | undefined
  #isBegun = false
  #isRefused = false

  constructor(library: ValkeyLibrary, address: ValkeyAddress, followed: FollowerOptions) {
    this.#options = followed
    this.#connection = new ValkeyConnection(library, address, {
      prepare: (link) => this.#listen(link),
    })
  }

  subscribe(listener: OnStoreChange): void {
    this.#listeners.push(listener)
    if (this.#isBegun) return
    this.#isBegun = true
    this.#connection.begin()
  }

  /** Closes the connection at once. */
  close(): void {
    this.#connection.close()
  }

  async #listen(link: ValkeyLink): Promise<void> {
    try {
      await link.client.subscribe(this.#options.channel, (message) => this.#onMessage(message))
      await this.#catchUp()
      this.#isRefused = false
    } catch (error) {
      const isTemporary = link.isLost || (error instanceof StoreError && error.isTemporary)
      if (isTemporary) throw error
      if (!this.#isRefused) this.#options.log(`Cannot subscribe to the changes of other processes: ${explainStoreError(error)}`)
      this.#isRefused = true
      throw error
    }
  }

  #onMessage(message: string): void {
    const [process, version = '', code = ''] = message.split(' ', 3)
    const id = decodeId(code)
    if (version === '-') this.#last?.delete(id)
    else this.#last?.set(id, version)
    if (process !== this.#options.process) this.#announce(id, version === '-' ? undefined : version)
  }

  /** Announces the changes during the loss of the connection. */
  async #catchUp(): Promise<void> {
    const worlds = await this.#options.worlds()
    const before = this.#last
    this.#last = new Map(worlds)
    // On the first connect there is nothing to catch up on.
    if (!before) return
    for (const id of before.keys()) if (!worlds.has(id)) this.#announce(id, undefined)
    for (const [id, version] of worlds) {
      const isOwn = version.split('.')[1]?.startsWith(`${this.#options.process}-`) === true
      if (before.get(id) !== version && !isOwn) this.#announce(id, version)
    }
  }

  #announce(id: string, version: StoreVersion | undefined): void {
    for (const each of this.#listeners) each(id, version)
  }
}
