import { StoreError } from '../host/store.ts'
import type { ValkeyAddress } from './valkey-address.ts'
import type { ValkeyConnection } from './valkey-connection.ts'

/** Looks at a server before anything is kept there: throws a `StoreError` for a cluster, and warns of one that drops what it was told to keep. */
export async function survey(
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
