/** So many texts are shared, and none that is longer. */
const TEXTS_MAX = 4_096
const LENGTH_MAX = 256

let shared = new Map<string, string>()

/**
 * The same text in memory that is its own, for what is kept: a part of a longer text keeps all of that, and what many have to say is kept
 * once. A text that is too long to be shared comes back as it is.
 */
export function sharedText(text: string): string {
  if (text === '' || text.length > LENGTH_MAX) return text
  const known = shared.get(text)
  if (known !== undefined) return known
  if (shared.size >= TEXTS_MAX) shared = new Map()
  const own = Buffer.from(text).toString()
  // What is no proper text does not survive that.
  if (own !== text) return text
  shared.set(own, own)
  return own
}
