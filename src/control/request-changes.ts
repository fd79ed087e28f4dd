import type { Entry } from '../host/entry.ts'
import { chaptersOf, type Chapter } from '../world/history.ts'
import type { World } from '../world/world.ts'

/** The numbers of the changes that calls brought about, as far as the world remembers them: one walk for all of them. */
export function changesBy({ history }: World, entries: readonly Entry[]): ReadonlyMap<Entry, number[]> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const byChapter = new Map(entries.flatMap((entry) => (entry.chapter === undefined ? [] : [[entry.chapter, entry] as const])))
  const found = new Map<Entry, number[]>()
  for (const chapter of chaptersOf(history)) {
    const { cause } = chapter
    const entry = byChapter.get(chapter.number) ?? (cause && 'request' in cause ? byId.get(cause.request) : undefined)
    // The latest chapter comes first.
    if (entry) found.set(entry, [...numbersOf(chapter), ...(found.get(entry) ?? [])])
  }
  return found
}

function numbersOf({ number, changes }: Chapter): number[] {
  return changes.map((_, place) => number + place)
}
