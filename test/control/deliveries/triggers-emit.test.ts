import { expect, test } from 'vitest'
import { makeBatchWebhook } from '../../../src/service/rules/batch-webhooks/make.ts'
import { deliveries } from '../../../src/service/model/deliveries/delivery.ts'
import { makeList } from '../../../src/service/rules/lists/make.ts'
import { makeWebhook } from '../../../src/service/rules/webhooks/make.ts'
import { ID } from '../../resources/member-world.ts'
import { triggerWorld } from './trigger-world.ts'

test('event.emit sends any payload as the service would, although nothing has happened', async () => {
  const { cause, plant } = await triggerWorld()
  const payload = { id: 'abc', merges: { FNAME: 'Ada' }, tags: ['a', 'b'] }
  const { body } = await cause('event.emit', { event: 'subscribe', list_id: ID, payload })
  expect(body).toEqual({ trigger: 'event.emit', events: [{ event: 'subscribe', list_id: ID }], deliveries: [1], changed: [] })
  const [delivery] = await plant((tx) => tx.range(deliveries.key).all())
  expect(delivery).toMatchObject({
    event: 'subscribe',
    url: 'http://127.0.0.1:5000/hook',
    cause: { trigger: 'event.emit' },
    body: new URLSearchParams({
      type: 'subscribe',
      fired_at: '2026-01-15 09:00:00',
      'data[id]': 'abc',
      'data[merges][FNAME]': 'Ada',
      'data[tags][0]': 'a',
      'data[tags][1]': 'b',
    }).toString(),
  })
})

test('event.emit reaches the webhooks with that event and source enabled, on all lists unless one is named', async () => {
  const { cause, plant } = await triggerWorld()
  await plant((tx) => {
    const other = makeList(tx, { name: 'Other' })
    makeWebhook(tx, other, {
      url: 'http://127.0.0.1:5000/api',
      events: { profile: true, campaign: true },
      sources: { api: true },
    })
  })
  const reached = async (fields: object) => (await cause('event.emit', fields)).body.deliveries.length
  expect(await reached({ event: 'profile' })).toBe(1)
  expect(await reached({ event: 'profile', source: 'api' })).toBe(2)
  expect(await reached({ event: 'profile', source: 'api', list_id: ID })).toBe(1)
  expect(await reached({ event: 'subscribe', source: 'api' })).toBe(1)
  // A campaign event has no source.
  expect(await reached({ event: 'campaign', source: 'user' })).toBe(2)
})

test('an emitted batch event reaches batch webhooks', async () => {
  const { cause, plant } = await triggerWorld()
  await plant((tx) => makeBatchWebhook(tx, { url: 'http://127.0.0.1:5000/batches' }))
  const { body } = await cause('event.emit', { event: 'batch_operation_completed', payload: { id: 'abc' } })
  expect(body.deliveries).toHaveLength(1)
  expect(await plant((tx) => tx.range(deliveries.key).all())).toMatchObject([{ payload: { data: { id: 'abc' } } }])
})

test.each([
  [{}, '/event'],
  [{ event: 'birthday' }, '/event'],
  [{ event: 'subscribe', list_id: 'ffffffffff' }, '/list_id'],
  [{ event: 'batch_operation_completed', list_id: ID }, '/list_id'],
  [{ event: 'subscribe', payload: 'x' }, '/payload'],
  [{ event: 'subscribe', source: 'x' }, '/source'],
])('event.emit with the fields %j is rejected at %j', async (fields, pointer) => {
  const { refusal } = await triggerWorld()
  expect(await refusal({ trigger: 'event.emit', ...fields })).toMatchObject({ status: 422, errors: [{ pointer }] })
})
