import { describe, expect, test } from 'vitest'
import { makeMergeField } from '../../src/service/rules/merge-fields/make.ts'
import { ADA, AT_START, ID } from '../resources/member-world.ts'
import { triggerWorld } from '../control/deliveries/trigger-world.ts'
import { browserOf } from './page.ts'

const FORM = `/_public/subscribe?id=${ID}`

async function formWorld(fields: Parameters<typeof triggerWorld>[0] = {}, plan: Parameters<typeof triggerWorld>[1] = {}) {
  const world = await triggerWorld(fields, plan)
  const field = (given: Parameters<typeof makeMergeField>[2]) =>
    world.plant((tx) => makeMergeField(tx, world.list, { public: true, ...given }))
  return { ...world, ...browserOf(world), field }
}

describe('openShortUrl', () => {
  test('the short URL of a list redirects to its form', async () => {
    const { call, open } = await formWorld()
    const { subscribe_url_long, subscribe_url_short } = (await call(`GET /3.0/lists/${ID}`)).body
    expect(subscribe_url_long).toBe(`http://maildouble.test${FORM}`)
    expect((await open(subscribe_url_long)).heading).toBe('Subscribe to Acme News')
    const short = await open(subscribe_url_short)
    expect([short.status, short.headers.get('location')]).toEqual([302, subscribe_url_long])
  })

  test.each(['ffffffffff', '__proto__'])('the short URL of the unknown list %s is answered with 404', async (id) => {
    expect(await (await formWorld()).open(`/_public/s/${id}`)).toMatchObject({ status: 404, heading: 'There is no such list' })
  })
})

describe('showSubscribeForm', () => {
  test('the sign-up form asks for the address and the public merge fields, each with a label', async () => {
    const { open, field } = await formWorld()
    await field({ name: 'Colour', tag: 'COLOUR', type: 'dropdown', required: true, options: { choices: ['red', 'blue'] } })
    await field({ name: 'Size', tag: 'SIZE', type: 'radio', options: { choices: ['S', 'M'] } })
    await field({ name: 'Home', tag: 'HOME', type: 'address' })
    await field({ name: 'Inside', tag: 'INSIDE', type: 'text', public: false })
    const { text } = await open(FORM)
    const labels = [...text.matchAll(/<(?:label|legend)[^>]*>\s*(?:<input[^>]*>)?\s*([^<]*)/g)].map(([, label]) => label?.trim())
    expect(labels).toEqual([
      'Email address (required)',
      'First Name',
      'Last Name',
      'Colour (required)',
      'Size',
      'S',
      'M',
      'Home',
      'Street address',
      'Address line 2',
      'City',
      'State or region',
      'Postal code',
      'Country',
    ])
    expect(text).not.toContain('INSIDE')
  })

  test('the sign-up form offers the email type if the list does', async () => {
    expect((await (await formWorld()).open(FORM)).text).not.toContain('EMAILTYPE')
    expect((await (await formWorld({ email_type_option: true })).open(FORM)).text).toContain('name="EMAILTYPE" value="text"')
  })

  test("the sign-up form shows the account's customization as plain text", async () => {
    const { open, call } = await formWorld({ name: '<script>alert(1)</script>' })
    expect((await open(FORM)).text).not.toContain('<script>')
    const contents = [{ section: 'signup_message', value: '<b>Join</b> us' }]
    await call(`POST /3.0/lists/${ID}/signup-forms`, { header: { text: 'Acme "News"' }, contents })
    const { text } = await open(FORM)
    expect(text).toContain('<h1>Acme &quot;News&quot;</h1>')
    expect(text).toContain('&lt;b&gt;Join&lt;/b&gt; us')
  })

  test('the sign-up form runs no script, loads nothing and changes nothing', async () => {
    const { open, handle } = await formWorld()
    const before = handle().world
    const { headers } = await open(FORM)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(handle().world).toBe(before)
  })

  test.each(['/_public/subscribe', '/_public/subscribe?id=ffffffffff', '/_public/subscribe?id=__proto__'])(
    'the sign-up form of an unknown list is answered with 404 at %s',
    async (path) => expect(await (await formWorld()).open(path)).toMatchObject({ status: 404, heading: 'There is no such list' }),
  )
})

describe('subscribe', () => {
  test('the sign-up form subscribes immediately without double opt-in', async () => {
    const { send, adaNow, webhookPayloads } = await formWorld({ email_type_option: true })
    const page = await send(FORM, { EMAIL: ` ${ADA} `, FNAME: 'Ada', EMAILTYPE: 'text' })
    expect([page.status, page.heading]).toEqual([200, 'Subscription confirmed'])
    expect(await adaNow()).toMatchObject({
      status: 'subscribed',
      email_type: 'text',
      source: 'Hosted Signup Form',
      merge_fields: { FNAME: 'Ada', LNAME: '' },
      timestamp_signup: AT_START,
      timestamp_opt: AT_START,
    })
    expect(await webhookPayloads()).toMatchObject([{ type: 'subscribe', data: { merges: { FNAME: 'Ada' } } }])
  })

  test('the sign-up form asks for confirmation on a double opt-in list', async () => {
    const { send, open, adaNow, sent, webhookPayloads } = await formWorld({ double_optin: true })
    const page = await send(FORM, { EMAIL: ADA })
    expect([page.status, page.heading]).toEqual([200, 'Almost finished'])
    expect((await adaNow()).status).toBe('pending')
    expect(await webhookPayloads()).toEqual([])
    const [email] = await sent()
    await open(email?.links[0] ?? '')
    expect(await adaNow()).toMatchObject({ status: 'subscribed' })
  })

  test('the sign-up form resends the link to a pending member', async () => {
    const { send, sent } = await formWorld({ double_optin: true })
    await send(FORM, { EMAIL: ADA })
    expect((await send(FORM, { EMAIL: ADA })).heading).toBe('Almost finished')
    const [first, second] = await sent()
    expect(second?.links).toEqual(first?.links)
  })

  test('the sign-up form changes nothing for a subscribed member', async () => {
    const { send, add, handle } = await formWorld()
    await add(ADA)
    const before = handle().world
    expect((await send(FORM, { EMAIL: ADA, FNAME: 'Eve' })).heading).toBe('You are subscribed already')
    expect(handle().world).toBe(before)
  })

  test.each([{ status: 'unsubscribed', unsubscribed_by: 'contact' }, { status: 'cleaned' }, { status: 'archived' }] as const)(
    'the sign-up form resubscribes a member who is %j, keeping the existing data',
    async (fields) => {
      const { send, make, adaNow } = await formWorld()
      await make({ email_address: ADA, merge_fields: { PHONE: '123' }, ...fields })
      await send(FORM, { EMAIL: ADA, FNAME: 'Ada' })
      expect(await adaNow()).toMatchObject({ status: 'subscribed', merge_fields: { FNAME: 'Ada', PHONE: '123' } })
    },
  )

  test('the sign-up form parses each type of field', async () => {
    const { send, field, adaNow } = await formWorld()
    await field({ name: 'Age', tag: 'AGE', type: 'number' })
    await field({ name: 'Born', tag: 'BORN', type: 'birthday' })
    await field({ name: 'Since', tag: 'SINCE', type: 'date' })
    await field({ name: 'Home', tag: 'HOME', type: 'address' })
    await field({ name: 'Colour', tag: 'COLOUR', type: 'radio', options: { choices: ['red', 'blue'] } })
    const home = { 'HOME[addr1]': '1 Main St', 'HOME[city]': 'Oslo', 'HOME[state]': 'Oslo', 'HOME[zip]': '0150' }
    await send(FORM, { EMAIL: ADA, AGE: '36', BORN: '12/10', SINCE: '2026-01-02', COLOUR: 'red', ...home })
    expect((await adaNow()).merge_fields).toMatchObject({
      AGE: 36,
      BORN: '12/10',
      SINCE: '2026-01-02',
      COLOUR: 'red',
      HOME: { addr1: '1 Main St', addr2: '', city: 'Oslo', state: 'Oslo', zip: '0150', country: '' },
    })
  })

  test('the sign-up form is shown again with the errors and the entered values', async () => {
    const { send, field, handle } = await formWorld()
    await field({ name: 'Colour', tag: 'COLOUR', type: 'radio', required: true, options: { choices: ['red', 'blue'] } })
    await field({ name: 'Zip', tag: 'ZIP', type: 'zip', help_text: 'Five digits' })
    const before = handle().world
    const { status, text } = await send(FORM, { EMAIL: '"><script>', FNAME: 'Ada "A"', ZIP: '12' })
    expect(status).toBe(400)
    expect(text).toContain('role="alert">Please look again at: Email address, Colour, Zip.')
    expect(text).toContain('value="Ada &quot;A&quot;"')
    expect(text).toContain('aria-describedby="ZIP-wrong ZIP-help" aria-invalid="true"')
    expect(text).not.toContain('<script>')
    expect(handle().world).toBe(before)
  })

  test.each(['', 'nobody', 'a@b', 'two words@acme.test'])('the sign-up form rejects the address %j', async (EMAIL) => {
    const { send, handle } = await formWorld()
    const before = handle().world
    const { status, text } = await send(FORM, { EMAIL })
    expect([status, text.includes('id="EMAIL-wrong"')]).toEqual([400, true])
    expect(handle().world).toBe(before)
  })

  test('the sign-up form neither requires nor stores non-public fields', async () => {
    const { send, field, adaNow } = await formWorld()
    await field({ name: 'Inside', tag: 'INSIDE', type: 'text', required: true, public: false })
    expect((await send(FORM, { EMAIL: ADA, INSIDE: 'mine' })).status).toBe(200)
    expect((await adaNow()).merge_fields.INSIDE).toBe('')
  })

  test('the sign-up form may be part of other sites, with the list in the form', async () => {
    const { open, adaNow } = await formWorld()
    const body = new URLSearchParams({ id: ID, EMAIL: ADA })
    const headers = { origin: 'https://acme.test', 'sec-fetch-site': 'cross-site' }
    expect((await open('/_public/subscribe', { method: 'POST', body, headers })).status).toBe(200)
    expect((await adaNow()).status).toBe('subscribed')
  })

  test('the sign-up form rejects unknown lists and forms that are too large', async () => {
    const { send } = await formWorld()
    expect((await send('/_public/subscribe?id=ffffffffff', { EMAIL: ADA })).status).toBe(404)
    expect((await send('/_public/subscribe', { EMAIL: ADA })).status).toBe(404)
    expect((await send(FORM, { EMAIL: ADA, FNAME: 'x'.repeat(70_000) })).status).toBe(413)
  })

  test('the sign-up form counts as a subscription by the person', async () => {
    const { send, call } = await formWorld()
    await send(FORM, { EMAIL: ADA })
    expect((await call(`GET /3.0/lists/${ID}/activity`)).body.activity).toMatchObject([{ subs: 1, other_adds: 0 }])
  })
})
