/** Maximum number of shared texts, and maximum length of one. */
const TEXTS_MAX = 4_096
const LENGTH_MAX = 256

let shared = new Map<string, string>()

/**
 * Returns one shared copy of a text for long-term storage. A substring would keep its whole original in memory, and equal texts
 * would be kept several times. A text that is too long to be shared is returned as it is.
 */
export function sharedText(text: string): string {
  if (text === '' || text.length > LENGTH_MAX) return text
  const existing = shared.get(text)
  if (existing !== undefined) return existing
  if (shared.size >= TEXTS_MAX) shared = new Map()
  const own = Buffer.from(text).toString()
  // Lone surrogates do not survive the round trip.
  if (own !== text) return text
  shared.set(own, own)
  return own
}
