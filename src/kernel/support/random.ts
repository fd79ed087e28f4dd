/**
 * A stream of random numbers as a pure function: the n-th draw is always the same. A world stores only how many numbers it has
 * drawn from each stream, so a new stream never changes the numbers of another one.
 */
export type Stream = (draw: number) => number

/** Creates a stream of unsigned 32-bit integers that depends only on the seed and the name. */
export function stream(seed: string, name: string): Stream {
  const [a, b] = spread(`${seed}\u0000${name}`)
  return (draw) => {
    let x = (a ^ Math.imul(draw + 1, 0x9e3779b1)) >>> 0
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
    x = (x ^ b ^ Math.imul(draw, 0xc2b2ae35)) >>> 0
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
    x = Math.imul(x ^ (x >>> 16), 0x27d4eb2f)
    return (x ^ (x >>> 15)) >>> 0
  }
}

/** Two 32-bit hashes of a text (cyrb53's mixing). */
function spread(text: string): readonly [number, number] {
  let h1 = 0xdeadbeef
  let h2 = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    h1 = Math.imul(h1 ^ code, 2654435761)
    h2 = Math.imul(h2 ^ code, 1597334677)
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909)
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909)
  return [h1 >>> 0, h2 >>> 0]
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Eight lower-case hex digits. */
export function hex32(value: number): string {
  return `${BYTES[value >>> 24]}${BYTES[(value >>> 16) & 255]}${BYTES[(value >>> 8) & 255]}${BYTES[value & 255]}`
}

/** The UUID with a given number, from four draws of a stream. */
export function uuid(draws: Stream, number: number): string {
  const at = 4 * number
  const [b, third] = [hex32(draws(at + 1)), draws(at + 2)]
  const c = hex32(third)
  const variant = '89ab'[(third >>> 28) & 3]
  return `${hex32(draws(at))}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${hex32(draws(at + 3))}`
}
