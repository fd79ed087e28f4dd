import { describe, expect, test } from 'vitest'
import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import { makeMergeField } from '../../src/service/rules/merge-fields/make.ts'
import { makeSegment } from '../../src/service/rules/segments/make.ts'
import { plantAccount } from '../../src/service/rules/root/account.ts'
import type { Body } from '../mock.ts'
import { EMAILS, FIRST, HTML, SECOND, THIRD, WELCOME, withAutomation, WORKFLOW } from './automation-world.ts'
import { ID } from './member-world.ts'

const REFUSED = { status: 400, title: 'Bad Request' }
const READ = '/3.0/automations'

describe('getAutomationQueue', () => {
  test('the queue of an automation lists the waiting members, the next one first', async () => {
    const { enter, read, pass, queueOf } = await withAutomation({
      emails: [{ ...WELCOME, delay: { amount: 2, type: 'hour' } }],
    })
    await enter('bob')
    await pass('PT1H')
    await enter('ada')
    expect(await queueOf(FIRST)).toEqual([
      ['bob', '2026-01-15T11:00:00+00:00'],
      ['ada', '2026-01-15T12:00:00+00:00'],
    ])
    const body = await read(`/emails/${FIRST}/queue?count=1`)
    expect(body).toMatchObject({
      workflow_id: WORKFLOW,
      email_id: FIRST,
      total_items: 2,
      queue: [{ email_address: 'bob@acme.test' }],
    })
  })
})

describe('addToAutomationQueue', () => {
  test('addToAutomationQueue puts a member into the queue of any email, due after its delay, and the member continues from there', async () => {
    const { call, emailPath, pass, sent } = await withAutomation({
      emails: [...EMAILS, { id: THIRD, subject_line: 'Bye', html: HTML }],
    })
    const { status, body } = await call(`POST ${emailPath(SECOND)}/queue`, { email_address: 'ADA@acme.test' })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { email_address: 'ada@acme.test', list_is_active: true, next_send: '2026-01-16T09:00:00+00:00' },
    })
    await pass('P5D')
    expect(await sent()).toEqual([
      ['ada', 'Still here?', '2026-01-16T09:00:00'],
      ['ada', 'Bye', '2026-01-17T09:00:00'],
    ])
  })

  test('addToAutomationQueue rejects members who are not subscribed, are already waiting, got the email, or were removed', async () => {
    const { call, emailPath, workflow, path, pass } = await withAutomation()
    const add = (id: string, email_address: unknown) => call(`POST ${emailPath(id)}/queue`, { email_address })
    expect((await add(FIRST, 'nobody@acme.test')).status).toBe(404)
    expect((await add(FIRST, 'nobody')).body).toMatchObject({ title: 'Invalid Resource', errors: [{ field: 'email_address' }] })
    await call(`PATCH ${path}/cy@acme.test`, { status: 'unsubscribed' })
    expect((await add(FIRST, 'cy@acme.test')).body).toMatchObject(REFUSED)
    await add(SECOND, 'ada@acme.test')
    expect((await add(SECOND, 'ada@acme.test')).body).toMatchObject(REFUSED)
    await pass('P2D')
    expect((await add(SECOND, 'ada@acme.test')).body).toMatchObject(REFUSED)
    await call(`POST ${workflow}/removed-subscribers`, { email_address: 'bob@acme.test' })
    expect((await add(FIRST, 'bob@acme.test')).body).toMatchObject(REFUSED)
  })

  test('addToAutomationQueue is rejected for drafts and accepted for paused emails, which hold it', async () => {
    const { call, emailPath, pass, sent } = await withAutomation({ status: 'save' })
    const add = () => call(`POST ${emailPath(FIRST)}/queue`, { email_address: 'ada@acme.test' })
    expect((await add()).body).toMatchObject(REFUSED)
    await call(`POST ${emailPath(FIRST)}/actions/start`)
    await call(`POST ${emailPath(FIRST)}/actions/pause`)
    expect((await add()).status).toBe(200)
    await pass('P1D')
    expect(await sent()).toEqual([])
  })
})

describe('getAutomationQueueItem', () => {
  test('getAutomationQueueItem finds a waiting member by MD5, address and contact id', async () => {
    const { call, enter, emailPath, row, pass } = await withAutomation()
    await enter('ada')
    await pass('PT1M')
    const ada = await row()
    for (const key of [ada?.hash, 'ada@acme.test', ada?.contact_id]) {
      const { body } = await call(`GET ${emailPath(SECOND)}/queue/${key}`)
      expect(body).toMatchObject({ id: ada?.hash, email_id: SECOND, list_is_active: true })
    }
    expect((await call(`GET ${emailPath(FIRST)}/queue/ada@acme.test`)).status).toBe(404)
  })
})

describe('getRemovedSubscribers', () => {
  test('getRemovedSubscribers lists only members who were removed, in that order', async () => {
    const { call, workflow, enter, read } = await withAutomation()
    for (const name of ['ada', 'bob']) await enter(name)
    for (const name of ['cy', 'bob']) await call(`POST ${workflow}/removed-subscribers`, { email_address: `${name}@acme.test` })
    const body = await read('/removed-subscribers')
    expect(body).toMatchObject({ workflow_id: WORKFLOW, total_items: 2 })
    expect(body.subscribers.map(({ email_address }: Body) => email_address)).toEqual(['cy@acme.test', 'bob@acme.test'])
  })
})

describe('removeSubscriber', () => {
  test('removeSubscriber takes a member out of all queues for good', async () => {
    const { call, workflow, enter, queueOf, pass, sent } = await withAutomation()
    await enter('ada')
    await pass('PT1M')
    const remove = () => call(`POST ${workflow}/removed-subscribers`, { email_address: 'ada@acme.test' })
    const { status, body } = await remove()
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { workflow_id: WORKFLOW, list_id: ID, email_address: 'ada@acme.test' },
    })
    expect((await remove()).body).toEqual(body)
    expect(await queueOf(SECOND)).toEqual([])
    await expect(enter('ada')).rejects.toThrow('was removed from')
    await pass('P2D')
    expect(await sent()).toHaveLength(1)
    expect((await call(`POST ${workflow}/removed-subscribers`, { email_address: 'nobody@acme.test' })).status).toBe(404)
  })
})

describe('getRemovedSubscriber', () => {
  test('getRemovedSubscriber finds a removed member, and no other', async () => {
    const { call, workflow, enter } = await withAutomation()
    await enter('bob')
    await call(`POST ${workflow}/removed-subscribers`, { email_address: 'ada@acme.test' })
    expect((await call(`GET ${workflow}/removed-subscribers/ada@acme.test`)).body).toMatchObject({
      email_address: 'ada@acme.test',
    })
    expect((await call(`GET ${workflow}/removed-subscribers/bob@acme.test`)).status).toBe(404)
  })
})

test('an automation sends its emails on the clock of the world, with reports, activity and counts', async () => {
  const { call, signUp, pass, sent, read, reportOf, statsOf, memberNamed, path } = await withAutomation()
  await signUp('new')
  const { pending } = (await call('GET /_control/clock')).body
  expect(pending.map(({ job, subject }: Body) => [job, subject])).toEqual([['automations.send', SECOND]])
  await pass('P1D')
  expect(await sent()).toEqual([
    ['new', 'Welcome', '2026-01-15T09:00:00'],
    ['new', 'Still here?', '2026-01-16T09:00:00'],
  ])
  expect(await read()).toMatchObject({ emails_sent: 2, report_summary: { opens: 0, open_rate: 0 } })
  expect((await read()).report_summary).not.toHaveProperty('ecommerce')
  expect(await read(`/emails/${SECOND}`)).toMatchObject({ emails_sent: 1, send_time: '2026-01-16T09:00:00+00:00' })
  expect(await reportOf({ id: SECOND })).toMatchObject({
    type: 'automation',
    emails_sent: 1,
    send_time: '2026-01-16T09:00:00+00:00',
  })
  const { reports } = (await call(`GET /3.0/reports/${WORKFLOW}/sub-reports`)).body
  expect(reports.map(({ id, type }: Body) => [id, type])).toEqual([
    [FIRST, 'automation'],
    [SECOND, 'automation'],
  ])
  expect(await reportOf({ id: WORKFLOW })).toMatchObject({ emails_sent: 2 })
  const { activity } = (await call(`GET ${path}/new@acme.test/activity`)).body
  expect(activity).toMatchObject([
    { action: 'sent', campaign_id: FIRST, parent_campaign: WORKFLOW },
    { action: 'sent', campaign_id: SECOND, parent_campaign: WORKFLOW },
  ])
  expect(await statsOf()).toMatchObject({ campaign_count: 0, campaign_last_sent: '' })
  const { activity: days } = (await call(`GET /3.0/lists/${ID}/activity`)).body
  expect(days.reduce((sum: number, { emails_sent }: Body) => sum + emails_sent, 0)).toBe(0)
  expect((await memberNamed('new')).stats).toEqual({ avg_open_rate: 0, avg_click_rate: 0 })
})

test('an automation counts opens and clicks through its links and by triggers', async () => {
  const { call, enter, trigger, reportOf, read } = await withAutomation()
  await enter('ada')
  const [email] = (await call('GET /_control/emails?kind=automation')).body.emails
  expect(email).toMatchObject({ campaign_id: FIRST, to: 'ada@acme.test', from: 'Acme <news@acme.test>' })
  const { status } = await call(`GET ${new URL(email.links[0]).pathname}${new URL(email.links[0]).search}`)
  expect(status).toBe(302)
  await trigger('campaign.open', { workflow_email_id: FIRST, email_address: 'ada@acme.test' })
  expect(await reportOf({ id: FIRST })).toMatchObject({ opens: { opens_total: 2, open_rate: 1 }, clicks: { clicks_total: 1 } })
  expect(await read()).toMatchObject({ report_summary: { opens: 2, unique_opens: 1, clicks: 1 } })
  await expect(trigger('campaign.open', { workflow_email_id: 'none', email_address: 'ada@acme.test' })).rejects.toThrow(FIRST)
  await expect(trigger('campaign.open', { email_address: 'ada@acme.test' })).rejects.toThrow('Exactly one of')
})

test('an automation takes a member once, and no member while it is a draft', async () => {
  const { call, workflow, enter, signUp, path, pass, sent } = await withAutomation({ status: 'save' })
  await signUp('early')
  await call(`POST ${workflow}/actions/start-all-emails`)
  await signUp('late')
  await pass('PT1M')
  await call(`PATCH ${path}/late@acme.test`, { status: 'unsubscribed' })
  await signUp('late')
  await pass('P3D')
  expect((await sent()).map(([name, subject]) => [name, subject])).toEqual([['late', 'Welcome']])
  await expect(enter('late')).rejects.toThrow('has entered')
})

test.each([
  ['API without imports', {}, 0],
  ['API with imports', { imports: true }, 1],
])('an automation welcomes members of the %s according to its settings', async (_, plan, emails) => {
  const { add, sent } = await withAutomation(plan)
  await add('new@acme.test')
  expect(await sent()).toHaveLength(emails)
})

test('an automation welcomes members of a double opt-in list when they confirm', async () => {
  const { signUp, sent, trigger, call } = await withAutomation({}, { list: { double_optin: true } })
  await signUp('new')
  expect(await sent()).toEqual([])
  await trigger('member.confirm', { list_id: ID, email_address: 'new@acme.test' })
  expect(await sent()).toHaveLength(1)
  expect((await call(`GET /3.0/lists/${ID}`)).body.has_welcome).toBe(true)
})

test('a list shows that an automation welcomes its members only once the automation was started', async () => {
  const { call, workflow } = await withAutomation({ status: 'save' })
  const hasWelcome = async () => (await call(`GET /3.0/lists/${ID}`)).body.has_welcome
  expect(await hasWelcome()).toBe(false)
  await call(`POST ${workflow}/actions/start-all-emails`)
  expect(await hasWelcome()).toBe(true)
  await call(`POST ${workflow}/actions/archive`)
  expect(await hasWelcome()).toBe(false)
})

test('an automation is entered by members who get its tag, unless the caller syncs', async () => {
  const { call, path, sent } = await withAutomation({ workflow_type: 'tagAdd', tag: 'vip' })
  const tag = (name: string, tagged: string, more = {}) =>
    call(`POST ${path}/${name}@acme.test/tags`, { tags: [{ name: tagged, status: 'active' }], ...more })
  await tag('ada', 'other')
  await tag('bob', 'vip', { is_syncing: true })
  await tag('cy', 'vip')
  expect((await sent()).map(([name]) => name)).toEqual(['cy'])
})

test.each([
  ['groupAdd', true],
  ['groupRemove', false],
] as const)('an automation of the type %s is entered when the interest becomes %s', async (workflow_type, value) => {
  const { call, trigger, path, sent, plant, list } = await withAutomation({ status: 'save' })
  const interest = await plant((tx) =>
    makeInterest(tx, list, makeCategory(tx, list, { title: 'Hats', type: 'checkboxes' }), { name: 'Caps' }),
  )
  const set = (name: string, has: boolean) => call(`PATCH ${path}/${name}@acme.test`, { interests: { [interest.id]: has } })
  await set('ada', !value)
  const emails = EMAILS.map(({ id: _, ...email }) => email)
  await trigger('automation.create', { list_id: ID, workflow_type, interest: 'Caps', status: 'sending', emails })
  await set('ada', value)
  expect((await sent()).map(([name]) => name)).toEqual(['ada'])
})

test('an automation that follows up on a campaign is entered by the members who open the campaign', async () => {
  const { send, trigger, sent, call } = await withAutomation({ status: 'save' })
  const { id } = await send()
  const emails = [{ subject_line: 'Thanks', html: HTML, delay: { type: 'now', action: 'opened_email' } }]
  await trigger('automation.create', {
    list_id: ID,
    workflow_type: 'emailFollowup',
    campaign_id: id,
    status: 'sending',
    emails,
  })
  await trigger('campaign.open', { campaign_id: id, email_address: 'bob@acme.test' })
  expect((await sent()).map(([name, subject]) => [name, subject])).toEqual([['bob', 'Thanks']])
  expect((await call(`GET ${READ}`)).body.total_items).toBe(2)
})

test.each([
  ['opens', true, ['Welcome', 'You opened']],
  ['does not open', false, ['Welcome']],
])('an automation sends an email that waits for an open if the recipient %s', async (_, opens, subjects) => {
  const second = {
    id: SECOND,
    subject_line: 'You opened',
    html: HTML,
    delay: { amount: 1, type: 'hour', action: 'previous_campaign_opened' },
  } as const
  const { enter, trigger, pass, sent } = await withAutomation({ emails: [WELCOME, second] })
  await enter('ada')
  await pass('PT1H')
  if (opens) await trigger('campaign.open', { workflow_email_id: FIRST, email_address: 'ada@acme.test' })
  await pass('P7D')
  expect((await sent()).map(([, subject]) => subject)).toEqual(subjects)
})

test.each([
  ['opened', true, ['Welcome', 'Bye']],
  ['did not open', false, ['Welcome', 'Reminder', 'Bye']],
])('an automation skips a reminder for a recipient who %s', async (_, opens, subjects) => {
  const reminder = {
    id: SECOND,
    subject_line: 'Reminder',
    html: HTML,
    delay: { action: 'previous_campaign_not_opened' },
  } as const
  const { enter, trigger, pass, sent } = await withAutomation({
    emails: [WELCOME, reminder, { id: THIRD, subject_line: 'Bye', html: HTML }],
  })
  await enter('ada')
  await pass('PT1H')
  if (opens) await trigger('campaign.open', { workflow_email_id: FIRST, email_address: 'ada@acme.test' })
  await pass('P7D')
  expect((await sent()).map(([, subject]) => subject)).toEqual(subjects)
})

test('an automation skips an email whose segment the member is not in', async () => {
  const { plant, list, trigger, call, path, pass, sent } = await withAutomation({ status: 'save' })
  await plant((tx) => makeSegment(tx, list, { name: 'vip', type: 'static' }))
  const emails = [
    { subject_line: 'For VIPs', html: HTML, segment: 'vip' },
    { subject_line: 'For all', html: HTML, delay: { type: 'now' } },
  ]
  const { changed } = await trigger('automation.create', { list_id: ID, workflow_type: 'api', status: 'sending', emails })
  await call(`POST ${path}/ada@acme.test/tags`, { tags: [{ name: 'vip', status: 'active' }] })
  for (const name of ['ada', 'bob'])
    await trigger('automation.enter', { workflow_id: changed[0].id, email_address: `${name}@acme.test` })
  await pass('PT1M')
  expect((await sent()).map(([name, subject]) => [name, subject])).toEqual([
    ['ada', 'For VIPs'],
    ['ada', 'For all'],
    ['bob', 'For all'],
  ])
})

test.each([
  [{ hours: 'send_at', at: 8 }, '2026-01-16T08:00:00+00:00'],
  [{ hours: 'send_between', from: 12, until: 14 }, '2026-01-15T12:00:00+00:00'],
  [{ days: ['monday'] }, '2026-01-19T00:00:00+00:00'],
  [{ days: ['thursday'], hours: 'send_between', from: 6, until: 8 }, '2026-01-22T06:00:00+00:00'],
] as const)('an automation holds emails until they may go out: %j', async (runtime, next_send) => {
  const { enter, queueOf } = await withAutomation({
    runtime: { ...runtime, ...('days' in runtime ? { days: [...runtime.days] } : {}) },
  })
  await enter('ada')
  expect(await queueOf(FIRST)).toEqual([['ada', next_send]])
})

test('an automation holds emails until the first occurrence of an hour that occurs twice', async () => {
  const runtime = { hours: 'send_at', at: 2 } as const
  const { enter, queueOf, plant } = await withAutomation({ runtime }, { world: { now: '2026-10-24T12:00:00Z' } })
  await plant((tx) => plantAccount(tx, { account_timezone: 'Europe/Berlin' }))
  await enter('ada')
  expect(await queueOf(FIRST)).toEqual([['ada', '2026-10-25T00:00:00+00:00']])
})

test('an automation is entered on a date of the member', async () => {
  const { plant, list, call, path, trigger, pass, sent } = await withAutomation({ status: 'save' })
  await plant((tx) => makeMergeField(tx, list, { name: 'Birthday', tag: 'BDAY', type: 'birthday' }))
  await plant((tx) => makeMergeField(tx, list, { name: 'Renewal', tag: 'RENEW', type: 'date' }))
  await call(`PATCH ${path}/ada@acme.test`, { merge_fields: { BDAY: '01/18' } })
  await call(`PATCH ${path}/bob@acme.test`, { merge_fields: { RENEW: '2026-01-20' } })
  const make = (workflow_type: string, date_field: string | undefined, subject_line: string, delay?: object) =>
    trigger('automation.create', {
      list_id: ID,
      workflow_type,
      date_field,
      status: 'sending',
      emails: [{ subject_line, html: HTML, delay }],
    })
  await make('recurringEvent', 'BDAY', 'Happy birthday', { amount: 0, type: 'day', action: 'birthday' })
  await make('specialEvent', 'RENEW', 'Renew soon', { amount: 2, type: 'day', direction: 'before', action: 'date' })
  await make('dateAdded', undefined, 'A week with us', { amount: 1, type: 'week', action: 'date_added' })
  await pass('P10D')
  expect(await sent()).toEqual([
    ['ada', 'Happy birthday', '2026-01-18T00:00:00'],
    ['bob', 'Renew soon', '2026-01-18T00:00:00'],
    ['ada', 'A week with us', '2026-01-22T00:00:00'],
    ['bob', 'A week with us', '2026-01-22T00:00:00'],
    ['cy', 'A week with us', '2026-01-22T00:00:00'],
  ])
})

test('an automation is left by members who leave the list, who are not listed as removed', async () => {
  const { call, enter, queueOf, pass, sent, path, read } = await withAutomation()
  for (const name of ['ada', 'bob', 'cy']) await enter(name)
  await pass('PT1M')
  await call(`PATCH ${path}/ada@acme.test`, { status: 'unsubscribed' })
  await call(`DELETE ${path}/bob@acme.test`)
  await call(`POST ${path}/cy@acme.test/actions/delete-permanent`)
  expect(await queueOf(SECOND)).toEqual([])
  expect(await read('/removed-subscribers')).toMatchObject({ total_items: 0 })
  await pass('P2D')
  expect(await sent()).toHaveLength(3)
})
