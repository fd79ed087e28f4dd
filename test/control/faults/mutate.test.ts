import { describe, expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { withList } from '../../resources/member-world.ts'

const LIST = '/3.0/lists/a1b2c3d4e5'

/** A response as it is, and as changed by a fault. */
async function mutated(mutate: unknown, line = `GET ${LIST}`, seed = 'test') {
  const { call } = await withList({}, { seed })
  const plain = await call(line)
  expect((await call('POST /_control/faults', { effect: { mutate } })).status).toBe(201)
  const changed = await call(line)
  const again = await call(line)
  const fault = (await call('GET /_control/faults/1')).body
  return { call, plain, changed, again, fault }
}

/** All objects in a response, the response itself first. */
function objectsIn(body: Body): Body[] {
  if (typeof body !== 'object' || body === null) return []
  const inside = Object.values(body).flatMap(objectsIn)
  return Array.isArray(body) ? inside : [body, ...inside]
}

const newIn = (body: Body) => Object.keys(body).filter((name) => name.startsWith('new_field_'))
const without = (body: Body): Body =>
  JSON.parse(JSON.stringify(body), (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith('new_field_')))
      : value,
  )

test('add_unknown_fields adds a new member to each object that the contract describes', async () => {
  const { plain, changed, again } = await mutated('add_unknown_fields')
  expect(newIn(changed.body)).toHaveLength(1)
  expect(newIn(changed.body.contact)).toHaveLength(1)
  expect(newIn(changed.body._links[0])).toHaveLength(1)
  expect(without(changed.body)).toEqual(plain.body)
  expect(newIn(again.body)).not.toEqual(newIn(changed.body))
})

test('add_unknown_fields adds the given number of fields, and none to objects with free-form names', async () => {
  const { call } = await withList()
  await call(`POST ${LIST}/members`, { email_address: 'ada@acme.test', status: 'subscribed' })
  await call('POST /_control/faults', { effect: { mutate: { add_unknown_fields: 3 } } })
  const member = (await call(`GET ${LIST}/members`)).body.members[0]
  expect(newIn(member)).toHaveLength(3)
  expect(Object.keys(member.merge_fields)).toEqual(['FNAME', 'LNAME', 'ADDRESS', 'PHONE'])
})

test('add_unknown_fields changes problem objects as well', async () => {
  const { changed } = await mutated('add_unknown_fields', 'GET /3.0/lists/nowhere')
  expect(newIn(changed.body)).toHaveLength(1)
  expect(changed.body).toMatchObject({ status: 404, title: 'Resource Not Found' })
})

describe('drop_optional_fields', () => {
  const optional = (body: Body) => objectsIn(body._links).filter((link) => 'targetSchema' in link || 'schema' in link).length

  test('drop_optional_fields drops only members that the contract does not require', async () => {
    const { plain, changed } = await mutated(['drop_optional_fields'])
    expect(optional(plain.body)).toBeGreaterThan(2)
    expect(optional(changed.body)).toBe(0)
    expect(Object.keys(changed.body)).toEqual(Object.keys(plain.body))
    expect(changed.body._links.map(({ rel }: Body) => rel)).toEqual(plain.body._links.map(({ rel }: Body) => rel))
  })

  test('drop_optional_fields drops the given number of fields', async () => {
    const { plain, changed } = await mutated({ drop_optional_fields: 2 })
    const members = (body: Body) => objectsIn(body).reduce((sum, object) => sum + Object.keys(object).length, 0)
    expect(members(plain.body) - members(changed.body)).toBe(2)
  })
})

test('reorder_keys shuffles the members of every object', async () => {
  const { plain, changed } = await mutated({ reorder_keys: true, add_unknown_fields: false })
  expect(changed.body).toEqual(plain.body)
  expect(Object.keys(changed.body)).not.toEqual(Object.keys(plain.body))
  expect(Object.keys(changed.body.contact)).not.toEqual(Object.keys(plain.body.contact))
})

test('reorder_keys shuffles the members of the given number of objects', async () => {
  const { plain, changed } = await mutated({ reorder_keys: 1 })
  const orders = (body: Body) => objectsIn(body).map((object) => Object.keys(object).join())
  const sorted = (body: Body) => orders(body).toSorted()
  const moved = sorted(changed.body).filter((order) => !sorted(plain.body).includes(order))
  expect(moved).toHaveLength(1)
  expect(changed.body).toEqual(plain.body)
})

test('new_enum_values sets values that the contract does not list', async () => {
  const { plain, changed } = await mutated('new_enum_values')
  expect(plain.body.visibility).toBe('prv')
  expect(changed.body.visibility).toMatch(/^unheard_of_[0-9a-f]{4}$/)
  expect(changed.body.name).toBe(plain.body.name)
})

test('new_enum_values sets the given number of values', async () => {
  const { changed } = await mutated({ new_enum_values: 1 })
  expect(changed.text.match(/unheard_of_/g)).toHaveLength(1)
})

describe('mutate', () => {
  test('the mutation of an answer depends only on the seed', async () => {
    const all = { add_unknown_fields: 2, drop_optional_fields: 1, reorder_keys: true, new_enum_values: 1 }
    const [one, same, other] = [
      await mutated(all, 'GET /3.0/'),
      await mutated(all, 'GET /3.0/'),
      await mutated(all, 'GET /3.0/', 'other'),
    ]
    expect(same.changed.text).toBe(one.changed.text)
    expect(same.again.text).toBe(one.again.text)
    expect(one.again.text).not.toBe(one.changed.text)
    expect(other.changed.text).not.toBe(one.changed.text)
  })

  test('a mutation counts as fired only if it changed something', async () => {
    const { call } = await withList()
    await call('POST /_control/faults', { effect: { mutate: 'reorder_keys' }, must_fire: true })
    expect((await call(`DELETE ${LIST}`)).status).toBe(204)
    expect((await call('GET /_control/faults?unfired=true')).body.faults).toMatchObject([
      { seen: 1, fired: 0, last_fired_request: null },
    ])
    const { headers } = await call('GET /3.0/lists')
    expect((await call('GET /_control/faults/1')).body).toMatchObject({
      seen: 2,
      fired: 1,
      last_fired_request: headers.get('x-request-id'),
    })
  })

  test('a mutation lets the operation run, whatever the stage', async () => {
    const { call } = await withList()
    await call('POST /_control/faults', { match: { method: 'POST' }, effect: { mutate: 'new_enum_values' } })
    const { body } = await call(`POST ${LIST}/members`, { email_address: 'ada@acme.test', status: 'subscribed' })
    expect(body.status).toMatch(/^unheard_of_/)
    expect((await call(`GET ${LIST}/members/${body.id}`)).body.status).toBe('subscribed')
  })
})
