import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, MaildoubleError, type Maildouble, type World } from '../../src/kit/client/index.ts'
import { createDouble, type Double } from '../../src/index.ts'
import { BOB, LIST, thrownBy } from './targets.ts'

const vocabulary = {
  paths: { webhooks: 'hooks', 'batch-webhooks': 'batch-hooks' },
  keys: {
    id: 'ident',
    events: 'occasions',
    sources: 'origins',
    type: 'kind',
    data: 'content',
    merges: 'extras',
    unsubscribe: 'leaving',
    title: 'headline',
  },
  values: {
    type: { unsubscribe: 'left', batch_operation_completed: 'batch_done' },
    reason: { manual: 'by_hand' },
    title: { 'Resource Not Found': 'Not Here' },
  },
  headers: { 'X-Service-Signature': 'X-Brand-Signature' },
  user_agent: 'Brand',
}

const url = 'https://app.test/hooks'

describe('a receiver in a world with a vocabulary', () => {
  let double: Double
  let maildouble: Maildouble
  beforeAll(async () => {
    double = await createDouble({ scenario: 'empty', log: () => {} })
    maildouble = connect(double)
  })
  afterAll(() => double[Symbol.asyncDispose]())

  /** A world whose webhooks are sent, without the webhooks of its scenario. */
  async function brandWorld(): Promise<World> {
    const settings = { webhooks: { mode: 'deliver', signing: 'on' } } as const
    const world = await maildouble.worlds.create({ scenario: 'webhooks', vocabulary, settings })
    for (const id of ['3eb0000011', '3eb0000012']) await world.fetch(`/lists/${LIST}/hooks/${id}`, { method: 'DELETE' })
    await world.fetch('/batch-hooks/3eb0000021', { method: 'DELETE' })
    return world
  }

  // behaviour:vocabulary
  test('a receiver in a world with a vocabulary is registered for events of a list, and reads their payloads in the words of the reference', async () => {
    await using world = await brandWorld()
    await using hooks = await world.receiver({ list: LIST, events: ['unsubscribe', 'profile'], sources: ['user', 'admin'], url })
    expect(hooks.webhook).toMatchObject({
      list_id: LIST,
      signing_secret: expect.any(String),
      url,
      events: { unsubscribe: true, profile: true, subscribe: false },
      sources: { user: true, admin: true, api: false },
    })
    await world.trigger('member.unsubscribe', BOB)
    const left = await hooks.next('unsubscribe')
    expect(left).toMatchObject({ type: 'unsubscribe', data: { list_id: LIST, reason: 'manual', email: BOB.email_address } })
    expect(left.data.merges.EMAIL).toBe(BOB.email_address)

    const [received] = hooks.received
    expect(received?.event).toBe('unsubscribe')
    const form = new URLSearchParams(received?.request.body)
    expect([form.get('kind'), form.get('content[reason]'), form.get('content[extras][EMAIL]')]).toEqual([
      'left',
      'by_hand',
      BOB.email_address,
    ])
    const [delivery] = await world.deliveries.list({ event: 'unsubscribe' })
    expect(delivery?.payload).toEqual(received?.payload)
    expect(delivery?.body).toBe(received?.request.body)
  })

  test('a receiver in a world with a vocabulary gets names and texts of users as they are', async () => {
    await using world = await brandWorld()
    await using hooks = await world.receiver({ list: LIST, url })
    const merges = { EMAIL: 'eve@acme.test', type: 'unsubscribe', kind: 'left', data: { extras: 'by_hand' } }
    const data = { reason: 'x', kind: 'y', merges }
    await world.trigger('event.emit', { list_id: LIST, event: 'profile', payload: data })
    expect((await hooks.next('profile')).data).toMatchObject(data)
  })

  test('a receiver in a world with a vocabulary gets webhooks with the user agent and the signature header of the deployment', async () => {
    await using world = await brandWorld()
    const agents: unknown[] = []
    const app = ({ method, headers }: Request): Response => {
      agents.push([method, headers.get('user-agent')])
      return new Response(null, { status: 204 })
    }
    await using hooks = await world.receiver({ list: LIST, url, app })
    await world.trigger('member.unsubscribe', BOB)
    await hooks.next('unsubscribe')
    expect(agents).toEqual([
      ['GET', 'Brand WebHook Validator'],
      ['POST', 'Brand'],
    ])
    const headers = hooks.received[0]?.request.headers
    expect(headers?.['x-brand-signature']).toMatch(/\w{40}/)
    expect(headers).not.toHaveProperty('x-service-signature')
  })

  test('a receiver in a world with a vocabulary is registered for finished batches', async () => {
    await using world = await brandWorld()
    await using hooks = await world.receiver({ batches: true, url })
    const body = JSON.stringify({ operations: [{ method: 'GET', path: '/ping' }] })
    const { ident } = (await (await world.fetch('/batches', { method: 'POST', body })).json()) as { ident: string }
    await world.clock.advance({ until: 'idle' })
    const { type, data } = await hooks.next('batch_operation_completed')
    expect([type, data.id, data.status]).toEqual(['batch_operation_completed', ident, 'finished'])
    expect(new URLSearchParams(hooks.received[0]?.request.body).get('kind')).toBe('batch_done')
    const [delivery] = await world.deliveries.list({ event: 'batch_operation_completed' })
    expect(delivery?.payload).toEqual(hooks.received[0]?.payload)
  })

  test('a receiver in a world with a vocabulary is unregistered when it is closed', async () => {
    await using world = await brandWorld()
    const ofList = await world.receiver({ list: LIST, url })
    const ofBatches = await world.receiver({ batches: true, url: `${url}/batches` })
    await ofList.close()
    await ofBatches.close()
    for (const path of [`/lists/${LIST}/hooks`, '/batch-hooks'])
      expect(await (await world.fetch(path)).json()).toMatchObject({ total_items: 0 })
  })

  test('a receiver in a world with a vocabulary is refused with the path and the title of the deployment', async () => {
    await using world = await brandWorld()
    const error = await thrownBy(() => world.receiver({ list: 'ffffffffff', url }))
    expect(error).toBeInstanceOf(MaildoubleError)
    expect(String(error)).toMatch(/POST \/3\.0\/lists\/ffffffffff\/hooks was answered 404 Not Here\./)
  })
})
