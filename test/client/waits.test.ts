import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connect, type World } from '../../src/kit/client/index.ts'
import { receiver } from '../receiver.ts'
import { BOB, targets, clientAndWorld, LIST, thrownBy, type TestTarget } from './targets.ts'

const EVE = { list_id: LIST, email_address: 'eve@acme.test' } as const

test('a wait times out before the default five-second timeout of test runners', async () => {
  const asked: (string | null)[] = []
  const { worlds } = connect({
    url: 'http://ci',
    fetch: (input) => {
      const { searchParams } = new URL(input)
      if (searchParams.has('wait')) asked.push(searchParams.get('wait'))
      return Response.json({ id: 'x', oauth: {}, deliveries: [], emails: [], total: 0 })
    },
  })
  const world = await worlds.get('x')
  await thrownBy(() => world.deliveries.waitFor())
  await thrownBy(() => world.emails.waitFor())
  expect(asked).toEqual(['PT3S', 'PT3S'])
})

describe.each(targets)('waits of the client, %s', (_, open) => {
  let target: TestTarget
  const hooks: { close: () => void }[] = []

  beforeAll(async () => {
    target = await open()
  })
  afterAll(() => target[Symbol.asyncDispose]())
  afterEach(() => {
    for (const each of hooks.splice(0)) each.close()
  })

  /** A world whose only webhook has a receiver with the given status. */
  async function hooked(answer?: Parameters<typeof receiver>[0]): Promise<World> {
    const hook = await receiver(answer)
    hooks.push(hook)
    const world = await connect(target).worlds.create({ scenario: 'webhooks', settings: { webhooks: { validation: 'off' } } })
    for (const id of ['3eb0000011', '3eb0000012']) await world.fetch(`/lists/${LIST}/webhooks/${id}`, { method: 'DELETE' })
    const body = JSON.stringify({ url: hook.url, events: { subscribe: true, unsubscribe: true }, sources: { user: true } })
    await world.fetch(`/lists/${LIST}/webhooks`, { method: 'POST', body })
    return world
  }

  describe('deliveries.waitFor', () => {
    test('deliveries.waitFor resolves to a delivery whose attempt is over, so that the receiver has run', async () => {
      const world = await hooked((_request, response) => response.writeHead(418).end('no coffee'))
      await world.trigger('member.subscribe', EVE)
      const waiting = world.deliveries.waitFor({ event: 'subscribe' })
      expect(await waiting).toMatchObject({ status: 'retrying', attempts: [{ response: { status: 418, body: 'no coffee' } }] })
    })

    test('deliveries.waitFor waits for a later delivery', async () => {
      const world = await hooked()
      const waiting = world.deliveries.waitFor({ event: 'unsubscribe', wait: 'PT2M' })
      await world.trigger('member.subscribe', EVE)
      await world.trigger('member.unsubscribe', BOB)
      expect(await waiting).toMatchObject({ event: 'unsubscribe', status: 'delivered' })
    })

    test('deliveries.waitFor resolves to the first of several deliveries', async () => {
      const world = await hooked()
      await world.trigger('member.subscribe', EVE)
      await world.trigger('member.unsubscribe', BOB)
      await world.deliveries.waitForAll({}, 2)
      expect((await world.deliveries.waitFor()).event).toBe('subscribe')
      expect((await world.deliveries.waitFor({ after: 1 })).event).toBe('unsubscribe')
    })

    test('deliveries.waitFor shows other deliveries on timeout', async () => {
      const { world } = await clientAndWorld(target)
      await world.trigger('member.unsubscribe', BOB)
      await world.trigger('member.subscribe', { ...EVE, source: 'admin' })
      const error = await thrownBy(() => world.deliveries.waitFor({ event: 'campaign', list_id: LIST, wait: 20 }))
      expect(error).toMatchInlineSnapshot(`
        [WaitTimeoutError: No such delivery was attempted within 20 ms (event campaign, list_id 3eb0000001).

        Other items, latest first:
          #3  subscribe    recorded  http://127.0.0.1:5000/hook
          #2  unsubscribe  recorded  http://127.0.0.1:5000/leavers
          #1  unsubscribe  recorded  http://127.0.0.1:5000/hook]
      `)
    })

    test('deliveries.waitFor shows on timeout how an attempt failed, and when the next one is due', async () => {
      const world = await hooked((_request, response) => response.writeHead(500).end())
      await world.trigger('member.subscribe', EVE)
      await world.deliveries.waitFor()
      const error = await thrownBy(() => world.deliveries.waitFor({ status: 'delivered', wait: 20 }))
      expect(String(error).replace(/http:\S+/, '<hook>')).toMatchInlineSnapshot(`
        "WaitTimeoutError: No such delivery was attempted within 20 ms (status delivered).

        Other items, latest first:
          #1  subscribe  retrying  <hook>  answered 500, next at 2026-01-15T09:00:05.000Z"
      `)
    })

    test('deliveries.waitFor says on timeout if there were no deliveries', async () => {
      const { world } = await clientAndWorld(target)
      expect(await thrownBy(() => world.deliveries.waitFor({ wait: 'PT0.02S' }))).toMatchInlineSnapshot(`
        [WaitTimeoutError: No delivery was attempted within PT0.02S.

        No webhook was sent at all. Does the world have one for this event and its source?]
      `)
    })
  })

  describe('deliveries.waitForAll', () => {
    test('deliveries.waitForAll resolves to the requested number, oldest first', async () => {
      const world = await hooked()
      const waiting = world.deliveries.waitForAll({ event: 'subscribe' }, 2)
      for (const name of ['eve', 'flo', 'gus'])
        await world.trigger('member.subscribe', { ...EVE, email_address: `${name}@acme.test` })
      expect((await waiting).map(({ id }) => id)).toEqual([1, 2])
    })

    test('deliveries.waitForAll says on timeout how many deliveries there were', async () => {
      const { world } = await clientAndWorld(target)
      await world.trigger('member.subscribe', { ...EVE, source: 'admin' })
      const error = await thrownBy(() => world.deliveries.waitForAll({ event: 'subscribe', wait: 20 }, 3))
      expect(String(error)).toContain('Only 1 of 3 such deliveries were attempted within 20 ms (event subscribe).')
    })
  })

  describe('emails.waitFor', () => {
    // behaviour:email
    test('emails.waitFor resolves to the first match', async () => {
      const { world } = await clientAndWorld(target)
      const waiting = world.emails.waitFor({ to: 'EVE@acme.test' })
      const body = JSON.stringify({ email_address: 'eve@acme.test', status: 'pending' })
      await world.fetch(`/lists/${LIST}/members`, { method: 'POST', body })
      expect(await waiting).toMatchObject({ to: 'eve@acme.test', kind: 'confirm_subscription' })
    })

    test('emails.waitFor shows the latest other emails on timeout', async () => {
      const { world } = await clientAndWorld(target)
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
        const body = JSON.stringify({ email_address: `${name}@acme.test`, status: 'pending' })
        await world.fetch(`/lists/${LIST}/members`, { method: 'POST', body })
      }
      expect(await thrownBy(() => world.emails.waitFor({ to: 'eve@acme.test', wait: 20 }))).toMatchInlineSnapshot(`
        [WaitTimeoutError: No such email was sent within 20 ms (to eve@acme.test).

        Other items, latest first (5 of 7):
          #7  confirm_subscription  g@acme.test  "Please confirm your subscription: Acme Hooks"
          #6  confirm_subscription  f@acme.test  "Please confirm your subscription: Acme Hooks"
          #5  confirm_subscription  e@acme.test  "Please confirm your subscription: Acme Hooks"
          #4  confirm_subscription  d@acme.test  "Please confirm your subscription: Acme Hooks"
          #3  confirm_subscription  c@acme.test  "Please confirm your subscription: Acme Hooks"]
      `)
    })
  })
})
