import type { World } from 'maildouble/client'
import { ADA, CLARA, expect, LIST, test, UNAVAILABLE } from './service.ts'

const MEMBER = { list_id: LIST, email_address: CLARA }
const leave = (world: World) => world.trigger('member.unsubscribe', MEMBER)
const bounce = (world: World) => world.trigger('member.bounce', { ...MEMBER, bounce: 'hard' })
const rename = (world: World) => world.trigger('member.change_email', { ...MEMBER, new_email_address: ADA })

test.for<[title: string, event: (world: World) => Promise<unknown>, clara: string | undefined, ada: string | undefined]>([
  ['a member who leaves is unsubscribed', leave, 'unsubscribed', undefined],
  ['a member who bounces is cleaned', bounce, 'cleaned', undefined],
  ['a changed address is known', rename, undefined, 'subscribed'],
])('%s in our table as well', async ([, event, ...statuses], { world, service }) => {
  await event(world)
  await world.clock.advance({ until: 'idle' })
  expect([CLARA, ADA].map((email) => service.rowOf(email)?.status)).toEqual(statuses)
})

test.for([
  ['twice', 'duplicate'],
  ['in another order', 'reorder'],
  ['late', { delay: 'PT5M' }],
] as const)('our table is right after events that arrive %s', async ([, effect], { world, service }) => {
  await world.deliveryFaults.add({ match: { event: 'profile' }, effect, must_fire: true })
  await world.trigger('member.update', { ...MEMBER, merge_fields: { FNAME: 'Claire' } })
  await leave(world)
  await world.clock.advance({ until: 'idle' })
  expect(service.rowOf(CLARA)).toEqual({ status: 'unsubscribed', firstName: 'Claire' })
})

test('events that we cannot process for twenty minutes are delivered again until we can', async ({ world, service }) => {
  await service.fail('getMember', { when: { first: 4 }, effect: UNAVAILABLE })
  await leave(world)
  await world.clock.advance('PT20M')
  expect(service.rowOf(CLARA)).toBeUndefined()
  await world.clock.advance('PT10M')
  expect(service.hooks.received.map(({ status }) => status)).toEqual([503, 503, 503, 503, 200])
  expect(service.rowOf(CLARA)?.status).toBe('unsubscribed')
})

test('webhook calls from others are rejected', async ({ service }) => {
  const forged = new URLSearchParams({ type: 'unsubscribe', 'data[email]': CLARA })
  expect((await fetch(new URL('/hooks/guess', service.hooks.url), { method: 'POST', body: forged })).status).toBe(404)
})
