import { expect, LIST, test } from './service.js'

const CLARA = 'confirmed@acme.test'
const CLARA_LEAVES = { list_id: LIST, email_address: CLARA, reason: 'Too many letters' }

test('a member who leaves is unsubscribed in our table as well', async ({ world, service }) => {
  await world.trigger('member.unsubscribe', CLARA_LEAVES)
  await world.deliveries.waitFor({ event: 'unsubscribe', status: 'delivered' })
  expect(service.statusOf(CLARA)).toBe('unsubscribed')
})

test('a member whose mailbox is gone is marked as cleaned', async ({ world, service }) => {
  await world.trigger('member.bounce', { list_id: LIST, email_address: CLARA, bounce: 'hard' })
  await world.deliveries.waitFor({ event: 'cleaned', status: 'delivered' })
  expect(service.statusOf(CLARA)).toBe('cleaned')
})

test('a repeated event counts once', async ({ world, service }) => {
  await world.deliveryFaults.add({ match: { event: 'unsubscribe' }, effect: 'duplicate', must_fire: true })
  await world.trigger('member.unsubscribe', CLARA_LEAVES)
  await world.clock.advance({ until: 'idle' })
  expect(await answers(world)).toEqual(['applied', 'duplicate'])
  expect(service.statusOf(CLARA)).toBe('unsubscribed')
})

test('the later of two events counts, whatever their order of arrival', async ({ world, service }) => {
  await world.deliveryFaults.add({ match: { event: 'profile' }, effect: { delay: 'PT5M' }, must_fire: true })
  await world.trigger('member.update', { list_id: LIST, email_address: CLARA, merge_fields: { FNAME: 'Claire' } })
  await world.clock.advance('PT1M')
  await world.trigger('member.unsubscribe', CLARA_LEAVES)
  await world.clock.advance('PT10M')
  expect(await answers(world)).toEqual(['late', 'applied'])
  expect(service.statusOf(CLARA)).toBe('unsubscribed')
})

test('of two events in the same second, the service is asked which was the last', async ({ world, service }) => {
  await world.deliveryFaults.add({ match: { event: 'profile' }, effect: 'reorder', must_fire: true })
  await world.trigger('member.update', { list_id: LIST, email_address: CLARA, merge_fields: { FNAME: 'Claire' } })
  await world.trigger('member.unsubscribe', CLARA_LEAVES)
  await world.clock.advance({ until: 'idle' })
  await world.requests.verify({ match: { operation: 'getMember' }, count: { exactly: 1 } })
  expect(service.statusOf(CLARA)).toBe('unsubscribed')
})

test('a member with a changed address is known by the new one', async ({ world, service }) => {
  const new_email_address = 'clara@example.com'
  await world.trigger('member.change_email', { list_id: LIST, email_address: CLARA, new_email_address })
  await world.clock.advance({ until: 'idle' })
  expect([service.statusOf(CLARA), service.statusOf(new_email_address)]).toEqual(['renamed', 'subscribed'])
})

test('events during our downtime arrive when we are back', async ({ world, service }) => {
  service.goDown()
  await world.trigger('member.unsubscribe', CLARA_LEAVES)
  await world.clock.advance('PT20M')
  expect(service.statusOf(CLARA)).toBeUndefined()

  service.comeBack()
  await world.clock.advance('PT10M')
  const [delivery] = await world.deliveries.list({ event: 'unsubscribe' })
  expect(delivery.attempts.map(({ response }) => response.status)).toEqual([503, 503, 503, 503, 200])
  expect(service.statusOf(CLARA)).toBe('unsubscribed')
})

test('an event that cannot be processed is delivered again', async ({ world, service }) => {
  const effect = { problem: { preset: 'InternalServerError' } }
  await world.faults.add({ match: { operation: 'getMember' }, when: { first: 1 }, effect, must_fire: true })
  const new_email_address = 'clara@example.com'
  await world.trigger('member.change_email', { list_id: LIST, email_address: CLARA, new_email_address })
  await world.clock.advance('PT1M')
  expect(service.statusOf(new_email_address)).toBe('subscribed')
})

test('webhook calls from others are rejected', async ({ service }) => {
  const forged = new URLSearchParams({ type: 'unsubscribe', 'data[email]': CLARA })
  expect((await fetch(`${service.url}/hooks/guess`, { method: 'POST', body: forged })).status).toBe(404)
})

/** The responses of the receiver, delivery by delivery. */
async function answers(world) {
  const deliveries = await world.deliveries.list()
  return deliveries.flatMap(({ attempts }) => attempts.map(({ response }) => response.body))
}
