import { expect, test } from 'vitest'
import { readWorld, RecordLines, UnusableFile, worldPieces } from '../../../src/server/persistence/lowdb/world-text.ts'

/** The file of a world with two names and the given number of records. */
function fileWith(records: number): Buffer {
  const lines = new RecordLines(
    new Map(Array.from({ length: records }, (_, i) => [`row lists ["${i}"]`, JSON.stringify({ seq: i, name: 'Ø “list”, ' })])),
  )
  const names = new Set(['key 0123-dc1', 'client 0123'])
  return Buffer.concat(worldPieces('a', { version: 'v-1', names, due: 9, lines }))
}

const problemOf = (bytes: Uint8Array): string => {
  try {
    readWorld('a', bytes)
    return 'none'
  } catch (error) {
    if (error instanceof UnusableFile) return error.message
    throw error
  }
}

test.each([0, 3])('every flipped bit in a file of %d records is detected', (records) => {
  const file = fileWith(records)
  expect(problemOf(file)).toBe('none')
  const unseen: string[] = []
  for (let bit = 0; bit < file.length * 8; bit++) {
    const damaged = Buffer.from(file)
    damaged[bit >> 3]! ^= 1 << (bit & 7)
    if (problemOf(damaged) === 'none')
      unseen.push(`bit ${bit & 7} of ${file.subarray((bit >> 3) - 5, (bit >> 3) + 5).toString()}`)
  }
  expect(unseen).toEqual([])
})

test('a damaged record is reported with its line', () => {
  const text = fileWith(200).toString()
  const damaged = text.replace('"seq":150', '"seq":158')
  const line = damaged.split('\n').findIndex((each) => each.includes('"150\\"]"')) + 1
  expect(problemOf(Buffer.from(damaged))).toBe(
    `is damaged in line ${line}, the record "row lists [\\"150\\"]", which does not match its checksum`,
  )
})

test('damage after the checksums is reported with its position in the file', () => {
  const text = fileWith(3).toString()
  const line = text.split('\n').findIndex((each) => each.includes('"due"')) + 1
  expect(problemOf(Buffer.from(text.replace('"due": 9', '"due": 8')))).toContain(`is damaged in line ${line},`)
})

test('a removed, duplicated or moved record is detected', () => {
  const lines = fileWith(3).toString().split('\n')
  const [first, second] = lines.flatMap((line, i) => (line.includes('row lists') ? [i] : []))
  for (const changed of [
    lines.toSpliced(first!, 1),
    lines.toSpliced(first!, 0, lines[first!]!),
    lines.with(first!, lines[second!]!).with(second!, lines[first!]!),
  ])
    expect(problemOf(Buffer.from(changed.join('\n')))).toContain('is damaged in line')
})

test('a file truncated anywhere is reported as truncated or as invalid JSON', () => {
  const file = fileWith(3)
  for (let length = 0; length < file.length - 1; length++)
    expect(problemOf(file.subarray(0, length)), String(length)).toMatch(/is cut|is not JSON/)
})

test('a file without checksums is accepted, as from earlier versions or after a manual edit', () => {
  const text = fileWith(3).toString()
  const edited = text.replace(/ {2}"checksums".*\n/, '').replace('"seq":2', '"seq":7')
  expect(readWorld('a', Buffer.from(edited)).lines.get('row lists ["2"]')).toContain('"seq":7')
})

test('a file with Windows line breaks is accepted', () => {
  expect(problemOf(Buffer.from(fileWith(3).toString().replaceAll('\n', '\r\n')))).toBe('none')
})

test('a reformatted file is rejected with instructions to continue', () => {
  expect(problemOf(Buffer.from(JSON.stringify(JSON.parse(fileWith(3).toString()), null, 4)))).toBe(
    'has other lines than its checksums',
  )
})
