import { describe, expect, test } from 'vitest'
import { assumptionsUsed } from '../../../src/kernel/contract/assumptions-used.ts'
import { mock, type Body } from '../../mock.ts'
import { documents } from '../../../src/kernel/contract/documents.ts'

const publicDocument = await documents.public()
const document = await documents.service()

/** The number of uses of each used assumption. */
async function usedAssumptions({ call }: Pick<ReturnType<typeof mock>, 'call'>, query = ''): Promise<Record<string, number>> {
  const { body } = await call(`GET /_control/contract/assumptions?leaned=true${query}`)
  return Object.fromEntries(body.assumptions.map((each: Body) => [each.id, each.leaned]))
}

describe('getAssumptions', () => {
  test('getAssumptions lists what recordings showed with the confidence recorded, and what was seen', async () => {
    const { call } = mock()
    const { body } = await call('GET /_control/contract/assumptions?confidence=recorded')
    expect(body.assumptions.find(({ id }: Body) => id === 'merge-fields.default-order')).toMatchObject({
      confidence: 'recorded',
      seen: '72 of 72 answers, 2020–2022',
    })
    expect(body.assumptions.filter(({ seen }: Body) => seen === undefined)).toEqual([])
  })

  test('getAssumptions lists all assumptions of both contracts with their locations', async () => {
    const { call } = mock()
    const { status, body } = await call('GET /_control/contract/assumptions')
    expect(status).toBe(200)
    const all = { ...document['x-assumptions'], ...publicDocument['x-assumptions'] }
    expect(body.total).toBe(Object.keys(all).length)
    expect(body.assumptions.map(({ id }: Body) => id)).toEqual(Object.keys(all).toSorted())
    expect(body.assumptions.filter(({ operations }: Body) => operations.length === 0)).toEqual([])
    expect(body.assumptions.find(({ id }: Body) => id === 'root.ping')).toEqual({
      id: 'root.ping',
      ...document['x-assumptions']?.['root.ping'],
      operations: ['ping'],
      leaned: 0,
    })
  })

  test('getAssumptions counts a called operation once per call', async () => {
    const double = mock()
    await double.call('GET /3.0/ping')
    await double.call('GET /3.0/ping')
    expect(await usedAssumptions(double)).toEqual({ 'root.ping': 2 })
  })

  test('getAssumptions counts a sent parameter and its value', async () => {
    const double = mock({ scenario: 'starter' })
    await double.call('GET /3.0/lists/aaaaaaaaaa/members?status=subscribed')
    await double.call('GET /3.0/lists/aaaaaaaaaa/members')
    expect(await usedAssumptions(double, '&operation=getMembers')).toMatchObject({ 'members.endpoints': 2, 'members.filters': 1 })
  })

  test('getAssumptions counts a sent field and its value', async () => {
    const double = mock({ scenario: 'starter' })
    await double.call('POST /3.0/lists/aaaaaaaaaa/members', { email_address: 'a@acme.test', status: 'pending', tags: ['x'] })
    await double.call('POST /3.0/lists/aaaaaaaaaa/members', { email_address: 'b@acme.test', status: 'subscribed' })
    const counts = await usedAssumptions(double, '&operation=addMember')
    expect(counts).toMatchObject({ 'members.body': 2, 'members.status-to-pending': 1, 'members.tags-on-add': 1 })
  })

  test('getAssumptions counts the response on success and the error catalogue on an error', async () => {
    const double = mock({ scenario: 'starter' })
    await double.call('GET /3.0/lists/aaaaaaaaaa')
    expect(await usedAssumptions(double)).toMatchObject({ 'lists.links': 1 })
    expect(await usedAssumptions(double)).not.toHaveProperty('errors.catalogue')
    await double.call('GET /3.0/lists/zzzzzzzzzz')
    expect(await usedAssumptions(double)).toMatchObject({ 'lists.links': 1, 'errors.catalogue': 1 })
  })

  test('getAssumptions counts nothing for injected responses', async () => {
    const double = mock()
    await double.call('GET /3.0/ping', undefined, { headers: { 'x-trigger-error': 'TooManyRequests' } })
    expect(await usedAssumptions(double)).toEqual({})
  })

  test('getAssumptions counts the assumptions that are reported as used by a single call', async () => {
    const double = mock({ scenario: 'starter' })
    await double.call('POST /3.0/lists/aaaaaaaaaa/members?skip_merge_validation=true', {
      email_address: 'a@acme.test',
      status: 'pending',
    })
    const parameters = ['skip_merge_validation=true']
    const fields = ['/email_address', '/status=pending']
    const ids = await assumptionsUsed('service', { operation: 'addMember', parameters, fields, status: 200 })
    expect(await usedAssumptions(double)).toEqual(Object.fromEntries(ids.map((id) => [id, 1])))
  })

  test('getAssumptions counts only the calls of the given world', async () => {
    const double = mock()
    await double.call('GET /3.0/ping')
    await double.call('POST /_control/worlds', { id: 'quiet', scenario: 'empty' })
    expect(await usedAssumptions(double, '&world=default')).toEqual({ 'root.ping': 1 })
    expect(await usedAssumptions(double, '&world=quiet')).toEqual({})
    expect((await double.call('GET /_control/contract/assumptions?world=none')).status).toBe(404)
  })

  test('getAssumptions can be narrowed by confidence, to unused assumptions, and to a page', async () => {
    const { call } = mock()
    await call('GET /3.0/ping')
    const { body: low } = await call('GET /_control/contract/assumptions?confidence=low&limit=1000')
    expect(new Set(low.assumptions.map(({ confidence }: Body) => confidence))).toEqual(new Set(['low']))
    const { body: all } = await call('GET /_control/contract/assumptions')
    const { body: rest } = await call('GET /_control/contract/assumptions?leaned=false&limit=2&offset=1')
    expect(rest.total).toBe(all.total - 1)
    expect(rest.assumptions).toEqual(all.assumptions.slice(1, 3))
  })

  test('getAssumptions rejects an unknown operation with suggestions', async () => {
    const { call } = mock()
    const { status, body } = await call('GET /_control/contract/assumptions?operation=addMembr')
    expect(status).toBe(422)
    expect(body.detail).toMatch(/^The query parameter operation: There is no operation addMembr\. Did you mean addMember/)
  })
})

describe('assumptionsUsed', () => {
  test('assumptionsUsed returns the assumptions of a field and of its parents, whatever the notation', async () => {
    const asked = { operation: 'createBatch', parameters: [], status: null }
    const pointer = await assumptionsUsed('service', { ...asked, fields: ['/operations/0/path'] })
    expect(pointer).toEqual(expect.arrayContaining(['batches.required', 'batches.paths']))
    expect(await assumptionsUsed('service', { ...asked, fields: ['operations.3.path'] })).toEqual(pointer)
  })

  test('assumptionsUsed returns nothing for an unknown operation', async () => {
    expect(await assumptionsUsed('service', { operation: 'none', parameters: [], fields: [], status: 200 })).toEqual([])
  })
})
