import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { accounts } from '../../src/service/model/root/account.ts'
import { plantAccount } from '../../src/service/rules/root/account.ts'
import { mock } from '../mock.ts'

describe('getRoot', () => {
  test('an account without a scenario has sensible values', async () => {
    const { call, plant } = mock()
    await plant((tx) =>
      tx
        .range(accounts.key)
        .all()
        .forEach((account) => tx.remove(accounts, account)),
    )
    const { body } = await call('GET /3.0/')
    expect(body).toMatchObject({
      account_id: '8d3a3db4d97663a9074efcc16',
      login_id: '42',
      account_name: 'Acme',
      role: 'owner',
      member_since: '2019-02-11T08:15:00+00:00',
      pricing_plan_type: 'monthly',
      pro_enabled: false,
      last_login: '2026-01-15T09:00:00+00:00',
      total_subscribers: 0,
    })
  })

  test('getRoot returns the account of the scenario', async () => {
    const { call, plant } = mock()
    await plant((tx) => plantAccount(tx, { account_name: 'Globex', email: 'hank@globex.test', role: 'viewer', first_payment: 0 }))
    await plant((tx) => plantAccount(tx, { pro_enabled: true }))
    expect((await call('GET /3.0/')).body).toMatchObject({
      account_name: 'Globex',
      role: 'viewer',
      first_payment: '',
      pro_enabled: true,
      email: 'hank@globex.test',
    })
  })

  test('getRoot counts the subscribed members of all lists without a cache delay', async () => {
    const { call, plant } = mock()
    await plant((tx) => {
      const [first, second] = [makeList(tx, { name: 'First' }), makeList(tx, { name: 'Second' })]
      makeMember(tx, first, { email_address: 'ada@acme.test' })
      makeMember(tx, second, { email_address: 'ada@acme.test' })
      makeMember(tx, second, { email_address: 'bob@acme.test', status: 'unsubscribed' })
    })
    expect((await call('GET /3.0/')).body.total_subscribers).toBe(2)
  })
})

describe('a viewer of the account', () => {
  const refused = { status: 403, title: 'User action not permitted' }
  const audience = { name: 'News' }

  test('a viewer of the account can read, and every other call is answered with 403 User action not permitted', async () => {
    const { call, plant } = mock({ settings: { list_required: 'name' } })
    await plant((tx) => plantAccount(tx, { role: 'viewer' }))
    expect((await call('GET /3.0/lists')).status).toBe(200)
    for (const line of ['POST /3.0/lists', 'PATCH /3.0/lists/aaaaaaaaaa', 'DELETE /3.0/lists/aaaaaaaaaa']) {
      expect((await call(line, audience)).body).toMatchObject(refused)
    }
    expect((await call('GET /3.0/lists')).body.total_items).toBe(0)
    await plant((tx) => plantAccount(tx, { role: 'manager' }))
    expect((await call('POST /3.0/lists', audience)).status).toBe(200)
  })

  test('a viewer of the account gets 403 for the remaining operations of a batch, except for those that only read', async () => {
    const { call, plant, pass } = mock({ settings: { list_required: 'name' } })
    await call('POST /3.0/batches', {
      operations: [
        { method: 'get', path: '/lists' },
        { method: 'post', path: '/lists', body: JSON.stringify(audience) },
      ],
    })
    await plant((tx) => plantAccount(tx, { role: 'viewer' }))
    await pass('PT1M')
    const { requests } = (await call('GET /_control/requests?via=batch')).body
    expect(requests).toMatchObject([{ status: 200 }, { status: 403, error: 'UserActionNotPermitted' }])
  })

  test('the error for a viewer of the account can be asked for by the header X-Trigger-Error', async () => {
    const { body } = await mock().call('GET /3.0/', undefined, { headers: { 'x-trigger-error': 'UserActionNotPermitted' } })
    expect(body).toMatchObject(refused)
  })
})

describe('ping', () => {
  test('ping reports that everything is fine', async () => {
    const { body } = await mock().call('GET /3.0/ping')
    expect(body).toEqual({ health_status: 'ok' })
  })
})
