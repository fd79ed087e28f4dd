import { expect, test } from 'vitest'
import { entriesIn } from '../../resources/batch-world.ts'
import { withDrafts } from '../../resources/campaign-drafts.ts'
import { rowsWith } from '../../simulation/addresses.ts'
import type { Body } from '../../mock.ts'

const ORIGINAL = 'http://maildouble.test'
const FORK = `${ORIGINAL}/_worlds/fork`
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const SILENT = { webhooks: { mode: 'record', validation: 'off' } } as const

const linkTo = (email: Body, page: string): string =>
  email.links.find((link: string) => link.includes(`/_public/${page}`)) ?? `no link to ${page}`

/** A world with every kind of text that has its address, and a fork of it. */
async function withFork() {
  const world = await withDrafts({ settings: SILENT })
  const { call, draft, act, pass, app, path, list } = world
  await call('POST /3.0/batch-webhooks', { url: 'http://127.0.0.1:9/batches' })
  const { body: page } = await call('POST /3.0/landing-pages', { name: 'Hats', title: 'Hats', type: 'signup', list_id: list.id })
  await call(`POST /3.0/landing-pages/${page.id}/actions/publish`)
  const { url: pageUrl } = (await call(`GET /3.0/landing-pages/${page.id}`)).body
  const { body: file } = await call('POST /3.0/file-manager/files', { name: 'hat.gif', file_data: PIXEL })
  const html = `<div data-edit="body"><a href="${pageUrl}">Hats</a> <img src="${file.full_size_url}">
    <a href="https://acme.test/?from=*|URL:ARCHIVE|*">Share</a> <a href="*|LIST:SUBSCRIBE|*">Join</a>
    <a href="*|ARCHIVE|*">View</a> <a href="*|FORWARD|*">Forward</a> ${pageUrl}</div>`
  const { body: template } = await call('POST /3.0/templates', { name: 'Hats', html })
  const campaign = await draft({}, { html })
  await act(campaign, 'test', { test_emails: ['me@acme.test'], send_type: 'html' })
  await act(campaign, 'send')
  await pass('PT1M')
  const [email] = await world.emailsOf()
  for (const link of email.links.filter((each: string) => each.includes('/track/'))) await app.request(link)
  await app.request(campaign.archive_url, { headers: { referer: pageUrl } })
  const form = new URLSearchParams({ email: 'friend@acme.test', message: pageUrl })
  expect((await app.request(linkTo(email, 'forward'), { method: 'POST', body: form })).status).toBe(200)
  await call(`POST ${path}`, { email_address: 'penny@acme.test', status: 'pending' })
  const paths = [`/lists/${list.id}/members`, `/lists/${list.id}/members/ada@acme.test`, `/campaigns/${campaign.id}`, '/nothing']
  const { body: first } = await call('POST /3.0/batches', { operations: paths.map((each) => ({ method: 'GET', path: each })) })
  await pass('PT1M')
  const { body: second } = await call('POST /3.0/batches', { operations: [{ method: 'GET', path: `/batches/${first.id}` }] })
  await call('POST /3.0/account-exports', { include_stages: ['campaigns', 'templates'] })
  await pass('PT1M')
  expect((await call('POST /_control/fork', { id: 'fork' })).status).toBe(201)
  const shown = async (line: string): Promise<string> => {
    const { status, text } = await call(`GET ${line}`)
    expect([line, status]).toEqual([line, 200])
    return text
  }
  /** Everything that a world shows of these texts. */
  const textsOf = async (control: string, base: string): Promise<string[]> => {
    const api = base.slice(ORIGINAL.length)
    const batches = [first, second].map(({ id }) => shown(`${api}/3.0/batches/${id}`))
    const archives = (await Promise.all(batches)).map(async (text) => {
      const entries = await entriesIn(await app.request(JSON.parse(text).response_body_url))
      // The response is a text in JSON.
      return entries.map(({ data }) => new TextDecoder().decode(data).replaceAll('\\"', '"')).join('\n')
    })
    return Promise.all([
      ...batches,
      ...archives,
      ...['emails', 'deliveries'].map((each) => shown(`${control}/${each}?limit=100`)),
      ...[
        `/campaigns/${campaign.id}`,
        `/campaigns/${campaign.id}/content`,
        '/search-campaigns?query=hats',
        `/templates/${template.id}/default-content`,
        `/reports/${campaign.id}/click-details`,
        `/reports/${campaign.id}/email-activity`,
        `/reports/${campaign.id}/short-url-activity`,
        `/lists/${list.id}/members/ada@acme.test/activity`,
        `/lists/${list.id}/members/ada@acme.test/activity-feed`,
        '/account-exports',
        '/activity-feed/service-chatter',
      ].map((each) => shown(`${api}/3.0${each}`)),
    ])
  }
  return { ...world, email, textsOf, campaign }
}

/** The addresses of the server in a text. */
function addressesIn(text: string): string[] {
  const plain = text.replaceAll(/https?%3A%2F%2F[\w.~%-]+/g, (url) => ` ${decodeURIComponent(url)} `).replaceAll('&amp;', '&')
  return [...plain.matchAll(/http:\/\/maildouble\.test[^\s"'<>\\),]*/g)].map(([url]) => url)
}

test('no row of a fork holds the address of its original', async () => {
  const { context } = await withFork()
  const fork = context.worlds.byId('fork')
  expect(fork && rowsWith(ORIGINAL, fork.world)).toEqual([])
})

test('a world shows its own address in every text, and a fork of it shows the address of the fork', async () => {
  const { textsOf } = await withFork()
  const originals = await textsOf('/_control', ORIGINAL)
  const forks = await textsOf('/_control/worlds/fork', FORK)
  for (const [i, text] of originals.entries()) {
    const [own, forked] = [addressesIn(text), addressesIn(forks[i] ?? '')]
    expect(own.filter((url) => url.startsWith(FORK))).toEqual([])
    expect(forked.filter((url) => !url.startsWith(FORK))).toEqual([])
    const withoutSignature = (url: string) => url.replace(/sig=\w+/, '')
    expect(forked.map((url) => withoutSignature(url.replace(FORK, ORIGINAL)))).toEqual(own.map(withoutSignature))
    expect(text + (forks[i] ?? '')).not.toContain('this-world')
  }
})

test('every page and file to which a fork leads answers, and changes the fork and not its original', async () => {
  const { textsOf, app, handle, context, path, call } = await withFork()
  const before = handle().world
  const forked = context.worlds.byId('fork')?.world
  const urls = new Set((await textsOf('/_control/worlds/fork', FORK)).flatMap(addressesIn))
  const pages = [...urls].filter((url) => /\/(?:_public|_files)\//.test(url))
  expect(new Set(pages.map((url) => /\/(?:_public|_files)\/(?:track\/)?\w+/.exec(url)?.[0]))).toEqual(
    new Set([
      '/_public/pages',
      '/_public/track/click',
      '/_public/track/open',
      '/_public/unsubscribe',
      '/_public/profile',
      '/_public/forward',
      '/_public/campaign',
      '/_public/s',
      '/_public/subscribe',
      '/_public/confirm',
      '/_files/media',
      '/_files/batches',
      '/_files/export',
    ]),
  )
  for (const page of pages) {
    let response = await app.request(page)
    if (response.status === 302) {
      const target = response.headers.get('location') ?? ''
      expect(addressesIn(target).filter((url) => !url.startsWith(FORK))).toEqual([])
      if (!target.startsWith(FORK)) continue
      response = await app.request(target)
    }
    expect([page, response.status]).toEqual([page, 200])
  }
  const unsubscribe = pages.find((url) => url.includes('/unsubscribe?')) ?? ''
  expect((await app.request(unsubscribe, { method: 'POST', body: new URLSearchParams({ reason: 'Other' }) })).status).toBe(200)
  expect(handle().world).toBe(before)
  expect(context.worlds.byId('fork')?.world).not.toBe(forked)
  const statusIn = async (base: string) => (await call(`GET ${base}${path}/penny@acme.test`)).body.status
  expect([await statusIn(''), await statusIn('/_worlds/fork')]).toEqual(['pending', 'subscribed'])
})
