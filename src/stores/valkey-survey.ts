import { StoreError } from '../host/store.ts'
import type { ValkeyAddress } from './valkey-address.ts'
import type { ValkeyConnection } from './valkey-connection.ts'

/** What is said of a server once, before anything is kept there. */
export class ValkeySurvey {
  readonly #connection: ValkeyConnection
  readonly #address: ValkeyAddress
  readonly #log: (line: string) => void

  constructor(connection: ValkeyConnection, address: ValkeyAddress, log: (line: string) => void) {
    this.#connection = connection
    this.#address = address
    this.#log = log
  }

  /** Throws a `StoreError` for a cluster, and warns of a server that drops what it was told to keep. */
  async look(): Promise<void> {
    if ((await this.#told('cluster')).get('cluster_enabled') === '1') {
      throw new StoreError(
        `The store ${this.#address.shown} cannot be used: it is a node of a cluster, and worlds are kept on a single server.`,
      )
    }
    const policy = (await this.#told('memory')).get('maxmemory_policy') ?? 'noeviction'
    if (policy !== 'noeviction') {
      this.#log(
        `The store ${this.#address.shown} drops keys when it has no room left (maxmemory-policy ${policy}): worlds can be damaged. Set it to noeviction.`,
      )
    }
  }

  /** What a server says about itself; nothing where the user may not ask. */
  async #told(section: string): Promise<ReadonlyMap<string, string>> {
    const told = await this.#connection
      .call(({ link }) => link.ask(['INFO', section]))
      .catch((error: unknown) => {
        if (error instanceof StoreError && error.isAway) throw error
        return ''
      })
    const lines = String(told).split('\r\n')
    return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]))
  }
}
