import { clients } from '../resources/oauth/client.ts'
import { keysOfToken, tokens, type TokenRow } from '../resources/oauth/token.ts'
import { peek } from '../world/tx.ts'
import type { World } from '../world/world.ts'

/** What opens a world: its key, and the access tokens of applications that have not been revoked. */
export function keysOf(world: World): ReadonlySet<string> {
  return new Set([world.credentials.api_key, ...tokenKeysOf(world, 'valid')])
}

/** What opened a world until it was revoked. */
export function revokedKeysOf(world: World): ReadonlySet<string> {
  return new Set(tokenKeysOf(world, 'revoked'))
}

function tokenKeysOf(world: World, status: TokenRow['status']): string[] {
  const { dc } = world.credentials
  return peek(world, (tx) => tx.range(tokens.byStatus, { status }).all()).flatMap(({ token }) => keysOfToken(token, dc))
}

/** The ids of the applications that are registered in a world. */
export function clientsOf(world: World): ReadonlySet<string> {
  const further = peek(world, (tx) => tx.range(clients.key).all())
  return new Set([world.credentials.client_id, ...further.map(({ client_id }) => client_id)])
}

/** Under which name a key stands in a store. */
export function nameOfKey(key: string): string {
  return `key ${key}`
}

/** The key that stands under a name, if it is one of a key. */
export function keyOfName(name: string): string | undefined {
  return name.startsWith('key ') ? name.slice(4) : undefined
}

/** Under which name an application stands in a store. */
export function nameOfClient(client_id: string): string {
  return `client ${client_id}`
}

/** Whether names of a world may have become others. */
export function areNamesSame(a: World, b: World): boolean {
  const { number } = tokens
  return (
    a.credentials === b.credentials &&
    a.tables[number] === b.tables[number] &&
    a.tables[clients.number] === b.tables[clients.number]
  )
}

/** All names under which a world is found in a store. */
export function namesOf(world: World): ReadonlySet<string> {
  const keys = [...keysOf(world), ...revokedKeysOf(world)]
  return new Set([...keys.map(nameOfKey), ...[...clientsOf(world)].map(nameOfClient)])
}
