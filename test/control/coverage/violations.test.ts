import { describe, expect, test } from 'vitest'
import { VIOLATIONS_MAX, Violations } from '../../../src/server/log/coverage/violations.ts'
import type { Call } from '../../../src/server/log/call.ts'
import { makeList } from '../../../src/service/rules/lists/make.ts'
import { mock } from '../../mock.ts'

const ADDING = 'POST /3.0/lists/aaaaaaaaaa/members'

describe('getViolations', () => {
  test('getViolations reports where a call violated the contract, and counts repeated violations', async () => {
    const double = mock({ scenario: 'starter' })
    const wrong = { email_address: 'ada@acme.test', status: 'asleep' }
    const first = await double.call(ADDING, wrong)
    await double.pass('PT5M')
    const last = await double.call(ADDING, wrong)
    const { status, body } = await double.call('GET /_control/contract/violations')
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 1, evicted: 0 })
    expect(body.violations[0]).toMatchObject({
      world: 'default',
      operation: 'addMember',
      method: 'POST',
      path: '/3.0/lists/aaaaaaaaaa/members',
      side: 'request',
      field: 'status',
      count: 2,
      request: first.headers.get('x-request-id'),
      at: '2026-01-15T09:00:00.000Z',
      last_request: last.headers.get('x-request-id'),
      last_at: '2026-01-15T09:05:00.000Z',
    })
  })

  test('getViolations reports nothing for valid calls', async () => {
    const { call } = mock()
    await call('GET /3.0/ping')
    await call('GET /3.0/lists/zzzzzzzzzz')
    expect((await call('GET /_control/contract/violations?side=response')).body).toEqual({ violations: [], total: 0, evicted: 0 })
  })

  test("getViolations reports violations by the double's own responses", async () => {
    const { call, plant } = mock()
    const { id } = await plant((tx) => makeList(tx, { name: 'Odd', visibility: JSON.parse('"shy"') }))
    await expect(call(`GET /3.0/lists/${id}`)).rejects.toThrow('The answer of getList breaks the contract at visibility')
    expect((await call('GET /_control/contract/violations?side=response')).body.violations).toMatchObject([
      { operation: 'getList', side: 'response', field: 'visibility', count: 1 },
    ])
  })

  test('getViolations can be narrowed to a world, an operation, a side and a page', async () => {
    const { call } = mock({ scenario: 'starter' })
    await call('POST /_control/worlds', { id: 'other', scenario: 'starter' })
    await call(ADDING, { email_address: 'a@acme.test', status: 'asleep' })
    await call('POST /3.0/lists', { name: 1 })
    await call('POST /_worlds/other/3.0/lists', { name: 1 }, { anonymous: true })
    const total = async (query: string) => (await call(`GET /_control/contract/violations${query}`)).body.total
    const all = await total('')
    expect(await total('?operation=addMember')).toBe(1)
    expect(await total('?side=request')).toBe(all)
    expect(await total('?side=response')).toBe(0)
    expect(await total('?world=default')).toBe(all - (await total('?world=other')))
    const { body } = await call('GET /_control/contract/violations?limit=1&offset=1')
    expect(body.violations).toHaveLength(1)
    expect(body.total).toBe(all)
  })

  test('the violations of a world survive its deletion', async () => {
    const { call } = mock()
    const { body } = await call('POST /_control/worlds', { id: 'short', scenario: 'starter' })
    const headers = { authorization: `Bearer ${body.api_key}` }
    await call(ADDING, { email_address: 'a@acme.test', status: 'asleep' }, { headers })
    await call('DELETE /_control/worlds/short')
    expect((await call('GET /_control/contract/violations?world=short')).body.violations).toMatchObject([{ field: 'status' }])
  })

  test('getViolations rejects unknown worlds and operations', async () => {
    const { call } = mock()
    expect((await call('GET /_control/contract/violations?world=none')).status).toBe(404)
    expect((await call('GET /_control/contract/violations?operation=none')).status).toBe(422)
  })

  test('the oldest violations beyond the limit are evicted and counted', () => {
    const violations = new Violations()
    const at = (field: string): Pick<Call, 'id' | 'at' | 'operation' | 'method' | 'path' | 'violations'> => ({
      id: '',
      at: 0,
      operation: 'ping',
      method: 'GET',
      path: '/3.0/ping',
      violations: [{ side: 'request', at: field, message: '' }],
    })
    for (let i = 0; i < VIOLATIONS_MAX + 3; i++) violations.note('default', at(`field-${i}`))
    expect(violations.all()).toHaveLength(VIOLATIONS_MAX)
    expect(violations.all()[0]?.at).toBe('field-3')
    expect(violations.evicted).toBe(3)
  })
})
