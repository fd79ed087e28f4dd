import { describe, expect, test } from 'vitest'
import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import { withDrafts } from '../resources/campaign-drafts.ts'

/** A world whose list has interests, with a campaign that was sent, and the URLs in the email to Ada. */
async function withUrls() {
  const world = await withDrafts()
  const { plant, list, draft, act, pass, emailsOf } = world
  const interests = await plant((tx) => {
    const colours = makeCategory(tx, list, { title: 'Colours', type: 'checkboxes' })
    const pace = makeCategory(tx, list, { title: 'How often', type: 'radio' })
    const secret = makeCategory(tx, list, { title: 'Secret', type: 'hidden' })
    const make = (category: typeof colours, name: string) => makeInterest(tx, list, category, { name }).id
    return {
      red: make(colours, 'Red'),
      blue: make(colours, 'Blue'),
      daily: make(pace, 'Daily'),
      never: make(secret, 'Spy'),
      pace: pace.id,
    }
  })
  const html = '<a href="*|UPDATE_PROFILE|*">p</a><a href="*|FORWARD|*">f</a><a href="*|UNSUB|*">u</a>'
  const campaign = await draft({}, { html })
  await act(campaign, 'send')
  await pass('PT1M')
  const email = (await emailsOf()).find(({ to }) => to === 'ada@acme.test')
  const [profile = '', forward = ''] = email?.links ?? []
  const visit = async (url: string, form?: Record<string, string>) => {
    const answer = await world.app.request(url, form ? { method: 'POST', body: new URLSearchParams(form) } : {})
    return { status: answer.status, text: await answer.text() }
  }
  return { ...world, interests, campaign, profile, forward, visit }
}

describe('showProfileForm', () => {
  test('the profile page shows the current values of the fields that the member can change', async () => {
    const { profile, visit, call, path, interests } = await withUrls()
    await call(`PATCH ${path}/ada@acme.test`, { merge_fields: { FNAME: 'A<da' }, interests: { [interests.red]: true } })
    const { status, text } = await visit(profile)
    expect(status).toBe(200)
    expect(text).toContain('value="ada@acme.test"')
    expect(text).toContain('value="A&lt;da"')
    expect(text).toMatch(new RegExp(`name="interest-${interests.red}" value="on" +checked`))
    expect(text).toContain(`name="interest-${interests.blue}"`)
    expect(text).not.toContain('Spy')
  })

  test('an unknown or archived member has no profile page', async () => {
    const { profile, visit, call, path } = await withUrls()
    expect((await visit(profile.replace(/e=\w+/, 'e=none'))).status).toBe(404)
    await call(`DELETE ${path}/ada@acme.test`)
    expect((await visit(profile)).status).toBe(404)
    expect((await visit(profile, { EMAIL: 'ada@acme.test' })).status).toBe(404)
  })
})

describe('changeProfile', () => {
  test('the profile page changes merge fields, interests and the address, as a change made by the member', async () => {
    const { profile, visit, memberNamed, call, path, interests, list } = await withUrls()
    await call(`PATCH ${path}/ada@acme.test`, { interests: { [interests.red]: true, [interests.never]: true } })
    const hook = { url: 'https://acme.test/hook', events: { profile: true, upemail: true }, sources: { user: true } }
    await call(`POST /3.0/lists/${list.id}/webhooks`, hook)
    const form = {
      EMAIL: ' ada@new.test ',
      FNAME: 'Ada',
      [`interest-${interests.blue}`]: 'on',
      [`group-${interests.pace}`]: interests.daily,
    }
    expect(await visit(profile, form)).toMatchObject({ status: 200, text: expect.stringContaining('ada@new.test') })
    const { body: ada } = await call(`GET ${path}/ada@new.test`)
    expect(ada).toMatchObject({
      merge_fields: { FNAME: 'Ada' },
      interests: { [interests.red]: false, [interests.blue]: true, [interests.daily]: true, [interests.never]: true },
    })
    const { deliveries } = (await call('GET /_control/deliveries')).body
    expect(deliveries.map(({ event }: { event: string }) => event)).toContain('upemail')
    expect((await memberNamed('ada')).status).toBe(404)
    expect((await visit(profile)).status).toBe(404)
  })

  test('the profile page refuses an invalid field with a message and changes nothing', async () => {
    const { profile, visit, handle, make, call, list } = await withUrls()
    await make({ email_address: 'eve@acme.test' })
    await call(`POST /3.0/lists/${list.id}/merge-fields`, { name: 'Size', tag: 'SIZE', type: 'number', public: true })
    const before = handle().world
    for (const [form, message] of [
      [{ EMAIL: 'nonsense' }, 'is not a valid email address'],
      [{ EMAIL: 'eve@acme.test' }, 'eve@acme.test is already on the list.'],
      [{ EMAIL: 'ada@acme.test', SIZE: 'large' }, 'Please enter a number'],
    ] as const) {
      const { status, text } = await visit(profile, form)
      expect([status, text.includes(message)]).toEqual([400, true])
    }
    expect(handle().world).toBe(before)
  })

  test('the profile page says in plain words that the address of a cleaned member cannot be replaced', async () => {
    const { profile, visit, call, path } = await withUrls()
    await call(`PATCH ${path}/ada@acme.test`, { status: 'cleaned' })
    const { status, text } = await visit(profile, { EMAIL: 'ada@new.test' })
    expect([status, text.includes('Emails to ada@acme.test came back')]).toEqual([400, true])
  })
})

describe('showForwardForm', () => {
  test('the forward page asks a recipient for the address of a friend, and answers everyone else with 404', async () => {
    const { forward, visit, campaign } = await withUrls()
    expect(await visit(forward)).toMatchObject({ status: 200, text: expect.stringContaining(campaign.settings.subject_line) })
    for (const url of [forward.replace(/e=\w+/, 'e=none'), forward.replace(campaign.id, '0123456789')])
      expect([(await visit(url)).status, (await visit(url, { email: 'bob@friend.test' })).status]).toEqual([404, 404])
  })
})

describe('forwardCampaign', () => {
  test('a forwarded campaign is sent to the friend by email, and the forward and the opens of the email are counted', async () => {
    const { forward, visit, campaign, reportOf, emailsOf } = await withUrls()
    const form = { email: 'bob@friend.test', message: 'Look: <b>hats</b>' }
    expect(await visit(forward, form)).toMatchObject({ status: 200, text: expect.stringContaining('bob@friend.test') })
    const [email] = await emailsOf('forward')
    expect(email).toMatchObject({ to: 'bob@friend.test', subject: 'Fwd: Hats', links: [campaign.long_archive_url] })
    expect(email?.html).toContain('Look: &lt;b&gt;hats&lt;/b&gt;')
    const pixel = /src="([^"]*track\/open[^"]*)"/.exec(email?.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect((await visit(pixel)).status).toBe(200)
    expect(await reportOf({ id: campaign.id })).toMatchObject({
      forwards: { forwards_count: 1, forwards_opens: 1 },
      opens: { opens_total: 0 },
    })
  })

  test('an invalid address of a friend is refused with a message, and nothing is counted', async () => {
    const { forward, visit, handle } = await withUrls()
    const before = handle().world
    expect(await visit(forward, { email: 'nonsense' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('is not a valid email address'),
    })
    expect(handle().world).toBe(before)
  })
})
