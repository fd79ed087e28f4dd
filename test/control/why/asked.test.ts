import { describe, expect, test } from 'vitest'
import { entities } from '../../../src/server/control/words/entities.ts'
import { whyWords } from '../../../src/server/control/why/why.ts'
import { makeList } from '../../../src/service/rules/lists/make.ts'
import { ADA, ID } from '../../resources/member-world.ts'
import { mock } from '../../mock.ts'
import { triggerWorld } from '../deliveries/trigger-world.ts'
import { documents } from '../../../src/kernel/contract/documents.ts'

const control = await documents.control()

describe('getWhy refuses', () => {
  test.each([
    ['', 'The query parameter entity is missing. There are: abuse_report, account, '],
    ['entity=members&id=x', 'There is no entity members. Did you mean member? There are: abuse_report, '],
    ['entity=__proto__&id=x', 'There is no entity __proto__. There are: '],
    ['entity=tag&id=VIP', 'There is no entity tag. Did you mean segment?'],
    ['entity=delivery', 'The query parameter id is missing: the id of the delivery as the API shows it.'],
    ['entity=member', 'The query parameter id is missing: the id of the member as the API shows it.'],
    ['entity=member&id=x&path=/lists', 'Use either path alone, or entity and id'],
    ['entity=member&id=%20', 'The query parameter id is missing: the id of the member as the API shows it.'],
    ['path=/3.0/nothing', 'The service has no path like /3.0/nothing.'],
    ['path=/oauth2/token', 'The service has no path like /oauth2/token.'],
    ['path=/3.0/lists?count=1', 'The path /3.0/lists?count=1 does not name a single thing.'],
    [
      'path=/_worlds/other/3.0/lists/x',
      'This path belongs to the world other, not to default: use GET /_control/worlds/other/why.',
    ],
    ['name=ada', 'There is no query parameter name here'],
  ])('getWhy with the query ?%s is rejected with 422', async (query, detail) => {
    const { status, body } = await mock().call(`GET /_control/why?${query}`)
    expect([status, body.detail]).toEqual([422, expect.stringContaining(detail)])
  })

  test('getWhy refuses an id used on several lists, and names the lists', async () => {
    const { add, plant, call } = await triggerWorld()
    await add(ADA)
    await plant((tx) => makeList(tx, { id: 'b1b2c3d4e5', name: 'Other' }))
    await call('POST /3.0/lists/b1b2c3d4e5/members', { email_address: ADA, status: 'subscribed' })
    const { status, body } = await call(`GET /_control/why?entity=member&id=${ADA}`)
    expect(status).toBe(422)
    expect(body.detail).toBe(`There is a member ${ADA} in 2 lists. Choose one with list_id=${ID} or list_id=b1b2c3d4e5.`)
    expect((await call(`GET /_control/why?entity=member&id=${ADA}&list_id=b1b2c3d4e5`)).body.list_id).toBe('b1b2c3d4e5')
  })
})

test.each([
  ['/3.0/lists/aaaaaaaaaa', { entity: 'list', id: 'aaaaaaaaaa', exists: true }],
  ['/lists/aaaaaaaaaa/', { entity: 'list', id: 'aaaaaaaaaa', exists: true }],
  ['GET /3.0/lists/zzz?fields=id', { entity: 'list', id: 'zzz', exists: false }],
  ['http://127.0.0.1:4030/3.0/lists/zzz/members/ada@acme.test', { entity: 'list', id: 'zzz', exists: false }],
  ['/3.0/lists/aaaaaaaaaa/members/zzz/tags', { entity: 'member', id: 'zzz', list_id: 'aaaaaaaaaa', exists: false }],
  ['/_worlds/default/3.0/batches/zzz', { entity: 'batch', id: 'zzz', exists: false }],
  ['/3.0/template-folders/zzz', { entity: 'template_folder', id: 'zzz', exists: false }],
  ['/3.0/campaign-folders/zzz', { entity: 'campaign_folder', id: 'zzz', exists: false }],
  ['/3.0/audiences/aaaaaaaaaa/contacts/zzz', { entity: 'contact', id: 'zzz', exists: false }],
  ['/3.0/verified-domains/zzz.test', { entity: 'verified_domain', id: 'zzz.test', exists: false }],
])('getWhy finds the entity that the path %s names', async (path, expected) => {
  const { call } = mock({ scenario: 'starter' })
  expect((await call(`GET /_control/why?path=${encodeURIComponent(path)}`)).body).toMatchObject(expected)
})

test('the entities of getWhy are all listed in the contract', () => {
  const [entity] = control.paths['/worlds/{world}/why']?.get?.parameters ?? []
  expect(entity).toMatchObject({ name: 'entity', schema: { enum: whyWords } })
})

test.each(['newsletter', 'shop'])(
  'the entities of getWhy are found in rows of the scenario %s by the id that the API shows',
  async (scenario) => {
    const { call } = mock({ scenario })
    const { tables } = (await call('GET /_control/state')).body
    for (const { word, tables: of, ids, kind } of entities) {
      const [table] = of
      if (!table || !tables[table.name]) continue
      const { rows } = (await call(`GET /_control/state/${table.name}?count=50`)).body
      const row = rows.find((each: { kind?: string }) => kind === undefined || each.kind === kind)
      if (!row) continue
      const list = row.list_id === undefined || row.list_id === '' ? '' : `&list_id=${row.list_id}`
      const store = row.store_id === undefined || row.store_id === '' ? '' : `&store_id=${row.store_id}`
      const { body } = await call(`GET /_control/why?entity=${word}&id=${encodeURIComponent(row[ids[0] ?? ''])}${list}${store}`)
      expect([word, body.exists, body.origin]).toEqual([word, true, 'scenario'])
    }
  },
)
