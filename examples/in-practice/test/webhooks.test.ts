// Webhooks, and the table that they keep up to date.
import { createMirror, ensureWebhook, save } from '#client'
import type { World } from 'maildouble/client'
import { ADA, BOB, expect, NEWS, pain } from './pain.ts'

type Api = Parameters<typeof createMirror>[0]

/** A mirror of the list, in which Ada and Bob are subscribed. Those to whom goodbye was said are in `left`. */
async function mirrorOf(world: World, api: Api, goodbye: () => void = () => {}) {
  const left: string[] = []
  const onLeave = async (email: string) => {
    goodbye()
    left.push(email)
  }
  const mirror = createMirror(api, NEWS, { onLeave })
  for (const email of [ADA, BOB]) mirror.subscribed.add(email)
  // As web frameworks do.
  const app = (request: Request) => mirror.receive(request).catch((error: Error) => new Response(error.message, { status: 500 }))
  await world.receiver({ list: NEWS, app })
  return { ...mirror, left }
}

/** A person leaves and comes back. */
async function leaveAndReturn(world: World) {
  const ada = { list_id: NEWS, email_address: ADA }
  await world.trigger('member.unsubscribe', ada)
  await world.clock.advance(1000)
  await world.trigger('member.subscribe', ada)
  await world.clock.advance('PT1H')
}

pain('a webhook arrives twice', { symptom: /the goodbyes/ }, async ({ world, api }) => {
  const { left, process } = await mirrorOf(world, api)
  await world.deliveryFaults.add({ effect: 'duplicate', must_fire: true })
  await world.trigger('member.unsubscribe', { list_id: NEWS, email_address: ADA })
  await world.clock.advance('PT1H')
  await process()
  expect(left, 'the goodbyes').toEqual([ADA])
})

pain('webhooks arrive out of order', { symptom: /Ada is subscribed/ }, async ({ world, api }) => {
  const { subscribed, process } = await mirrorOf(world, api)
  await world.deliveryFaults.add({ match: { event: 'unsubscribe' }, effect: 'reorder', must_fire: true })
  await leaveAndReturn(world)
  await process()
  expect(subscribed.has(ADA), 'Ada is subscribed').toBe(true)
})

pain('a webhook arrives late', { symptom: /Ada is subscribed/ }, async ({ world, api }) => {
  const { subscribed, process } = await mirrorOf(world, api)
  await world.deliveryFaults.add({ match: { event: 'unsubscribe' }, effect: { delay: 'PT10M' }, must_fire: true })
  await leaveAndReturn(world)
  await process()
  expect(subscribed.has(ADA), 'Ada is subscribed').toBe(true)
})

pain('a webhook is lost', { symptom: /Ada is subscribed/ }, async ({ world, api }) => {
  const { subscribed, process, reconcile } = await mirrorOf(world, api)
  await world.deliveryFaults.add({ effect: 'drop', must_fire: true })
  await world.trigger('member.unsubscribe', { list_id: NEWS, email_address: ADA })
  await world.clock.advance('PT1H')
  await process()
  await reconcile()
  expect(subscribed.has(ADA), 'Ada is subscribed').toBe(false)
})

pain('a webhook lacks a field', { symptom: /Ada is subscribed/ }, async ({ world, api }) => {
  const { subscribed, process } = await mirrorOf(world, api)
  await world.deliveryFaults.add({ effect: { omit: ['/data/action'] }, must_fire: true })
  await world.trigger('member.unsubscribe', { list_id: NEWS, email_address: ADA })
  await world.clock.advance('PT1H')
  await process()
  expect(subscribed.has(ADA), 'Ada is subscribed').toBe(false)
})

pain('the service stops sending webhooks', { symptom: /Bob is subscribed/ }, async ({ world, api }) => {
  await world.settings.update({ 'webhooks.give_up': { rate: 0.5, within: 'PT1H', least: 3 } })
  let isMailDown = true
  const { subscribed, process } = await mirrorOf(world, api, () => {
    if (isMailDown) throw new Error('our mail system is down')
  })
  await world.trigger('member.unsubscribe', { list_id: NEWS, email_address: ADA })
  await world.clock.advance('PT20M')
  await process()
  isMailDown = false
  await world.trigger('member.unsubscribe', { list_id: NEWS, email_address: BOB })
  await world.clock.advance('PT2H')
  await process()
  expect(subscribed.has(BOB), 'Bob is subscribed').toBe(false)
})

/** A list of the scenario `webhooks`. One of its webhooks has the source `api`. */
const HOOKS = '3eb0000001'

pain(
  'a program gets webhooks for its own changes',
  { symptom: /webhooks for our own changes/, world: { scenario: 'webhooks', settings: { 'webhooks.mode': 'record' } } },
  async ({ world, api }) => {
    await ensureWebhook(api, HOOKS, 'http://127.0.0.1:5000/hook')
    await save(api, HOOKS, ADA, { merge_fields: { FNAME: 'Augusta' } })
    expect(await world.deliveries.list({ event: 'profile' }), 'webhooks for our own changes').toEqual([])
    await world.trigger('member.update', { list_id: HOOKS, email_address: ADA, merge_fields: { FNAME: 'Ada' } })
    expect(await world.deliveries.list({ event: 'profile' })).toHaveLength(1)
  },
)
