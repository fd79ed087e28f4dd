import { NeedsLoad } from './errors.ts'

/**
 * A module that is loaded when a transaction first needs it. Until it is loaded, the getter throws `NeedsLoad`.
 *
 * @example
 * const parser = lazy(() => import('parse5'))
 * const tree = parser().parse(html)
 */
export function lazy<Module extends object>(load: () => Promise<Module>): () => Module {
  let loaded: Module | undefined
  return () => {
    if (loaded) return loaded
    throw new NeedsLoad(load().then((module) => (loaded = module)))
  }
}

/** Maximum number of results that wait for a transaction. */
const RESULTS_MAX = 8

/**
 * Work for a transaction that takes more than a moment, such as unpacking an archive. Until the result of an input is there, the function
 * throws `NeedsLoad`; the transaction then runs again and gets the result, or the error of the work. Inputs with the same key have the
 * same result.
 *
 * @example
 * const unpacked = lazily((text: string) => text, async (text) => unpack(text))
 * const files = unpacked(body.archive)
 */
export function lazily<Input, Result>(
  keyOf: (input: Input) => string,
  work: (input: Input) => Promise<Result>,
): (input: Input) => Result {
  const results = new Map<string, PromiseSettledResult<Result>>()
  const keep = (key: string, result: PromiseSettledResult<Result>): void => {
    // A transaction that was given up never fetches its result.
    const [oldest] = results.keys()
    if (results.size >= RESULTS_MAX && oldest !== undefined) results.delete(oldest)
    results.set(key, result)
  }
  return (input) => {
    const key = keyOf(input)
    const settled = results.get(key)
    if (!settled) throw new NeedsLoad(Promise.allSettled([work(input)]).then(([result]) => keep(key, result)))
    // Each result is for one transaction, so that nothing piles up.
    results.delete(key)
    if (settled.status === 'rejected') throw settled.reason
    return settled.value
  }
}
