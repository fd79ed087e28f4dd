import type { ValidateFunction } from '../../contract/check.ts'
import { mistakesIn } from '../../contract/mistakes.ts'
import { stepsOf } from '../../support/json-pointer.ts'
import { Draft } from './draft.ts'
import type { Path } from './scenario-error.ts'

/** Maximum number of times that invalid parts are removed: as often as a removal makes a part around it incomplete. */
const ROUNDS_MAX = 64

/**
 * Removes all invalid parts of the data of a file, so that the rest can be checked further. `fallbacks` are put in the place of members
 * without which the whole file would be invalid. Returns `undefined` if nothing would be left.
 */
export function mended(
  validate: ValidateFunction,
  data: unknown,
  fallbacks: { readonly [name: string]: string },
): Draft<unknown> | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const draft = new Draft<unknown>({ ...data })
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const mistakes = mistakesIn(validate, draft.data)
    if (mistakes.length === 0) return draft
    // Later items first, so that the places of the others stay the same.
    const paths = mistakes.map(({ pointer }) => placeIn(draft, stepsOf(pointer))).toSorted(backwards)
    const once = new Map(paths.map((path) => [path.join('/'), path]))
    for (const path of once.values()) if (!removeFrom(draft, path, fallbacks)) return undefined
  }
  return undefined
}

/** The invalid place. Without a missing member, what it is missing in is invalid. */
function placeIn(draft: Draft<unknown>, path: Path): Path {
  return path.length > 1 && draft.at(path) === undefined ? path.slice(0, -1) : path
}

function removeFrom(draft: Draft<unknown>, path: Path, fallbacks: { readonly [name: string]: string }): boolean {
  const [name, ...further] = path
  if (name === undefined) return false
  const fallback = further.length === 0 ? fallbacks[name] : undefined
  if (fallback !== undefined && draft.data) return Reflect.set(draft.data, name, fallback)
  draft.remember(path)
  // It may have been removed with what it is in.
  return draft.remove(path) || draft.at(path) === undefined
}

/** Orders paths from the last place to the first; what is inside a place comes before the place. */
function backwards(one: Path, other: Path): number {
  for (let depth = 0; depth < Math.max(one.length, other.length); depth++) {
    const [a, b] = [one[depth], other[depth]]
    if (a === b) continue
    if (a === undefined || b === undefined) return a === undefined ? 1 : -1
    return isNaN(Number(a)) || isNaN(Number(b)) ? (a < b ? 1 : -1) : Number(b) - Number(a)
  }
  return 0
}
