import { describe, expect, test } from 'vitest'
import { mock } from '../mock.ts'

const BATCH = { operations: [{ method: 'GET', path: '/lists' }] }
const MEMBERS = '/3.0/lists/aaaaaaaaaa/members'

describe('flaky', () => {
  test('the scenario flaky rejects the first two batches', async () => {
    const { call } = mock({ scenario: 'flaky' })
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await call('POST /3.0/batches', BATCH))
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 200, 200])
    expect(answers[0]?.headers.get('retry-after')).toBe('1')
    expect(answers[0]?.body.title).toBe('Too Many Requests')
  })

  test('the scenario flaky rejects every fifth member write and loses the response of the seventh', async () => {
    const { call } = mock({ scenario: 'flaky' })
    const write = (i: number) => call(`POST ${MEMBERS}`, { email_address: `new${i}@acme.test`, status: 'subscribed' })
    const statuses = []
    for (let i = 1; i <= 6; i++) statuses.push((await write(i)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 503, 200])
    expect((await call(`GET ${MEMBERS}/new5@acme.test`)).status).toBe(404)
    await expect(write(7)).rejects.toThrow('fetch failed')
    expect((await call(`GET ${MEMBERS}/new7@acme.test`)).status).toBe(200)
    expect((await write(7)).body.title).toBe('Member Exists')
  })

  test('the scenario flaky works normally after its faults are deleted', async () => {
    const { call } = mock({ scenario: 'flaky' })
    expect((await call('GET /_control/faults')).body.total).toBe(4)
    await call('DELETE /_control/faults')
    expect((await call('POST /3.0/batches', BATCH)).status).toBe(200)
    await call('POST /_control/reset')
    expect((await call('POST /3.0/batches', BATCH)).status).toBe(429)
  })

  test('an invalid fault in a scenario is reported with its place', async () => {
    const { call } = mock()
    const raw = 'name: mine\ndescription: M.\nfaults:\n  - { effect: { latency: soon } }\n'
    const { body } = await call('POST /_control/scenarios/validate', undefined, { raw, headers: { 'content-type': 'text/yaml' } })
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '/faults/0/effect/latency', line: 4 })])
  })
})
