import type { ValidateFunction } from '../../../kernel/contract/check.ts'
import { mistakesIn } from '../../../kernel/contract/mistakes.ts'
import { parsePointer } from '../../../kernel/support/json-pointer.ts'
import { Draft } from './draft.ts'
import type { Path } from './scenario-error.ts'

/** Maximum number of rounds: a removal may leave the parent incomplete. */
const ROUNDS_MAX = 64

/**
 * Removes all invalid parts of the data of a file, so that the rest can be checked further. Missing names and other texts are filled in, so
 * that what lacks one need not be removed; `name` is that of the whole file. Returns `undefined` if nothing would be left.
 */
export function mendData(validate: ValidateFunction, data: unknown, name: string | undefined): Draft<unknown> | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const draft = new Draft<unknown>(data)
  const filled = new Set<string>()
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const mistakes = mistakesIn(validate, draft.data)
    if (mistakes.length === 0) return draft
    const paths = new Map(mistakes.map(({ pointer }) => [pointer, parsePointer(pointer)]))
    // Later items first, so that the places of the others stay the same.
    for (const path of [...paths.values()].toSorted(backwards)) {
      const pointer = path.join('/')
      if (TEXTS.has(path.at(-1) ?? '') && !filled.has(pointer)) {
        filled.add(pointer)
        draft.replace(path, (path.length === 1 ? name : undefined) ?? `unnamed-${filled.size}`)
        continue
      }
      if (!removeFrom(draft, path)) return undefined
    }
  }
  return undefined
}

/** Members that may have any text. */
const TEXTS: ReadonlySet<string> = new Set(['description', 'message', 'name', 'note', 'title'])

/** Removes an invalid place. For a missing member, the object without this member is invalid. */
function removeFrom(draft: Draft<unknown>, path: Path): boolean {
  if (path.length === 0) return false
  const place = draft.at(path) === undefined ? path.slice(0, -1) : path
  // The place may have been removed with its parent.
  if (draft.at(place) === undefined) return true
  draft.remember(place)
  return draft.remove(place)
}

/** Orders paths from the last place to the first. The places inside a place come before it. */
function backwards(one: Path, other: Path): number {
  for (let depth = 0; depth < Math.max(one.length, other.length); depth++) {
    const [a, b] = [one[depth], other[depth]]
    if (a === b) continue
    if (a === undefined || b === undefined) return a === undefined ? 1 : -1
    return Number(b) - Number(a) || (a < b ? 1 : -1)
  }
  return 0
}
