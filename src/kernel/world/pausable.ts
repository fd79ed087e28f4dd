/** Work that may pause wherever it yields, so that a long job does not block other calls. */
export type Pausable<Result = void> = Generator<void, Result, void>

/** Does pausable work at once. */
export function withoutPauses<Result>(work: Pausable<Result>): Result {
  let next = work.next()
  while (!next.done) next = work.next()
  return next.value
}

/** Number of items between two pauses: few enough for items that take a fraction of a millisecond each. */
const ITEMS_AT_ONCE = 32

/** Visits items in order. */
export function* eachWithPauses<Item>(items: readonly Item[], visit: (item: Item, place: number) => void): Pausable {
  for (const [place, item] of items.entries()) {
    visit(item, place)
    if (place % ITEMS_AT_ONCE === ITEMS_AT_ONCE - 1) yield
  }
}
