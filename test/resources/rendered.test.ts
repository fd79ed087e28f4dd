import { expect, test } from 'vitest'
import { rendered, Rendered, RecordSource } from '../../src/service/rules/answers/rendered.ts'

/** A source of a record. */
function sourceOf(record: object, links: () => string): RecordSource {
  return new (class extends RecordSource {
    record = () => ({ ...record })
    links = links
  })('', undefined, undefined, undefined)
}

test('a record caches its whole text from the second read on', () => {
  let written = 0
  const record = new Rendered(
    sourceOf({ id: 'a' }, () => {
      written++
      return '[]'
    }),
  )
  const first = record.characters
  expect(record.json).toBe('{"id":"a","_links":[]}')
  expect([written, record.characters]).toEqual([1, first])
  expect(record.json).toBe('{"id":"a","_links":[]}')
  expect([written, record.characters]).toEqual([2, first + record.json.length])
  expect(record.value()).toEqual({ id: 'a', _links: [] })
  expect(record.json).toBe('{"id":"a","_links":[]}')
  expect(written).toBe(2)
})

test('texts completed on read count towards the cache limit', () => {
  const context = {}
  const text = (seq: number, row: { readonly seq: number }) =>
    rendered(context, row, () => sourceOf({ id: String(seq) }, () => `"${'x'.repeat(100_000)}"`))
  const rows = Array.from({ length: 200 }, (_, i) => ({ seq: i + 1 }))
  // Other tests of this worker may have filled the cache: if so, it is cleared while the records are made for the first time.
  for (const row of rows) text(row.seq, row)
  const first = rows.map((row) => text(row.seq, row))
  expect(rows.map((row) => text(row.seq, row))).toEqual(first)
  // Twenty million characters exceed the cache limit.
  for (const each of [...first, ...first]) void each.json
  expect(text(1, rows[0] ?? { seq: 1 })).not.toBe(first[0])
})
