/** Prefix of all keys. */
export const PREFIX = 'maildouble:'

/** Encodes an id for use in a key, which must not contain a separator. */
export function encodeId(id: string): string {
  return encodeURIComponent(id)
}

export function decodeId(code: string): string {
  return decodeURIComponent(code)
}

/** The key of a world; the keys of its parts start with it. */
export function worldKey(id: string): string {
  return `${PREFIX}world:${encodeId(id)}`
}

export function nameOwnerKey(name: string): string {
  return `${PREFIX}name:${name}`
}

/** The key that holds the owner of a claim. */
export function claimKey(id: string, what: string): string {
  return `${PREFIX}claim:${encodeId(id)}:${what}`
}

/** The key prefix of a world in quarantine. */
export function quarantineKey(id: string, token: string): string {
  return `${PREFIX}aside:${encodeId(id)}:${token}`
}

/** The channel on which changes are announced. Channels are shared by all databases of a server. */
export function nameChannel(database: number): string {
  return `${PREFIX}${database}:changes`
}
