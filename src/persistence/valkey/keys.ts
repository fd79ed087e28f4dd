/** What the keys of all that is kept begin with. */
export const PREFIX = 'maildouble:'

/** An id as it stands in keys: what separates their parts is not in it. */
export function codeOf(id: string): string {
  return encodeURIComponent(id)
}

/** The id that stands in a key. */
export function idOf(code: string): string {
  return decodeURIComponent(code)
}

/** The key of a world; those of its parts begin with it. */
export function worldKey(id: string): string {
  return `${PREFIX}world:${codeOf(id)}`
}

/** What a name leads to. */
export function nameKey(name: string): string {
  return `${PREFIX}name:${name}`
}

/** Who has taken something on. */
export function claimKey(id: string, what: string): string {
  return `${PREFIX}claim:${codeOf(id)}:${what}`
}

/** What begins the keys of a world that was moved out of the way. */
export function asideKey(id: string, token: string): string {
  return `${PREFIX}aside:${codeOf(id)}:${token}`
}

/** Where changes are told. Channels are common to all databases of a server. */
export function channelOf(database: number): string {
  return `${PREFIX}${database}:changes`
}
