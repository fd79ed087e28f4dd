import { afterEach, describe, expect, test } from 'vitest'
import {
  connect,
  MaildoubleError,
  type ReceivedWebhook,
  type Receiver,
  WaitTimeoutError,
  WebhookHandlerError,
  type World,
} from '../../src/kit/client/index.ts'
import { startServer } from '../../src/index.ts'
import { receiver as plainReceiver } from '../receiver.ts'
import { BOB, clientAndWorld, LIST, targets, type TestTarget, thrownBy } from './targets.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

/** A world whose webhooks are sent, without the webhooks of its scenario. */
async function sendingWorld(target: TestTarget): Promise<World> {
  const { world } = await clientAndWorld(target, 'deliver')
  open.push(() => world[Symbol.asyncDispose]().catch(() => {}))
  for (const id of ['3eb0000011', '3eb0000012']) await world.fetch(`/lists/${LIST}/webhooks/${id}`, { method: 'DELETE' })
  await world.fetch('/batch-webhooks/3eb0000021', { method: 'DELETE' })
  return world
}

/** The application of a tester: its answers repeat the received events. */
const echo = async (request: Request) =>
  new Response(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`)

const eventsOf = (received: readonly ReceivedWebhook[]) => received.map(({ event, status }) => `${event} ${status}`)

describe.each(targets)('a receiver of a server %s', (_, start) => {
  async function world(): Promise<World> {
    const target = await start()
    open.push(() => target[Symbol.asyncDispose]())
    return sendingWorld(target)
  }

  /** The ways to receive: over a socket, and handed over. */
  const ways = [
    ['on a port', {}],
    ['without a socket', { url: 'https://app.test/hooks/s3cret' }],
  ] as const

  describe.each(ways)('%s', (__, way) => {
    // behaviour:webhook-received
    test('a receiver gets the webhooks of its list, decoded', async () => {
      const there = await world()
      await using hooks = await there.receiver({ list: LIST, events: ['subscribe', 'unsubscribe'], ...way })
      await there.trigger('member.subscribe', { list_id: LIST, email_address: 'eve@acme.test', merge_fields: { FNAME: 'Eve' } })
      await there.trigger('member.unsubscribe', { ...BOB, reason: 'Too many emails' })
      const left = await hooks.next('unsubscribe')
      expect(left).toMatchObject({
        type: 'unsubscribe',
        fired_at: '2026-01-15 09:00:00',
        data: { action: 'unsub', reason: 'manual' },
      })
      const joined = await hooks.next()
      expect(joined).toMatchObject({ type: 'subscribe', data: { email: 'eve@acme.test', merges: { FNAME: 'Eve' } } })
      expect(eventsOf(hooks.received)).toEqual(['subscribe 200', 'unsubscribe 200'])
      expect(hooks.received[0]?.request).toMatchObject({ url: hooks.url, headers: { 'user-agent': 'Service' } })
      expect(await there.deliveries.list()).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }])
    })

    test('a receiver gets the payload that the double recorded, for each event of a list', async () => {
      const there = await world()
      await using hooks = await there.receiver({ list: LIST, ...way })
      await there.trigger('member.update', { ...BOB, merge_fields: { FNAME: 'Robert' } })
      await there.trigger('member.change_email', { ...BOB, new_email_address: 'robert@acme.test' })
      await there.trigger('member.bounce', { list_id: LIST, email_address: 'ada@acme.test', bounce: 'hard' })
      await there.trigger('campaign.send', { list_id: LIST, subject_line: 'Hello' })
      await there.clock.advance(0)
      const sent = await there.deliveries.list()
      expect(new Set(sent.map(({ event }) => event))).toEqual(new Set(['profile', 'upemail', 'cleaned', 'campaign']))
      expect(hooks.received.map(({ payload }) => payload)).toEqual(sent.map(({ payload }) => payload))
    })

    test('a receiver gets finished batches if it is registered for them', async () => {
      const there = await world()
      await using hooks = await there.receiver({ batches: true, ...way })
      const body = JSON.stringify({ operations: [{ method: 'GET', path: '/ping' }] })
      const { id } = (await (await there.fetch('/batches', { method: 'POST', body })).json()) as { id: string }
      await there.clock.advance({ until: 'idle' })
      const { data } = await hooks.next('batch_operation_completed')
      expect([data.id, data.status, data.finished_operations]).toEqual([id, 'finished', '1'])
    })

    // behaviour:webhook-retried
    test('a receiver answers with the given status, and retries follow the clock', async () => {
      const there = await world()
      await using hooks = await there.receiver({ list: LIST, ...way })
      hooks.answer([500, new Response('Later.', { status: 503, headers: { 'x-colour': 'red' } }), 204])
      await there.trigger('member.unsubscribe', BOB)
      await hooks.next('unsubscribe')
      await there.clock.advance('PT5S')
      await there.clock.advance('PT10S')
      await hooks.next('unsubscribe')
      await hooks.next('unsubscribe')
      const [delivery] = await there.deliveries.list()
      expect(delivery?.status).toBe('delivered')
      expect(delivery?.attempts.map(({ response }) => [response?.status, response?.body])).toEqual([
        [500, ''],
        [503, 'Later.'],
        [204, ''],
      ])
      expect(delivery?.attempts[1]?.response?.headers['x-colour']).toBe('red')
    })

    test('a receiver answers with the result of a function of the request, and as before once the function is removed', async () => {
      const there = await world()
      await using hooks = await there.receiver({ list: LIST, ...way })
      hooks.answer(async (request) => new Response(null, { status: (await request.text()).includes('bob') ? 418 : 200 }))
      await there.trigger('member.unsubscribe', BOB)
      await hooks.next()
      hooks.answer()
      await there.trigger('member.unsubscribe', { list_id: LIST, email_address: 'ada@acme.test' })
      await hooks.next()
      expect(eventsOf(hooks.received)).toEqual(['unsubscribe 418', 'unsubscribe 200'])
    })

    // behaviour:webhook-application
    test('a receiver hands each request to the application, including the GET that validates the URL', async () => {
      const there = await world()
      await using hooks = await there.receiver({ list: LIST, app: echo, ...way })
      await there.trigger('member.unsubscribe', BOB)
      await hooks.next()
      const [check] = await there.deliveries.list({ event: 'validation' })
      const { pathname } = new URL(hooks.url)
      expect(check?.attempts[0]?.response?.body).toBe(`GET ${pathname} `)
      const [delivery] = await there.deliveries.list()
      expect(delivery?.attempts[0]?.response?.body).toBe(`POST ${pathname} ${delivery?.body}`)
    })

    test.each([404, 302, 500])(
      'a receiver is refused if its application answers the GET that validates the URL with %i',
      async (status) => {
        const there = await world()
        const app = ({ method }: Request) => new Response(null, { status: method === 'GET' ? status : 200 })
        expect(String(await thrownBy(() => there.receiver({ list: LIST, app, ...way })))).toMatch(
          new RegExp(
            `The webhook http\\S+ was not validated: its GET was answered ${status}\\.\nThe function given as \`app\` must answer`,
          ),
        )
        expect((await there.get(`/lists/${LIST}/webhooks`)).body.total_items).toBe(0)
      },
    )

    test('a receiver passes the strict validation of its URL', async () => {
      const there = await world()
      await there.settings.update({ 'webhooks.validation': 'strict' })
      await using hooks = await there.receiver({ list: LIST, ...way })
      expect(hooks.webhook).toMatchObject({ list_id: LIST, url: hooks.url })
    })

    test('an error that the function of a receiver throws is reported once, and the attempt has failed', async () => {
      const there = await world()
      const hooks = await there.receiver({ list: LIST, ...way })
      hooks.answer(() => {
        throw new TypeError('No such column')
      })
      await there.trigger('member.unsubscribe', BOB)
      const error = await thrownBy(() => hooks.next())
      expect(error).toBeInstanceOf(WebhookHandlerError)
      expect(String(error)).toBe(
        'WebhookHandlerError: The function that answers webhooks threw at unsubscribe of bob@acme.test: TypeError: No such column',
      )
      const [delivery] = await there.deliveries.list()
      expect(delivery?.status).toBe('retrying')
      expect(JSON.stringify(delivery?.attempts)).toContain('The function that receives it threw TypeError: No such column')
      await hooks.close()
    })

    test('an error in the function of a receiver is reported when the world is deleted if no test has read it', async () => {
      const there = await world()
      const hooks = await there.receiver({ list: LIST, ...way })
      // A mistake that JavaScript allows.
      hooks.answer((() => undefined) as unknown as () => Response)
      await there.trigger('member.unsubscribe', BOB)
      await there.clock.advance(0)
      expect(String(await thrownBy(() => there.delete()))).toMatch(/returned undefined instead of a Response/)
      expect(String(await thrownBy(() => there.status()))).toMatch(/There is no world .*\(404 of GET/s)
    })

    test('a receiver is unregistered and closed at its end', async () => {
      const there = await world()
      const hooks = await there.receiver({ list: LIST, ...way })
      await hooks.close()
      await hooks.close()
      const { total_items } = (await (await there.fetch(`/lists/${LIST}/webhooks`)).json()) as { total_items: number }
      expect(total_items).toBe(0)
      await using again = await there.receiver({ list: LIST, ...way })
      expect(again.received).toEqual([])
    })

    test('a receiver that is registered in a snapshot gets the webhooks after a restore', async () => {
      const there = await world()
      await using hooks = await there.receiver({ list: LIST, ...way })
      await there.snapshot('before')
      await there.trigger('member.unsubscribe', BOB)
      await hooks.next('unsubscribe')
      await there.restore('before')
      await there.trigger('member.unsubscribe', BOB)
      await hooks.next('unsubscribe')
      expect(hooks.received).toHaveLength(2)
    })
  })

  test('a receiver names the webhooks that arrived if none of them matches', async () => {
    const there = await world()
    await using hooks = await there.receiver({ list: LIST })
    hooks.answer([200, 500])
    await there.trigger('member.unsubscribe', BOB)
    await hooks.next()
    await there.trigger('member.unsubscribe', { list_id: LIST, email_address: 'ada@acme.test' })
    await there.deliveries.waitForAll({ event: 'unsubscribe' }, 2)
    const error = await thrownBy(() => hooks.next('subscribe', { wait: 100 }))
    expect(error).toBeInstanceOf(WaitTimeoutError)
    expect(String(error)).toBe(
      [
        `WaitTimeoutError: No further subscribe webhook arrived at ${hooks.url} within 100 ms.`,
        '',
        'Arrived, latest first:',
        '  unsubscribe  ada@acme.test  answered 500',
        '  unsubscribe  bob@acme.test  answered 200  returned by an earlier next()',
        'Sent by the double, latest first:',
        '  #3  unsubscribe  retrying   answered 500, next at 2026-01-15T09:00:05.000Z',
        '  #2  unsubscribe  delivered  answered 200',
      ].join('\n'),
    )
  })

  test('a receiver says if nothing was sent at all', async () => {
    const there = await world()
    await using hooks = await there.receiver({ list: LIST })
    expect(String(await thrownBy(() => hooks.next('subscribe', { wait: 0 })))).toMatch(
      /No webhook has arrived at all\.\nThe double has sent none\./,
    )
  })

  test('a receiver works for an application that registers its webhook itself', async () => {
    const there = await world()
    await using hooks = await there.receiver({ path: '/hooks?key=1' })
    const body = JSON.stringify({ url: hooks.url, events: { unsubscribe: true } })
    await there.fetch(`/lists/${LIST}/webhooks`, { method: 'POST', body })
    await there.trigger('member.unsubscribe', BOB)
    expect((await hooks.next('unsubscribe')).data.email).toBe('bob@acme.test')
    expect(new URL(hooks.url).search).toBe('?key=1')
  })

  test('two receivers of one world get their own webhooks', async () => {
    const there = await world()
    await using one = await there.receiver({ list: LIST, events: ['unsubscribe'], url: 'https://app.test/one' })
    await using other = await there.receiver({ list: LIST, events: ['cleaned'], url: 'https://app.test/other' })
    await there.trigger('member.unsubscribe', BOB)
    await there.trigger('member.bounce', { list_id: LIST, email_address: 'ada@acme.test', bounce: 'hard' })
    await there.clock.advance(0)
    expect([eventsOf(one.received), eventsOf(other.received)]).toEqual([['unsubscribe 200'], ['cleaned 200']])
  })

  test('a replay repeats the outcomes of a receiver without calling its function', async () => {
    const there = await world()
    let calls = 0
    const app = () => new Response(null, { status: ++calls === 3 ? 500 : 200 })
    await using hooks = await there.receiver({ list: LIST, url: 'https://app.test/hooks', app })
    await there.trigger('member.unsubscribe', BOB)
    await hooks.next()
    await there.trigger('member.unsubscribe', { list_id: LIST, email_address: 'ada@acme.test' })
    await hooks.next()
    await there.clock.advance('PT5S')
    const before = calls
    const { target } = there
    await using replayed = await connect(target).worlds.create({ id: 'replayed', bundle: await there.bundle() })
    const outcomes = async (each: World) =>
      (await each.deliveries.list()).map(({ event, status, attempts }) => [event, status, attempts.length])
    expect(await outcomes(replayed)).toEqual(await outcomes(there))
    expect(calls).toBe(before)
  })
})

describe('world.receiver() refuses', () => {
  async function world(): Promise<World> {
    const server = await startServer({ log: () => {} })
    open.push(() => server.stop())
    return sendingWorld(server)
  }
  const refusal = async (call: () => Promise<Receiver>): Promise<string> => {
    const error = await thrownBy(call)
    expect(error).toBeInstanceOf(MaildoubleError)
    return (error as Error).message
  }

  test('world.receiver() refuses a URL without a socket if the server is in another process', async () => {
    const there = await world()
    const remote = await connect({ url: there.target.url }).worlds.get(there.id)
    expect(await refusal(() => remote.receiver({ list: LIST, url: 'https://app.test/hooks' }))).toMatch(
      /^https:\/\/app\.test\/hooks can't be received without a socket: the server at http:\S+ runs in another process.*Leave out `url`/,
    )
  })

  test('world.receiver() refuses a world that records webhooks', async () => {
    const there = await world()
    await there.settings.update({ webhooks: { mode: 'record' } })
    expect(await refusal(() => there.receiver({ list: LIST }))).toMatch(/records webhooks and sends none/)
  })

  test('world.receiver() refuses a list that does not exist, and stops listening', async () => {
    const there = await world()
    const url = 'https://app.test/hooks'
    expect(await refusal(() => there.receiver({ list: 'ffffffffff', url }))).toMatch(
      /^The receiver was not registered: POST \/3\.0\/lists\/ffffffffff\/webhooks was answered 404 Resource Not Found\./,
    )
    await using hooks = await there.receiver({ list: LIST, url })
    expect(hooks.url).toBe(url)
  })

  test('world.receiver() refuses a host that the server may not call, or that leads elsewhere', async () => {
    const there = await world()
    expect(await refusal(() => there.receiver({ list: LIST, host: '192.0.2.1' }))).toMatch(
      /Start the server with --allow-egress 192\.0\.2\.1/,
    )
    await there.settings.update({ 'webhooks.validation': 'strict' })
    expect(await refusal(() => there.receiver({ list: LIST, host: '192.0.2.1' }))).toMatch(
      /Start the server with --allow-egress 192\.0\.2\.1/,
    )
    await there.settings.update({ 'webhooks.validation': 'send' })
    expect(await refusal(() => there.receiver({ list: LIST, host: 'no-such-host.invalid' }))).toMatch(
      /does not reach the receiver at http:\/\/no-such-host\.invalid:\d+\/: [^]*If the server at http:\S+ runs in a container/,
    )
    const { total_items } = (await (await there.fetch(`/lists/${LIST}/webhooks`)).json()) as { total_items: number }
    expect(total_items).toBe(0)
  })

  test('world.receiver() refuses a port that another server listens on', async () => {
    const there = await world()
    const other = await plainReceiver()
    open.push(() => other.close())
    expect(String(await thrownBy(() => there.receiver({ list: LIST, port: other.port })))).toMatch(/EADDRINUSE/)
  })

  test.each([
    [{ event: ['subscribe'] }, /There is no option "event"\. Did you mean events\?/],
    [{ colour: 'red' }, /There is no option "colour"\. There are: list, events, /],
    [{ list: LIST, batches: true }, /for a list or for batches/],
    [{ events: ['subscribe'] }, /require `list`/],
    [{ list: LIST, events: [] }, /`events` is empty/],
    [{ list: LIST, events: ['subscribed'] }, /There is no event "subscribed"\. Did you mean subscribe/],
    [{ list: LIST, events: [5] }, /There is no event 5\. There are: subscribe, /],
    [{ url: 'app.test/hooks' }, /"app\.test\/hooks" is not an http or https URL/],
    [{ url: 'https://app.test', port: 5000 }, /`url` goes without/],
    [{ path: 'hooks' }, /must begin with a slash/],
    [{ app: 'app' }, /`app` must be a function/],
  ])('a receiver with the options %o is rejected', async (options, message) => {
    const there = await world()
    expect(await refusal(() => there.receiver(options as object))).toMatch(message)
  })

  test('world.receiver() refuses to wait for an event that it is not registered for', async () => {
    const there = await world()
    await using hooks: Receiver = await there.receiver({ list: LIST, events: ['subscribe', 'profile'] })
    expect(String(await thrownBy(() => hooks.next('cleaned')))).toMatch(
      /gets no cleaned webhooks: it is registered for subscribe, profile\./,
    )
    expect(String(await thrownBy(() => hooks.next('profile', { wait: 'soon' as 'PT1S' })))).toMatch(/"soon" is no time to wait/)
    expect(String(await thrownBy(async () => hooks.answer(99)))).toMatch(/99 is no answer/)
  })

  test('world.receiver() refuses to wait any longer once it is closed', async () => {
    const there = await world()
    const hooks = await there.receiver({ list: LIST })
    const waiting = thrownBy(() => hooks.next('subscribe', { wait: 'PT2M' }))
    await hooks.close()
    expect(String(await waiting)).toMatch(/was closed before a further subscribe webhook arrived/)
  })
})
