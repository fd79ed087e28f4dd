import { beforeAll, describe, expect, test } from 'vitest'
import {
  campaignActions,
  campaigns,
  isParent,
  isVersion,
  recipients,
  type CampaignRow,
} from '../../src/service/model/campaigns/campaign.ts'
import { campaignView } from '../../src/service/rules/campaigns/view.ts'
import { deliveries } from '../../src/service/model/deliveries/delivery.ts'
import { emails } from '../../src/service/model/emails/email.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import { members } from '../../src/service/model/members/member.ts'
import { webhooks } from '../../src/service/model/webhooks/webhook.ts'
import { historyEntries } from '../../src/kernel/world/history.ts'
import { rehearse, type Tx } from '../../src/kernel/world/tx.ts'
import type { WorldState } from '../../src/kernel/world/world.ts'
import type { Body } from '../mock.ts'
import { bytes } from '../scenarios/scenario-world.ts'
import { expectCampaignsToBalance } from './campaign-books.ts'
import { campaignWorld, LINK, type TakenStep, walkAmongCampaigns } from './campaign-walk.ts'
import { Dice } from './dice.ts'
import { expectPartsToAddUp, expectSubReportsToBalance } from './report-books.ts'

const SEEDS = ['hats', 'shoes', 'gloves']
const STEPS = 230

interface Walk {
  readonly double: Awaited<ReturnType<typeof campaignWorld>>
  readonly trace: readonly TakenStep[]
  readonly end: WorldState
}

let walks: readonly Walk[]

beforeAll(async () => {
  walks = await Promise.all(
    SEEDS.map(async (seed) => {
      const double = await campaignWorld(seed)
      const trace = await walkAmongCampaigns(double, new Dice(seed), STEPS)
      return { double, trace, end: double.handle().world }
    }),
  )
})

/** All changes of rows in a walk, in their order. */
function changesIn({ end }: Walk) {
  return [...historyEntries(end.history)].toReversed().flatMap(({ changes }) => changes)
}

const campaignsIn = (tx: Tx): CampaignRow[] => tx.range(campaigns.key).all()

/** Checks each campaign after each step that changed its row. */
function eachCampaign(walk: Walk, check: (tx: Tx, row: CampaignRow, before: CampaignRow | undefined) => void): void {
  for (const { before, after } of walk.trace) {
    rehearse(after, (tx) => {
      for (const row of campaignsIn(tx)) {
        const earlier = rehearse(before, (then) => then.first(campaigns.key, { id: row.id }))
        if (row !== earlier) check(tx, row, earlier)
      }
    })
  }
}

/** Where the status of a campaign may move, by section 6 of the reference. */
const MOVES = new Set([
  'save>sending',
  'paused>sending',
  'save>schedule',
  'paused>schedule',
  'schedule>paused',
  'schedule>save',
  'schedule>sending',
  'sending>sent',
  'sending>paused',
  'sending>canceling',
  'canceling>canceled',
])

describe('among campaigns', () => {
  test('the walks among campaigns make nearly every move, and send several types', () => {
    expect(walks.flatMap(({ double }) => double.defects)).toEqual([])
    const made = walks.flatMap((walk) => movesIn(walk).map(({ move }) => move))
    expect(new Set(made).size).toBeGreaterThanOrEqual(MOVES.size - 3)
    const types = walks.flatMap(({ end }) => rehearse(end, campaignsIn).filter(({ emails_sent }) => emails_sent > 0))
    expect(new Set(types.map(({ type }) => type)).size).toBeGreaterThanOrEqual(3)
  })

  test('the status of a campaign moves only as the table of states allows, and only RSS campaigns are paused while they are sent', () => {
    for (const walk of walks) {
      for (const { move, type } of movesIn(walk)) {
        expect(MOVES).toContain(move)
        if (move === 'sending>paused') expect(type).toBe('rss')
      }
    }
  })

  test('a refused action on a campaign leaves the world as it was', () => {
    const refused = walks.flatMap(({ trace }) => trace.filter(({ status }) => status >= 400))
    expect(refused.length).toBeGreaterThan(50)
    expect(refused.filter(({ before, after }) => before !== after).map(({ step }) => step)).toEqual([])
  })

  test('only drafts and paused campaigns have no send_time, and a report_summary comes with the first email', () => {
    for (const walk of walks) {
      eachCampaign(walk, (tx, row) => {
        const { send_time, report_summary, emails_sent } = campaignView(tx, row)
        const isUnsent = row.status === 'save' || row.status === 'paused'
        if (row.type !== 'rss') expect([row.status, send_time === '']).toEqual([row.status, isUnsent])
        expect(report_summary !== undefined).toBe(emails_sent > 0)
      })
    }
  })

  test('the count emails_sent of a campaign never falls', () => {
    for (const walk of walks) {
      eachCampaign(walk, (_tx, row, before) => expect(row.emails_sent).toBeGreaterThanOrEqual(before?.emails_sent ?? 0))
    }
  })

  test('a campaign goes once to each recipient of its start who is still subscribed', () => {
    for (const walk of walks) {
      const statuses = new Map<string, string>()
      const frozen = new Map<string, ReadonlySet<string>>()
      let received = 0
      for (const { table, before, after } of changesIn(walk)) {
        if (table === members) {
          const { contact_id = '', status = 'gone' } = (after ?? {}) as { contact_id?: string; status?: string }
          statuses.set(contact_id || ((before ?? {}) as { contact_id: string }).contact_id, status)
        }
        if (table === campaigns) {
          const [was, is] = [before, after] as readonly (CampaignRow | undefined)[]
          const isStart = was?.status !== 'sending' && is?.status === 'sending'
          if (isStart) frozen.set(is.id, new Set([...statuses].flatMap(([id, status]) => (status === 'subscribed' ? [id] : []))))
        }
        if (table === recipients && after && !before) {
          const { contact_id, campaign_id } = after as unknown as { contact_id: string; campaign_id: string }
          expect([campaign_id, statuses.get(contact_id)]).toEqual([campaign_id, 'subscribed'])
          expect(frozen.get(campaign_id)?.has(contact_id)).toBe(true)
          received++
        }
      }
      expect(received).toBeGreaterThan(100)
      const sent = rehearse(walk.end, (tx) => tx.range(emails.key).all()).filter(({ kind }) => kind === 'campaign')
      const copies = sent.map(({ mailing_id, to }) => `${mailing_id} ${to}`)
      expect(copies.length).toBe(new Set(copies).size)
    }
  })

  test('reports, activity, members and lists agree at every instant, also while a campaign is sent', () => {
    let checked = 0
    for (const { trace } of walks) {
      const underWay = trace.filter(({ before, after }) => before !== after && rehearse(after, isPartlySent))
      checked += underWay.length
      for (const { after } of underWay.slice(0, STATES_CHECKED)) rehearse(after, expectCampaignsToBalance)
    }
    expect(checked).toBeGreaterThan(3)
  })

  test('sub-reports agree with the reports at the end of a walk', async () => {
    for (const { double } of walks) await expectSubReportsToBalance(double)
  })

  test('the sent and the cancelled emails of a campaign add up to its recipients at the start', () => {
    let canceled = 0
    for (const walk of walks) {
      const started = new Map<string, number>()
      for (const { table, before, after } of changesIn(walk)) {
        if (table !== campaigns || !after) continue
        const row = after as CampaignRow
        if ((before as CampaignRow | undefined)?.recipient_count === 0 && row.recipient_count > 0)
          started.set(row.id, row.recipient_count)
      }
      eachCampaign(walk, (_tx, row) => {
        if (row.status !== 'canceled') return
        canceled++
        expect(row.emails_sent + row.emails_canceled).toBe(started.get(row.id) ?? 0)
      })
    }
    expect(canceled).toBeGreaterThan(0)
  })

  test('the activity of a list and the rates of its members come from the events of its reports', async () => {
    for (const { double, end } of walks) {
      const list = rehearse(end, (tx) => tx.range(lists.key).all()[0])
      const { reports } = (await double.call('GET /3.0/reports?count=1000')).body
      // The issues of an RSS campaign are listed beside it; the versions of a test are not.
      const isSum = ({ id, type }: Body) => type === 'rss' && rehearse(end, (tx) => isParentOf(tx, id))
      const own: Body[] = reports.filter((report: Body) => !isSum(report))
      const { activity } = (await double.call(`GET /3.0/lists/${list?.id}/activity?count=1000`)).body
      const sum = (items: Body[], of: (item: Body) => number) => items.reduce((total, item) => total + of(item), 0)
      const deleted = rehearse(end, (tx) => tx.range(recipients.key).all()).filter(
        ({ campaign_id }) => !rehearse(end, (tx) => tx.first(campaigns.key, { id: campaign_id })),
      )
      expect(sum(activity, (each) => each.emails_sent)).toBe(sum(own, (each) => each.emails_sent) + deleted.length)
      if (deleted.length > 0) continue
      expect(sum(activity, (each) => each.unique_opens)).toBe(sum(own, ({ opens }) => opens.unique_opens))
      expect(sum(activity, (each) => each.hard_bounce + each.soft_bounce)).toBe(
        sum(own, ({ bounces }) => bounces.hard_bounces + bounces.soft_bounces),
      )
    }
  })

  test('each campaign that ended sent one delivery to the webhook that has this event enabled, and none to the other webhook', () => {
    for (const { end } of walks) {
      rehearse(end, (tx) => {
        const made = tx
          .range(deliveries.key)
          .all()
          .filter(({ event }) => event === 'campaign')
        const wanting = tx
          .range(webhooks.key)
          .all()
          .filter(({ events }) => events.campaign)
        expect(new Set(made.map(({ webhook_id }) => webhook_id))).toEqual(new Set(wanting.map(({ id }) => id)))
        for (const campaign of campaignsIn(tx)) {
          const own = made.filter(({ payload }) => (payload as Body).data.id === campaign.id)
          const hasEnded = (campaign.status === 'sent' || campaign.status === 'canceled') && !isVersion(campaign)
          expect([campaign.id, own.length]).toEqual([campaign.id, hasEnded ? 1 : 0])
        }
      })
    }
  })

  test('a tracked link leads to the address in the content and raises exactly its counters', async () => {
    let followed = 0
    for (const { double } of walks) {
      const { call, app } = double
      const sent: Body[] = (await call('GET /_control/emails?kind=campaign')).body.emails
      for (const { links, campaign_id, to } of sent
        .filter((email) => email.html !== undefined && email.links.length > 2)
        .slice(-3)) {
        const read = async () => (await call(`GET /3.0/reports/${campaign_id}`)).body
        const done: Body[] = (await call(`GET /3.0/reports/${campaign_id}/email-activity/${to}`)).body.activity
        const before = await read()
        if (before.id === undefined) continue
        const answer = await app.request(links[0])
        expect([answer.status, answer.headers.get('location')]).toEqual([302, LINK])
        const { opens, clicks, timeseries: _hours, list_stats: _stats, ...others } = await read()
        expect(before).toMatchObject(others)
        const [opened, clicked] = ['open', 'click'].map((name) => done.some(({ action }) => action === name))
        const knew = done.some(({ action, url }) => action === 'click' && url === LINK)
        expect(
          [opens.opens_total, opens.unique_opens].map(
            (total, i) => total - [before.opens.opens_total, before.opens.unique_opens][i],
          ),
        ).toEqual(opened ? [0, 0] : [1, 1])
        expect(clicks.clicks_total - before.clicks.clicks_total).toBe(1)
        expect(clicks.unique_clicks - before.clicks.unique_clicks).toBe(knew ? 0 : 1)
        expect(clicks.unique_subscriber_clicks - before.clicks.unique_subscriber_clicks).toBe(clicked ? 0 : 1)
        followed++
      }
    }
    expect(followed).toBeGreaterThan(3)
  })

  test('a copy of a copied campaign has the same recipients, tracking and content, and a number of its own', async () => {
    for (const { double } of walks) {
      const { call } = double
      const { campaigns: all } = (await call('GET /3.0/campaigns?count=1000')).body
      const copy = async (id: string): Promise<Body> => (await call(`POST /3.0/campaigns/${id}/actions/replicate`)).body
      const source = all.find(({ status, type }: Body) => status === 'sent' && type === 'regular')
      const once = await copy(source.id)
      const twice = await copy(once.id)
      const { recipient_count: _now, segment_text: _text, ...people } = source.recipients
      for (const each of [once, twice]) {
        expect(each.recipients).toMatchObject(people)
        expect(each.tracking).toEqual(source.tracking)
        const contents = await Promise.all(
          [source, each].map(async ({ id }) => (await call(`GET /3.0/campaigns/${id}/content?fields=html,plain_text`)).body),
        )
        expect(contents[1]).toEqual(contents[0])
      }
      const titles: string[] = (await call('GET /3.0/campaigns?count=1000')).body.campaigns.map(
        ({ settings }: Body) => settings.title,
      )
      for (const { settings } of [once, twice]) expect(titles.filter((title) => title === settings.title)).toHaveLength(1)
    }
  })

  test('the numbers of a campaign with versions or issues are the sums of their numbers', async () => {
    let parents = 0
    for (const { double } of walks) parents += await expectPartsToAddUp(double)
    expect(parents).toBeGreaterThan(1)
  })

  test('a fork and a repetition of a walk among campaigns continue with the same ids, links, winners and bounces', async () => {
    const [{ double, end }] = walks as [Walk]
    const again = await campaignWorld('hats')
    await walkAmongCampaigns(again, new Dice('hats'), STEPS)
    expect(bytes(again.handle().world) === bytes(end)).toBe(true)
    await again.call('POST /_control/fork', { id: 'fork' })
    await walkAmongCampaigns(again, new Dice('onwards'), 60)
    await walkAmongCampaigns(again, new Dice('onwards'), 60, 'fork')
    const fork = again.context.worlds.byId('fork')
    if (!fork) throw new Error('There is no fork.')
    const rowsOf = (world: WorldState) =>
      rehearse(world, (tx) => [campaignsIn(tx), tx.range(recipients.key).all(), tx.range(campaignActions.key).all()])
    expect(JSON.stringify(rowsOf(fork.world)) === JSON.stringify(rowsOf(again.handle().world))).toBe(true)
    expect(double.defects).toEqual([])
  })
})

/** Number of states of a walk whose books are checked while a campaign is being sent. */
const STATES_CHECKED = 12

function movesIn(walk: Walk): { readonly move: string; readonly type: string }[] {
  return changesIn(walk).flatMap(({ table, before, after }) => {
    const [was, is] = [before, after] as readonly (CampaignRow | undefined)[]
    if (table !== campaigns || !was || !is || was.status === is.status) return []
    return [{ move: `${was.status}>${is.status}`, type: is.type }]
  })
}

function isPartlySent(tx: Tx): boolean {
  return campaignsIn(tx).some(
    ({ status, emails_sent, recipient_count }) => status === 'sending' && emails_sent > 0 && emails_sent < recipient_count,
  )
}

function isParentOf(tx: Tx, id: string): boolean {
  const campaign = tx.first(campaigns.key, { id })
  return campaign !== undefined && isParent(tx, campaign)
}
