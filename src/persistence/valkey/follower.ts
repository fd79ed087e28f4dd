import { StoreError, type Version } from '../store.ts'
import type { ValkeyAddress } from './address.ts'
import { ValkeyConnection } from './connection.ts'
import { causeOf } from './errors.ts'
import { idOf } from './keys.ts'
import type { ValkeyLibrary } from './library.ts'
import type { ValkeyLink } from './link.ts'

/** Who hears of a world that another process has changed, or taken out. */
export type Heard = (id: string, version: Version | undefined) => void

/** What a follower has to know. */
export interface Followed {
  /** Who follows: it does not hear of what it writes itself. */
  readonly process: string
  readonly channel: string
  /** The versions of all worlds by their ids. */
  readonly worlds: () => Promise<ReadonlyMap<string, Version>>
  readonly log: (line: string) => void
}

/**
 * Listens to what other processes write, on a connection of its own. Nobody tells again what was told while that connection was lost: so, once
 * it is back, all worlds are told of that stand at another version than was heard last, and those that are gone.
 */
export class ValkeyFollower {
  readonly #followed: Followed
  readonly #connection: ValkeyConnection
  readonly #heard: Heard[] = []
  /** What was heard last of each world. */
  #last: Map<string, Version> | undefined
  #isBegun = false
  #isRefused = false

  constructor(library: ValkeyLibrary, address: ValkeyAddress, followed: Followed) {
    this.#followed = followed
    this.#connection = new ValkeyConnection(library, address, {
      prepare: (link) => this.#listen(link),
    })
  }

  /** Lets one more hear. */
  follow(heard: Heard): void {
    this.#heard.push(heard)
    if (this.#isBegun) return
    this.#isBegun = true
    this.#connection.begin()
  }

  /** Ends it at once. */
  close(): void {
    this.#connection.close()
  }

  async #listen(link: ValkeyLink): Promise<void> {
    try {
      await link.client.subscribe(this.#followed.channel, (message) => this.#hear(message))
      await this.#catchUp()
      this.#isRefused = false
    } catch (error) {
      const isAway = link.isLost || (error instanceof StoreError && error.isAway)
      if (isAway) throw error
      if (!this.#isRefused) this.#followed.log(`Changes of other processes cannot be listened to: ${causeOf(error)}`)
      this.#isRefused = true
      throw error
    }
  }

  #hear(message: string): void {
    const [process, version = '', code = ''] = message.split(' ', 3)
    const id = idOf(code)
    if (version === '-') this.#last?.delete(id)
    else this.#last?.set(id, version)
    if (process !== this.#followed.process) this.#tell(id, version === '-' ? undefined : version)
  }

  /** Tells what nobody has told while it was not listening. */
  async #catchUp(): Promise<void> {
    const worlds = await this.#followed.worlds()
    const before = this.#last
    this.#last = new Map(worlds)
    // The first time nobody has missed anything yet.
    if (!before) return
    for (const id of before.keys()) if (!worlds.has(id)) this.#tell(id, undefined)
    for (const [id, version] of worlds) {
      const isOwn = version.split('.')[1]?.startsWith(`${this.#followed.process}-`) === true
      if (before.get(id) !== version && !isOwn) this.#tell(id, version)
    }
  }

  #tell(id: string, version: Version | undefined): void {
    for (const each of this.#heard) each(id, version)
  }
}
