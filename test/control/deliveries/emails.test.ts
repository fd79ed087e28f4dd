import { describe, expect, test } from 'vitest'
import { EMAILS_MAX, type EmailRow } from '../../../src/service/model/emails/email.ts'
import { sendEmail } from '../../../src/service/rules/emails/send.ts'
import { realDelay } from '../../../src/kernel/support/time.ts'
import { mock } from '../../mock.ts'
import { ADA, GRACE, ID } from '../../resources/member-world.ts'
import { triggerWorld } from './trigger-world.ts'

/** An email with minimal content. */
const some = (to: string, kind: EmailRow['kind'] = 'campaign') =>
  ({ to, kind, subject: 'News', text: 'News', html: '', code: '', links: [] }) as const

async function withEmails() {
  const world = mock()
  await world.plant((tx) => {
    sendEmail(tx, some(ADA))
    sendEmail(tx, some(GRACE))
    sendEmail(tx, { ...some(ADA, 'domain_verification'), code: '123456' })
  })
  const ids = async (query: string) => {
    const { body } = await world.call(`GET /_control/emails${query}`)
    return body.emails.map(({ id }: { id: number }) => id)
  }
  return { ...world, ids }
}

describe('getEmails', () => {
  test('getEmails shows sent emails, oldest first, with a code only if there is one', async () => {
    const { call } = await withEmails()
    const { body } = await call('GET /_control/emails')
    expect(body).toMatchObject({ total: 3, evicted: 0 })
    expect(body.emails[0]).toEqual({
      id: 1,
      at: '2026-01-15T09:00:00.000Z',
      to: ADA,
      kind: 'campaign',
      subject: 'News',
      text: 'News',
      html: '',
      links: [],
      cause: {},
    })
    expect(body.emails[2].code).toBe('123456')
  })

  test.each([
    ['?to=ADA@acme.test', [1, 3]],
    ['?kind=domain_verification', [3]],
    [`?to=${GRACE}&kind=domain_verification`, []],
    ['?limit=1', [1]],
    ['?limit=1&offset=1', [2]],
    ['?limit=0', []],
    ['?offset=9', []],
  ])('the query %s returns the emails %j', async (query, expected) => {
    const { ids } = await withEmails()
    expect(await ids(query)).toEqual(expected)
  })

  test('the total of getEmails counts all matches, whatever the page', async () => {
    const { call } = await withEmails()
    expect((await call(`GET /_control/emails?to=${ADA}&limit=1`)).body).toMatchObject({ total: 2 })
  })

  test('getEmails reports the number of evicted emails', async () => {
    const { plant, call } = mock()
    await plant((tx) => {
      for (let i = 0; i < EMAILS_MAX + 5; i++) sendEmail(tx, some(ADA))
    })
    const { body } = await call('GET /_control/emails')
    expect([body.total, body.evicted, body.emails.length, body.emails[0].id]).toEqual([EMAILS_MAX, 5, 100, 6])
  })

  test.each(['kind=letter', 'wait=soon', 'wait=PT11M', 'wait=-PT1S', 'wait=P1M', 'at_least=0', 'limit=-1', 'from=ada'])(
    'a query of emails with ?%s is rejected with 422',
    async (query) => {
      const { status, body } = await mock().call(`GET /_control/emails?${query}`)
      expect([status, body.detail]).toEqual([422, expect.stringContaining(query.split('=')[0] ?? '')])
    },
  )

  test('getEmails returns nothing after a reset', async () => {
    const { call, ids } = await withEmails()
    await call('POST /_control/reset')
    expect(await ids('')).toEqual([])
  })
})

test('a wait for emails ends as soon as one has arrived', async () => {
  const { call, trigger } = await triggerWorld({ double_optin: true })
  const waiting = call(`GET /_control/emails?to=${ADA}&wait=PT2M`)
  await trigger('member.subscribe')
  expect((await waiting).body.emails).toMatchObject([{ to: ADA, kind: 'confirm_subscription' }])
})

test('a wait for emails ends when the requested number has arrived', async () => {
  const { call, trigger } = await triggerWorld({ double_optin: true })
  let answered = false
  const waiting = call('GET /_control/emails?wait=PT2M&at_least=2').then((answer) => {
    answered = true
    return answer
  })
  await trigger('member.subscribe')
  expect(answered).toBe(false)
  await trigger('member.subscribe', { email_address: GRACE })
  expect((await waiting).body.emails).toHaveLength(2)
})

test('a wait for emails ends immediately if they are already there', async () => {
  const { ids } = await withEmails()
  expect(await ids('?wait=PT2M&at_least=3')).toEqual([1, 2, 3])
})

test('a wait for emails ends with the current emails on timeout, in real time even on a frozen clock', async () => {
  const { call } = await withEmails()
  const { body } = await call('GET /_control/emails?wait=PT0.02S&at_least=4')
  expect(body.total).toBe(3)
  expect((await call('GET /_control/clock')).body.now).toBe('2026-01-15T09:00:00.000Z')
})

test('a wait for emails ends with a reset of the world, and with its deletion', async () => {
  const { call } = mock()
  await call('POST /_control/worlds', { id: 'a', scenario: 'empty' })
  // Loads the needed modules now, so that a call starts to wait as soon as it is made.
  await call('GET /_control/worlds/a/emails')
  const reset = call('GET /_control/worlds/a/emails?wait=PT2M')
  await realDelay(1)
  await call('POST /_control/worlds/a/reset')
  expect((await reset).body).toEqual({ emails: [], total: 0, evicted: 0 })
  const deleted = call('GET /_control/worlds/a/emails?wait=PT2M')
  await realDelay(1)
  await call('DELETE /_control/worlds/a')
  expect((await deleted).body).toMatchObject({ status: 404, detail: 'The world a was deleted while this call waited.' })
})

test('a wait for emails ends when the client disconnects', async () => {
  const { app, ready } = mock()
  await ready
  const leaving = new AbortController()
  const request = new Request('http://maildouble.test/_control/emails?wait=PT2M', { signal: leaving.signal })
  const waiting = app.request(request)
  await realDelay(1)
  leaving.abort()
  expect((await waiting).status).toBe(200)
})

test('a wait for emails observes only its own world', async () => {
  const { call, trigger } = await triggerWorld({ double_optin: true })
  await call('POST /_control/worlds', { id: 'other', scenario: 'empty' })
  const waiting = call('GET /_control/worlds/other/emails?wait=PT0.02S')
  await trigger('member.subscribe')
  expect((await waiting).body.total).toBe(0)
})

test('the emails of a list notify the configured address of subscribes and unsubscribes', async () => {
  const { add, call, ada, sent } = await triggerWorld({
    name: 'Acme <News>',
    notify_on_subscribe: 'in@acme.test',
    notify_on_unsubscribe: 'out@acme.test',
  })
  await add(ADA)
  await call(`PATCH ${ada}`, { language: 'en' })
  await call(`DELETE ${ada}`)
  const emails = await sent()
  expect(emails).toMatchObject([
    { to: 'in@acme.test', kind: 'list_notification', subject: 'New subscriber to Acme <News>' },
    { to: 'out@acme.test', kind: 'list_notification', subject: 'Unsubscribed from Acme <News>' },
  ])
  expect(emails[0]?.html).toBe('<p>ada@acme.test has subscribed to Acme &lt;News&gt;.</p>')
})

test('the emails of a list are not sent without an address to notify', async () => {
  const { add, sent } = await triggerWorld()
  await add(ADA)
  expect(await sent()).toEqual([])
})

test('the emails of a list ask each pending member of a bulk call to confirm', async () => {
  const { call, sent } = await triggerWorld()
  const members = [ADA, GRACE].map((email_address) => ({ email_address, status: 'pending' }))
  await call(`POST /3.0/lists/${ID}`, { members })
  expect((await sent()).map(({ to }) => to)).toEqual([ADA, GRACE])
})
