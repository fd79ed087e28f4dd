import { expect, test } from 'vitest'
import { outstandingBatchDeliveries } from '../../src/service/rules/batch-webhooks/announce.ts'
import { makeBatchWebhook } from '../../src/service/rules/batch-webhooks/make.ts'
import { shownDelivery } from '../../src/service/rules/deliveries/payload.ts'
import { URL_A, webhookWorld } from './webhook-world.ts'

const OPERATIONS = { operations: [{ method: 'GET', path: '/ping' }] }

test('a finished batch is announced to each batch webhook once', async () => {
  const { call, pass, plant, webhookDeliveries, hook, handle } = await webhookWorld()
  await hook()
  const [first, second] = await plant((tx) => [
    makeBatchWebhook(tx, { url: URL_A }),
    makeBatchWebhook(tx, { url: `${URL_A}/2`, enabled: true }),
  ])
  await plant((tx) => makeBatchWebhook(tx, { url: `${URL_A}/off`, enabled: false }))
  const { body: made } = await call('POST /3.0/batches', OPERATIONS)
  await pass('PT10S')
  const deliveries = (await webhookDeliveries()).map((each) => shownDelivery(handle().world, each))
  const { body: batch } = await call(`GET /3.0/batches/${made.id}`)
  expect(deliveries).toMatchObject([
    { event: 'batch_operation_completed', webhook_id: first?.id, list_id: '', cause: { job: `batches.finish/${made.id}` } },
    { event: 'batch_operation_completed', webhook_id: second?.id },
  ])
  const { response_body_url, ...record } = batch
  const { data, ...rest } = deliveries[0]?.payload ?? {}
  expect(rest).toEqual({ type: 'batch_operation_completed', fired_at: '2026-01-15 09:00:00' })
  expect(data).toEqual({
    ...record,
    total_operations: '1',
    finished_operations: '1',
    errored_operations: '0',
    status: 'finished',
    response_body_url: expect.stringMatching(/^http:\/\/maildouble\.test\/_files\/batches\//),
  })
  expect(response_body_url).not.toBe('')
  expect(Object.keys(data as object)).toEqual(Object.keys(batch))
  expect(deliveries[0]?.body).toContain(
    '&data%5B_links%5D%5B0%5D%5Brel%5D=parent&data%5B_links%5D%5B0%5D%5Bhref%5D=http%3A%2F%2Fmaildouble.test%2F3.0%2Fbatches&',
  )
})

test('a finished batch is not announced to a webhook that was deleted before', async () => {
  const { call, pass, plant, webhookDeliveries } = await webhookWorld()
  await plant((tx) => makeBatchWebhook(tx, { url: URL_A }))
  const { body } = await call('POST /3.0/batches', OPERATIONS)
  await call(`DELETE /3.0/batches/${body.id}`)
  await pass('PT10S')
  expect(await webhookDeliveries()).toEqual([])
})

test('a finished batch is no longer outstanding once its deliveries have ended', async () => {
  const { call, pass, plant } = await webhookWorld({ mode: 'deliver', retries: ['PT1M'] })
  await plant((tx) => makeBatchWebhook(tx, { url: URL_A }))
  await call('POST /3.0/batches', OPERATIONS)
  await pass('PT10S')
  expect(await plant(outstandingBatchDeliveries)).toBe(1)
  await pass('PT1M')
  expect(await plant(outstandingBatchDeliveries)).toBe(0)
})
