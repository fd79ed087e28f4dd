import { expect, test } from 'vitest'
import { Rendered } from '../../src/resources/rendered.ts'

test('a record keeps its whole text from when it is asked for again', () => {
  let written = 0
  const links = () => {
    written++
    return '[]'
  }
  const record = new Rendered({ id: 'a' }, links)
  const first = record.characters
  expect(record.json).toBe('{"id":"a","_links":[]}')
  expect([written, record.characters]).toEqual([1, first])
  expect(record.json).toBe('{"id":"a","_links":[]}')
  expect([written, record.characters]).toEqual([2, first + record.json.length])
  expect(record.value()).toEqual({ id: 'a', _links: [] })
  expect(record.json).toBe('{"id":"a","_links":[]}')
  expect(written).toBe(2)
})
