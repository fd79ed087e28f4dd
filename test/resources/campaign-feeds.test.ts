import { expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { withDrafts } from './campaign-drafts.ts'

const FEED = 'https://acme.test/feed'
const RSS = { type: 'rss', rss_opts: { feed_url: FEED, frequency: 'daily', schedule: { hour: 6 } } }
const HTML =
  '*|RSSITEMS:|*<a href="*|RSSITEM:URL|*">*|RSSITEM:TITLE|*</a> *|RSSITEM:AUTHOR|* *|RSSITEM:DATE|* *|RSSITEM:CONTENT|* ' +
  '*|RSSITEM:CONTENT_FULL|*;*|END:RSSITEMS|**|UNSUB|*'

const rssOf = (...items: readonly string[]) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
    xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News</title><image><title>Logo</title></image>${items.join('')}</channel></rss>`
const item = (title: string, date = '') => `<item><guid>${title}</guid><title>${title}</title><pubDate>${date}</pubDate></item>`
const OLD = item('Old', 'Wed, 14 Jan 2026 10:00:00 GMT')

/** A world with an RSS campaign, and a web site that serves its feed. It begins on 15 January 2026 at 9 o'clock. */
async function withFeed(settings: object = { imports: 'any' }) {
  const world = await withDrafts({ settings })
  const campaign = await world.draft(RSS, { html: HTML })
  const requests: Request[] = []
  let answer: () => Response = () => new Response(rssOf(OLD))
  world.receiveAt('https://acme.test', (request) => {
    requests.push(request)
    return answer()
  })
  const at = `/3.0/campaigns/${campaign.id}`
  return {
    ...world,
    campaign,
    requests,
    serve: (text: string, init?: ResponseInit) => void (answer = () => new Response(text, init)),
    feedItem: async (): Promise<Body> =>
      (await world.call(`GET ${at}/send-checklist`)).body.items.find(({ id }: Body) => id === 510),
    issues: async (): Promise<Body[]> =>
      (await world.call('GET /3.0/campaigns?status=sent&sort_field=create_time')).body.campaigns,
  }
}

test('the feed of an RSS campaign is fetched for the checklist, at the start and at each run, which sends what is new', async () => {
  const { campaign, act, pass, serve, requests, feedItem, issues, emailsOf, read, handle } = await withFeed()
  const before = handle().world
  expect(await feedItem()).toMatchObject({ type: 'warning', details: 'The feed has no new item yet.' })
  expect(handle().world.tables).toBe(before.tables)
  expect(requests.map(({ method, url, headers }) => [method, url, headers.get('accept')])).toEqual([
    ['GET', FEED, 'application/rss+xml, application/atom+xml, application/xml, text/xml'],
  ])
  expect((await act(campaign, 'send')).status).toBe(204)
  await pass('P1D')
  expect(requests).toHaveLength(3)
  expect(await issues()).toEqual([])
  serve(rssOf(OLD, item('Hats', 'Fri, 16 Jan 2026 10:00:00 +0100'), item('Undated')))
  await pass('P1D')
  expect(requests).toHaveLength(4)
  expect(await issues()).toMatchObject([{ settings: { title: '(2026-01-17)' }, emails_sent: 3 }])
  const [email] = await emailsOf()
  expect(email?.html).toContain('Undated</a>')
  expect(email?.html).toContain('Hats</a>  2026-01-16')
  expect(email?.html).not.toContain('Old')
  // What was sent once is not new again.
  await pass('P1D')
  expect(await issues()).toHaveLength(1)
  expect(await read(campaign)).toMatchObject({ rss_opts: { last_sent: '2026-01-17T06:00:00+00:00' } })
})

test('the feed of an RSS campaign can be Atom, and shows what its elements say', async () => {
  const { campaign, act, pass, serve, emailsOf } = await withFeed()
  await act(campaign, 'send')
  serve(`<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><author><name>Nobody</name></author>
      <entry><id>urn:1</id><title>Hats &amp; caps</title><link rel="self" href="https://acme.test/self"/>
      <link href="https://acme.test/hats"/><author><name>Ada
      Lovelace</name></author><published>2026-01-16T05:00:00+02:00</published><updated>2026-01-10T00:00:00Z</updated>
      <summary>1 &lt; 2</summary><content type="html">&lt;b&gt;New&lt;/b&gt;</content></entry></feed>`)
  await pass('P1D')
  const [email] = await emailsOf()
  expect(email?.html).toContain('>Hats &amp; caps</a> Ada Lovelace 2026-01-16 1 &lt; 2 <b>New</b>;')
  expect(email?.text).toContain('(https://acme.test/hats)')
})

test('the feed of an RSS campaign can have the elements of the usual extensions of RSS', async () => {
  const { campaign, act, pass, serve, emailsOf } = await withFeed()
  await act(campaign, 'send')
  serve(
    rssOf(
      '<item><guid>https://acme.test/1</guid><title><![CDATA[A <b>]]></title><dc:creator>Ada</dc:creator><dc:date>2026-01-15T20:00:00Z</dc:date>' +
        '<description>&lt;i&gt;Short&lt;/i&gt;</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded></item>',
    ),
  )
  await pass('P1D')
  expect((await emailsOf())[0]?.html).toContain('>A &lt;b&gt;</a> Ada 2026-01-15 <i>Short</i> <p>Long</p>;')
})

test.each<[string, string, ResponseInit, string]>([
  ['is missing', '', { status: 404 }, 'it answered 404'],
  ['is a page', '<html><body>News</body></html>', {}, 'it must be a feed'],
  ['is no XML', rssOf(OLD).slice(0, -3), {}, 'it must be a feed'],
  ['is nested too deeply', rssOf('<a>'.repeat(100) + '</a>'.repeat(100)), {}, 'it must be a feed'],
  ['declares entities', `<!DOCTYPE rss [<!ENTITY a "hats">]>${rssOf('<item><title>&a;</title></item>').slice(21)}`, {}, 'a feed'],
  ['is larger than a mebibyte', rssOf('x'.repeat(1_048_577)), {}, 'it must have at most 1048576 bytes'],
])(
  'the feed of an RSS campaign cannot be read if it %s: the campaign does not start, and a run is left out',
  async (_, text, init, details) => {
    const { campaign, act, pass, serve, feedItem, issues } = await withFeed()
    serve(text, init)
    expect(await feedItem()).toMatchObject({ type: 'error', details: expect.stringContaining(details) })
    expect((await act(campaign, 'send')).body).toMatchObject({ status: 400, title: 'Bad Request' })
    serve(rssOf(OLD))
    expect((await act(campaign, 'send')).status).toBe(204)
    serve(text, init)
    await pass('P1D')
    expect(await issues()).toEqual([])
    serve(rssOf(OLD, item('Hats')))
    await pass('P1D')
    expect(await issues()).toHaveLength(1)
  },
)

test('the feed of an RSS campaign follows redirects, and is fetched only from addresses that the setting imports allows', async () => {
  const { requests, serve, feedItem } = await withFeed({ imports: 'loopback' })
  serve('', { status: 302, headers: { location: 'http://203.0.113.1/feed' } })
  expect((await feedItem()).details).toContain('The setting imports allows this machine only.')
  expect(requests).toHaveLength(1)
  const off = await withFeed({})
  expect((await off.feedItem()).details).toContain('the setting imports is off')
  expect(off.requests).toEqual([])
})

test('the feed of an RSS campaign has the items of a trigger as well, also while it cannot be fetched', async () => {
  const { campaign, act, pass, call, serve, feedItem, emailsOf } = await withFeed()
  serve('', { status: 500 })
  const publish = { trigger: 'feed.publish', feed_url: FEED, title: 'Hats', link: 'https://acme.test/hats' }
  await call('POST /_control/triggers', publish)
  expect(await feedItem()).toMatchObject({ type: 'warning' })
  await act(campaign, 'send')
  await pass('PT1H')
  await call('POST /_control/triggers', { ...publish, title: 'Caps' })
  await pass('P1D')
  expect((await emailsOf())[0]?.html).toContain('Caps</a>')
})

test('the feed of an RSS campaign is fetched again when the campaign is resumed, and not for a campaign that was paused or deleted meanwhile', async () => {
  const { campaign, act, pass, requests, call, issues, serve } = await withFeed()
  await act(campaign, 'send')
  await act(campaign, 'pause')
  expect((await act(campaign, 'resume')).status).toBe(204)
  expect(requests).toHaveLength(2)
  await act(campaign, 'pause')
  serve(rssOf(item('Hats')))
  await pass('P2D')
  expect(requests).toHaveLength(2)
  expect((await call(`DELETE /3.0/campaigns/${campaign.id}`)).status).toBe(204)
  expect(await issues()).toEqual([])
})

test('the feed of an RSS campaign is not fetched by a batch, which can start a campaign whose feed has items', async () => {
  const { campaign, call, act, pass, requests, read } = await withFeed()
  const operations = [{ method: 'POST', path: `/campaigns/${campaign.id}/actions/send` }]
  const batch = (await call('POST /3.0/batches', { operations })).body
  await pass('PT1M')
  expect((await call(`GET /3.0/batches/${batch.id}`)).body).toMatchObject({ status: 'finished', errored_operations: 1 })
  expect(requests).toEqual([])
  await act(campaign, 'send')
  expect((await read(campaign)).status).toBe('sending')
})
