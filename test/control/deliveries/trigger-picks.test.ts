import { expect, test } from 'vitest'
import { tableNamed } from '../../../src/service/model/tables.ts'
import { type Body, mock } from '../../mock.ts'

/** Members named like ids that offer no rows to pick from, each with a reason. */
const WITHOUT_CHOICES: Readonly<Record<string, string>> = {
  'automation.create web_id': 'the number that the new automation gets',
}

/** A member of a trigger, at any depth. */
interface Member {
  readonly trigger: string
  readonly name: string
  readonly schema: Body
}

/** The members of a schema and of everything in it. */
function membersIn(trigger: string, schema: Body): Member[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema
  const inner: Body[] = [...(items ? [items] : []), ...anyOf, ...oneOf]
  return [
    ...Object.entries<Body>(properties).flatMap(([name, each]) => [{ trigger, name, schema: each }, ...membersIn(trigger, each)]),
    ...inner.flatMap((each) => membersIn(trigger, each)),
  ]
}

async function allMembers(): Promise<readonly Member[]> {
  const { body } = await mock().call('GET /_control/triggers')
  return body.triggers.flatMap(({ trigger, schema }: Body) => membersIn(trigger, schema))
}

const picksOf = ({ schema }: Member): Body | undefined => schema['x-picks']

test('every member of a trigger that names something by its id says from which rows it can be picked', async () => {
  const ids = (await allMembers()).filter(({ name }) => name.endsWith('_id'))
  expect(ids.length).toBeGreaterThan(50)
  const without = ids.filter((each) => !picksOf(each)).map(({ trigger, name }) => `${trigger} ${name}`)
  expect(without).toEqual(Object.keys(WITHOUT_CHOICES))
})

test('what members of triggers are picked from are fields of rows', async () => {
  const { call } = mock({ scenario: 'shop' })
  for (const member of await allMembers()) {
    const picks = picksOf(member)
    if (!picks) continue
    expect(tableNamed(picks.table), `${member.trigger} ${member.name}`).toBeDefined()
    const { rows } = (await call(`GET /_control/state/${picks.table}?count=1`)).body
    for (const row of rows) expect(row).toHaveProperty(picks.field)
  }
})

test.each([
  ['order.place', ['order', 'lines', 'product_id'], 'store_products', 'id'],
  ['order.place', ['order', 'lines', 'product_variant_id'], 'store_variants', 'id'],
  ['order.place', ['order', 'promos', 'code'], 'promo_codes', 'code'],
  ['order.place', ['order', 'customer', 'id'], 'store_customers', 'id'],
  ['order.update', ['campaign_id'], 'campaigns', 'id'],
  ['order.update', ['lines', 'product_id'], 'store_products', 'id'],
  ['order.update', ['cart_id'], 'store_carts', 'id'],
  ['cart.fill', ['cart', 'lines', 'product_id'], 'store_products', 'id'],
  ['product.view', ['store_id'], 'stores', 'id'],
  ['product.view', ['product_id'], 'store_products', 'id'],
  ['automation.create', ['store_id'], 'stores', 'id'],
  ['automation.create', ['product_id'], 'store_products', 'id'],
  ['merge_field.require', ['tag'], 'merge_fields', 'tag'],
  ['oauth.approve', ['client_id'], 'oauth_clients', 'client_id'],
])('the member of %s at %j is picked from %s', async (trigger, path, table, field) => {
  const { body } = await mock().call('GET /_control/triggers')
  const { schema } = body.triggers.find((each: Body) => each.trigger === trigger)
  const found = path.reduce((within: Body, name) => (within.items ?? within).properties[name], schema)
  expect(found['x-picks']).toEqual({ table, field })
})

test('the description beside a reference of a schema takes the place of the general one', async () => {
  const { body } = await mock().call('GET /_control/triggers')
  const { schema } = body.triggers.find((each: Body) => each.trigger === 'order.place')
  expect(schema.properties.order.properties.currency_code.description).toBe('The currency; default: that of the store')
})
