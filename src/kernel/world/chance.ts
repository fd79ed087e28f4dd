import { stream, type Stream } from '../support/random.ts'

const streamsBySeed = new Map<string, Map<string, Stream>>()
const SEEDS_KEPT_MAX = 1_000

/** A random stream of a world. Streams are pure functions and cached, since creating one costs more than drawing from it. */
export function streamOf(seed: string, name: string): Stream {
  let ofSeed = streamsBySeed.get(seed)
  if (!ofSeed) {
    if (streamsBySeed.size >= SEEDS_KEPT_MAX) streamsBySeed.clear()
    streamsBySeed.set(seed, (ofSeed = new Map()))
  }
  let found = ofSeed.get(name)
  if (!found) ofSeed.set(name, (found = stream(seed, name)))
  return found
}
