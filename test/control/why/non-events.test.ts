import { describe, expect, test } from 'vitest'
import { answering, HOOKS, LIST, MEMBERS, sendingWorld } from '../../outbound/delivery-world.ts'
import { withAutomation, WORKFLOW } from '../../resources/automation-world.ts'
import type { Body } from '../../mock.ts'

const URL = 'http://127.0.0.1:9/hook'
const ALL = { subscribe: true, unsubscribe: true, profile: true, cleaned: true, upemail: true, campaign: true }

/** A world, and shorthands for what did not happen: after a call, a trigger, or of any thing. */
async function world(...given: Parameters<typeof sendingWorld>) {
  const made = await sendingWorld(...given)
  const { call } = made
  const about = async (query: string): Promise<Body[]> => (await call(`GET /_control/why?${query}`)).body.non_events
  const after = async (line: string, body?: object, headers?: Record<string, string>) => {
    const answer = await call(line, body, headers)
    return about(`entity=request&id=${answer.headers.get('x-request-id')}`)
  }
  const hook = async (fields: object = {}): Promise<Body> =>
    (await call(`POST ${HOOKS}`, { url: URL, events: ALL, sources: { user: true, admin: true, api: true }, ...fields })).body
  const last = async (): Promise<number> => (await call('GET /_control/changes?order=desc&limit=1')).body.changes[0].event
  const triggered = async (trigger: string, fields: object = {}) => {
    await call('POST /_control/triggers', { trigger, list_id: LIST, email_address: 'ada@acme.test', ...fields })
    return about(`entity=change&id=${await last()}`)
  }
  const change = (fields: object) => call(`PATCH /3.0/lists/${LIST}`, fields)
  return { ...made, about, after, hook, triggered, change }
}

const ADA = { email_address: 'ada@acme.test', status: 'subscribed' }
const webhooksIn = (found: Body[]): Body[] => found.filter(({ what }) => what === 'webhook')
const emailsIn = (found: Body[]): Body[] => found.filter(({ what }) => what === 'email')

describe('no webhook', () => {
  test('there is no webhook without a webhook on the list', async () => {
    const { after } = await world()
    expect(webhooksIn(await after(`POST ${MEMBERS}`, ADA))).toEqual([
      {
        code: 'no_webhook',
        what: 'webhook',
        summary: 'No webhook subscribe: the list Acme News has no webhook.',
        remedy: `POST /3.0/lists/${LIST}/webhooks with {"url":"http://127.0.0.1:5000/hooks","events":{"subscribe":true}}`,
        count: 1,
        event: expect.any(Number),
        about: { entity: 'list', id: LIST },
      },
    ])
  })

  test('there is no webhook from a source that the webhook leaves out, and its remedy helps', async () => {
    const { after, hook, call } = await world({ mode: 'record' })
    const { id } = await hook({ sources: { user: true, admin: true, api: false } })
    const [reason, ...others] = webhooksIn(await after(`POST ${MEMBERS}`, ADA))
    expect(others).toEqual([])
    expect(reason).toMatchObject({
      code: 'source_off',
      summary: `No webhook subscribe to ${URL}: the change came from the API, and the webhook leaves out the source \`api\`.`,
      about: { entity: 'webhook', id, list_id: LIST },
    })
    const [, path, fields] = /^PATCH (\S+) with (.+)$/.exec(reason?.['remedy']) ?? []
    await call(`PATCH ${path}`, JSON.parse(fields ?? ''))
    expect(webhooksIn(await after(`DELETE ${MEMBERS}/ada@acme.test`))).toMatchObject([{ code: 'recorded' }])
  })

  test('there is no webhook for an event that is off, one reason for each webhook', async () => {
    const { after, hook } = await world({ mode: 'record' })
    const { id } = await hook({ events: { ...ALL, profile: false } })
    await hook({ url: `${URL}/2` })
    await after(`POST ${MEMBERS}`, ADA)
    const found = webhooksIn(await after(`PATCH ${MEMBERS}/ada@acme.test`, { merge_fields: { FNAME: 'Ada' } }))
    expect(found.map(({ code }) => code)).toEqual(['event_off', 'recorded'])
    expect(found[0]).toMatchObject({
      summary: `No webhook profile to ${URL}: the event \`profile\` of the webhook ${id} is off.`,
      remedy: `PATCH ${HOOKS}/${id} with {"events":{"profile":true}}`,
    })
  })

  test('there is no webhook for a change that is no event, unless the call makes another one', async () => {
    const { after, hook } = await world({ mode: 'record' })
    await hook()
    await after(`POST ${MEMBERS}`, ADA)
    expect(webhooksIn(await after(`PATCH ${MEMBERS}/ada@acme.test`, { vip: true }))).toMatchObject([{ code: 'no_event' }])
    const tags = { tags: [{ name: 'VIP', status: 'active' }] }
    expect(webhooksIn(await after(`POST ${MEMBERS}/ada@acme.test/tags`, tags))).toMatchObject([{ code: 'no_event' }])
    expect(webhooksIn(await after(`POST ${MEMBERS}`, { ...ADA, email_address: 'b@acme.test', tags: ['VIP'] }))).toMatchObject([
      { code: 'recorded' },
    ])
  })

  test('there is no webhook for a call that asks for silence', async () => {
    const { after, hook } = await world({ mode: 'record' })
    await hook()
    const contact = { email_channel: { email: 'q@acme.test', marketing_consent: { status: 'confirmed' } } }
    const found = await after(`POST /3.0/audiences/${LIST}/contacts?data_mode=historical`, contact)
    expect(found).toMatchObject([{ code: 'quiet', remedy: 'Call without data_mode=historical.' }])
  })

  test('there is no webhook to a receiver that answered 410', async () => {
    const { after, hook, advance } = await world()
    await hook({ url: (await answering(410)).url })
    const first = await after(`POST ${MEMBERS}`, ADA)
    expect(webhooksIn(first)).toMatchObject([{ code: 'queued' }])
    await advance({ by: 0 })
    expect(webhooksIn(await after(`DELETE ${MEMBERS}/ada@acme.test`))).toMatchObject([
      { code: 'webhook_ended', summary: expect.stringContaining('the receiver had answered 410 before.') },
    ])
  })

  test('there is no webhook to a receiver that the service has given up', async () => {
    const { after, about, hook, advance } = await world({ retries: [], give_up: { rate: 1, within: 'P1D', least: 1 } })
    await hook({ url: (await answering(500)).url })
    await after(`POST ${MEMBERS}`, ADA)
    await advance({ by: 0 })
    expect((await about('entity=delivery&id=1')).map(({ code }) => code)).toEqual(['attempts_failed'])
    expect(webhooksIn(await after(`DELETE ${MEMBERS}/ada@acme.test`))).toMatchObject([
      { code: 'webhook_ended', summary: expect.stringContaining('the service gave up this webhook at 2026-01-15T09:00:00.000Z') },
    ])
  })

  test('there is no webhook for a batch without a batch webhook, or with a disabled one', async () => {
    const { call, after, about, advance } = await world()
    const operations = [{ method: 'GET', path: '/ping' }]
    const { headers } = await call('POST /3.0/batches', { operations })
    await advance({ by: 'PT1M' })
    expect(webhooksIn(await about(`entity=request&id=${headers.get('x-request-id')}`))).toMatchObject([
      { code: 'no_webhook', summary: 'No webhook batch_operation_completed: the account has no batch webhook.' },
    ])
    const { id } = (await call('POST /3.0/batch-webhooks', { url: URL, enabled: false })).body
    await after('POST /3.0/batches', { operations })
    await advance({ by: 'PT1M' })
    const { event } = (await call('GET /_control/changes?cause=job&order=desc&limit=1')).body.changes[0]
    expect(webhooksIn(await about(`entity=change&id=${event}`))).toMatchObject([
      {
        code: 'webhook_off',
        remedy: `PATCH /3.0/batch-webhooks/${id} with {"enabled":true}`,
        about: { entity: 'batch_webhook', id },
      },
    ])
  })

  test('one reason stands for all members of a call, and says for how many', async () => {
    const { after, about } = await world()
    const members = ['a', 'b', 'c'].map((name) => ({ email_address: `${name}@acme.test`, status: 'subscribed' }))
    expect(webhooksIn(await after(`POST /3.0/lists/${LIST}`, { members }))).toMatchObject([{ code: 'no_webhook', count: 3 }])
    expect(webhooksIn(await about('entity=member&id=b@acme.test'))).toMatchObject([{ code: 'no_webhook', count: 1 }])
  })
})

describe('no delivery', () => {
  test.each([
    ['drop', { code: 'dropped', summary: `No webhook subscribe to ${URL}: the delivery fault 1 dropped it.` }],
    [
      { delay: 'PT5S' },
      {
        code: 'held_back',
        summary: expect.stringContaining(
          'the delivery fault 1 holds it back; it is due in 5 s (at 2026-01-15T09:00:05.000Z), and the clock is frozen',
        ),
        remedy: 'POST /_control/worlds/default/clock/advance with {"by":"PT5S"}',
      },
    ],
    [{ delay: 'PT26H3M0.5S' }, { code: 'held_back', summary: expect.stringContaining('it is due in 1 d 2 h 3 min 0.5 s (at ') }],
    ['reorder', { code: 'held_back' }],
  ])('a webhook is not delivered because of the delivery fault %j', async (effect, reason) => {
    const { after, about, hook, call } = await world()
    await hook()
    await call('POST /_control/delivery-faults', { effect })
    const expected = [{ ...reason, about: { entity: 'delivery_fault', id: '1' } }]
    expect(webhooksIn(await after(`POST ${MEMBERS}`, ADA))).toMatchObject(expected)
    expect(await about('entity=delivery&id=1')).toMatchObject(expected)
  })

  test('a webhook is not delivered while its retry waits for the clock, and not after its last attempt', async () => {
    const { after, about, hook, advance } = await world({ retries: ['PT1M'] })
    await hook({ url: (await answering(500)).url })
    await after(`POST ${MEMBERS}`, ADA)
    await advance({ by: 0 })
    expect(await about('entity=delivery&id=1')).toMatchObject([
      {
        code: 'retrying',
        summary: expect.stringMatching(
          /: the last was answered 500; the next attempt is due in 60 s \(at 2026-01-15T09:01:00\.000Z\), and the clock is frozen\.$/,
        ),
        remedy: 'POST /_control/worlds/default/clock/advance with {"by":"PT1M"}',
      },
    ])
    await advance({ until: 'idle' })
    expect(await about('entity=delivery&id=1')).toMatchObject([
      { code: 'attempts_failed', remedy: 'POST /_control/worlds/default/deliveries/1/resend' },
    ])
  })

  test('a webhook is not delivered if its webhook was deleted before the retry, or ended', async () => {
    const { after, about, hook, advance, call } = await world({ retries: ['PT1M'] })
    const { id } = await hook({ url: (await answering(500)).url })
    await after(`POST ${MEMBERS}`, ADA)
    await advance({ by: 0 })
    await call(`DELETE ${HOOKS}/${id}`)
    await advance({ until: 'idle' })
    expect(await about('entity=delivery&id=1')).toMatchObject([
      { code: 'webhook_deleted', summary: expect.stringContaining(': the webhook was deleted.') },
    ])
    await hook({ url: (await answering(410)).url })
    await after(`DELETE ${MEMBERS}/ada@acme.test`)
    await advance({ by: 0 })
    expect(await about('entity=delivery&id=2')).toMatchObject([{ code: 'webhook_ended' }])
  })

  test('a webhook is not delivered after the service has given up its receiver', async () => {
    const { after, about, hook, advance } = await world({ give_up: { rate: 1, within: 'P1D', least: 2 } })
    await hook({ url: (await answering(500)).url })
    await after(`POST ${MEMBERS}`, ADA)
    await after(`DELETE ${MEMBERS}/ada@acme.test`)
    await advance({ by: 0 })
    for (const id of [1, 2]) expect(await about(`entity=delivery&id=${id}`)).toMatchObject([{ code: 'webhook_given_up' }])
  })

  test('a webhook is not delivered to an address that is not allowed', async () => {
    const { after, about, hook, advance } = await world()
    await hook({ url: 'http://192.0.2.1/hook' })
    await after(`POST ${MEMBERS}`, ADA)
    await advance({ by: 0 })
    expect(await about('entity=delivery&id=1')).toMatchObject([
      { code: 'blocked', remedy: expect.stringContaining('--allow-egress') },
    ])
  })

  test('a delivered webhook has no reason', async () => {
    const { after, about, hook, advance } = await world()
    await hook({ url: (await answering(200)).url })
    await after(`POST ${MEMBERS}`, ADA)
    await advance({ by: 0 })
    expect(await about('entity=delivery&id=1')).toEqual([])
  })
})

describe('no email', () => {
  test('there is no email that asks for a confirmation if the call subscribes a member at once', async () => {
    const { after } = await world()
    expect(emailsIn(await after(`POST ${MEMBERS}`, ADA))).toMatchObject([
      { code: 'not_pending', remedy: 'Send {"status":"pending"}' },
      { code: 'no_notification', remedy: `PATCH /3.0/lists/${LIST} with {"notify_on_subscribe":"owner@example.com"}` },
    ])
    expect(emailsIn(await after(`POST ${MEMBERS}`, { email_address: 'p@acme.test', status: 'pending' }))).toEqual([])
    expect(emailsIn(await after(`PATCH ${MEMBERS}/p@acme.test`, { vip: true }))).toMatchObject([{ code: 'asked_before' }])
  })

  test('there is no email that asks for a confirmation if the list has no double opt-in', async () => {
    const { triggered, change } = await world()
    await change({ notify_on_subscribe: 'owner@acme.test' })
    expect(emailsIn(await triggered('member.subscribe'))).toMatchObject([
      {
        code: 'single_optin',
        summary: 'No email that asks for a confirmation: the list Acme News has no double opt-in.',
        remedy: `PATCH /3.0/lists/${LIST} with {"double_optin":true}`,
      },
    ])
    await change({ double_optin: true })
    expect(emailsIn(await triggered('member.subscribe', { email_address: 'b@acme.test' }))).toEqual([])
  })

  test('there is no email to the owner of a list about a member who leaves', async () => {
    const { after, triggered } = await world()
    await after(`POST ${MEMBERS}`, ADA)
    expect(emailsIn(await triggered('member.unsubscribe'))).toMatchObject([
      { code: 'no_notification', remedy: expect.stringContaining('notify_on_unsubscribe') },
    ])
  })

  test('there is no email of an automation that takes only members who sign up themselves, or that the member has entered', async () => {
    const { call, list, trigger } = await withAutomation()
    const emailsAfter = async (query: string): Promise<Body[]> =>
      emailsIn((await call(`GET /_control/why?${query}`)).body.non_events).filter(({ code }) => code.startsWith('automation'))
    const { headers } = await call(`POST /3.0/lists/${list.id}/members`, { email_address: 'n@acme.test', status: 'subscribed' })
    expect(await emailsAfter(`entity=request&id=${headers.get('x-request-id')}`)).toMatchObject([
      { code: 'automation_without_imports', about: { entity: 'automation', id: WORKFLOW } },
    ])
    const named = { list_id: list.id, email_address: 's@acme.test' }
    await trigger('member.subscribe', named)
    await trigger('member.unsubscribe', named)
    await trigger('member.subscribe', named)
    expect(await emailsAfter('entity=member&id=s@acme.test')).toMatchObject([
      {
        code: 'automation_closed',
        summary: `No email of an automation: s@acme.test has entered the automation ${WORKFLOW}.`,
      },
    ])
  })
})

describe('nothing yet, or nothing at all', () => {
  const operations = [{ method: 'GET', path: '/ping' }]

  test('a batch that waits for a frozen clock says when it is due, by the call, the batch and the job', async () => {
    const { call, about } = await world()
    const { body: batch, headers } = await call('POST /3.0/batches', { operations })
    const expected = [
      {
        code: 'not_due',
        what: 'job',
        summary: `The batch ${batch.id} is prepared: due in 0.2 s (at 2026-01-15T09:00:00.200Z), and the clock is frozen.`,
        remedy: 'POST /_control/worlds/default/clock/advance with {"by":"PT0.2S"}',
        about: { entity: 'job', id: '1' },
      },
    ]
    expect(await about(`entity=request&id=${headers.get('x-request-id')}`)).toMatchObject(expected)
    expect(await about(`entity=batch&id=${batch.id}`)).toMatchObject(expected)
    expect(await about('entity=job&id=1')).toMatchObject(expected)
  })

  test('a batch that a fault holds names the fault', async () => {
    const { call, about, advance } = await world()
    await call('POST /_control/faults', { match: { operation: 'createBatch' }, effect: { stuck: { phase: 'started' } } })
    const { headers } = await call('POST /3.0/batches', { operations })
    await advance({ by: 'PT1M' })
    expect(await about(`entity=request&id=${headers.get('x-request-id')}`)).toMatchObject([
      { code: 'batch_held', remedy: 'DELETE /_control/worlds/default/faults/1', about: { entity: 'fault', id: '1' } },
    ])
  })

  test('a call that was refused, that only reads, or that changes nothing says so', async () => {
    const { after } = await world()
    expect(await after(`GET ${MEMBERS}`)).toMatchObject([{ code: 'only_read', event: null }])
    expect(await after('DELETE /3.0/lists/zzz')).toMatchObject([
      { code: 'refused', summary: 'Nothing changed: the call was refused with 404 (ResourceNotFound). There is no list zzz.' },
    ])
    await after(`POST ${MEMBERS}`, ADA)
    expect(await after(`PATCH ${MEMBERS}/ada@acme.test`, { vip: false })).toMatchObject([{ code: 'unchanged' }])
  })

  test('a call that a fault answered names the fault, unless the change was made before', async () => {
    const { after, call } = await world()
    await call('POST /_control/faults', { effect: { problem: { preset: 'TooManyRequests' } }, when: { first: 1 } })
    expect(await after(`POST ${MEMBERS}`, ADA)).toMatchObject([
      {
        code: 'faulted',
        summary: 'Nothing changed: the fault 1 (problem) answered the call, which never reached the service.',
        about: { entity: 'fault', id: '1' },
      },
    ])
    await call('POST /_control/faults', {
      stage: 'after',
      effect: { problem: { preset: 'TooManyRequests' } },
      when: { first: 1 },
    })
    const codes = (await after(`POST ${MEMBERS}`, ADA)).map(({ code }) => code)
    expect(codes).toEqual(['no_webhook', 'not_pending', 'no_notification'])
  })
})
