import { clients } from '../../service/model/oauth/client.ts'
import { keysOfToken, tokens, type TokenRow } from '../../service/model/oauth/token.ts'
import { peek } from '../../kernel/world/tx.ts'
import type { WorldState } from '../../kernel/world/world.ts'

/** The owner of a name: a world, or `gone` if its former owner was deleted or has released it. */
export type NameOwner = { readonly id: string } | 'gone'

/** The keys that a world accepts: its API key, and the valid access tokens of applications. */
export function listWorldKeys(world: WorldState): ReadonlySet<string> {
  return new Set([world.credentials.api_key, ...findTokenKeys(world, 'valid')])
}

export function listRevokedKeys(world: WorldState): ReadonlySet<string> {
  return new Set(findTokenKeys(world, 'revoked'))
}

function findTokenKeys(world: WorldState, status: TokenRow['status']): string[] {
  const { dc } = world.credentials
  return peek(world, (tx) => tx.range(tokens.byStatus, { status }).all()).flatMap(({ token }) => keysOfToken(token, dc))
}

export function listClientIds(world: WorldState): ReadonlySet<string> {
  const further = peek(world, (tx) => tx.range(clients.key).all())
  return new Set([world.credentials.client_id, ...further.map(({ client_id }) => client_id)])
}

export function nameOfKey(key: string): string {
  return `key ${key}`
}

/** Returns the key that a name in a store stands for, or `undefined` if the name is not that of a key. */
export function keyOfName(name: string): string | undefined {
  return name.startsWith('key ') ? name.slice(4) : undefined
}

/** The name of an application in a store. */
export function nameOfClient(client_id: string): string {
  return `client ${client_id}`
}

/** Whether two versions of a world certainly have the same names. */
export function haveSameNames(a: WorldState, b: WorldState): boolean {
  const { number } = tokens
  return (
    a.credentials === b.credentials &&
    a.tables[number] === b.tables[number] &&
    a.tables[clients.number] === b.tables[clients.number]
  )
}

export function listStoreNames(world: WorldState): ReadonlySet<string> {
  const keys = [...listWorldKeys(world), ...listRevokedKeys(world)]
  return new Set([...keys.map(nameOfKey), ...[...listClientIds(world)].map(nameOfClient)])
}
