import { CLARA, expect, LIST, test } from './service.js'

const MEMBER = { list_id: LIST, email_address: CLARA }
const RENAMED = { ...MEMBER, new_email_address: 'clara@example.com' }

test.for([
  ['a member who leaves is unsubscribed', 'member.unsubscribe', MEMBER, 'unsubscribe', ['unsubscribed', undefined]],
  ['a member who bounces is cleaned', 'member.bounce', { ...MEMBER, bounce: 'hard' }, 'cleaned', ['cleaned', undefined]],
  ['a changed address is known', 'member.change_email', RENAMED, 'upemail', ['renamed', 'subscribed']],
])('%s in our table as well', async ([, trigger, given, event, statuses], { world, service }) => {
  await world.trigger(trigger, given)
  await service.hooks.next(event)
  expect([CLARA, RENAMED.new_email_address].map(service.statusOf)).toEqual(statuses)
})

test.for([
  ['a repeated event counts once', 'unsubscribe', 'duplicate', 'PT1M', 'applied applied duplicate', 0],
  ['the later of two events counts, in any order', 'profile', { delay: 'PT5M' }, 'PT1M', 'late applied', 0],
  ['of two events in one second, the service knows the last', 'profile', 'reorder', 0, 'applied applied', 1],
])('%s', async ([, event, effect, pause, results, questions], { world, service }) => {
  await world.deliveryFaults.add({ match: { event }, effect, must_fire: true })
  await world.trigger('member.update', { ...MEMBER, merge_fields: { FNAME: 'Claire' } })
  await world.clock.advance(pause)
  await world.trigger('member.unsubscribe', MEMBER)
  await world.clock.advance({ until: 'idle' })
  const deliveries = await world.deliveries.list()
  expect(deliveries.flatMap(({ attempts }) => attempts.map(({ response }) => response.body)).join(' ')).toBe(results)
  expect(await service.answersTo('getMember')).toHaveLength(questions)
  expect(service.statusOf(CLARA)).toBe('unsubscribed')
})

test('events during our downtime arrive when we are back', async ({ world, service }) => {
  service.hooks.answer(503)
  await world.trigger('member.unsubscribe', MEMBER)
  await world.clock.advance('PT20M')
  expect(service.statusOf(CLARA)).toBeUndefined()
  service.hooks.answer()
  await world.clock.advance('PT10M')
  expect(service.hooks.received.map(({ status }) => status)).toEqual([503, 503, 503, 503, 200])
  expect(service.statusOf(CLARA)).toBe('unsubscribed')
})

test('an event that cannot be processed is delivered again', async ({ world, service }) => {
  await service.fail('getMember', { when: { first: 1 }, effect: { problem: { preset: 'InternalServerError' } } })
  await world.trigger('member.change_email', RENAMED)
  await world.clock.advance('PT1M')
  expect(service.statusOf(RENAMED.new_email_address)).toBe('subscribed')
})

test('webhook calls from others are rejected', async ({ service }) => {
  const forged = new URLSearchParams({ type: 'unsubscribe', 'data[email]': CLARA })
  expect((await fetch(new URL('/hooks/guess', service.hooks.url), { method: 'POST', body: forged })).status).toBe(404)
})
