import { type Addressed, OWN_ADDRESS, withoutOwnAddress } from '../../../service/resources/urls/own-address.ts'
import { isRow, type StoredRow, type StoredRows, withEachRow } from './stored-rows.ts'

/**
 * The rows with a stand-in for the address of their world in texts. The format 1 has the address at which the world was served then, and
 * none at all in the texts of a base.
 */
export function withoutOwnAddresses(stored: StoredRows): StoredRows {
  const worlds = worldsAt(stored)
  const own = (text: string): string => worlds.reduce((left, world) => withoutOwnAddress(world, left), text)
  const changed = (row: StoredRow, fields: readonly string[], change: (text: string) => string): StoredRow => {
    const there = fields.filter((field) => row[field] !== undefined)
    return { ...row, ...Object.fromEntries(there.map((field) => [field, eachText(row[field], change)])) }
  }
  const addressed = (text: string): string => (text.startsWith(PAGES) ? OWN_ADDRESS + text : text)
  return withEachRow(stored, {
    ...Object.fromEntries(Object.entries(TEXTS).map(([table, fields]) => [table, (row: StoredRow) => changed(row, fields, own)])),
    mailings: (row) => changed(changed(row, TEXTS['mailings'] ?? [], own), ['common'], addressed),
  })
}

/** Fields with texts, in which every text may name the address. */
const TEXTS: { readonly [table: string]: readonly string[] } = {
  batch_results: ['response'],
  campaign_actions: ['url'],
  campaign_contents: ['html', 'plain_text', 'variates'],
  deliveries: ['payload', 'body'],
  emails: ['text', 'html', 'links'],
  mailings: ['html', 'text', 'hrefs', 'common'],
  reactions: ['body'],
  short_url_clicks: ['referrer'],
  templates: ['html'],
  tracked_links: ['url'],
}

/** Where the pages of a world begin. */
const PAGES = '/_public/'

/** The world at each address that its texts name, and at that of today. */
function worldsAt({ tables, world }: StoredRows): Addressed[] {
  if (!world) return []
  const found = new Set([world.base_url])
  for (const table of Object.keys(TEXTS)) {
    for (const row of tables.get(table)?.values() ?? []) {
      if (!isRow(row)) continue
      const text = JSON.stringify(row)
      for (const [, address = '', id = 'default'] of text.matchAll(PAGE)) if (id === world.id) found.add(address)
      if (table !== 'batch_results') continue
      for (const [, address = '', id = 'default'] of text.matchAll(LINK)) if (id === world.id) found.add(address)
    }
  }
  // The address of another world may begin with that of the world `default`, but not with a longer one.
  return [...found].toSorted((a, b) => b.length - a.length).map((base_url) => ({ ...world, base_url }))
}

const ADDRESS = String.raw`(https?:\/\/[^\s"'\\<>()?#&=*|]+?(?:\/_worlds\/([\w-]+))?)`

/** A page or a file of a world. */
const PAGE = new RegExp(String.raw`${ADDRESS}\/_(?:public|files)\/`, 'g')

/** A link in the answer to an operation of a batch. */
const LINK = new RegExp(String.raw`\\"href\\":\\"${ADDRESS}\/3\.0[/\\]`, 'g')

/** A value with each text in it changed. */
function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each: unknown) => eachText(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, eachText(each, change)]))
}
