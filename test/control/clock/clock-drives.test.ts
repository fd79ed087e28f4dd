import { expect, test } from 'vitest'
import { answering, sendingWorld } from '../../outbound/delivery-world.ts'
import { addition, PING, withBatches } from '../../resources/batch-world.ts'
import { withList } from '../../resources/member-world.ts'
import { planStep } from '../../../src/service/triggers/shopping.ts'
import { mock, type Body } from '../../mock.ts'

/** The jobs that ran, in short: the instant, the job, and the state before and after. */
const jobRuns = ({ body }: { readonly body: Body }): unknown[] =>
  body.ran.map(({ at, job, from_state, to_state }: Body) => [at.slice(11, 23), job, from_state, to_state])

test('the clock drives the phases of a batch and its counters', async () => {
  const { submitBatch, getBatch, pass } = await withBatches()
  const { id } = (await submitBatch(PING, addition('ada'))).body
  const counters = async () => {
    const { status, total_operations, finished_operations } = await getBatch(id)
    return [status, total_operations, finished_operations]
  }
  expect(jobRuns(await pass('PT0.4S'))).toEqual([
    ['09:00:00.200', 'batches.prepare', 'pending', 'preprocessing'],
    ['09:00:00.400', 'batches.start', 'preprocessing', 'started'],
  ])
  expect(await counters()).toEqual(['started', 2, 0])
  expect(jobRuns(await pass('PT0.005S'))).toEqual([['09:00:00.405', 'batches.operate', 'started', 'started']])
  expect(await counters()).toEqual(['started', 2, 1])
  expect(jobRuns(await pass('PT0.005S'))).toEqual([['09:00:00.410', 'batches.operate', 'started', 'finalizing']])
  expect(jobRuns(await pass('PT0.2S'))).toEqual([['09:00:00.610', 'batches.finish', 'finalizing', 'finished']])
  expect(await counters()).toEqual(['finished', 2, 2])
})

test('the clock expires the URL of batch results ten minutes after it was shown', async () => {
  const { run, pass, app, getBatch } = await withBatches()
  const { batch } = await run(PING)
  const fetched = async () => (await app.request(batch.response_body_url)).status
  await pass('PT9M59S')
  expect(await fetched()).toBe(200)
  await pass('PT1S')
  expect(await fetched()).toBe(403)
  expect((await app.request((await getBatch(batch.id)).response_body_url)).status).toBe(200)
})

test('the clock expires batch results and removes the batch from lists after seven days', async () => {
  const { run, pass, call, getBatch } = await withBatches()
  const { batch } = await run(PING)
  const shown = async () => (await call('GET /3.0/batches?fields=total_items')).body.total_items
  await pass('P6DT23H59M49S')
  expect([(await getBatch(batch.id)).response_body_url === '', await shown()]).toEqual([false, 1])
  await pass('PT1S')
  expect([(await getBatch(batch.id)).response_body_url === '', await shown()]).toEqual([true, 0])
})

test('the clock expires an authorization code after thirty seconds', async () => {
  const { call, pass, handle, ready } = mock()
  await ready
  const { client_id, client_secret, redirect_uri } = handle().world.credentials
  const codeAfter = async (wait: string) => {
    const { code } = (await call('POST /_control/triggers', { trigger: 'oauth.approve', client_id, redirect_uri })).body
    await pass(wait)
    const form = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await call('POST /oauth2/token', undefined, { raw: new URLSearchParams(form).toString(), headers, anonymous: true }))
      .body.error
  }
  expect([await codeAfter('PT29.999S'), await codeAfter('PT30S')]).toEqual([undefined, 'invalid_grant'])
})

test('the clock schedules the retries of a delivery relative to its first attempt', async () => {
  const { hook, subscribe, advance, call } = await sendingWorld({ retries: ['PT1M', 'PT5M'] })
  const { url } = await answering(500, 500, 200)
  await hook(url)
  await subscribe()
  const body = await advance({ until: 'idle' })
  expect(jobRuns({ body })).toEqual([
    ['09:01:00.000', 'deliveries.retry', 'retrying', 'retrying'],
    ['09:05:00.000', 'deliveries.retry', 'retrying', 'retrying'],
  ])
  expect(body.deliveries).toMatchObject([{ status: 'delivered', attempts: [{}, {}, { at: '2026-01-15T09:05:00.000Z' }] }])
  expect((await call('GET /_control/clock')).body.now).toBe('2026-01-15T09:05:00.000Z')
})

test('the clock finishes an account export two seconds after it started, and allows the next one a day later', async () => {
  const { call, pass } = mock()
  const begin = async () => (await call('POST /3.0/account-exports', { include_stages: ['audiences'] })).status
  expect(await begin()).toBe(200)
  expect(jobRuns(await pass('PT2S'))).toEqual([
    ['09:00:02.000', 'account-exports.begin', undefined, undefined],
    ['09:00:02.000', 'account-exports.write', 'running', 'finished'],
  ])
  await pass('PT23H59M59S')
  expect(await begin()).not.toBe(200)
  await pass('PT1S')
  expect(await begin()).toBe(200)
})

test('the clock refreshes the stats of a list every five minutes', async () => {
  const { call, pass } = await withList({}, { settings: { stats_cache: 'PT5M' } })
  const count = async () => (await call('GET /3.0/lists/a1b2c3d4e5')).body.stats.member_count
  await call('POST /3.0/lists/a1b2c3d4e5/members', { email_address: 'ada@acme.test', status: 'subscribed' })
  await pass('PT4M59S')
  expect(await count()).toBe(0)
  await pass('PT1S')
  expect(await count()).toBe(1)
})

test('the clock runs the timeline of a scenario, whether or not its steps can succeed', async () => {
  const { call, pass, plant } = mock({ scenario: 'starter' })
  const leaving = { trigger: 'member.unsubscribe', list_id: 'aaaaaaaaaa', email_address: 'ada@acme.test' } as const
  await plant((tx) => {
    planStep(tx, 600_000, { body: leaving })
    planStep(tx, 700_000, { body: { ...leaving, email_address: 'nobody@acme.test' } })
  })
  const status = async () => (await call('GET /3.0/lists/aaaaaaaaaa/members/ada@acme.test')).body.status
  await pass('PT9M59S')
  expect(await status()).toBe('subscribed')
  expect(jobRuns(await pass('PT5M'))).toEqual([
    ['09:10:00.000', 'timeline.run', 'pending', 'done'],
    ['09:11:40.000', 'timeline.run', 'pending', 'refused'],
  ])
  expect(await status()).toBe('unsubscribed')
})
