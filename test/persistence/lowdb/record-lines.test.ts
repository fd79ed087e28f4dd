import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecordLines } from '../../../src/server/persistence/lowdb/world-text.ts'

const name = fc.integer({ min: 0, max: 700 }).map((n) => `row "${n}"`)
const change = fc.array(fc.tuple(name, fc.option(fc.json({ maxDepth: 1 }), { nil: undefined })), { maxLength: 400 })

function read(lines: RecordLines): unknown {
  return JSON.parse(`{${Buffer.concat(lines.render().pieces).toString()}}`)
}

function apply(map: Map<string, string>, records: readonly (readonly [string, string | undefined])[]): void {
  for (const [key, text] of records) {
    if (text === undefined) map.delete(key)
    else map.set(key, text)
  }
}

/** The values of texts by name, as an object. */
function values(texts: Iterable<readonly [string, string]>): unknown {
  return Object.fromEntries([...texts].map(([key, text]) => [key, JSON.parse(text)]))
}

test('record lines equal those of a map at any time, also after a rolled back change', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(change, fc.boolean()), { maxLength: 12 }), (changes) => {
      const lines = new RecordLines()
      const map = new Map<string, string>()
      for (const [records, isPutBack] of changes) {
        const undo = lines.change(new Map(records))
        if (isPutBack) undo()
        else apply(map, records)
        expect(new Map(lines.entries())).toEqual(map)
        expect(read(lines)).toEqual(values(map))
        expect(lines.size).toBe(map.size)
      }
    }),
    { numRuns: 60 },
  )
})

test('unchanged record lines are not rendered again', () => {
  const lines = new RecordLines(new Map(Array.from({ length: 250 }, (_, n) => [`row ${n}`, String(n)])))
  const before = lines.render().pieces
  lines.change(new Map([['row 70', '"changed"']]))
  const pieces = lines.render().pieces
  expect(pieces.map((piece, at) => piece === before[at])).toEqual([true, true, false, true, true, true, true])
  lines.change(new Map([['row 0', '0']]))
  expect(lines.render().pieces.map((piece, at) => piece === pieces[at])).toEqual(pieces.map(() => true))
})

test('adding and removing records leaves nothing behind', () => {
  const lines = new RecordLines()
  for (let n = 0; n < 10_000; n++) {
    lines.change(new Map([[`row ${n}`, '1']]))
    lines.change(new Map([[`row ${n}`, undefined]]))
  }
  expect([lines.size, lines.render().pieces]).toEqual([0, []])
})
