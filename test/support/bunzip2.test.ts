import { expect, test } from 'vitest'
import { bunzip2 } from '../../src/kernel/support/bunzip2.ts'

/** What bzip2 1.0.8 wrote, in base64. Node has no compressor for it. */
const COMPRESSED = {
  nothing: 'QlpoORdyRThQkAAAAAA=',
  hello: 'QlpoOTFBWSZTWRpUZJIAAAAFAABAAgSgACGaaDNNEzOLuSKcKEgNKjJJAA==',
  everyByte:
    'QlpoOTFBWSZTWba17pUAAAB/////////////////////////////////////////////sADFUgAAAAAAAAAAAAAAAAAAAAABMAmAAAAAAAAAAAAAAEwABMAEmAAmAAJgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAkwAEwABMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPwCAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZWltcXV5fYGFiY2RhYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ent8fX5/gIGCg4SFhoeIiYqLjI2Oj5CRkpWWl5iZmpucnZ6foKGio6SlpqeoqaqrrK2ur7CxsrO0tba3uLm6u7y9vr/AwcLDxMXGxcbHyMnKy8zNzs/Q0dLT1NXW19jZ2tvc3d7f4OHi4+Tl5ufo6err7O3u7/Dx8vP09fb3+Pn6+/z9F3JFOFCQtrXulQ=',
  runs: 'QlpoOTFBWSZTWT1aHPcAAANEAfAAP/8AgAAYIABBHqmkGbUQ2kKYTTQGmJ1m3ke6hNhrlLEWFjJPpvTUo1JGkd3JKpySqccWxjCSUX7PxdyRThQkD1aHPcA=',
  twoStreams: 'QlpoOTFBWSZTWc+6oLQAAAGRAEAAAgGgACGaaDNNDLxdyRThQkM+6oLQQlpoOTFBWSZTWc3cjZoAAACBgAAAhIAgACGYGYRhdyRThQkM3cjZoA==',
  fourBlocks:
    'QlpoMTFBWSZTWdfKB5kADDQJAH/gPwAwALgKYACaFMABNApVAAB8JQXmMSgsolBZxKC0iUFrEoLaJQW8SguIlBcxKC6iUF3EoLyJQXYlBeiUF8JQX5igrJMprON+/cqAT1SEgD/wH4AYAFwFMABNCmAAmgUqgAA+iUFhEoLGJQWUSgs4lBaRKC1iUFtEoLeJQXESguRKC6EoLsSgsfBKC9iUF9EoL8xQVkmU1kXziFHAHoLiQB/4D8AMAC4CmAAmhTAATQKVQAAfRKCwiUFjEoLKJQWcSgtIlBaxKC2EoLcSguBKCx5EoLqJQXcSgvIlBexKC+iUF+YoKyTKazWEgkkAAiQxIA/8B+AEABIFMABNBNVQAAfJQrBKFYpQrJKFZpQrRKFapQrXZKFbxQriKFcxQrqKFdxQryKFexQr6KFfi7kinChIEw/BL4A=',
}

const bytesOf = (sample: keyof typeof COMPRESSED) => Buffer.from(COMPRESSED[sample], 'base64')
const RUNS = [1, 2, 3, 4, 5, 6, 254, 255, 256, 258, 259, 260, 261, 1000]

test.each<[keyof typeof COMPRESSED, Uint8Array]>([
  ['nothing', Buffer.alloc(0)],
  ['hello', Buffer.from('Hello')],
  ['everyByte', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  ['runs', Buffer.concat(RUNS.map((count, index) => Buffer.alloc(count, 65 + index)))],
  ['twoStreams', Buffer.from('one two')],
  ['fourBlocks', Buffer.from('0123456789abcdef'.repeat(20_000))],
])('bunzip2 decompresses the sample %s', async (sample, bytes) => {
  const decompressed = await bunzip2(bytesOf(sample), bytes.length)
  expect(Buffer.compare(decompressed, bytes)).toBe(0)
})

test('bunzip2 refuses to return more bytes than it may', async () => {
  for (const sample of ['runs', 'fourBlocks'] as const) {
    const { length } = await bunzip2(bytesOf(sample), 1_000_000)
    await expect(bunzip2(bytesOf(sample), length - 1)).rejects.toThrow(RangeError)
  }
})

test.each(['hello', 'runs', 'twoStreams'] as const)('bunzip2 rejects %s if it is cut off', async (sample) => {
  const bytes = bytesOf(sample)
  const secondStream = bytes.indexOf('BZh', 1)
  for (let length = 0; length < bytes.length; length++) {
    // The first of two streams is complete.
    if (length === secondStream) continue
    await expect(bunzip2(bytes.subarray(0, length), 10_000), `${length} bytes`).rejects.toThrow('or damaged')
  }
})

test.each(['hello', 'runs', 'twoStreams'] as const)('bunzip2 rejects %s if any bit differs that matters', async (sample) => {
  const bytes = bytesOf(sample)
  const original = await bunzip2(bytes, 10_000)
  let rejected = 0
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const damaged = Buffer.from(bytes)
    damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    const result = await bunzip2(damaged, 10_000).catch(({ message }: Error) => message)
    // Some bits belong to codes of which no symbol is written.
    if (typeof result !== 'string') expect(Buffer.compare(result, original)).toBe(0)
    else {
      expect(result).toBe('The bytes are not compressed with bzip2, or damaged.')
      rejected++
    }
  }
  expect(rejected).toBeGreaterThan(bytes.length * 4)
})
