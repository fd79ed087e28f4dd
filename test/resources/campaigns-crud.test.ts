import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../src/service/rules/folders/make.ts'
import { makeSegment } from '../../src/service/rules/segments/make.ts'
import { makeTemplate } from '../../src/service/rules/templates/make.ts'
import type { Body } from '../mock.ts'
import { withDrafts } from './campaign-drafts.ts'
import { LIST } from './campaign-list.ts'
import { NONE_OF_SEVERAL } from '../service-texts.ts'

describe('createCampaign', () => {
  test('a new campaign is a draft with the defaults of the service, and absent members stay absent', async () => {
    const { call } = await withDrafts()
    const { body } = await call('POST /3.0/campaigns', { type: 'regular' })
    const { _links, ...record } = body
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{10}$/),
      web_id: expect.any(Number),
      type: 'regular',
      create_time: '2026-01-15T09:00:00+00:00',
      archive_url: expect.stringContaining('/_public/s/'),
      long_archive_url: expect.stringContaining(`&id=${body.id}`),
      status: 'save',
      emails_sent: 0,
      send_time: '',
      content_type: 'template',
      needs_block_refresh: false,
      resendable: false,
      recipients: { list_id: '', list_is_active: true, list_name: '', segment_text: '', recipient_count: 0 },
      settings: {
        title: '',
        use_conversation: false,
        to_name: '',
        folder_id: '',
        authenticate: true,
        auto_footer: false,
        inline_css: false,
        auto_tweet: false,
        fb_comments: true,
        timewarp: false,
        template_id: 0,
        drag_and_drop: false,
      },
      tracking: {
        opens: true,
        html_clicks: true,
        text_clicks: false,
        goal_tracking: false,
        ecomm360: false,
        google_analytics: '',
        clicktale: '',
      },
      delivery_status: { enabled: false },
    })
  })

  test('the title of a new campaign is empty by default, and the list counts the campaign', async () => {
    const { draft, statsOf } = await withDrafts()
    const { settings, recipients } = await draft()
    expect(settings).toMatchObject({ title: '', subject_line: 'Hats', from_name: 'Acme', reply_to: 'news@acme.test' })
    expect(recipients).toMatchObject({ list_id: LIST, list_name: 'Acme News', recipient_count: 3 })
    expect((await statsOf()).campaign_count).toBe(1)
  })

  test("the template of a new campaign gives its HTML, and the campaign keeps the template's id", async () => {
    const { draft, call, plant } = await withDrafts()
    const { id } = await plant((tx) => makeTemplate(tx, { name: 'Sale', html: '<p mc:edit="a">Sale *|BRAND:LOGO|*</p>' }))
    const campaign = await draft({ settings: { template_id: id } }, false)
    expect(campaign).toMatchObject({ content_type: 'template', settings: { template_id: id } })
    expect((await call(`GET /3.0/campaigns/${campaign.id}/content`)).body.html).toBe('<p>Sale *|BRAND:LOGO|*</p>')
  })

  test.each<[object, string, string]>([
    [{}, '', 'type'],
    [{ type: 'letter' }, 'type', 'one of'],
    [{ type: 'absplit' }, 'type', 'variate'],
    [{ type: 'rss' }, '', 'rss_opts'],
    [{ type: 'rss', rss_opts: {} }, 'rss_opts', 'feed_url, frequency'],
    [{ type: 'variate' }, '', 'variate_settings'],
    [{ type: 'regular', rss_opts: { feed_url: 'https://acme.test/feed', frequency: 'daily' } }, 'rss_opts', 'rss'],
    [{ type: 'regular', variate_settings: { winner_criteria: 'opens' } }, 'variate_settings', 'variate'],
    [{ type: 'regular', recipients: [] }, 'recipients', 'object'],
    [{ type: 'regular', recipients: { list_id: 'ffffffffff' } }, 'recipients.list_id', 'no list'],
    [{ type: 'regular', settings: { folder_id: 'ffffffffff' } }, 'settings.folder_id', 'folder'],
    [{ type: 'regular', settings: { template_id: 7 } }, 'settings.template_id', 'template'],
    [{ type: 'regular', settings: { subject_line: 'x'.repeat(151) } }, 'settings.subject_line', '150'],
    [{ type: 'regular', tracking: { google_analytics: 'ä'.repeat(26) } }, 'tracking.google_analytics', '50 bytes'],
    [
      { type: 'regular', recipients: { list_id: LIST, segment_opts: { saved_segment_id: 7 } } },
      'recipients.segment_opts.saved_segment_id',
      'no segment',
    ],
    [{ type: 'regular', recipients: { list_id: LIST, segment_opts: { match: 'any' } } }, 'recipients.segment_opts', 'conditions'],
    [
      {
        type: 'regular',
        recipients: { list_id: LIST, segment_opts: { match: 'any', conditions: [{ field: 'vip_flag', op: 'odd' }] } },
      },
      'recipients.segment_opts.conditions.item:0',
      NONE_OF_SEVERAL,
    ],
  ])('a campaign with the fields %j is rejected', async (body, field, message) => {
    const { call, handle } = await withDrafts()
    const before = handle().world
    const answer = await call('POST /3.0/campaigns', body)
    expect(answer.body).toMatchObject({
      title: 'Invalid Resource',
      errors: [{ field, message: expect.stringContaining(message) }],
    })
    expect(handle().world).toBe(before)
  })

  test('createCampaign rejects a reply_to that is not an address without naming fields', async () => {
    const { call } = await withDrafts()
    const { body } = await call('POST /3.0/campaigns', { type: 'regular', settings: { reply_to: 'nobody' } })
    expect(body).toMatchObject({ status: 400, title: 'Invalid Resource' })
    expect(body.errors).toBeUndefined()
  })

  test('createCampaign rejects one more than the maximum number of campaigns', async () => {
    const { call } = await withDrafts({ settings: { campaigns: { max: 1 } } })
    await call('POST /3.0/campaigns', { type: 'regular' })
    expect((await call('POST /3.0/campaigns', { type: 'regular' })).body).toMatchObject({ status: 400, title: 'Bad Request' })
  })

  test('a campaign of the free plan tracks clicks in HTML whatever is sent', async () => {
    const { draft } = await withDrafts({}, { pricing_plan_type: 'forever_free' })
    expect((await draft({ tracking: { html_clicks: false, opens: false } })).tracking).toMatchObject({
      html_clicks: true,
      opens: false,
    })
  })
})

test('the recipients of a campaign are the members of a saved segment, which is shown with its conditions', async () => {
  const { draft, plant, list, call, path, read } = await withDrafts()
  await call(`PATCH ${path}/bob@acme.test`, { merge_fields: { FNAME: 'Bob' } })
  const options = {
    match: 'all',
    conditions: [{ condition_type: 'TextMerge', field: 'FNAME', op: 'is', value: 'Bob' }],
  } as const
  const { id } = await plant((tx) => makeSegment(tx, list, { name: 'Bobs', type: 'saved', options }))
  const campaign = await draft({ recipients: { list_id: LIST, segment_opts: { saved_segment_id: String(id) } } })
  expect(campaign.recipients).toEqual({
    list_id: LIST,
    list_is_active: true,
    list_name: 'Acme News',
    segment_text:
      '<p class="!margin--lv0">Contacts match <strong>all</strong> of the following conditions:</p><ol id="conditions" class="small-meta">' +
      '<li class="margin--lv1 !margin-left-right--lv0">First Name is Bob</li></ol><span>For a total of <strong>1</strong> emails sent.</span>',
    recipient_count: 1,
    segment_opts: { saved_segment_id: id, ...options },
  })
  await call(`DELETE /3.0/lists/${LIST}/segments/${id}`)
  expect((await read(campaign)).recipients).toMatchObject({ recipient_count: 0, segment_opts: { saved_segment_id: id } })
})

test('the recipients of a campaign are the members with a tag, matching conditions, or in a prebuilt segment', async () => {
  const { draft, call, plant, list, path } = await withDrafts()
  const { id } = await plant((tx) => makeSegment(tx, list, { name: 'VIPs', type: 'static' }))
  await call(`POST /3.0/lists/${LIST}/segments/${id}/members`, { email_address: 'cy@acme.test' })
  await call(`PATCH ${path}/ada@acme.test`, { vip: true })
  const to = async (segment_opts: object) => (await draft({ recipients: { list_id: LIST, segment_opts } })).recipients
  expect(await to({ saved_segment_id: id })).toMatchObject({
    recipient_count: 1,
    segment_opts: { saved_segment_id: id, match: 'any', conditions: [{ condition_type: 'StaticSegment', op: 'static_is' }] },
  })
  const conditions = [{ field: 'vip_flag', op: 'member' }]
  expect(await to({ match: 'any', conditions })).toMatchObject({ recipient_count: 1, segment_opts: { match: 'any' } })
  expect(await to({ prebuilt_segment_id: 'new-subscribers' })).toMatchObject({ recipient_count: 3 })
  expect(await to({ prebuilt_segment_id: 'inactive-subscribers' })).toMatchObject({ recipient_count: 3 })
  expect(await to({ prebuilt_segment_id: 'active-subscribers' })).toMatchObject({ recipient_count: 0 })
  expect((await to({ prebuilt_segment_id: 'unknown' })).segment_opts).toEqual({ prebuilt_segment_id: 'unknown' })
  expect(await to({})).toMatchObject({ recipient_count: 3, segment_text: '' })
})

test('the recipients of a campaign keep the name of a list that was deleted', async () => {
  const { draft, call, read } = await withDrafts()
  const campaign = await draft()
  await call(`DELETE /3.0/lists/${LIST}`)
  expect((await read(campaign)).recipients).toMatchObject({
    list_id: LIST,
    list_is_active: false,
    list_name: 'Acme News',
    recipient_count: 0,
  })
})

describe('getCampaign', () => {
  test('getCampaign returns the campaign that was created', async () => {
    const { draft, read } = await withDrafts()
    const campaign = await draft({}, false)
    expect(await read(campaign)).toEqual(campaign)
  })
})

describe('getCampaigns', () => {
  test('getCampaigns lists campaigns, oldest first, and filters and sorts them', async () => {
    const { call, draft, plant, pass, act } = await withDrafts()
    const folder = await plant((tx) => makeFolder(tx, { kind: 'campaign', name: 'Spring' }))
    await draft({ settings: { title: 'one', folder_id: folder.id } })
    await pass('PT1H')
    const two = await draft({ type: 'plaintext', settings: { title: 'two' } }, { plain_text: 'Hello' })
    await act(two, 'send')
    await pass('PT1H')
    await call('POST /3.0/campaigns', { type: 'regular', settings: { title: 'three' } })
    const titles = async (query: string) => {
      const { body } = await call(`GET /3.0/campaigns${query}`)
      return body.campaigns.map(({ settings }: Body) => settings.title)
    }
    expect(await titles('')).toEqual(['one', 'two', 'three'])
    expect(await titles('?sort_field=send_time&sort_dir=DESC')).toEqual(['two', 'three', 'one'])
    expect(await titles('?sort_field=send_time')).toEqual(['two', 'one', 'three'])
    expect(await titles('?sort_dir=DESC&count=2')).toEqual(['three', 'two'])
    expect(await titles('?type=plaintext')).toEqual(['two'])
    expect(await titles('?status=save')).toEqual(['one', 'three'])
    expect(await titles(`?folder_id=${folder.id}`)).toEqual(['one'])
    expect(await titles(`?list_id=${LIST}`)).toEqual(['one', 'two'])
    expect(await titles('?list_id=none')).toEqual([])
    expect(await titles('?since_create_time=2026-01-15T09:00:00Z')).toEqual(['two', 'three'])
    expect(await titles('?before_send_time=2026-01-16')).toEqual(['two'])
    expect(await titles('?member_id=3981b0f24162d410a2657d2ced0b5d06')).toEqual(['two'])
    expect((await call('GET /3.0/campaigns?status=archived')).body).toMatchObject({ campaigns: [], total_items: 0 })
  })

  test('getCampaigns leaves out emails of automations, which are not found by id either', async () => {
    const { call, send } = await withDrafts()
    const { id } = await send({ type: 'automation' })
    expect((await call('GET /3.0/campaigns')).body.total_items).toBe(0)
    expect((await call(`GET /3.0/campaigns/${id}`)).status).toBe(404)
  })
})

describe('updateCampaign', () => {
  test('updateCampaign changes the given fields, member by member', async () => {
    const { draft, call } = await withDrafts()
    const campaign = await draft({ tracking: { google_analytics: 'spring' } })
    const { body } = await call(`PATCH /3.0/campaigns/${campaign.id}`, {
      type: 'plaintext',
      settings: { preview_text: 'All blue', auto_fb_post: ['1'] },
      tracking: { clicktale: 'x', salesforce: { notes: true } },
      social_card: { description: 'Hats' },
    })
    expect(body).toMatchObject({
      type: 'regular',
      settings: { subject_line: 'Hats', preview_text: 'All blue', auto_fb_post: ['1'] },
      tracking: { google_analytics: 'spring', clicktale: 'x', salesforce: { notes: true } },
      social_card: { description: 'Hats', title: 'Hats' },
    })
    const after = await call(`PATCH /3.0/campaigns/${campaign.id}`, { tracking: { google_analytics: '' } })
    expect(after.body.tracking).toMatchObject({ google_analytics: '', clicktale: 'x' })
  })

  test('updateCampaign with another list drops the segment and moves the count', async () => {
    const { draft, call, statsOf, plant } = await withDrafts()
    const { makeList } = await import('../../src/service/rules/lists/make.ts')
    const other = await plant((tx) => makeList(tx, { name: 'Other' }))
    const campaign = await draft({ recipients: { list_id: LIST, segment_opts: { prebuilt_segment_id: 'never-opened' } } })
    const { body } = await call(`PATCH /3.0/campaigns/${campaign.id}`, { recipients: { list_id: other.id } })
    expect(body.recipients).toMatchObject({ list_id: other.id, list_name: 'Other', recipient_count: 0 })
    expect(body.recipients.segment_opts).toBeUndefined()
    expect((await statsOf()).campaign_count).toBe(0)
  })

  test('updateCampaign with a new template replaces the content, and 0 keeps it', async () => {
    const { draft, call, plant } = await withDrafts()
    const { id } = await plant((tx) => makeTemplate(tx, { name: 'Sale', html: '<p>Sale</p>' }))
    const campaign = await draft()
    const content = async () => (await call(`GET /3.0/campaigns/${campaign.id}/content`)).body.html
    await call(`PATCH /3.0/campaigns/${campaign.id}`, { settings: { template_id: id } })
    expect(await content()).toBe('<p>Sale</p>')
    const { body } = await call(`PATCH /3.0/campaigns/${campaign.id}`, { settings: { template_id: 0 } })
    expect([body.settings.template_id, await content()]).toEqual([0, '<p>Sale</p>'])
  })

  test('updateCampaign of a sent campaign takes title, folder and social card, and ignores a body with anything else', async () => {
    const { draft, call, act, pass, handle } = await withDrafts()
    const campaign = await draft()
    await act(campaign, 'send')
    await pass('PT1M')
    const update = (body: object) => call(`PATCH /3.0/campaigns/${campaign.id}`, body)
    expect((await update({ settings: { title: 'Sent', subject_line: 'Hats' } })).body.settings.title).toBe('Sent')
    const before = handle().world
    const { status, body } = await update({ settings: { title: 'No', subject_line: 'Other' } })
    expect([status, body.settings]).toMatchObject([200, { title: 'Sent', subject_line: 'Hats' }])
    expect(handle().world).toBe(before)
  })
})

describe('deleteCampaign', () => {
  test('deleteCampaign removes the campaign and its report; emails, stats and activity stay', async () => {
    const { draft, call, act, pass, statsOf, emailsOf, path } = await withDrafts({ settings: { stats_cache: 0 } })
    const campaign = await draft()
    await act(campaign, 'send')
    await pass('PT1M')
    const activity = async () => (await call(`GET /3.0/lists/${LIST}/activity`)).body.activity
    const history = async () => (await call(`GET ${path}/ada@acme.test/activity`)).body.activity
    const before = {
      activity: await activity(),
      history: await history(),
      sent: (await statsOf()).open_rate,
      emails: await emailsOf(),
    }
    expect((await call(`DELETE /3.0/campaigns/${campaign.id}`)).status).toBe(204)
    expect((await call(`GET /3.0/campaigns/${campaign.id}`)).status).toBe(404)
    expect((await call(`GET /3.0/reports/${campaign.id}`)).status).toBe(404)
    expect({
      activity: await activity(),
      history: await history(),
      sent: (await statsOf()).open_rate,
      emails: await emailsOf(),
    }).toEqual(before)
    expect((await statsOf()).campaign_count).toBe(0)
  })

  test('a campaign that is being sent cannot be deleted', async () => {
    const { draft, call, act } = await withDrafts()
    const campaign = await draft()
    await act(campaign, 'send')
    expect((await call(`DELETE /3.0/campaigns/${campaign.id}`)).body).toMatchObject({ status: 400, title: 'Bad Request' })
  })
})
