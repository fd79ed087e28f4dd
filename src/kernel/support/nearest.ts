/** Returns the names closest to a misspelled `text`, best match first; if none is close, names that begin with it. */
export function nearest(text: string, names: readonly string[]): string[] {
  const wrong = text.slice(0, LENGTH_MAX).toLowerCase()
  if (wrong === '') return []
  const close = names
    .map((name) => ({ name, distance: distanceTo(name.toLowerCase(), wrong) }))
    .filter(({ distance }) => distance <= (wrong.length < SHORT ? 1 : Math.max(2, Math.floor(wrong.length / 3))))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, NAMED_MAX)
    .map(({ name }) => name)
  if (close.length > 0 || wrong.length < SHORT) return close
  return names.filter((name) => name.toLowerCase().startsWith(wrong)).slice(0, NAMED_MAX)
}

/**
 * Asks whether one of the closest names was meant. Returns `''` if none is close.
 *
 * @example
 * didYouMean('addMembr', ['addMember', 'getLists']) // Did you mean addMember?
 */
export function didYouMean(text: string, names: readonly string[]): string {
  const meant = nearest(text, names)
  return meant.length > 0 ? `Did you mean ${meant.join(' or ')}?` : ''
}

/**
 * The hint of an error about an unknown name: the closest names, or else the existing ones, at most `max` of them.
 *
 * @example
 * nameHint('lisst', ['lists', 'members']) // Did you mean lists?
 * nameHint('other', ['lists', 'members']) // There are: lists, members.
 */
export function nameHint(text: string, names: readonly string[], max: number = names.length): string {
  return didYouMean(text, names) || existing(names, max)
}

/** Lists the existing names, at most `max` of them. */
export function existing(names: readonly string[], max: number = names.length): string {
  if (names.length === 0) return 'There are none.'
  return `There are: ${names.slice(0, max).join(', ')}${names.length > max ? ' ...' : '.'}`
}

const LENGTH_MAX = 64
/** Shorter names may differ in one letter only: two of three letters make another word. */
const SHORT = 4
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
