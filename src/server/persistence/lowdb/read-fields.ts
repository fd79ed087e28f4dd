import type { Records } from '../store.ts'

/** Reads the named records of several worlds from their texts. */
export function readStoredFields(
  ids: readonly string[],
  names: readonly string[],
  textsOf: (id: string) => { readonly get: (name: string) => string | undefined } | undefined,
): ReadonlyMap<string, Records> {
  const found = new Map<string, Records>()
  for (const id of ids) {
    const texts = textsOf(id)
    if (!texts) continue
    const records = new Map<string, unknown>()
    for (const name of names) {
      const text = texts.get(name)
      if (text !== undefined) records.set(name, JSON.parse(text))
    }
    if (records.size > 0) found.set(id, records)
  }
  return found
}
