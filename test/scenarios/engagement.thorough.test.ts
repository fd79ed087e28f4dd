import { afterEach, expect, test } from 'vitest'
import { engagements, reactions } from '../../src/service/model/triggers/engagement.ts'
import { mock, type Body } from '../mock.ts'
import { expectBooksToBalance } from '../simulation/books.ts'
import { bytes, removeFolders, scenarioNamedMine } from './scenario-world.ts'

afterEach(removeFolders)

const LIST = 'aaaaaaaaaa'
const HTML = '<p><a href="https://acme.test/hats">Hats</a> <a href="https://acme.test/shoes">Shoes</a></p>'

/** A world of a list whose members react as `engagement` says, and a way to send it a campaign by the API. */
async function withEngagement(engagement: string, { members = 200, seed = 'readers', more = '' } = {}) {
  const scenarios = scenarioNamedMine(`
account: { pro_enabled: true }
lists:
  - id: ${LIST}
    name: News
    campaign_defaults: { from_name: Acme, from_email: news@acme.test }
${engagement === '' ? '' : `    engagement: ${engagement}`}
generate: { members: [{ list: ${LIST}, members: { count: ${members}, since: -P30D } }] }
${more}`)
  const world = mock({ scenario: 'mine', seed }, { scenarios })
  await world.ready
  const { call } = world
  const send = async (given: Body = {}, content: object = { html: HTML }): Promise<string> => {
    const settings = { subject_line: 'Hats', from_name: 'Acme', reply_to: 'news@acme.test' }
    const { body } = await call('POST /3.0/campaigns', { type: 'regular', recipients: { list_id: LIST }, settings, ...given })
    await call(`PUT /3.0/campaigns/${body.id}/content`, content)
    expect((await call(`POST /3.0/campaigns/${body.id}/actions/send`)).status).toBe(204)
    return body.id
  }
  const report = async (id: string): Promise<Body> => (await call(`GET /3.0/reports/${id}`)).body
  const pendingReactions = async (): Promise<Body[]> =>
    (await call('GET /_control/clock')).body.pending.filter(({ job }: Body) => job === 'timeline.react')
  return { ...world, send, report, pendingReactions }
}

test('the engagement of a list makes the recipients of a campaign react at about the given rates, through the triggers', async () => {
  const { send, report, pass, plant, call } = await withEngagement(
    '{ open: 0.5, click_to_open: 0.4, soft_bounce: 0.05, hard_bounce: 0.05, unsubscribe: 0.05, complaint: 0.02, reply: 0.05 }',
    { members: 600 },
  )
  const id = await send()
  expect((await report(id)).opens.opens_total).toBe(0)
  const { ran } = (await pass('P9D')).body
  expect(ran.map(({ job }: Body) => job)).toContain('timeline.react')
  const { emails_sent, opens, clicks, bounces, unsubscribed, abuse_reports } = await report(id)
  const shares = [opens.unique_opens, clicks.unique_subscriber_clicks, bounces.hard_bounces + bounces.soft_bounces, unsubscribed]
  for (const [place, share] of [0.45, 0.18, 0.1, 0.045].entries()) {
    expect(shares[place] / emails_sent).toBeGreaterThan(share / 2)
    expect(shares[place] / emails_sent).toBeLessThan(share * 2)
  }
  expect(abuse_reports).toBeGreaterThan(0)
  const { urls_clicked } = (await call(`GET /3.0/reports/${id}/click-details`)).body
  expect(urls_clicked.map(({ url }: Body) => url)).toEqual(['https://acme.test/hats', 'https://acme.test/shoes'])
  for (const { total_clicks } of urls_clicked) expect(total_clicks).toBeGreaterThan(10)
  expect((await call(`GET /3.0/conversations?campaign_id=${id}`)).body.total_items).toBeGreaterThan(0)
  await plant(expectBooksToBalance)
})

test('the engagement of a list marks the share `proxy` of the recipients as readers whose mail proxy opens the emails, the same for all campaigns', async () => {
  const figures = async (engagement: string) => {
    const { call, send, report, pass } = await withEngagement(engagement, { members: 300 })
    const ids = [await send(), await send()]
    await pass('P9D')
    const people = async (id: string): Promise<string[]> => {
      const { members } = (await call(`GET /3.0/reports/${id}/open-details?count=1000`)).body
      return members.map((member: Body) => member.email_address)
    }
    expect((await people(ids[0] ?? '')).length).toBeGreaterThan(100)
    return (await report(ids[0] ?? '')).opens
  }
  const [half, all, none] = await Promise.all(
    [
      '{ open: 0.8, click_to_open: 0, proxy: 0.5 }',
      '{ open: 0.8, click_to_open: 0, proxy: 1 }',
      '{ open: 0.8, click_to_open: 0 }',
    ].map(figures),
  )
  expect(half.unique_opens).toBe(none.unique_opens)
  expect(half.proxy_excluded_unique_opens / half.unique_opens).toBeGreaterThan(0.35)
  expect(half.proxy_excluded_unique_opens / half.unique_opens).toBeLessThan(0.65)
  expect(all).toMatchObject({ unique_opens: none.unique_opens, proxy_excluded_opens: 0, proxy_excluded_unique_opens: 0 })
  expect(none.proxy_excluded_unique_opens).toBe(none.unique_opens)
})

test('the engagement of a list follows from the seed of the world, and continues alike in a fork', async () => {
  const worlds = await Promise.all(['one', 'one', 'two'].map((seed) => withEngagement('{}', { seed })))
  for (const { send, pass } of worlds) {
    await send()
    await pass('PT6H')
  }
  await worlds[0]?.call('POST /_control/fork', { id: 'fork' })
  for (const { pass } of worlds) await pass('P7D')
  await worlds[0]?.call('POST /_control/worlds/fork/clock/advance', { by: 'P7D' })
  const [one, same, other] = worlds.map(({ handle }) => bytes(handle().world))
  expect(same === one).toBe(true)
  expect(other === one).toBe(false)
  const fork = worlds[0]?.context.worlds.byId('fork')
  expect(fork && bytes(fork.world) === one).toBe(true)
})

test('the engagement of a list makes every reaction within the given times', async () => {
  const within = '{ open: 1, click_to_open: 1, hard_bounce: 0, soft_bounce: 0, open_within: PT1H, click_within: PT10M }'
  const { send, report, pass, pendingReactions } = await withEngagement(within, { members: 40 })
  const id = await send()
  await pass('PT2S')
  // One for each of the two steps of the send.
  expect(await pendingReactions()).toHaveLength(2)
  await pass('PT70M')
  expect(await report(id)).toMatchObject({ opens: { unique_opens: 40 }, clicks: { unique_subscriber_clicks: 40 } })
  expect(await pendingReactions()).toEqual([])
})

test('the engagement of a list shows no opens of plain text, and no clicks of links that are not tracked', async () => {
  const { send, report, pass, plant } = await withEngagement('{ open: 1, click_to_open: 1, hard_bounce: 0, soft_bounce: 0 }', {
    members: 10,
  })
  const settings = { subject_line: 'Hats', from_name: 'Acme', reply_to: 'news@acme.test' }
  const text = { plain_text: 'See https://acme.test/hats' }
  const plain = await send({ type: 'plaintext', settings, tracking: { text_clicks: true } }, text)
  const blind = await send({ settings, tracking: { opens: false } })
  const untracked = await send({ settings, tracking: { html_clicks: false } })
  await pass('P8D')
  const countsOf = async (id: string) => {
    const { opens, clicks } = await report(id)
    return [opens.unique_opens, clicks.unique_subscriber_clicks]
  }
  expect([await countsOf(plain), await countsOf(blind), await countsOf(untracked)]).toEqual([
    [0, 10],
    [0, 10],
    [10, 0],
  ])
  await plant(expectBooksToBalance)
})

test('the engagement of a list ends with the deletion of the campaign, or of the list', async () => {
  const { send, call, pass, plant, pendingReactions, defects } = await withEngagement('{ open: 1 }', { members: 20 })
  const id = await send()
  await pass('PT1M')
  expect((await call(`DELETE /3.0/campaigns/${id}`)).status).toBe(204)
  await pass('P8D')
  expect(await pendingReactions()).toEqual([])
  await send()
  await pass('PT1M')
  await call(`DELETE /3.0/lists/${LIST}`)
  await pass('P8D')
  expect([await pendingReactions(), defects]).toEqual([[], []])
  const left = await plant((tx) => [tx.range(engagements.key).count, tx.range(reactions.key).count])
  expect(left).toEqual([0, 0])
})

test('the readers of a step of the timeline replace the engagement of a list', async () => {
  const { call, pass, report } = await withEngagement('{ open: 1, hard_bounce: 0, soft_bounce: 0 }', {
    members: 30,
    more: `timeline:
  - at: PT1H
    trigger: campaign.send
    with: { list_id: ${LIST}, subject_line: Quiet }
    readers: { open: 0, hard_bounce: 0, soft_bounce: 0 }
  - { at: PT2H, trigger: campaign.send, with: { list_id: ${LIST}, subject_line: Loud } }`,
  })
  await pass('P8D')
  const { reports } = (await call('GET /3.0/reports')).body
  const opens = reports.map(({ subject_line, opens: { unique_opens } }: Body) => [subject_line, unique_opens])
  expect(opens.toSorted()).toEqual([
    ['Loud', 30],
    ['Quiet', 0],
  ])
  expect((await report(reports[0].id)).emails_sent).toBe(30)
})

test('the recipients of a list without engagement do not react', async () => {
  const { send, pass, report, pendingReactions } = await withEngagement('', { members: 10 })
  const id = await send()
  await pass('P8D')
  expect([(await report(id)).opens.opens_total, await pendingReactions()]).toEqual([0, []])
})
