import { describe, expect, test } from 'vitest'
import { ADA, GRACE, ID, LATER } from '../resources/member-world.ts'
import { ADA_ID, triggerWorld } from '../control/deliveries/trigger-world.ts'
import { browserOf } from './page.ts'

/** A world in which Ada was asked to confirm, and her email. */
async function pendingMember() {
  const world = await triggerWorld()
  await world.call(`POST ${world.path}`, { email_address: ADA, status: 'pending' })
  const links = async () => (await world.sent()).map((email) => email.links[0] ?? '')
  const [link = ''] = await links()
  return { ...world, ...browserOf(world), links, link }
}

test('the confirmation request goes to a member who becomes pending, with an unguessable link', async () => {
  const { sent, link } = await pendingMember()
  expect(link).toMatch(/^http:\/\/maildouble\.test\/_public\/confirm\/[0-9a-f]{64}$/)
  expect(await sent()).toEqual([
    {
      seq: expect.any(Number),
      id: 1,
      at: 1_768_467_600,
      to: ADA,
      kind: 'confirm_subscription',
      subject: 'Please confirm your subscription: Acme News',
      text: `Please confirm that you want to get Acme News.

Yes, subscribe me to this list:
${link}

If you received this email by mistake, simply delete it. You will not be subscribed unless you open the link.
`,
      html: expect.stringContaining(`<a href="${link}">Yes, subscribe me to this list</a>`),
      code: '',
      links: [link],
    },
  ])
})

test.each(['PATCH', 'PUT'])('the confirmation request is not sent again for an unchanged %s', async (method) => {
  const { call, ada, sent } = await pendingMember()
  expect((await call(`${method} ${ada}`, { status: 'pending' })).body.status).toBe('pending')
  expect((await call(`${method} ${ada}`, { status: 'pending', language: 'en' })).body.language).toBe('en')
  expect(await sent()).toHaveLength(1)
})

test('the confirmation request goes to a member who had unsubscribed and becomes pending', async () => {
  const { make, call, ada, sent } = await triggerWorld()
  await make({ email_address: ADA, status: 'unsubscribed', unsubscribed_by: 'contact' })
  await call(`PATCH ${ada}`, { status: 'pending' })
  expect(await sent()).toMatchObject([{ to: ADA }])
})

test('the confirmation request goes to the new address of a pending member, and invalidates the old link', async () => {
  const { call, ada, path, links, link, open } = await pendingMember()
  await call(`PATCH ${ada}`, { email_address: GRACE })
  const [, second = ''] = await links()
  expect((await open(link)).status).toBe(404)
  expect((await open(second)).status).toBe(200)
  expect((await call(`GET ${path}/${GRACE}`)).body.status).toBe('subscribed')
})

test('the confirmation request does not go to the new address of a contact renamed in historical mode, whose old link becomes invalid', async () => {
  const { call, row, links, link, open, send } = await pendingMember()
  const contact = `/3.0/audiences/${ID}/contacts/email:${ADA_ID}`
  await call(`PATCH /3.0/lists/${ID}`, { double_optin: true })
  await call(`PATCH ${contact}?data_mode=historical`, { email_channel: { email: GRACE } })
  expect(await links()).toEqual([link])
  expect((await open(link)).status).toBe(404)
  expect((await row(GRACE))?.status).toBe('pending')
  // A sign-up through the form sends a link again.
  await send(`/_public/subscribe?id=${ID}`, { EMAIL: GRACE })
  const [, second = ''] = await links()
  expect([(await open(link)).status, (await open(second)).status]).toEqual([404, 200])
  expect((await row(GRACE))?.status).toBe('subscribed')
})

test('the confirmation request does not go to members added as subscribed, even on a double opt-in list', async () => {
  const { add, sent } = await triggerWorld({ double_optin: true })
  expect((await add(ADA)).body.status).toBe('subscribed')
  expect(await sent()).toEqual([])
})

describe('confirmSubscription', () => {
  test('a confirmation link subscribes the member, and webhooks receive the event with source user', async () => {
    const { open, link, pass, adaNow, webhookPayloads } = await pendingMember()
    await pass('PT5M')
    const page = await open(link)
    expect([page.status, page.heading, page.headers.get('content-type')]).toEqual([
      200,
      'Subscription confirmed',
      'text/html; charset=utf-8',
    ])
    expect(page.text).toContain('ada@acme.test is subscribed to Acme News.')
    expect(await adaNow()).toMatchObject({ status: 'subscribed', timestamp_opt: LATER, ip_opt: '127.0.0.1' })
    expect(await webhookPayloads()).toMatchObject([{ type: 'subscribe', data: { email: ADA } }])
  })

  test('a confirmation link that is opened again shows the same page and changes nothing', async () => {
    const { open, link, handle } = await pendingMember()
    await open(link)
    const before = handle().world
    const page = await open(link)
    expect([page.status, page.heading]).toEqual([200, 'Subscription confirmed'])
    expect(handle().world).toBe(before)
  })

  test('a confirmation link does not confirm for a HEAD request', async () => {
    const { open, link, handle, adaNow } = await pendingMember()
    const before = handle().world
    expect(await open(link, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
    expect(handle().world).toBe(before)
    expect((await adaNow()).status).toBe('pending')
    expect((await open('/_public/confirm/0123', { method: 'HEAD' })).status).toBe(404)
  })

  test('a confirmation link does not resubscribe a member who has left in between', async () => {
    const { open, link, trigger, handle } = await pendingMember()
    await open(link)
    await trigger('member.unsubscribe')
    const before = handle().world
    const page = await open(link)
    expect([page.status, page.heading]).toEqual([410, 'This link was used before'])
    expect(page.text).toContain('<a href="../subscribe?id=a1b2c3d4e5">')
    expect(handle().world).toBe(before)
  })

  test('only the latest confirmation link of a member is accepted', async () => {
    const { open, link, links, trigger, call, ada } = await pendingMember()
    await trigger('member.unsubscribe')
    await call(`PATCH ${ada}`, { status: 'pending' })
    const [, second = ''] = await links()
    expect((await open(link)).status).toBe(404)
    expect((await open(second)).status).toBe(200)
  })

  test('confirmation links of deleted members and lists are answered with 404', async () => {
    const { open, link, call, ada } = await pendingMember()
    await call(`POST ${ada}/actions/delete-permanent`)
    expect((await open(link)).status).toBe(404)
    const other = await pendingMember()
    await other.call(`DELETE /3.0/lists/${ID}`)
    expect((await other.open(other.link)).status).toBe(404)
  })

  test.each(['0123', '__proto__', '%00', `${'f'.repeat(64)}`])(
    'the unknown confirmation token %s is answered with 404',
    async (token) => {
      const { open, handle } = await pendingMember()
      const before = handle().world
      const page = await open(`/_public/confirm/${token}`)
      expect([page.status, page.heading]).toEqual([404, 'This link is not known'])
      expect(handle().world).toBe(before)
    },
  )

  test('a confirmation link works in the world that issued it', async () => {
    const world = await triggerWorld({ double_optin: true })
    const { open } = browserOf(world)
    await world.call('POST /_control/fork', { id: 'fork' })
    const signUp = { trigger: 'member.subscribe', list_id: ID, email_address: ADA }
    await world.call('POST /_control/worlds/fork/triggers', signUp)
    const [email] = (await world.call('GET /_control/worlds/fork/emails')).body.emails
    expect(email.links[0]).toMatch(/^http:\/\/maildouble\.test\/_worlds\/fork\/_public\/confirm\//)
    expect((await open(email.links[0].replace('/_worlds/fork', ''))).status).toBe(404)
    expect((await open(email.links[0])).status).toBe(200)
    const again = await world.call('POST /_control/worlds/fork/triggers', signUp)
    expect(again.body).toMatchObject({ status: 409, detail: expect.stringContaining('subscribed to the list') })
    expect((await world.call(`GET ${world.ada}`)).status).toBe(404)
  })
})
