import { stream } from '../../../kernel/support/random.ts'

/** Random numbers for bulk data, from a single stream. */
export interface Chance {
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number
  /** A number from 0 to below 1. */
  readonly share: () => number
  /** Bytes as lower-case hex digits. The first four digits are taken from `lead`, if given. */
  readonly hex: (bytes: number, lead?: number) => string
}

const WORD = 2 ** 32

/** Creates the random numbers for a seed and a name. */
export function makeChance(seed: string, name: string): Chance {
  const draw = stream(seed, name)
  let drawn = 0
  const next = () => draw(drawn++)
  // Text from a buffer is a flat string: it takes half the memory of a concatenated one, and compares faster.
  const bytes = Buffer.alloc(32)
  return {
    below: (limit) => next() % limit,
    share: () => next() / WORD,
    hex: (length, lead = next()) => {
      bytes.writeUInt32BE(lead, 0)
      for (let at = 4; at < length; at += 4) bytes.writeUInt32BE(next(), at)
      return bytes.toString('hex', 0, length)
    },
  }
}

/** Draws which of so many things are chosen, one after the other: exactly so many are. */
export function quota({ share }: Chance, total: number, chosen: number): () => boolean {
  let [left, wanted] = [total, chosen]
  return () => {
    const isChosen = share() * left < wanted
    left--
    if (isChosen) wanted--
    return isChosen
  }
}
