import { describe, expect, test } from 'vitest'
import { emit } from '../../src/service/rules/resource-events.ts'
import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import { makeMember, type NewMember } from '../../src/service/rules/members/make.ts'
import { saveMember } from '../../src/service/rules/members/save.ts'
import type { Caller } from '../../src/service/model/requests/call.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { announceCampaign } from '../../src/service/resources/webhooks/announce.ts'
import { webhooks } from '../../src/service/model/webhooks/webhook.ts'
import type { Body } from '../mock.ts'
import { ALL_EVENTS, LIST, URL_A, webhookWorld } from './webhook-world.ts'

const MEMBERS = `/3.0/lists/${LIST}/members`
const ADA = `${MEMBERS}/ada@acme.test`

const known: NewMember = {
  email_address: 'ada@acme.test',
  unique_email_id: 'e2ff089583',
  web_id: 161912900,
  ip_opt: '203.0.113.9',
  merge_fields: { FNAME: 'Ada' },
}

/** A list with one webhook for all events, and one member. */
async function subscribedWorld(fields: Partial<NewMember> = {}, settings: Parameters<typeof webhookWorld>[0] = {}) {
  const world = await webhookWorld(settings)
  const webhook = await world.hook()
  const member = await world.plant((tx) => makeMember(tx, world.list, { ...known, ...fields }))
  /** Event and data of every delivery. */
  const payloads = async () => (await world.webhookDeliveries()).map(({ event, payload }) => [event, payload['data']])
  const events = async () => (await world.webhookDeliveries()).map(({ event }) => event)
  return { ...world, webhook, member, payloads, events }
}

const PROFILE = {
  id: 'e2ff089583',
  email: 'ada@acme.test',
  email_type: 'html',
  ip_opt: '203.0.113.9',
  web_id: '161912900',
  merges: { EMAIL: 'ada@acme.test', FNAME: 'Ada', LNAME: '', ADDRESS: '', PHONE: '' },
  list_id: LIST,
}

test('the data of a webhook event describes a new subscriber', async () => {
  const { call, webhookDeliveries, webhook } = await subscribedWorld({ email_address: 'bob@acme.test' })
  const { headers, body } = await call(`POST ${MEMBERS}`, {
    email_address: 'ada.lovelace+x@acme.test',
    status: 'subscribed',
    merge_fields: { FNAME: 'Ada & Co' },
  })
  const [delivery] = await webhookDeliveries()
  expect(delivery).toMatchObject({
    event: 'subscribe',
    webhook_id: webhook.id,
    list_id: LIST,
    url: URL_A,
    status: 'recorded',
    cause: { request: headers.get('x-request-id') },
    payload: { type: 'subscribe', fired_at: '2026-01-15 09:00:00' },
  })
  expect(delivery?.body).toBe(
    `type=subscribe&fired_at=2026-01-15+09%3A00%3A00&data%5Bid%5D=${body.unique_email_id}` +
      '&data%5Bemail%5D=ada.lovelace%2Bx%40acme.test&data%5Bemail_type%5D=html&data%5Bip_opt%5D=127.0.0.1' +
      `&data%5Bweb_id%5D=${body.web_id}&data%5Bmerges%5D%5BEMAIL%5D=ada.lovelace%2Bx%40acme.test` +
      '&data%5Bmerges%5D%5BFNAME%5D=Ada+%26+Co&data%5Bmerges%5D%5BLNAME%5D=&data%5Bmerges%5D%5BADDRESS%5D=' +
      `&data%5Bmerges%5D%5BPHONE%5D=&data%5Blist_id%5D=${LIST}`,
  )
})

test('the data of a webhook event includes the IP address of the sign-up', async () => {
  const { call, payloads } = await subscribedWorld({ status: 'pending', ip_signup: '203.0.113.7' })
  await call(`PATCH ${ADA}`, { status: 'subscribed' })
  const [[, data] = []] = await payloads()
  expect(data).toMatchObject({ ip_signup: '203.0.113.7' })
})

test('the data of a webhook event splits an address into its parts and renders numbers as strings', async () => {
  const { call, webhookDeliveries } = await subscribedWorld()
  await call(`POST /3.0/lists/${LIST}/merge-fields`, { name: 'Age', tag: 'AGE', type: 'number' })
  const ADDRESS = { addr1: '1 Main St', addr2: '', city: 'Oslo', state: 'OS', zip: '0150', country: 'NO' }
  await call(`PATCH ${ADA}`, { merge_fields: { ADDRESS, AGE: 36 } })
  const [delivery] = await webhookDeliveries()
  expect(delivery?.payload).toMatchObject({ type: 'profile', data: { merges: { ADDRESS, AGE: '36' } } })
  expect(delivery?.body).toContain('&data%5Bmerges%5D%5BADDRESS%5D%5Baddr1%5D=1+Main+St&')
  expect(delivery?.body).toContain('&data%5Bmerges%5D%5BAGE%5D=36&')
})

test('the data of a webhook event contains interests as one string and by category', async () => {
  const { call, plant, list, webhookDeliveries } = await subscribedWorld()
  const { red, blue, colours, sizes } = await plant((tx) => {
    const first = makeCategory(tx, list, { title: 'Colours', type: 'checkboxes' })
    const second = makeCategory(tx, list, { title: 'Sizes', type: 'checkboxes' })
    makeInterest(tx, list, second, { name: 'Large' })
    return {
      colours: first,
      sizes: second,
      red: makeInterest(tx, list, first, { name: 'Red' }),
      blue: makeInterest(tx, list, first, { name: 'Blue' }),
    }
  })
  await call(`PATCH ${ADA}`, { interests: { [red.id]: true, [blue.id]: true } })
  const [delivery] = await webhookDeliveries()
  expect(delivery?.payload).toMatchObject({
    data: {
      merges: {
        INTERESTS: 'Red, Blue',
        GROUPINGS: [
          { id: String(colours.number), unique_id: colours.id, name: 'Colours', groups: 'Red, Blue' },
          { id: String(sizes.number), unique_id: sizes.id, name: 'Sizes', groups: '' },
        ],
      },
    },
  })
  expect(delivery?.body).toContain(`&data%5Bmerges%5D%5BGROUPINGS%5D%5B0%5D%5Bunique_id%5D=${colours.id}&`)
})

test('the data of a webhook event describes an unsubscribe, an archiving and a permanent deletion', async () => {
  const { call, payloads } = await subscribedWorld()
  await call(`PATCH ${ADA}`, { status: 'unsubscribed' })
  await call(`PATCH ${ADA}`, { status: 'subscribed' })
  await call(`DELETE ${ADA}`)
  await call(`POST ${MEMBERS}`, { email_address: 'ada@acme.test', status: 'subscribed' })
  await call(`POST ${ADA}/actions/delete-permanent`)
  const data = (await payloads()).filter(([event]) => event === 'unsubscribe').map((each) => each[1])
  expect(data).toMatchObject([
    { action: 'unsub', reason: 'manual', ...PROFILE },
    { action: 'delete', reason: 'manual', ...PROFILE },
    { action: 'delete', reason: 'manual', id: 'e2ff089583' },
  ])
  expect(Object.keys(data[0] ?? {}).slice(0, 3)).toEqual(['action', 'reason', 'id'])
  expect(data[0]).not.toHaveProperty('campaign_id')
})

test('the data of a webhook event describes a complaint about a campaign', async () => {
  const { plant, list, member, payloads } = await subscribedWorld()
  const by: Caller = { ip: '203.0.113.9', source: 'user', occasion: { campaign_id: 'c0ffee0000', reason: 'abuse' } }
  await plant((tx) => saveMember(tx, list, member, {}, by, 'unsubscribe_self'))
  expect(await payloads()).toMatchObject([['unsubscribe', { reason: 'abuse', campaign_id: 'c0ffee0000' }]])
})

test('the data of a webhook event describes a changed address, together with a profile event', async () => {
  const { call, payloads } = await subscribedWorld()
  const { body } = await call(`PATCH ${ADA}`, { email_address: 'countess@acme.test' })
  expect(body.unique_email_id).not.toBe('e2ff089583')
  expect(await payloads()).toMatchObject([
    ['upemail', { list_id: LIST, new_id: body.unique_email_id, new_email: 'countess@acme.test', old_email: 'ada@acme.test' }],
    ['profile', { email: 'countess@acme.test' }],
  ])
})

test.each([
  [{}, { list_id: LIST, campaign_id: '', reason: 'hard', email: 'ada@acme.test' }],
  [
    { campaign_id: 'c0ffee0000', reason: 'hard' },
    { campaign_id: 'c0ffee0000', reason: 'hard' },
  ],
  [{ reason: 'abuse' }, { reason: 'abuse' }],
])('the data of a webhook event describes an address that was cleaned because of %j', async (occasion, data) => {
  const { plant, list, member, payloads } = await subscribedWorld()
  await plant((tx) => saveMember(tx, list, member, {}, { ip: '', source: 'admin', occasion }, 'clean'))
  expect(await payloads()).toMatchObject([['cleaned', data]])
})

test('the data of a webhook event describes a campaign that was sent and one that was cancelled', async () => {
  const { plant, payloads } = await subscribedWorld()
  const campaign = { id: 'c0ffee0000', list_id: LIST, subject_line: 'January news' }
  await plant((tx) => {
    announceCampaign(tx, { campaign: { ...campaign, status: 'sent' } })
    announceCampaign(tx, { campaign: { ...campaign, status: 'canceled' } })
  })
  expect(await payloads()).toEqual([
    ['campaign', { id: 'c0ffee0000', subject: 'January news', status: 'sent', reason: '', list_id: LIST }],
    ['campaign', { id: 'c0ffee0000', subject: 'January news', status: 'canceled', reason: '', list_id: LIST }],
  ])
})

describe('webhook events', () => {
  test.each([
    [{ merge_fields: { LNAME: 'Lovelace' } }, ['profile']],
    [{ language: 'en' }, ['profile']],
    [{ email_type: 'text' }, ['profile']],
    [{ merge_fields: { FNAME: 'Ada' } }, []],
    [{ vip: true }, []],
    [{}, []],
    [{ status: 'pending' }, []],
    [{ status: 'transactional' }, []],
    [{ status: 'unsubscribed' }, ['unsubscribe']],
    [{ status: 'cleaned' }, ['cleaned']],
  ])('the change %j of a subscribed member fires %j', async (change, expected) => {
    const { call, events } = await subscribedWorld()
    expect((await call(`PATCH ${ADA}`, change)).status).toBe(200)
    expect(await events()).toEqual(expected)
  })

  test.each([
    ['subscribed', ['subscribe']],
    ['pending', []],
    ['transactional', []],
    ['unsubscribed', []],
    ['cleaned', []],
  ])('a new member who is %s fires %j', async (status, expected) => {
    const { call, webhookDeliveries } = await subscribedWorld()
    await call(`POST ${MEMBERS}`, { email_address: 'bob@acme.test', status })
    expect((await webhookDeliveries()).map(({ event }) => event)).toEqual(expected)
  })

  test.each([
    ['PATCH', 'unsubscribed', 'unsubscribe', 'lists:unsubscribes'],
    ['PUT', 'unsubscribed', 'unsubscribe', 'lists:unsubscribes'],
    ['PATCH', 'cleaned', 'cleaned', undefined],
    ['PUT', 'cleaned', 'cleaned', undefined],
  ])(
    'an archived member who is restored by %s as %s fires %s, is in the feed, and has left the list once',
    async (method, status, event, entry) => {
      const { call, events } = await subscribedWorld({ status: 'archived' })
      expect((await call(`${method} ${ADA}`, { email_address: 'ada@acme.test', status })).body.status).toBe(status)
      expect(await events()).toEqual([event])
      expect((await call(`GET /3.0/lists/${LIST}/activity`)).body.activity).toMatchObject([{ unsubs: 0, other_removes: 1 }])
      const { service_chatter } = (await call('GET /3.0/activity-feed/service-chatter')).body
      expect(service_chatter.map(({ type }: Body) => type)).toEqual(entry === undefined ? [] : [entry])
    },
  )

  test.each([
    [{ trigger: 'member.bounce', bounce: 'hard' }, 'cleaned'],
    [{ trigger: 'member.unsubscribe', source: 'admin' }, 'unsubscribe'],
  ])('an archived member fires the event of the new status after %j', async (trigger, event) => {
    const { call, events } = await subscribedWorld({ status: 'archived' })
    const { body } = await call('POST /_control/triggers', { ...trigger, list_id: LIST, email_address: 'ada@acme.test' })
    expect(body.events).toMatchObject([{ event }])
    expect(await events()).toEqual([event])
  })

  test.each(['pending', 'transactional'])('an archived member who is restored as %s fires nothing', async (status) => {
    const { call, events } = await subscribedWorld({ status: 'archived' })
    expect((await call(`PATCH ${ADA}`, { status })).body.status).toBe(status)
    expect(await events()).toEqual([])
  })

  test('tags, notes and events of members fire no webhook event', async () => {
    const { call, webhookDeliveries } = await subscribedWorld()
    await call(`POST ${ADA}/tags`, { tags: [{ name: 'vip', status: 'active' }] })
    await call(`POST ${ADA}/notes`, { note: 'Called' })
    await call(`POST ${ADA}/events`, { name: 'bought' })
    expect(await webhookDeliveries()).toEqual([])
  })

  test('members of a batch subscribe fire one webhook event each', async () => {
    const { call, payloads } = await subscribedWorld({ email_address: 'zoe@acme.test' })
    const members = ['ada', 'bob'].map((name) => ({ email_address: `${name}@acme.test`, status: 'subscribed' }))
    await call(`POST /3.0/lists/${LIST}`, { members })
    expect(await payloads()).toMatchObject([
      ['subscribe', { email: 'ada@acme.test' }],
      ['subscribe', { email: 'bob@acme.test' }],
    ])
  })

  test('rejected requests fire no webhook event', async () => {
    const { call, webhookDeliveries } = await subscribedWorld()
    expect((await call(`POST ${MEMBERS}`, { email_address: 'ada@acme.test', status: 'subscribed' })).status).toBe(400)
    expect(await webhookDeliveries()).toEqual([])
  })

  test('silent changes fire no webhook event', async () => {
    const { plant, list, member, webhookDeliveries } = await subscribedWorld()
    await plant((tx) => saveMember(tx, list, member, {}, { ip: '', source: 'api', quiet: true }, 'unsubscribe'))
    expect(await webhookDeliveries()).toEqual([])
  })
})

describe('the receivers of a webhook event', () => {
  test('the receivers of a webhook event are the webhooks with that event enabled, oldest first', async () => {
    const { call, hook, webhookDeliveries, webhook } = await subscribedWorld()
    const profile = await hook({ url: `${URL_A}/profile`, events: { profile: true } })
    await hook({ url: `${URL_A}/none`, events: {} })
    await call(`PATCH ${ADA}`, { email_address: 'countess@acme.test' })
    expect((await webhookDeliveries()).map(({ event, webhook_id }) => [event, webhook_id])).toEqual([
      ['upemail', webhook.id],
      ['profile', webhook.id],
      ['profile', profile.id],
    ])
  })

  test.each(['user', 'admin', 'api'] as const)('a change by %s reaches the webhooks with that source enabled', async (source) => {
    const { hook, plant, list, member, webhookDeliveries } = await subscribedWorld()
    await hook({ url: `${URL_A}/only`, events: ALL_EVENTS, sources: { [source]: true } })
    const others = { user: true, admin: true, api: true, [source]: false }
    await hook({ url: `${URL_A}/others`, events: ALL_EVENTS, sources: others })
    await plant((tx) => saveMember(tx, list, member, { language: 'no' }, { ip: '', source }))
    expect((await webhookDeliveries()).map(({ url }) => url)).toEqual([URL_A, `${URL_A}/only`])
  })

  test('a cleaned address has the source admin, whatever revealed it', async () => {
    const { call, hook, webhookDeliveries } = await subscribedWorld()
    await hook({ url: `${URL_A}/admin`, sources: { admin: true } })
    await hook({ url: `${URL_A}/api`, sources: { api: true } })
    await call(`PATCH ${ADA}`, { status: 'cleaned' })
    expect((await webhookDeliveries()).map(({ url }) => url)).toEqual([URL_A, `${URL_A}/admin`])
  })

  test('webhook events of campaigns ignore the sources', async () => {
    const { hook, plant, webhookDeliveries } = await subscribedWorld()
    await hook({ url: `${URL_A}/nobody`, sources: {} })
    const campaign = { id: 'c0ffee0000', list_id: LIST, subject_line: 'News', status: 'sent' as const }
    await plant((tx) => announceCampaign(tx, { campaign }))
    expect(await webhookDeliveries()).toHaveLength(2)
  })

  test('a webhook that answered 410 receives nothing more', async () => {
    const { call, plant, webhookDeliveries, webhook } = await subscribedWorld()
    await plant((tx) => tx.put(webhooks, { ...webhook, gone: true }))
    await call(`PATCH ${ADA}`, { status: 'unsubscribed' })
    expect(await webhookDeliveries()).toEqual([])
  })

  test('webhooks of other lists do not receive the event', async () => {
    const { plant, webhookDeliveries } = await subscribedWorld()
    await plant((tx) => {
      const list = makeList(tx, { name: 'Other' })
      const after = makeMember(tx, list, { email_address: 'bob@acme.test' })
      emit(tx, 'member.changed', { list, before: undefined, after, diff: ['subscribe'], by: { ip: '', source: 'api' } })
    })
    expect(await webhookDeliveries()).toEqual([])
  })
})
