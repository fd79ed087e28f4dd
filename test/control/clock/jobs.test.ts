import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jobKinds, jobSummary, subjectOfJob } from '../../../src/server/control/words/job-kinds.ts'
import { rules } from '../../../src/server/runtime/rules.ts'
import { tableNames } from '../../../src/service/model/tables.ts'
import { mock } from '../../mock.ts'
import { answering, sendingWorld } from '../../outbound/delivery-world.ts'

const PING = { operations: [{ method: 'GET', path: '/ping' }] }

test('the pending jobs of a world are listed in the order in which they fall due, with what they do', async () => {
  const { call, pass } = mock()
  const { body: batch, headers } = await call('POST /3.0/batches', PING)
  await call('POST /3.0/account-exports', { include_stages: ['audiences'] })
  const request = headers.get('x-request-id')
  const { jobs, total } = (await call('GET /_control/jobs')).body
  expect(total).toBe(2)
  expect(jobs).toEqual([
    {
      id: 1,
      kind: 'batches.prepare',
      due_at: '2026-01-15T09:00:00.200Z',
      in: 'PT0.2S',
      subject: { entity: 'batch', table: 'batches', id: batch.id },
      summary: `The batch ${batch.id} is prepared`,
      cause: { request },
    },
    {
      id: 2,
      kind: 'account-exports.begin',
      due_at: '2026-01-15T09:00:02.000Z',
      in: 'PT2S',
      subject: { entity: 'account_export', table: 'account_exports', id: '1' },
      summary: 'The account export 1 begins',
      cause: { request: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    },
  ])
  await pass('PT0.4S')
  expect((await call('GET /_control/jobs')).body.jobs).toMatchObject([
    {
      kind: 'batches.operate',
      summary: `The batch ${batch.id} runs operation 1 of 1: GET /ping`,
      cause: { job: `batches.start/${batch.id}`, request },
    },
    { kind: 'account-exports.begin', in: 'PT1.6S' },
  ])
})

test('the pending jobs of a world can be filtered by kind and by instant, and paged', async () => {
  const { call } = mock()
  await call('POST /3.0/batches', PING)
  await call('POST /3.0/account-exports', { include_stages: ['audiences'] })
  const idsOf = async (query: string): Promise<number[]> =>
    (await call(`GET /_control/jobs?${query}`)).body.jobs.map(({ id }: { id: number }) => id)
  expect(await idsOf('kind=account-exports.begin')).toEqual([2])
  expect(await idsOf('due_before=2026-01-15T09:00:01Z')).toEqual([1])
  expect(await idsOf('due_before=2026-01-15T09:00:00.200Z')).toEqual([])
  expect(await idsOf('limit=1&offset=1')).toEqual([2])
  expect((await call('GET /_control/jobs?limit=0')).body).toEqual({ jobs: [], total: 2, until: '2026-01-15T09:00:02.000Z' })
  expect((await call('GET /_control/jobs?due_before=2026-01-15T09:00:00Z')).body).toEqual({ jobs: [], total: 0, until: null })
})

test('the pending jobs of a world include the retries of a delivery', async () => {
  const { hook, subscribe, advance, call } = await sendingWorld()
  await hook((await answering(500)).url)
  const { headers } = await subscribe()
  await advance({ by: 0 })
  expect((await call('GET /_control/jobs')).body.jobs).toMatchObject([
    {
      kind: 'deliveries.retry',
      in: 'PT1M',
      subject: { entity: 'delivery', table: 'deliveries', id: '1' },
      summary: 'The delivery 1 (subscribe) is retried',
      cause: { request: headers.get('x-request-id') },
    },
  ])
})

test('the pending jobs of a world can be read one by one until they have run', async () => {
  const { call, pass } = mock()
  await call('POST /3.0/batches', PING)
  expect((await call('GET /_control/jobs/1')).body).toMatchObject({ id: 1, kind: 'batches.prepare' })
  await pass('PT1S')
  const { status, body } = await call('GET /_control/jobs/1')
  expect([status, body.detail]).toEqual([404, 'There is no pending job 1 (any more). GET .../jobs lists them.'])
})

test('an empty world has no pending jobs', async () => {
  expect((await mock().call('GET /_control/jobs')).body).toEqual({ jobs: [], total: 0, until: null })
})

test.each([
  ['kind=batches.prepair', 'There is no kind of job batches.prepair. Did you mean batches.prepare'],
  ['kind=zzz', 'There is no kind of job zzz. There are: account-exports.begin, '],
  ['due_before=soon', 'The query parameter due_before must be an ISO 8601 instant such as 2026-01-15T09:00:00Z; soon is none.'],
])('the pending jobs of a world reject the filter %s with a helpful message', async (query, detail) => {
  const { status, body } = await mock().call(`GET /_control/jobs?${query}`)
  expect([status, body.detail]).toEqual([422, expect.stringContaining(detail)])
})

test('docs/time-and-faults.md says when each kind of job happens', () => {
  const page = readFileSync('docs/time-and-faults.md', 'utf8')
  expect(jobKinds.filter((kind) => !page.includes(`\`${kind}\``))).toEqual([])
})

test('the pending jobs of a world have a subject and a summary for every kind', async () => {
  expect(jobKinds.toSorted()).toEqual(Object.keys(rules.jobs).toSorted())
  const { call, handle } = mock()
  await call('GET /3.0/ping')
  for (const kind of jobKinds) {
    expect(tableNames).toContain(subjectOfJob(kind, '1-x').table)
    expect(jobSummary(handle(), kind, '1-x')).not.toMatch(/^The job /)
  }
})
