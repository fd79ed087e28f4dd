import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { mock } from '../mock.ts'

const LIST = '/3.0/lists/a1b2c3d4e5'
const FAKE = 'looks fake or invalid'
const RECENT = 'signed up to a lot of lists very recently'

/** A world that refuses some addresses, with a member on its list. */
async function withRefused() {
  const world = mock({
    settings: { refused_addresses: { looks_fake: ['Grace@acme.test', 'test'], many_lists: ['hasty@acme.test', 'everywhere'] } },
  })
  await world.plant((tx) => {
    const list = makeList(tx, { id: 'a1b2c3d4e5', name: 'Acme News' })
    makeMember(tx, list, { email_address: 'ada@acme.test' })
    makeMember(tx, list, { email_address: 'test@archive.test', status: 'archived' })
  })
  return world
}

const fresh = (email_address: string) => ({ email_address, status: 'subscribed' })

describe('an address that the setting refused_addresses names', () => {
  test.each([
    ['grace@acme.test', FAKE],
    ['GRACE@Acme.test', FAKE],
    ['test@globex.test', FAKE],
    ['Test@acme.test', FAKE],
    ['test@archive.test', FAKE],
    ['hasty@acme.test', RECENT],
    ['everywhere@globex.test', RECENT],
  ])('a refused address, %s, is rejected by POST with a detail that names it and contains "%s"', async (address, phrase) => {
    const { call } = await withRefused()
    const { status, body } = await call(`POST ${LIST}/members`, fresh(address))
    expect([status, body.title, body.errors]).toEqual([400, 'Invalid Resource', undefined])
    expect(body.detail).toContain(address)
    expect(body.detail).toContain(phrase)
  })

  test.each(['grace@globex.test', 'tester@acme.test', 'hasty@globex.test'])(
    'addresses that are not refused, such as %s, are accepted',
    async (address) => {
      const { call } = await withRefused()
      expect((await call(`POST ${LIST}/members`, fresh(address))).status).toBe(200)
    },
  )

  test('a refused address is rejected by PUT, as the new address of a member, and as a contact', async () => {
    const { call } = await withRefused()
    const answers = [
      await call(`PUT ${LIST}/members/grace@acme.test`, { email_address: 'grace@acme.test', status_if_new: 'subscribed' }),
      await call(`PATCH ${LIST}/members/ada@acme.test`, { email_address: 'grace@acme.test' }),
      await call('POST /3.0/audiences/a1b2c3d4e5/contacts', { email_channel: { email: 'grace@acme.test' } }),
    ]
    for (const { body } of answers) {
      expect(body).toMatchObject({ status: 400, title: 'Invalid Resource', detail: expect.stringContaining(FAKE) })
    }
  })

  test('a refused address is an entry of errors in a bulk call, and the other members are added', async () => {
    const { call } = await withRefused()
    const members = ['grace@acme.test', 'hasty@acme.test', 'bob@acme.test'].map(fresh)
    const { status, body } = await call(`POST ${LIST}`, { members })
    expect([status, body.total_created, body.error_count]).toEqual([200, 1, 2])
    expect(body.errors).toMatchObject([
      { email_address: 'grace@acme.test', error: expect.stringContaining(FAKE), error_code: 'ERROR_GENERIC' },
      { email_address: 'hasty@acme.test', error: expect.stringContaining(RECENT), error_code: 'ERROR_GENERIC' },
    ])
  })

  test('a refused address is the answer of its operation in a batch', async () => {
    const { call, pass } = await withRefused()
    const operations = ['grace@acme.test', 'hasty@acme.test'].map((address) => ({
      method: 'POST',
      path: '/lists/a1b2c3d4e5/members',
      body: JSON.stringify(fresh(address)),
    }))
    await call('POST /3.0/batches', { operations })
    await pass('PT1M')
    const { requests } = (await call('GET /_control/requests?via=batch')).body
    const answers = requests.map((entry: { response: { body: string } }) => JSON.parse(entry.response.body))
    expect(answers).toMatchObject([
      { status: 400, title: 'Invalid Resource', detail: expect.stringContaining(FAKE) },
      { status: 400, title: 'Invalid Resource', detail: expect.stringContaining(RECENT) },
    ])
  })

  test('a refused address stays refused beside reserved domains, which have a setting of their own', async () => {
    const { call } = mock({
      settings: { list_required: 'name', reserved_domains: 'refuse', 'refused_addresses.looks_fake': ['test'] },
    })
    const { id } = (await call('POST /3.0/lists', { name: 'News' })).body
    for (const address of ['test@acme.com', 'ada@example.com']) {
      expect((await call(`POST /3.0/lists/${id}/members`, fresh(address))).body.detail).toContain(FAKE)
    }
    expect((await call(`POST /3.0/lists/${id}/members`, fresh('ada@acme.com'))).status).toBe(200)
  })
})
