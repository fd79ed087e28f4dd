/** The shortest secret: shorter words stand in for a key that a recorder has removed. */
const LENGTH_MIN = 16

/** The keys with which a recorded call was authorized. */
export function keysIn(url: URL, headers: ReadonlyMap<string, string>): readonly string[] {
  const [, scheme = '', given = ''] = /^\s*(\S+)\s+(\S+)/.exec(headers.get('authorization') ?? '') ?? []
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(given, 'base64').toString().split(':') : []
  return [given, ...pair, url.searchParams.get('apikey') ?? ''].filter((each) => each.length >= LENGTH_MIN)
}

/** A text of an answer in which keys do not come back, in whatever case. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  return keys.reduce(
    (clean, key) => clean.replaceAll(new RegExp(key.replaceAll(/[^A-Za-z0-9]/g, String.raw`\$&`), 'gi'), '{{api_key}}'),
    text,
  )
}
