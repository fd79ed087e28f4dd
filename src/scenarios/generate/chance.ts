import { stream } from '../../support/random.ts'

/** Chance for data in bulk: one stream, drawn from over and over. */
export interface Chance {
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number
  /** A number from 0 to below 1. */
  readonly share: () => number
  /** Bytes as lower-case hex digits; the first four are those of `lead` if it is given. */
  readonly hex: (bytes: number, lead?: number) => string
}

const WORD = 2 ** 32

/** The chance of a seed and a name. */
export function chanceOf(seed: string, name: string): Chance {
  const draw = stream(seed, name)
  let drawn = 0
  const next = () => draw(drawn++)
  // Text from a buffer is flat, which what is pieced together is not: it takes half the room, and compares at once.
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
