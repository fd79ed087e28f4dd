import { describe, expect, test } from 'vitest'
import { makeTemplate } from '../../src/service/rules/templates/make.ts'
import type { Body } from '../mock.ts'
import { HTML, withDrafts } from './campaign-drafts.ts'
import { LIST } from './campaign-list.ts'

const TEMPLATE = [
  '<h1 mc:edit="title">Title</h1><img mc:edit="image" src="a.png">',
  '<div mc:repeatable="item"><b mc:edit="name">Name</b></div><p data-edit="text">Text</p>',
].join('')

/** A world with a draft without content, and shorthands for its content. */
async function withDraft(given: Body = {}) {
  const world = await withDrafts()
  const campaign = await world.draft(given, false)
  const path = `/3.0/campaigns/${campaign.id}`
  const put = (body: unknown) => world.call(`PUT ${path}/content`, body)
  const content = async (): Promise<Body> => (await world.call(`GET ${path}/content`)).body
  return { ...world, campaign, put, content, at: path }
}

describe('getCampaignContent', () => {
  test('a campaign without content has empty content fields', async () => {
    const { content } = await withDraft()
    const { _links, ...body } = await content()
    expect(body).toEqual({ plain_text: '', html: '' })
  })

  test('archive_html of a campaign has no personal data and no links for recipients', async () => {
    const { put, content } = await withDraft()
    const html =
      '<title>*|MC:SUBJECT|*</title>*|IFNOT:ARCHIVE_PAGE|*<a href="*|ARCHIVE|*">View</a>*|END:IF|*<p>Hi *|FNAME|* of *|LIST:NAME|*</p><a href="*|UNSUB|*">Leave</a>!'
    await put({ html })
    expect(await content()).toMatchObject({ html, archive_html: '<title>Hats</title><p>Hi  of Acme News</p>!' })
  })
})

describe('setCampaignContent', () => {
  test('HTML of a campaign is returned unchanged, with a plain text generated from the HTML until a plain text is given', async () => {
    const { put, content, read, campaign } = await withDraft()
    const html =
      '<style>p { color: red }</style><h1>Hats &amp; more</h1><p>All\n  <b>blue</b><br>and <a href="https://acme.test">cheap</a></p><hr><ul><li>One</li></ul><img alt="x">'
    const { status, body } = await put({ html })
    expect([status, body.html]).toEqual([200, html])
    expect(body.plain_text).toBe(
      `** Hats & more\n${'-'.repeat(60)}\n\nAll blue\nand cheap (https://acme.test)\n\n${'='.repeat(60)}\n\n* One`,
    )
    expect((await read(campaign)).content_type).toBe('html')
    await put({ plain_text: 'My own' })
    await put({ html: '<p>Other</p>' })
    expect(await content()).toMatchObject({ html: '<p>Other</p>', plain_text: 'My own' })
    expect((await put({})).body).toEqual(await content())
  })

  test("headings of every level end a block of a campaign's plain text, and only the first four are underlined", async () => {
    const { put } = await withDraft()
    const { body } = await put({ html: 'a<h4>b</h4>c<h5>d</h5>e<h6>f</h6>g' })
    expect(body.plain_text).toBe(`a\n\n** b\n${'-'.repeat(60)}\n\nc\n\nd\n\ne\n\nf\n\ng`)
  })

  test('the template of a campaign is filled with sections, and later changes of it do not matter', async () => {
    const { put, plant, read, campaign } = await withDraft()
    const { id } = await plant((tx) => makeTemplate(tx, { name: 'Sale', html: TEMPLATE }))
    const sections = { title: 'Hats', image: '<i>none</i>', 'item_1:0:name': 'One', 'item_2:0:name': 'Two', unknown: 'x' }
    const { body } = await put({ html: 'ignored', template: { id, sections } })
    expect(body.html).toBe('<h1>Hats</h1><i>none</i><div><b>One</b></div><div><b>Two</b></div><p>Text</p>')
    expect(await read(campaign)).toMatchObject({ content_type: 'template', settings: { template_id: id } })
  })

  test('a campaign shows only the first of the variants of a repeatable block', async () => {
    const { put, plant } = await withDraft()
    const variant = (name: string) => `<div mc:repeatable="item" mc:variant="${name}"><b mc:edit="text">${name}</b></div>`
    const html = `${variant('left')}<hr>${variant('right')}<p mc:repeatable="other">One</p><p mc:repeatable="other">Two</p>`
    const { id } = await plant((tx) => makeTemplate(tx, { name: 'Sale', html }))
    const { body } = await put({ template: { id, sections: { 'item_1:0:text': 'Hats', 'item_2:0:text': 'Caps' } } })
    const copy = (text: string) => `<div mc:variant="left"><b>${text}</b></div>`
    expect(body.html).toBe(`${copy('Hats')}${copy('Caps')}<hr><p>One</p><p>Two</p>`)
  })

  test('a campaign of plain text takes no HTML', async () => {
    const { put, content } = await withDraft({ type: 'plaintext' })
    await put({ html: '<p>Hats</p>', plain_text: 'Hats' })
    const { _links, ...body } = await content()
    expect(body).toEqual({ plain_text: 'Hats', html: '' })
  })

  test.each<[object, string, string | undefined]>([
    [{ template: { id: '7' } }, 'Invalid Resource', 'template.id'],
    [{ template: { id: 7 } }, 'Invalid Resource', 'template.id'],
    [{ variate_contents: [{ content_label: 'A' }] }, 'Invalid Resource', 'variate_contents'],
    [{ html: 'x'.repeat(1_048_577) }, 'Bad Request', undefined],
  ])('the campaign content %.60j is rejected', async (body, title, field) => {
    const { put, handle } = await withDraft()
    const before = handle().world
    const answer = await put(body)
    expect(answer.body).toMatchObject({ status: 400, title, ...(field === undefined ? {} : { errors: [{ field }] }) })
    expect(handle().world).toBe(before)
  })

  test('the content of a campaign can be set while it is scheduled, and not while it is being sent', async () => {
    const { put, act, campaign } = await withDraft()
    await put({ html: HTML })
    await act(campaign, 'schedule', { schedule_time: '2026-01-16T09:00:00Z' })
    expect((await put({ html: '<p>New</p>' })).body.html).toBe('<p>New</p>')
    await act(campaign, 'unschedule')
    await act(campaign, 'send')
    const { status, body } = await put({ html: 'x' })
    const detail = "Can only set content on campaigns with status 'save', 'paused', or 'scheduled'"
    expect([status, body.title, body.detail, body.errors]).toEqual([400, 'Invalid Resource', detail, undefined])
  })
})

describe('getCampaignChecklist', () => {
  test('the checklist of a campaign names what is missing first, and agrees with the action send', async () => {
    const { call, put, at, act, campaign } = await withDraft()
    const items = async (): Promise<Body> => (await call(`GET ${at}/send-checklist`)).body
    const before = await items()
    expect(before.is_ready).toBe(false)
    expect(before.items[0]).toEqual({ type: 'error', id: 505, heading: 'Content', details: 'There is no content.' })
    expect(before.items.map(({ type }: Body) => type)).toEqual(
      before.items.map(({ type }: Body) => type).toSorted((a: string, b: string) => ORDER.indexOf(a) - ORDER.indexOf(b)),
    )
    await put({ html: HTML })
    expect(await items()).toMatchObject({ is_ready: true })
    expect((await items()).items).toContainEqual({
      type: 'success',
      id: 501,
      heading: 'List',
      details: 'The list Acme News gets it: 3 recipients.',
    })
    expect((await act(campaign, 'send')).status).toBe(204)
  })

  test('the checklist of a campaign has a schema named Campaigns/Checklist, which its links and its header name', async () => {
    const { call, at, campaign } = await withDraft()
    const { headers, body } = await call(`GET ${at}/send-checklist`)
    const url = 'http://maildouble.test/schema/3.0/'
    expect(headers.get('link')).toBe(`<${url}Campaigns/Checklist/Instance.json>; rel="describedBy"`)
    expect(body._links).toContainEqual(
      expect.objectContaining({ rel: 'self', targetSchema: `${url}Definitions/Campaigns/Checklist/Response.json` }),
    )
    const { _links } = (await call(`GET /3.0/campaigns/${campaign.id}`)).body
    expect(_links.find(({ rel }: Body) => rel === 'send_checklist').targetSchema).toContain('/Campaigns/Checklist/')
    expect((await call('GET /schema/3.0/Definitions/Campaigns/Checklist/Response.json')).status).toBe(200)
  })

  test('a test of versions without variate_contents has no content in the checklist, whatever HTML it has', async () => {
    const { draft, call, act } = await withDrafts()
    const variate_settings = { winner_criteria: 'opens', subject_lines: ['A', 'B'] }
    const campaign = await draft({ type: 'variate', variate_settings })
    const { body } = await call(`GET /3.0/campaigns/${campaign.id}/send-checklist`)
    expect(body.items[0]).toEqual({ type: 'error', id: 505, heading: 'Content', details: 'There is no content.' })
    expect((await act(campaign, 'send')).status).toBe(400)
  })

  test('the checklist requires a verified domain of the sender if the setting says so', async () => {
    const { draft, call } = await withDrafts({ settings: { campaigns: { sender: 'verified' } } })
    const campaign = await draft()
    const { body } = await call(`GET /3.0/campaigns/${campaign.id}/send-checklist`)
    expect(body.items[0]).toMatchObject({ type: 'error', id: 504, details: 'The domain acme.test is not verified.' })
  })
})

const ORDER = ['error', 'warning', 'success']

test('the emails of a campaign have merge tags filled, tracked links, a pixel, a footer and headers', async () => {
  const { draft, act, pass, emailsOf, call, path } = await withDrafts()
  await call(`PATCH ${path}/ada@acme.test`, { merge_fields: { FNAME: 'Ada <3' } })
  const campaign = await draft({ settings: { subject_line: 'For *|FNAME|*', to_name: '*|UPPER:FNAME|*' } })
  await act(campaign, 'send')
  await pass('PT1M')
  const [email] = await emailsOf()
  expect(email).toMatchObject({
    kind: 'campaign',
    campaign_id: campaign.id,
    to: 'ada@acme.test',
    to_name: 'ADA <3',
    from: 'Acme <news@acme.test>',
    reply_to: 'news@acme.test',
    subject: 'For Ada <3',
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  })
  expect(email?.html).toMatch(
    /^<p>Dear Ada &lt;3, see <a href="http:\/\/maildouble\.test\/_public\/track\/click\?u=\w+&amp;id=[0-9a-f]{10}&amp;e=\w+">our hats<\/a>\.<\/p>/,
  )
  expect(email?.html).toContain('/_public/track/open?')
  expect(email?.html).toContain('/_public/unsubscribe?')
  expect(email?.links[0]).toContain('/_public/track/click?')
  expect(email?.text).toContain('Dear Ada <3, see our hats (https://acme.test/hats).')
  // A later change of the member does not change the email.
  await call(`PATCH ${path}/ada@acme.test`, { merge_fields: { FNAME: 'Ann' } })
  expect((await emailsOf())[0]).toEqual(email)
  expect((await call('GET /_control/emails?text=for%20ada')).body.total).toBe(1)
})

test('the emails of a campaign show the preview text with its own tags filled; the preview text and the subject never contain themselves', async () => {
  const { draft, act, pass, emailsOf } = await withDrafts()
  const settings = { subject_line: 'Hi *|EMAIL|*: *|MC_PREVIEW_TEXT|*', preview_text: 'For *|EMAIL|* <*|MC:SUBJECT|*>' }
  const campaign = await draft({ settings }, { html: '<i>*|MC_PREVIEW_TEXT|*</i> *|UNSUB|*' })
  await act(campaign, 'send')
  await pass('PT1M')
  const [email] = await emailsOf()
  expect(email?.html).toContain('<i>For ada@acme.test &lt;Hi ada@acme.test: &gt;</i>')
  expect(email?.subject).toBe('Hi ada@acme.test: For ada@acme.test <Hi ada@acme.test: >')
})

test('the emails of a campaign have links of merge tags that lead where the tags say, untracked', async () => {
  const { draft, act, pass, emailsOf } = await withDrafts()
  const campaign = await draft({}, { html: '<a href="*|ARCHIVE|*">Read</a> <a href="*|LIST:SUBSCRIBE|*">Join</a> *|UNSUB|*' })
  await act(campaign, 'send')
  await pass('PT1M')
  const [email] = await emailsOf()
  expect(email?.html).not.toContain('track/click')
  expect(email?.html).toContain(`<a href="${campaign.long_archive_url.replaceAll('&', '&amp;')}">Read</a>`)
  expect(email?.links[0]).toBe(campaign.long_archive_url)
})

test('the emails of a campaign are plain text for a campaign of plain text', async () => {
  const { draft, act, pass, emailsOf } = await withDrafts()
  await act(
    await draft({ type: 'plaintext', tracking: { text_clicks: true } }, { plain_text: 'See https://acme.test/hats.' }),
    'send',
  )
  await pass('PT1M')
  const [email] = await emailsOf()
  expect(email).toMatchObject({
    html: '',
    text: expect.stringMatching(/^See http:\/\/maildouble\.test\/_public\/track\/click\S+\.\n/),
  })
})

describe('sendTestEmail', () => {
  test('a test email goes to the given addresses only, and changes no figure', async () => {
    const { draft, act, emailsOf, read } = await withDrafts()
    const campaign = await draft()
    expect((await act(campaign, 'test', { test_emails: ['boss@acme.test'], send_type: 'html' })).status).toBe(204)
    const html = HTML.replace('*|FNAME|*', '&lt;&lt; Test First Name &gt;&gt;')
    expect(await emailsOf('campaign_test')).toMatchObject([{ to: 'boss@acme.test', subject: '[Test] Hats', html }])
    expect(await read(campaign)).toEqual({ ...campaign, content_type: 'html' })
  })

  test.each<[object, string]>([
    [{ test_emails: [], send_type: 'html' }, 'Invalid Resource'],
    [{ test_emails: ['nobody'], send_type: 'html' }, 'Invalid Resource'],
    [{ test_emails: ['a@acme.test'], send_type: 'plain_text' }, 'Invalid Resource'],
    [{ test_emails: Array.from({ length: 21 }, (_, i) => `a${i}@acme.test`), send_type: 'html' }, 'Bad Request'],
  ])('the test email %.70j is rejected', async (body, title) => {
    const { draft, act, emailsOf } = await withDrafts()
    expect((await act(await draft(), 'test', body)).body).toMatchObject({ status: 400, title })
    expect(await emailsOf('campaign_test')).toEqual([])
  })

  test('a test email of a campaign that tests versions is sent for each version, and each address counts once', async () => {
    const { draft, act, call, emailsOf } = await withDrafts({}, { pricing_plan_type: 'forever_free' })
    const variate_settings = { winner_criteria: 'opens', subject_lines: ['Hats', 'Caps'] }
    const campaign = await draft({ type: 'variate', variate_settings, settings: { subject_line: '' } }, false)
    const test_emails = Array.from({ length: 6 }, (_, i) => `a${i}@acme.test`)
    const sendTests = () => act(campaign, 'test', { test_emails, send_type: 'html' })
    expect((await sendTests()).body).toMatchObject({ title: 'Bad Request', detail: expect.stringContaining('no content') })
    const variate_contents = [
      { content_label: 'A', html: '<p>First</p>' },
      { content_label: 'B', html: '<p>Second</p>' },
    ]
    await call(`PUT /3.0/campaigns/${campaign.id}/content`, { variate_contents })
    expect([(await sendTests()).status, (await sendTests()).status, (await sendTests()).status]).toEqual([204, 204, 400])
    const toFirst = (await emailsOf('campaign_test')).filter(({ to }) => to === 'a0@acme.test')
    expect(toFirst.slice(0, 4).map(({ subject, html }) => [subject, html])).toEqual([
      ['[Test] Hats', '<p>First</p>'],
      ['[Test] Hats', '<p>Second</p>'],
      ['[Test] Caps', '<p>First</p>'],
      ['[Test] Caps', '<p>Second</p>'],
    ])
    expect(toFirst).toHaveLength(8)
  })

  test('versions without content, and versions at other times, are not sent as a test of their own', async () => {
    const { draft, act, call, emailsOf } = await withDrafts()
    const variate_settings = { winner_criteria: 'opens', send_times: ['2026-01-16 09:00:00', '2026-01-17 09:00:00'] }
    const campaign = await draft({ type: 'variate', variate_settings }, false)
    const variate_contents = [{ content_label: 'A' }, { content_label: 'B', html: '<p>Second</p>' }]
    await call(`PUT /3.0/campaigns/${campaign.id}/content`, { variate_contents })
    expect((await act(campaign, 'test', { test_emails: ['boss@acme.test'], send_type: 'html' })).status).toBe(204)
    expect(await emailsOf('campaign_test')).toMatchObject([{ subject: '[Test] Hats', html: '<p>Second</p>' }])
  })

  test('a campaign without content sends no test email, and a campaign has at most 12 with the free plan', async () => {
    const { draft, act } = await withDrafts({}, { pricing_plan_type: 'forever_free' })
    const body = { test_emails: Array.from({ length: 6 }, (_, i) => `a${i}@acme.test`), send_type: 'html' }
    expect((await act(await draft({}, false), 'test', body)).body).toMatchObject({ status: 400, title: 'Bad Request' })
    const campaign = await draft()
    const statuses = [await act(campaign, 'test', body), await act(campaign, 'test', body), await act(campaign, 'test', body)]
    expect(statuses.map(({ status }) => status)).toEqual([204, 204, 400])
  })
})

describe('replicateCampaign', () => {
  test('replicateCampaign makes a draft with the same recipients, settings and content, and the next free number', async () => {
    const { draft, act, pass, call } = await withDrafts()
    const campaign = await draft({ recipients: { list_id: LIST, segment_opts: { prebuilt_segment_id: 'never-opened' } } })
    await act(campaign, 'send')
    expect((await act(campaign, 'replicate')).body).toMatchObject({ status: 400, title: 'Bad Request' })
    await pass('PT1M')
    const { body: first } = await act(campaign, 'replicate')
    expect(first).toMatchObject({
      status: 'save',
      send_time: '',
      emails_sent: 0,
      recipients: { segment_opts: { prebuilt_segment_id: 'never-opened' } },
    })
    expect(first.id).not.toBe(campaign.id)
    const { body: second } = await act(first, 'replicate')
    expect([first.settings.title, second.settings.title]).toEqual(['(copy 01)', '(copy 02)'])
    expect((await call(`GET /3.0/campaigns/${second.id}/content`)).body.html).toBe(HTML)
  })

  test('replicateCampaign rejects a version of a test and an old A/B campaign with Invalid Action', async () => {
    const { act, send } = await withDrafts()
    const { id } = await send({ type: 'ab_split' })
    expect((await act({ id }, 'replicate')).body).toMatchObject({ status: 400, title: 'Invalid Action' })
  })
})

describe('createCampaignResend', () => {
  test('createCampaignResend goes to the recipients who have not opened the campaign', async () => {
    const { draft, act, pass, call, read, emailsOf } = await withDrafts()
    const campaign = await draft()
    expect((await act(campaign, 'create-resend')).body).toMatchObject({ status: 400, title: 'Bad Request' })
    await act(campaign, 'send')
    await pass('PT1M')
    await call('POST /_control/triggers', { trigger: 'campaign.open', campaign_id: campaign.id, email_address: 'bob@acme.test' })
    const { body } = await act(campaign, 'create-resend', {})
    expect(body).toMatchObject({ status: 'save', settings: { title: '(resend)' }, recipients: { recipient_count: 2 } })
    expect(body.recipients.segment_opts).toEqual({
      match: 'all',
      conditions: [{ condition_type: 'Aim', field: 'aim', op: 'noopen', value: String(campaign.web_id) }],
    })
    expect((await read(campaign)).resendable).toBe(false)
    expect((await act(campaign, 'create-resend')).status).toBe(400)
    expect((await act(campaign, 'create-resend', { shortcut_type: 'to_non_purchasers' })).status).toBe(400)
    await act(body, 'send')
    await pass('PT1M')
    expect((await emailsOf()).slice(3).map(({ to }) => to)).toEqual(['ada@acme.test', 'cy@acme.test'])
  })
})

describe('searchCampaigns', () => {
  test('searchCampaigns ranks by title, subject, sender and text, with the match in the snippet', async () => {
    const { draft, call } = await withDrafts()
    await draft({ settings: { title: 'x', subject_line: 'Blue <hats>' } })
    await draft({ settings: { title: 'Blue caps' } })
    const { body } = await call('GET /3.0/search-campaigns?query=BLUE')
    expect(body.total_items).toBe(2)
    expect(body.results.map(({ snippet }: Body) => snippet)).toEqual([
      '<strong>Blue</strong> caps',
      '<strong>Blue</strong> &lt;hats&gt;',
    ])
    expect((await call('GET /3.0/search-campaigns?query=our%20hats')).body.results[0].snippet).toContain(
      '<strong>our hats</strong>',
    )
    expect((await call('GET /3.0/search-campaigns?query=%20')).body).toMatchObject({ status: 400, title: 'Bad Request' })
  })
})
