import { CLARA, expect, LIST, test } from './service.js'

const MEMBER = { list_id: LIST, email_address: CLARA }
const NEW_ADDRESS = 'clara@example.com'
const leave = (world) => world.trigger('member.unsubscribe', MEMBER)
const changeName = (world) => world.trigger('member.update', { ...MEMBER, merge_fields: { FNAME: 'Claire' } })
const changeAddress = (world) => world.trigger('member.change_email', { ...MEMBER, new_email_address: NEW_ADDRESS })

test('a member who leaves is unsubscribed in our table as well', async ({ world, service }) => {
  await leave(world)
  await service.hooks.next('unsubscribe')
  expect(service.statusOf(CLARA)).toBe('unsubscribed')
})

test('a member whose mailbox is gone is marked as cleaned', async ({ world, service }) => {
  await world.trigger('member.bounce', { ...MEMBER, bounce: 'hard' })
  await service.hooks.next('cleaned')
  expect(service.statusOf(CLARA)).toBe('cleaned')
})

test('a repeated event counts once', async ({ world, service }) => {
  await world.deliveryFaults.add({ match: { event: 'unsubscribe' }, effect: 'duplicate', must_fire: true })
  await leave(world)
  await world.clock.advance({ until: 'idle' })
  expect(await results(world)).toEqual(['applied', 'duplicate'])
  expect(service.statusOf(CLARA)).toBe('unsubscribed')
})

test('the later of two events counts, whatever their order of arrival', async ({ world, service }) => {
  await world.deliveryFaults.add({ match: { event: 'profile' }, effect: { delay: 'PT5M' }, must_fire: true })
  await changeName(world)
  await world.clock.advance('PT1M')
  await leave(world)
  await world.clock.advance('PT10M')
  expect(await results(world)).toEqual(['late', 'applied'])
  expect(service.statusOf(CLARA)).toBe('unsubscribed')
})

test('of two events in the same second, the service is asked which was the last', async ({ world, service }) => {
  await world.deliveryFaults.add({ match: { event: 'profile' }, effect: 'reorder', must_fire: true })
  await changeName(world)
  await leave(world)
  await world.clock.advance({ until: 'idle' })
  expect(await service.answersTo('getMember')).toEqual([200])
  expect(service.statusOf(CLARA)).toBe('unsubscribed')
})

test('a member with a changed address is known by the new one', async ({ world, service }) => {
  await changeAddress(world)
  await world.clock.advance({ until: 'idle' })
  expect([service.statusOf(CLARA), service.statusOf(NEW_ADDRESS)]).toEqual(['renamed', 'subscribed'])
})

test('events during our downtime arrive when we are back', async ({ world, service }) => {
  service.hooks.answer(503)
  await leave(world)
  await world.clock.advance('PT20M')
  expect(service.statusOf(CLARA)).toBeUndefined()
  service.hooks.answer()
  await world.clock.advance('PT10M')
  expect(service.hooks.received.map(({ status }) => status)).toEqual([503, 503, 503, 503, 200])
  expect(service.statusOf(CLARA)).toBe('unsubscribed')
})

test('an event that cannot be processed is delivered again', async ({ world, service }) => {
  await service.fail('getMember', { when: { first: 1 }, effect: { problem: { preset: 'InternalServerError' } } })
  await changeAddress(world)
  await world.clock.advance('PT1M')
  expect(service.statusOf(NEW_ADDRESS)).toBe('subscribed')
})

test('webhook calls from others are rejected', async ({ service }) => {
  const forged = new URLSearchParams({ type: 'unsubscribe', 'data[email]': CLARA })
  expect((await fetch(new URL('/hooks/guess', service.hooks.url), { method: 'POST', body: forged })).status).toBe(404)
})

/** What became of each delivery here, in the order in which they were sent. */
const results = async (world) => (await world.deliveries.list()).flatMap(({ attempts }) => attempts.map(({ response }) => response.body))
