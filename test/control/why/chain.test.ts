import { describe, expect, test } from 'vitest'
import { answering, LIST, MEMBERS, sendingWorld } from '../../outbound/delivery-world.ts'
import { MemoryStore } from '../../persistence/memory-store.ts'
import { processOn } from '../../processes.ts'
import { type Body, mock } from '../../mock.ts'

const ADDRESS = 'http://maildouble.test'

/** A world whose webhooks are sent, with a shorthand for the chain of a thing. */
async function world(...given: Parameters<typeof sendingWorld>) {
  const made = await sendingWorld(...given)
  const why = async (query: string): Promise<Body> => (await made.call(`GET /_control/why?${query}`)).body
  return { ...made, why }
}

/** The steps of a chain, indented by their depth; the subject has a star. */
function lines({ chain }: Body): string[] {
  return chain.map(
    ({ kind, summary, status, depth, subject }: Body) =>
      `${'  '.repeat(depth)}${kind}${subject ? '*' : ''}: ${summary.replace(/127\.0\.0\.1:\d+/, 'receiver')}${status ? ` (${status})` : ''}`,
  )
}

const operations = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    method: 'POST',
    path: `/lists/${LIST}/members`,
    body: JSON.stringify({ email_address: `b${index + 1}@acme.test`, status: 'subscribed' }),
  }))

describe('the chain of causes', () => {
  test('the chain of a call leads to its changes, its webhooks and their attempts', async () => {
    const { hook, subscribe, advance, why } = await world()
    await hook((await answering(500, 200)).url)
    const { headers } = await subscribe()
    await advance({ until: 'idle' })
    const body = await why(`entity=request&id=${headers.get('x-request-id')}`)
    expect(body).toMatchObject({ entity: 'request', exists: true, origin: 'request', history: [], chain_omitted: 0 })
    expect(lines(body)).toEqual([
      `request*: POST ${MEMBERS} (200)`,
      '  change: the member m1@acme.test of the list Acme News was created',
      '    delivery: subscribe to http://receiver (delivered)',
      '      attempt: attempt 1: answered 500 (500)',
      '      attempt: attempt 2: answered 200 (200)',
    ])
    expect(body.summary).toBe(`The call POST ${MEMBERS} at 2026-01-15T09:00:00.000Z was answered 200.`)
  })

  test('the chain of a webhook of a batch leads from the call over the batch and the operation to its attempts', async () => {
    const { hook, call, advance, why, deliveries } = await world()
    await hook((await answering(200)).url)
    const { body: batch, headers } = await call('POST /3.0/batches', { operations: operations(3) })
    await advance({ by: 'PT1M' })
    const [, second] = await deliveries()
    const body = await why(`entity=delivery&id=${second?.['id']}`)
    expect(lines(body)).toEqual([
      'request: POST /3.0/batches (200)',
      `  batch: the batch ${batch.id} was created`,
      `    operation: POST ${MEMBERS} (200)`,
      '      change: the member b2@acme.test of the list Acme News was created',
      '        delivery*: subscribe to http://receiver (delivered)',
      '          attempt: attempt 1: answered 200 (200)',
    ])
    const events = body.chain.map(({ event }: Body) => event).filter((event: unknown) => event !== null)
    expect(events).toEqual(events.toSorted((a: number, b: number) => a - b))
    expect(body.chain[0].id).toBe(headers.get('x-request-id'))
    expect(body).toMatchObject({ origin: 'job', found: { event: 'subscribe', status: 'delivered' } })
  })

  test('each step of a chain has an address that shows it', async () => {
    const { hook, call, advance, why } = await world()
    await hook((await answering(200)).url)
    await call('POST /3.0/batch-webhooks', { url: (await answering(200)).url })
    const { headers } = await call('POST /3.0/batches', { operations: operations(1) })
    const id = headers.get('x-request-id')
    const before = await why(`entity=request&id=${id}`)
    await advance({ by: 'PT1M' })
    const after = await why(`entity=request&id=${id}`)
    expect(new Set([...before.chain, ...after.chain].map(({ kind }: Body) => kind))).toEqual(
      new Set(['request', 'batch', 'job', 'operation', 'change', 'delivery', 'attempt']),
    )
    expect(before.chain.at(-1).url).toContain('/jobs/')
    for (const { url } of after.chain) expect((await call(`GET ${url.slice(ADDRESS.length)}`)).status).toBe(200)
  })

  test('each step of a chain names its entry in the timeline, except for changed objects', async () => {
    const { hook, call, advance, why } = await world()
    await call('POST /_control/triggers', { trigger: 'member.subscribe', list_id: LIST, email_address: 'ada@acme.test' })
    await hook((await answering(500, 200)).url)
    const { headers } = await call('POST /3.0/batches', { operations: operations(1) })
    await advance({ until: 'idle' })
    const { chain } = await why(`entity=request&id=${headers.get('x-request-id')}`)
    const { chain: ofTrigger } = await why('entity=member&id=ada@acme.test')
    const { entries } = (await call('GET /_control/timeline')).body
    const kinds = new Map(entries.map(({ id, kind }: Body) => [id, kind]))
    expect(chain.map(({ kind, entry }: Body) => [kind, kinds.get(entry)])).toEqual([
      ['request', 'request'],
      ['batch', undefined],
      ['job', 'job'],
      ['job', 'job'],
      ['operation', 'request'],
      ['change', undefined],
      ['delivery', 'delivery'],
      ['attempt', 'delivery'],
      ['attempt', 'delivery'],
      ['job', 'job'],
    ])
    const named = chain.flatMap(({ kind, entry }: Body) => (entry === undefined || kind === 'attempt' ? [] : [entry]))
    expect(new Set(named).size).toBe(named.length)
    expect(kinds.get(ofTrigger[0].entry)).toBe('trigger')
  })

  test('the step of an email names its entry in the timeline', async () => {
    const { call, subscribe, why } = await world()
    await subscribe()
    await call('POST /_control/triggers', { trigger: 'campaign.send', list_id: LIST, title: 'Weekly', subject_line: 'News' })
    expect((await why('entity=email&id=1')).chain.at(-1)).toMatchObject({ kind: 'email', entry: 'email:1' })
    const { entries } = (await call('GET /_control/timeline?kinds=email')).body
    expect(entries).toMatchObject([{ id: 'email:1' }])
  })

  test('the step of a trigger of a scenario timeline names the entry of the job that fired it', async () => {
    const { call, pass } = mock({ scenario: 'newsletter-live' })
    await pass('P8D')
    const { entries } = (await call('GET /_control/timeline?kinds=job&limit=1000')).body
    const [{ event, id }] = entries
    const { chain } = (await call(`GET /_control/why?entity=change&id=${event}`)).body
    expect(chain[0]).toMatchObject({ kind: 'trigger', entry: id })
  })

  test('pending jobs, and operations that the journal has no more, name no entry of the timeline', async () => {
    const { call, advance, why } = await world()
    const { body: batch } = await call('POST /3.0/batches', { operations: operations(1) })
    const [{ id }] = (await call('GET /_control/jobs')).body.jobs
    expect((await why(`entity=job&id=${id}`)).chain.at(-1)).not.toHaveProperty('entry')
    await advance({ until: 'idle' })
    await call('DELETE /_control/requests')
    const { chain } = await why(`entity=job&id=batches.operate/${batch.id}`)
    const operation = chain.find(({ subject }: Body) => subject)
    expect(operation).toMatchObject({ kind: 'job', id: `batches.operate/${batch.id}` })
    expect(operation).not.toHaveProperty('entry')
  })

  test('the chain of a batch call has all phases and operations, the operations as deep as the phases', async () => {
    const { call, advance, why } = await world()
    const { body: batch, headers } = await call('POST /3.0/batches', { operations: operations(2) })
    await advance({ by: 'PT1M' })
    expect(lines(await why(`entity=request&id=${headers.get('x-request-id')}`))).toEqual([
      'request*: POST /3.0/batches (200)',
      `  batch: the batch ${batch.id} was created`,
      `    job: The batch ${batch.id} is prepared (ran)`,
      `    job: The batch ${batch.id} starts (ran)`,
      `    operation: POST ${MEMBERS} (200)`,
      '      change: the member b1@acme.test of the list Acme News was created',
      `    operation: POST ${MEMBERS} (200)`,
      '      change: the member b2@acme.test of the list Acme News was created',
      `    job: The batch ${batch.id} finishes (ran)`,
    ])
  })

  test('the chain of a pending job leads to it from the call that scheduled it', async () => {
    const { call, why } = await world()
    const { body: batch } = await call('POST /3.0/batches', { operations: operations(1) })
    const [{ id }] = (await call('GET /_control/jobs')).body.jobs
    const body = await why(`entity=job&id=${id}`)
    expect(lines(body)).toEqual([
      'request: POST /3.0/batches (200)',
      `  batch: the batch ${batch.id} was created`,
      `    job*: The batch ${batch.id} is prepared (pending)`,
    ])
    expect(body.summary).toBe(`The batch ${batch.id} is prepared at 2026-01-15T09:00:00.200Z.`)
  })

  test('the chain of a job that ran is found by its kind and subject, and by the number of its change', async () => {
    const { call, advance, why } = await world()
    const { body: batch } = await call('POST /3.0/batches', { operations: operations(1) })
    await advance({ by: 'PT0.2S' })
    const body = await why(`entity=job&id=batches.prepare/${batch.id}`)
    expect(lines(body).slice(0, 3)).toEqual([
      'request: POST /3.0/batches (200)',
      `  batch: the batch ${batch.id} was created`,
      `    job*: The batch ${batch.id} is prepared (ran)`,
    ])
    const { event } = body.chain[2]
    expect((await why(`entity=change&id=${event}`)).chain).toEqual(body.chain)
  })

  test('the chain of an email of a campaign leads from the call that sent it, not from the one that created the campaign', async () => {
    const { call, advance, why, subscribe } = await world()
    await subscribe()
    const settings = { subject_line: 'Hello', from_name: 'Ada', reply_to: 'ada@acme.test', title: 'Weekly' }
    const { body: campaign } = await call('POST /3.0/campaigns', { type: 'regular', recipients: { list_id: LIST }, settings })
    await call(`PUT /3.0/campaigns/${campaign.id}/content`, { html: '<p>Hi</p>' })
    const { headers, status } = await call(`POST /3.0/campaigns/${campaign.id}/actions/send`)
    expect(status).toBe(204)
    await advance({ until: 'idle' })
    const [email] = (await call('GET /_control/emails?kind=campaign')).body.emails
    const { chain } = await why(`entity=email&id=${email.id}`)
    expect(chain[0]).toMatchObject({ kind: 'request', id: headers.get('x-request-id') })
    expect(chain.at(-1)).toMatchObject({ kind: 'email', id: String(email.id), subject: true })
    expect(email.cause.request).toBe(headers.get('x-request-id'))
    const { caused } = (await call(`GET /_control/requests/${headers.get('x-request-id')}`)).body
    expect(caused).toContainEqual(expect.objectContaining({ kind: 'email', id: String(email.id) }))
  })

  test('the chain of a member is that of its latest change, without other members of the same call', async () => {
    const { hook, call, advance, why } = await world()
    await hook((await answering(200)).url)
    const members = ['a', 'b'].map((name) => ({ email_address: `${name}@acme.test`, status: 'subscribed' }))
    await call(`POST /3.0/lists/${LIST}`, { members })
    await advance({ by: 0 })
    const body = await why('entity=member&id=b@acme.test')
    expect(lines(body)).toEqual([
      `request: POST /3.0/lists/${LIST} (200)`,
      '  change*: the member b@acme.test of the list Acme News was created',
      '    delivery: subscribe to http://receiver (delivered)',
      '      attempt: attempt 1: answered 200 (200)',
    ])
    await call(`PATCH ${MEMBERS}/b@acme.test`, { vip: true })
    expect(lines(await why('entity=member&id=b@acme.test'))[1]).toContain('vip changed')
  })

  test('the chain of a webhook has the things that it names by their ids, not those whose id is another text of it', async () => {
    const { hook, call, why } = await world({ mode: 'record' })
    await hook('http://127.0.0.1:9/hook')
    await call('POST /3.0/ecommerce/stores', { id: 'shop', list_id: LIST, name: 'Shop', currency_code: 'EUR' })
    const shop = '/3.0/ecommerce/stores/shop'
    await call(`POST ${shop}/products`, { id: 'hat', title: 'Hat', variants: [{ id: 'blue', title: 'Blue' }] })
    // The payload has the text `html`, the preferred format of the emails.
    const { status } = await call(`POST ${shop}/orders`, {
      id: 'html',
      customer: { id: 'ada', email_address: 'ada@acme.test', opt_in_status: true },
      currency_code: 'EUR',
      order_total: 5,
      lines: [{ id: '1', product_id: 'hat', product_variant_id: 'blue', quantity: 1, price: 5 }],
    })
    expect(status).toBe(200)
    expect(lines(await why('entity=delivery&id=1'))).toEqual([
      `request: POST ${shop}/orders (200)`,
      '  change: the member ada@acme.test of the list Acme News was created',
      '  change: the customer ada@acme.test (ada) of the store Shop was created',
      '    delivery*: subscribe to http://receiver/hook (recorded)',
    ])
    const ofOrder = await why('entity=order&id=html&store_id=shop')
    expect(ofOrder.chain.map(({ kind }: Body) => kind)).toEqual(['request', 'change'])
  })

  test('the chain of a trigger begins with the trigger', async () => {
    const { hook, call, why } = await world({ mode: 'record' })
    await hook('http://127.0.0.1:9/hook')
    await call('POST /_control/triggers', { trigger: 'member.subscribe', list_id: LIST, email_address: 'ada@acme.test' })
    expect(lines(await why('entity=delivery&id=1'))).toEqual([
      'trigger: the trigger member.subscribe',
      '  change: the member ada@acme.test of the list Acme News was created',
      '    delivery*: subscribe to http://receiver/hook (recorded)',
    ])
  })

  test('the chain of a webhook that nothing but an emitted event made names its trigger', async () => {
    const { hook, call, why } = await world({ mode: 'record' })
    await hook('http://127.0.0.1:9/hook')
    await call('POST /_control/triggers', { trigger: 'event.emit', event: 'subscribe', list_id: LIST })
    expect(lines(await why('entity=delivery&id=1'))).toEqual([
      'trigger: the trigger event.emit',
      '  delivery*: subscribe to http://receiver/hook (recorded)',
    ])
  })

  test('the chain of a webhook from before a restart names the call, which the journal has no more', async () => {
    const store = new MemoryStore()
    const one = await processOn(store, { scenario: 'webhooks', settings: { webhooks: { mode: 'record' } } })
    const { headers } = await one.call('POST /3.0/lists/3eb0000001/members', {
      email_address: 'n@acme.test',
      status: 'subscribed',
    })
    await one.stop()
    const other = await processOn(store, { scenario: 'webhooks' })
    const { body } = await other.call('GET /_control/why?entity=delivery&id=1')
    expect(body.chain.map(({ kind, depth }: Body) => [kind, depth])).toEqual([
      ['request', 0],
      ['delivery', 1],
    ])
    expect(body.chain[0].id).toBe(headers.get('x-request-id'))
  })

  test('a chain has at most 200 steps, and says how many are left out', async () => {
    const { call, advance, why } = await world()
    const { headers } = await call('POST /3.0/batches', { operations: operations(120) })
    await advance({ by: 'PT1M' })
    const { chain, chain_omitted } = await why(`entity=request&id=${headers.get('x-request-id')}`)
    // The call, the batch, three phases, and two steps for each operation.
    expect([chain.length, chain_omitted]).toEqual([200, 45])
  })

  test.each(['request', 'delivery', 'job', 'change'])('the chain of a %s that does not exist is empty', async (entity) => {
    const { why } = await world()
    expect(await why(`entity=${entity}&id=99`)).toMatchObject({
      entity,
      id: '99',
      exists: false,
      origin: 'never',
      chain: [],
      non_events: [],
      summary: expect.stringMatching(/^There is no .*99 in the world default/),
    })
  })
})
