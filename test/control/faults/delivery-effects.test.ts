import { describe, expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import type { Received } from '../../receiver.ts'
import { lists } from '../../../src/service/model/lists/list.ts'
import { makeList } from '../../../src/service/rules/lists/make.ts'
import { makeWebhook } from '../../../src/service/rules/webhooks/make.ts'
import { answering, HOOKS, LIST, MEMBERS, receiving, sendingWorld } from '../../outbound/delivery-world.ts'

type Given = Parameters<typeof sendingWorld>

/** A world with a webhook for subscribe events, and with the given delivery faults. */
async function faulty(faults: readonly object[], ...given: Given) {
  const world = await sendingWorld(...given)
  const there = await answering(200)
  const webhook = await world.hook(there.url)
  for (const fault of faults) await world.call('POST /_control/delivery-faults', fault)
  const subscribed = async (count: number) => {
    for (let i = 0; i < count; i++) await world.subscribe()
  }
  return { ...world, ...there, webhook, subscribed, receivedNames: () => there.received.map(nameOf) }
}

const nameOf = ({ body }: Received) => new URLSearchParams(body).get('data[email]')?.split('@')[0]
const standing = (deliveries: Body[]) => deliveries.map(({ id, status }) => [id, status])

describe('duplicate', () => {
  test('a delivery fault with duplicate sends two deliveries with the same payload, the second of which names the first', async () => {
    const { subscribed, advance, received, webhook } = await faulty([{ effect: 'duplicate', when: { nth: 2 } }])
    await subscribed(3)
    const { deliveries } = await advance({ by: 0 })
    expect(deliveries.map(({ id, duplicate_of, delivery_fault }: Body) => [id, duplicate_of, delivery_fault])).toEqual([
      [1, undefined, undefined],
      [2, undefined, undefined],
      [3, 2, 1],
      [4, undefined, undefined],
    ])
    const [, first, second] = deliveries
    expect(second).toMatchObject({ webhook_id: webhook.id, cause: first.cause, payload: first.payload, status: 'delivered' })
    expect(received.map(({ body }) => body)).toEqual(deliveries.map(({ body }: Body) => body))
    expect(received[1]?.body).toBe(received[2]?.body)
  })

  test('a delivery and its duplicate are retried independently', async () => {
    const { subscribe, call, hook, advance } = await sendingWorld()
    const { url, received } = await answering(500, 200)
    await hook(url)
    await call('POST /_control/delivery-faults', { effect: 'duplicate' })
    await subscribe()
    expect((await advance({ until: 'idle' })).deliveries).toMatchObject([
      { status: 'delivered', attempts: [{}, {}] },
      { status: 'delivered', attempts: [{}], duplicate_of: 1 },
    ])
    expect(received).toHaveLength(3)
  })
})

describe('drop', () => {
  test('a delivery fault with drop never sends the delivery, whose entry shows the drop', async () => {
    const { subscribed, advance, receivedNames } = await faulty([{ effect: 'drop', when: { first: 1 } }])
    await subscribed(2)
    const { deliveries } = await advance({ until: 'idle' })
    expect(deliveries).toMatchObject([
      { id: 1, status: 'recorded', reason: 'The delivery fault 1 dropped it.', delivery_fault: 1, attempts: [] },
      { id: 2, status: 'delivered' },
    ])
    expect(receivedNames()).toEqual(['m2'])
  })

  test('a dropped delivery can still be resent on request', async () => {
    const { subscribed, advance, call, receivedNames } = await faulty([{ effect: 'drop' }])
    await subscribed(1)
    await call('POST /_control/deliveries/1/resend')
    expect((await advance({ by: 0 })).deliveries).toMatchObject([
      { status: 'delivered', delivery_fault: 1, attempts: [{ resent: true }] },
    ])
    expect(receivedNames()).toEqual(['m1'])
  })
})

describe('delay', () => {
  test('a delivery fault with a delay postpones the delivery without holding up others to the same webhook', async () => {
    const { subscribed, advance, receivedNames } = await faulty([{ effect: { delay: 'PT5S' }, when: { first: 1 } }])
    await subscribed(2)
    const { deliveries } = await advance({ by: 'PT4S' })
    expect(deliveries).toMatchObject([
      { id: 1, status: 'pending', next_attempt_at: '2026-01-15T09:00:05.000Z', delivery_fault: 1, attempts: [] },
      { id: 2, status: 'delivered' },
    ])
    const later = await advance({ by: 'PT1S' })
    expect(later.ran).toMatchObject([{ at: '2026-01-15T09:00:05.000Z', job: 'deliveries.release', subject: '1' }])
    expect(later.deliveries).toMatchObject([{ id: 1, status: 'delivered', attempts: [{ at: '2026-01-15T09:00:05.000Z' }] }])
    expect(later.deliveries[0]).not.toHaveProperty('next_attempt_at')
    expect(receivedNames()).toEqual(['m2', 'm1'])
  })

  test.each([0, 'PT0S'])('a delivery fault with a delay of %s does not postpone the delivery', async (delay) => {
    const { subscribed, advance, receivedNames } = await faulty([{ effect: { delay } }])
    await subscribed(2)
    await advance({ by: 0 })
    expect(receivedNames()).toEqual(['m1', 'm2'])
  })

  test('a delivery fault with a delay schedules retries relative to the postponed attempt', async () => {
    const { subscribe, call, hook, advance } = await sendingWorld({ retries: ['PT1M'] })
    await hook((await answering(500, 200)).url)
    await call('POST /_control/delivery-faults', { effect: { delay: 30_000 } })
    await subscribe()
    expect((await advance({ until: 'idle' })).to).toBe('2026-01-15T09:01:30.000Z')
  })

  test('a delay of a delivery ends without further calls in a world with a running clock', async () => {
    const { subscribed, deliveries } = await faulty([{ effect: { delay: 'PT1H' } }], {}, { mode: 'scaled', rate: 100_000 })
    await subscribed(1)
    const [delivery] = await deliveries('?status=delivered&wait=PT2M')
    expect(Date.parse(delivery.attempts[0].at) - Date.parse(delivery.created_at)).toBeGreaterThanOrEqual(3_600_000)
  })

  test('a delayed delivery cannot be resent until the delay is over', async () => {
    const { subscribed, call } = await faulty([{ effect: { delay: 'PT5S' } }])
    await subscribed(1)
    expect((await call('POST /_control/deliveries/1/resend')).body).toMatchObject({
      status: 409,
      detail: 'The delivery 1 is held back by a delivery fault until 2026-01-15T09:00:05.000Z.',
    })
  })

  test('a delayed delivery is only recorded if the world no longer sends when it is due', async () => {
    const { subscribed, call, advance, receivedNames } = await faulty([{ effect: { delay: 'PT5S' } }])
    await subscribed(1)
    await call('PATCH /_control/settings', { webhooks: { mode: 'record' } })
    expect((await advance({ until: 'idle' })).deliveries).toMatchObject([{ status: 'recorded', attempts: [] }])
    expect(receivedNames()).toEqual([])
  })

  test('a delayed delivery is deleted with all others', async () => {
    const { subscribed, call, advance, receivedNames } = await faulty([{ effect: { delay: 'PT5S' } }])
    await subscribed(1)
    await call('DELETE /_control/deliveries')
    expect(await advance({ until: 'idle' })).toMatchObject({ ran: [] })
    expect(receivedNames()).toEqual([])
  })

  test('a delayed delivery is cancelled with the webhook if the receiver answers 410 in between', async () => {
    const { subscribe, call, hook, advance } = await sendingWorld()
    const { url, received } = await answering(410)
    await hook(url)
    await call('POST /_control/delivery-faults', { effect: { delay: 'PT5S' }, when: { first: 1 } })
    for (let i = 0; i < 2; i++) await subscribe()
    expect(await advance({ until: 'idle' })).toMatchObject({
      ran: [],
      deliveries: [{ status: 'failed', reason: 'The receiver had answered 410 before.', attempts: [] }, { status: 'failed' }],
    })
    expect(received).toHaveLength(1)
  })
})

describe('reorder', () => {
  test('a delivery fault with reorder sends the delivery right after the next one', async () => {
    const { subscribed, advance, receivedNames } = await faulty([{ effect: 'reorder', when: { nth: 1 } }])
    await subscribed(1)
    expect((await advance({ by: 0 })).deliveries).toMatchObject([
      { status: 'pending', next_attempt_at: '2026-01-15T09:01:00.000Z', delivery_fault: 1 },
    ])
    expect(receivedNames()).toEqual([])
    await subscribed(2)
    expect(await advance({ until: 'idle' })).toMatchObject({ ran: [], to: '2026-01-15T09:00:00.000Z' })
    expect(receivedNames()).toEqual(['m2', 'm1', 'm3'])
  })

  test('a delivery fault with reorder swaps deliveries in pairs', async () => {
    const { subscribed, advance, receivedNames, call } = await faulty([{ effect: 'reorder' }])
    await subscribed(5)
    await advance({ by: 0 })
    expect(receivedNames()).toEqual(['m2', 'm1', 'm4', 'm3'])
    expect((await call('GET /_control/delivery-faults/1')).body).toMatchObject({ seen: 5, fired: 3, last_fired_delivery: 5 })
  })

  test('a delivery fault with reorder keeps the delivery behind the next one while that one is delayed', async () => {
    const { subscribe, call, hook, advance } = await sendingWorld()
    const held: (() => void)[] = []
    const { url, received, got } = await receiving((_request, response) => void held.push(() => response.end()))
    await hook(url)
    await call('POST /_control/delivery-faults', { effect: 'reorder', when: { nth: 2 } })
    for (let i = 0; i < 4; i++) await subscribe()
    for (let i = 0; i < 4; i++) {
      await got(i + 1)
      held[i]?.()
    }
    await advance({ by: 0 })
    expect(received.map(nameOf)).toEqual(['m1', 'm3', 'm2', 'm4'])
  })

  test('a delivery fault with reorder sends the delivery after a minute if no other follows', async () => {
    const { subscribed, advance, receivedNames } = await faulty([{ effect: 'reorder' }])
    await subscribed(1)
    const { to, ran, deliveries } = await advance({ until: 'idle' })
    expect({ to, ran }).toMatchObject({
      to: '2026-01-15T09:01:00.000Z',
      ran: [{ at: '2026-01-15T09:01:00.000Z', job: 'deliveries.release', subject: '1' }],
    })
    expect(standing(deliveries)).toEqual([[1, 'delivered']])
    expect(receivedNames()).toEqual(['m1'])
  })

  test('a delivery fault with reorder applies per webhook: deliveries to another one do not overtake it', async () => {
    const { subscribed, advance, call, receivedNames } = await faulty([])
    const other = await answering(200)
    await call('POST /_control/delivery-faults', { effect: 'reorder', match: { url: `${other.url}/*` } })
    await call(`POST ${HOOKS}`, { url: `${other.url}/hook`, events: { subscribe: true } })
    await subscribed(1)
    await advance({ by: 'PT59S' })
    expect([receivedNames(), other.received]).toEqual([['m1'], []])
    await subscribed(1)
    await advance({ by: 0 })
    expect([receivedNames(), other.received.map(nameOf)]).toEqual([
      ['m1', 'm2'],
      ['m2', 'm1'],
    ])
  })

  test('neither dropped deliveries nor URL validations overtake a reordered delivery', async () => {
    const { subscribed, advance, receivedNames, call, webhook, deliveries } = await faulty(
      [
        { effect: 'reorder', when: { nth: 1 } },
        { effect: 'drop', when: { nth: 2 } },
      ],
      { validation: 'send' },
    )
    await subscribed(2)
    const there = await answering(200)
    await call(`PATCH ${HOOKS}/${webhook.id}`, { url: there.url })
    await advance({ by: 0 })
    expect(standing(await deliveries())).toEqual([
      [1, 'pending'],
      [2, 'recorded'],
    ])
    expect([receivedNames(), there.received.map(({ method }) => method)]).toEqual([[], ['GET']])
  })

  test('a delivery that was itself held back overtakes a reordered delivery once it is sent', async () => {
    const { subscribed, advance, receivedNames } = await faulty([
      { effect: 'reorder', when: { nth: 1 } },
      { effect: { delay: 'PT30S' }, when: { nth: 2 } },
    ])
    await subscribed(2)
    expect((await advance({ until: 'idle' })).to).toBe('2026-01-15T09:00:30.000Z')
    expect(receivedNames()).toEqual(['m2', 'm1'])
  })
})

describe('omit', () => {
  test('a delivery fault with omit sends an unsubscription without its action, in each attempt, and the next one whole', async () => {
    const { call, plant, advance } = await sendingWorld()
    const { url, received } = await answering(200, 500, 200)
    const events = { subscribe: true, unsubscribe: true }
    await plant((tx) => makeWebhook(tx, tx.first(lists.key, { id: LIST }) ?? makeList(tx, { name: '' }), { url, events }))
    await call('POST /_control/delivery-faults', {
      match: { event: 'unsubscribe' },
      effect: { omit: ['/data/action', '/data/merges/LNAME'] },
      when: { first: 1 },
    })
    for (const name of ['m1', 'm2']) {
      await call(`POST ${MEMBERS}`, { email_address: `${name}@acme.test`, status: 'subscribed' })
      await call(`PATCH ${MEMBERS}/${name}@acme.test`, { status: 'unsubscribed' })
    }
    const { deliveries } = await advance({ until: 'idle' })
    const actionsOf = (name: string) =>
      received
        .map(({ body }) => new URLSearchParams(body))
        .filter((form) => form.get('type') === 'unsubscribe' && form.get('data[email]') === `${name}@acme.test`)
        .map((form) => form.get('data[action]'))
    expect([actionsOf('m1'), actionsOf('m2')]).toEqual([[null, null], ['unsub']])
    expect(deliveries.map(({ delivery_fault, payload }: Body) => [delivery_fault, 'LNAME' in payload.data.merges])).toEqual([
      [undefined, true],
      [1, false],
      [undefined, true],
      [undefined, true],
    ])
  })

  test('a webhook without the omitted fields is not affected and counts as seen', async () => {
    const { call, subscribed, deliveries } = await faulty([{ effect: { omit: ['/data/action'] } }])
    await subscribed(1)
    expect((await deliveries())[0]?.delivery_fault).toBe(undefined)
    expect((await call('GET /_control/delivery-faults/1')).body).toMatchObject({ seen: 1, fired: 0 })
  })
})
