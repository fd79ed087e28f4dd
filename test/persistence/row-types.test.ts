import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeRows } from '../../build/row-types.mjs'
import { dataFolder } from './data-folder.ts'

const HATS = `
type Status = 'new' | 'worn'
interface HatRow { readonly seq: number; readonly id: string; readonly status: Status; readonly sizes: readonly number[] }
declare function defineTable<Row>(): (name: string, definition: object) => Row
export const hats = defineTable<HatRow>()('hats', { key: ['id'] })
`

async function described(change: (text: string) => string): Promise<string[]> {
  const file = join(await dataFolder(), 'hats.ts')
  writeFileSync(file, change(HATS))
  return describeRows(file)
}

test('the types of rows are described with the fields of each table, and a text is a text', async () => {
  expect(await described((text) => text)).toEqual([
    "hats key: ['id'] { id: string, seq: number, sizes: [number], status: string }",
  ])
})

test.each([
  ['a new field', '{ readonly seq', '{ readonly brand: string; readonly seq'],
  ['another type of a field', 'readonly number[]', 'readonly string[]'],
  ['another key', "['id']", "['status', 'id']"],
  ['another table', "'hats'", "'caps'"],
])('%s changes the description of rows', async (_, from, to) => {
  expect(await described((text) => text.replace(from, to))).not.toEqual(await described((text) => text))
})

test.each([
  ['a new status', "| 'worn'", "| 'worn' | 'lost'"],
  ['another name of a type', /HatRow/g, 'Hat'],
  ['a comment', '{ readonly seq', '{ /** Its place. */ readonly seq'],
])('%s leaves the description of rows as it is', async (_, from, to) => {
  expect(await described((text) => text.replace(from, to))).toEqual(await described((text) => text))
})
