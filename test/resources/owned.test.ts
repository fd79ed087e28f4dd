import { expect, test } from 'vitest'
import { rules } from '../../src/server/runtime/rules.ts'
import { scenarioFolder } from '../../src/service/scenarios/read/scenario-folder.ts'
import { emailConsents } from '../../src/service/model/contacts/contact.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import { members } from '../../src/service/model/members/member.ts'
import { products } from '../../src/service/model/products/product.ts'
import { stores } from '../../src/service/model/stores/store.ts'
import { tables } from '../../src/service/model/tables.ts'
import { removeOwned } from '../../src/service/rules/remove-owned.ts'
import { readRows } from '../../src/kernel/world/rows.ts'
import type { Row, Table } from '../../src/kernel/world/table.ts'
import { peek, transact } from '../../src/kernel/world/tx.ts'
import { worldWithOneOfEach } from '../contract/one-of-each.ts'
import { build, ROOT } from '../scenarios/scenario-world.ts'

const all: readonly Table<Row>[] = tables

test('the leading fields of an index by which rows are owned have room for the fields that identify the owner', () => {
  const cramped = all.flatMap(({ name, indexes, declared: { ownedBy = [] } }) => {
    const some = ownedBy.filter(([by, indexName, where = {}]) => {
      const { fields } = 'key' in by ? by.key : by
      const own = indexes.find((index) => index.name === indexName)?.fields ?? []
      const room = own.filter((field) => field !== 'seq' && !(field in where)).length
      return room < fields.filter((field) => field !== 'seq').length
    })
    return some.map(([, indexName]) => `${name} by ${indexName}`)
  })
  expect(cramped).toEqual([])
})

const world = await build(scenarioFolder(ROOT), { scenario: 'shop' })

test.each([
  ['list', lists, 'list_id', peek(world, (tx) => tx.first(members.key, {})?.list_id ?? '')],
  ['store', stores, 'store_id', peek(world, (tx) => tx.first(products.key, {})?.store_id ?? '')],
])('everything that a %s owns, directly or not, goes with it, and nothing else', (_, owner, field, id) => {
  const row = readRows(world, owner).find((each) => Reflect.get(each, 'id') === id)
  if (!row) throw new Error(`The scenario has no ${field}.`)
  const after = transact(world, rules, (tx) => removeOwned(tx, owner, row)).world
  const owned = ownedBelow(owner)
  let gone = 0
  for (const table of all) {
    const expected = readRows(world, table).filter((each) => !owned.has(table) || !isOf(each, field, id))
    expect(readRows(after, table), table.name).toEqual(expected)
    if (expected.length < readRows(world, table).length) gone++
  }
  expect(gone).toBeGreaterThan(4)
})

/** The tables that a table owns, directly or not. Of those with a condition on another field some rows stay. */
function ownedBelow(owner: Table<Row>): ReadonlySet<Table<Row>> {
  const owned = new Set([owner])
  for (const each of owned) for (const table of all) if (isOwned(table, each)) owned.add(table)
  owned.delete(owner)
  return owned
}

function isOwned({ declared: { ownedBy = [] } }: Table<Row>, owner: Table<Row>): boolean {
  return ownedBy.some(([by, , where = {}]) => ('key' in by ? by : by.table) === owner && !('campaign_id' in where))
}

/** Whether a row names the owner: the row of what readers of a list do has the id of the list. */
function isOf(row: Row, field: string, id: string): boolean {
  return (Reflect.get(row, field) ?? Reflect.get(row, 'id')) === id
}

const LIST = '/lists/{list_id}'
const MEMBER = `${LIST}/members/{subscriber_hash}`

/**
 * Calls after which every table that a list, a store or a member owns has a row, in a world with one of each resource. Only scenarios make
 * engagements and shoppers, and messages name their conversation.
 */
const CALLS: readonly (readonly [string, object?])[] = [
  [`PATCH ${LIST}`, { marketing_permissions: true, double_optin: true }],
  [`POST ${LIST}/signup-forms`, { header: { text: 'Hello' } }],
  [`POST ${LIST}/members`, { email_address: 'gone@acme.test', status: 'subscribed' }],
  [`POST ${LIST}/members/gone@acme.test/actions/delete-permanent`],
  [`POST ${MEMBER}/tags`, { tags: [{ name: 'vip', status: 'active' }] }],
  [`POST ${MEMBER}/events`, { name: 'bought' }],
  ['POST /audiences/{audience_id}/contacts', { sms_channel: { sms_phone: '+14045550102' } }],
  ['PATCH /audiences/{audience_id}/contacts/{contact_id}', { sms_channel: { sms_phone: '+4712345678' } }],
  ['PATCH /audiences/{audience_id}/contacts/{contact_id}', { email_channel: { marketing_consent: { status: 'unknown' } } }],
  ['PATCH /audiences/{audience_id}/contacts/{contact_id}', { email_channel: { marketing_consent: { status: 'consented' } } }],
]

/** The tables in which rows with the id of what was deleted stay. */
const KEPT_OF_MEMBERS = 'abuse_reports campaign_actions recipients'
const KEPT_OF_LISTS = 'abuse_reports stores campaigns automation_emails automations campaign_actions chatter mailings recipients'

test.each([
  ['list', lists, 'list_id', `DELETE ${LIST}`, 'engagements', KEPT_OF_LISTS],
  ['store', stores, 'store_id', 'DELETE /ecommerce/stores/{store_id}', 'shoppers', ''],
  ['member', members, 'contact_id', `POST ${MEMBER}/actions/delete-permanent`, 'conversation_messages', KEPT_OF_MEMBERS],
])('everything that a %s owns goes when a call deletes it', async (_, owner, field, line, unnamed, kept) => {
  const { call, ids, handle, plant } = await worldWithOneOfEach()
  const run = async (template: string, body?: object) => {
    const [method, path = ''] = template.split(' ')
    const { status } = await call(`${method} /3.0${path.replace(/\{(\w+)\}/g, (__, name: string) => ids.get(name) ?? '')}`, body)
    expect([template, status < 300]).toEqual([template, true])
  }
  for (const [template, body] of CALLS) await run(template, body)
  const consent = { status: 'confirmed', captured_at: 0, source: 'Kiosk' } as const
  await plant((tx) =>
    tx.insert(emailConsents, { ...consent, contact_id: ids.get('contact_id') ?? '', list_id: ids.get('list_id') ?? '' }),
  )
  const owned = [...ownedBelow(owner)]
  const named = () =>
    owned.filter((table) => readRows(handle().world, table).some((row) => isOf(row, field, ids.get(field) ?? '')))
  expect(owned.filter((table) => !named().includes(table)).map(({ name }) => name)).toEqual([unnamed])
  await run(line)
  expect(named().map(({ name }) => name)).toEqual([])
  const keeps = (table: Table<Row>) => readRows(handle().world, table).some((row) => Reflect.get(row, field) === ids.get(field))
  const left = all.filter(keeps).map(({ name }) => name)
  expect(left.join(' ')).toBe(kept)
})
