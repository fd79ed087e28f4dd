import { describe, expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { addition, PING, withBatches } from '../../resources/batch-world.ts'

const CONFLICT = { problem: { preset: 'Conflict' } }

describe('faults on operations of a batch', () => {
  async function runWithFault(fault: object, ...operations: readonly object[]) {
    const world = await withBatches()
    const { call, run } = world
    await call('POST /_control/faults', fault)
    const { batch, results } = await run(...operations)
    const faultView: Body = (await call('GET /_control/faults/1')).body
    return { ...world, batch, results, faultView }
  }

  test('faults on operations of a batch answer each matching operation with a problem', async () => {
    const { batch, results, faultView } = await runWithFault(
      { match: { path: '/lists/*/members' }, when: { first: 1 }, effect: CONFLICT },
      addition('ada'),
      PING,
      addition('bob'),
    )
    expect(results.map(({ status_code }) => status_code)).toEqual([409, 200, 200])
    expect(results[0]?.response).toEqual({
      type: 'http://maildouble.test/docs/errors',
      title: 'Conflict',
      status: 409,
      detail: 'Injected by the fault 1 of maildouble.',
      instance: faultView.last_fired_request,
    })
    expect(batch.errored_operations).toBe(1)
    expect(faultView).toMatchObject({ seen: 2, fired: 1, last_fired_request: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  })

  test.each([
    ['before', []],
    ['after', ['ada@acme.test']],
  ])('a fault with a problem %s the operation leaves the members %j after a batch', async (stage, left) => {
    const { call, results } = await runWithFault({ match: { via: 'batch' }, stage, effect: CONFLICT }, addition('ada'))
    expect(results.map(({ status_code }) => status_code)).toEqual([409])
    const { members } = (await call('GET /3.0/lists/a1b2c3d4e5/members')).body
    expect(members.map(({ email_address }: Body) => email_address)).toEqual(left)
  })

  test('faults on operations of a batch match body and parameters of an operation', async () => {
    const match = { body: { '/email_address': 'bob@acme.test' } }
    const { results } = await runWithFault({ match, effect: CONFLICT }, addition('ada'), addition('bob'))
    expect(results.map(({ status_code }) => status_code)).toEqual([200, 409])
    const reading = { method: 'GET', path: '/lists?count=1', params: { offset: 1 } }
    const query = { count: '1', offset: 1 }
    expect(
      (await runWithFault({ match: { query }, effect: CONFLICT }, reading, PING)).results.map((each) => each.status_code),
    ).toEqual([409, 200])
  })

  test('faults on operations of a batch apply only if the effect is a problem', async () => {
    const { results, faultView } = await runWithFault({ match: { operation: 'ping' }, effect: { connection: 'reset' } }, PING)
    expect(results.map(({ status_code }) => status_code)).toEqual([200])
    expect(faultView.seen).toBe(0)
  })

  test('faults on operations of a batch apply only if via allows batch', async () => {
    const { results, faultView } = await runWithFault({ match: { via: 'http', operation: 'ping' }, effect: CONFLICT }, PING)
    expect(results.map(({ status_code }) => status_code)).toEqual([200])
    expect(faultView.seen).toBe(0)
  })

  test('faults on operations of a batch count all pages of an operation once', async () => {
    const { call, run } = await withBatches({ settings: { batch: { page: 1 } } })
    for (const name of ['Spring', 'Autumn', 'Winter']) await call('POST /3.0/template-folders', { name })
    await call('POST /_control/faults', { match: { via: 'batch' }, when: { nth: 2 }, effect: CONFLICT })
    const { results } = await run({ method: 'GET', path: '/template-folders' }, PING)
    expect(results.map(({ status_code }) => status_code)).toEqual([200, 200, 200, 409])
    expect((await call('GET /_control/faults/1')).body.seen).toBe(2)
  })

  test('faults on operations of a batch do not match unroutable operations', async () => {
    const { results, faultView } = await runWithFault(
      { match: { via: 'batch' }, effect: CONFLICT },
      { method: 'GET', path: '/nowhere' },
    )
    expect(results.map(({ status_code }) => status_code)).toEqual([404])
    expect(faultView.seen).toBe(0)
  })
})
