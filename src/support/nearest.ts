/** Returns the names closest to a misspelled `text`, best match first. */
export function nearest(text: string, names: readonly string[]): string[] {
  const wrong = text.slice(0, LENGTH_MAX).toLowerCase()
  if (wrong === '') return []
  return names
    .map((name) => ({ name, distance: distanceTo(name.toLowerCase(), wrong) }))
    .filter(({ distance }) => distance <= Math.max(2, Math.floor(wrong.length / 3)))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, NAMED_MAX)
    .map(({ name }) => name)
}

const LENGTH_MAX = 64
const NAMED_MAX = 3

/** Compares with the full name and with the part after its last dot. */
function distanceTo(name: string, wrong: string): number {
  const short = name.slice(name.lastIndexOf('.') + 1)
  return Math.min(edits(name, wrong), edits(short, wrong))
}

/** The edit distance of two words: how many letters must be inserted, deleted or replaced. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = at(row, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, at(row, j) + 1, at(next, j - 1) + 1))
    }
    row = next
  }
  return at(row, to.length)
}

function at(row: readonly number[], place: number): number {
  return row[place] ?? 0
}
