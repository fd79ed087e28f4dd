import { type CampaignRow, campaigns, recipients } from '../../src/service/model/campaigns/campaign.ts'
import { publishItem } from '../../src/service/rules/campaigns/rss/feed.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { members } from '../../src/service/model/members/member.ts'
import { plantAccount } from '../../src/service/rules/root/account.ts'
import { makeSegment } from '../../src/service/rules/segments/make.ts'
import { makeWebhook } from '../../src/service/rules/webhooks/make.ts'
import { rules } from '../../src/server/runtime/rules.ts'
import { timestamp } from '../../src/kernel/support/time.ts'
import { engagements } from '../../src/service/model/triggers/engagement.ts'
import { transact, type Tx } from '../../src/kernel/world/tx.ts'
import type { WorldState } from '../../src/kernel/world/world.ts'
import { mock } from '../mock.ts'
import { campaignBodies } from './bodies/campaigns.ts'
import type { Dice } from './dice.ts'
import type { WalkStep } from './steps.ts'
import { take } from './take.ts'
import { FEED_URL } from './triggers.ts'

/** A step of a walk among campaigns: the world before it and after it, and the status of its answer. */
export interface TakenStep {
  readonly step: WalkStep
  readonly status: number
  readonly before: WorldState
  readonly after: WorldState
}

export const LINK = 'https://acme.test/hats?a=1&b=2'
const HTML = `<body><a href="${LINK.replace('&', '&amp;')}">Hats</a> <a href="https://acme.test/shoes">Shoes</a></body>`

const MEMBERS = 24
const REACTIONS = { bounce_within: 9_000, open_within: 9_000, click_within: 3_000, reply_within: 9_000 }
const RATES = { open: 0.6, click: 0.4, soft_bounce: 0.05, hard_bounce: 0.05, unsubscribe: 0.05, complaint: 0.02, reply: 0.1 }

/** A list of readers who react within seconds, with two webhooks, of which one wants campaigns. */
function plantReaders(tx: Tx): void {
  plantAccount(tx, { pro_enabled: true })
  const list = makeList(tx, { name: 'News', campaign_defaults: { from_name: 'Acme', from_email: 'news@acme.test' } })
  for (let i = 0; i < MEMBERS; i++) {
    const status = i % 6 === 5 ? 'unsubscribed' : 'subscribed'
    makeMember(tx, list, { email_address: `reader${i}@acme.test`, status, vip: i % 3 === 0 })
  }
  const conditions = [{ condition_type: 'VIP', field: 'vip_flag', op: 'member' }] as const
  makeSegment(tx, list, { name: 'VIPs', type: 'saved', options: { match: 'all', conditions: [...conditions] } })
  makeWebhook(tx, list, { url: 'http://127.0.0.1:9/campaigns', events: { campaign: true } })
  makeWebhook(tx, list, { url: 'http://127.0.0.1:9/members', events: { subscribe: true } })
  // Without any item, an RSS campaign cannot be sent.
  publishItem(tx, {
    feed_url: FEED_URL,
    title: 'First',
    link: LINK,
    description: '',
    content: '',
    author: '',
    published_at: tx.now,
  })
  tx.insert(engagements, { id: list.id, ...RATES, ...REACTIONS })
}

/** A world for a walk among campaigns. */
export async function campaignWorld(seed: string) {
  const settings = {
    webhooks: { mode: 'record', validation: 'off' },
    stats_cache: 0,
    campaigns: { send_least: 'PT10S', test_limits: 'off' },
  } as const
  const double = mock({ seed, settings })
  await double.ready
  await double.plant(plantReaders)
  return double
}

/** Takes random steps among the campaigns of a world. */
export async function walkAmongCampaigns(
  double: Awaited<ReturnType<typeof campaignWorld>>,
  dice: Dice,
  steps: number,
  id = 'default',
): Promise<TakenStep[]> {
  const handle = double.context.worlds.byId(id)
  if (!handle) throw new Error(`There is no world ${id}.`)
  const taken: TakenStep[] = []
  for (let i = 0; i < steps; i++) {
    for (const step of transact(handle.world, rules, (tx) => nextSteps(tx, dice)).result) {
      const before = handle.world
      const { status } = await take(double, step, id)
      taken.push({ step, status, before, after: handle.world })
    }
  }
  return taken
}

function someOf<T>(dice: Dice, things: readonly T[]): T | undefined {
  return things.length > 0 ? dice.oneOf(things) : undefined
}

/** The actions that a campaign allows in each status, the next moves twice. */
const FITTING: { readonly [Status in CampaignRow['status']]: readonly string[] } = {
  save: ['send', 'schedule', 'schedule'],
  paused: ['send', 'send', 'schedule', 'resume', 'resume'],
  schedule: ['unschedule'],
  sending: ['pause', 'cancel-send'],
  sent: ['replicate', 'create-resend'],
  canceling: ['send'],
  canceled: ['replicate'],
  archived: ['replicate'],
}

const ACTIONS = ['send', 'send', 'schedule', 'unschedule', 'pause', 'resume', 'cancel-send', 'replicate', 'create-resend', 'test']

function nextSteps(tx: Tx, dice: Dice): WalkStep[] {
  const some = tx.range(campaigns.key).all()
  const row = someOf(dice, some)
  const campaign = row?.id ?? 'none'
  const at = `/3.0/campaigns/${campaign}`
  const person = dice.oneOf(tx.range(members.key).all())
  const about = { list_id: person.list_id, email_address: person.email_address }
  const choice = dice.upTo(100)
  const sending = someOf(
    dice,
    some.filter(({ status }) => status === 'sending'),
  )
  if (sending && dice.often(6)) return [{ line: `POST /3.0/campaigns/${sending.id}/actions/cancel-send` }]
  if (sending && dice.often(20)) return [{ pass: 'PT1S' }]
  if (choice < 30) return [{ pass: dice.oneOf(['PT1S', 'PT1S', 'PT2S', 'PT4S', 'PT1M', 'PT15M', 'PT2H', 'P1D']) }]
  if (choice < 42) return newCampaign(tx, dice)
  if (choice < 46) return [{ line: `PATCH ${at}`, body: campaignBodies['updateCampaign']?.(dice, tx) }]
  if (choice < 49) return [{ line: `PUT ${at}/content`, body: { html: HTML } }]
  if (choice < 51) return [{ line: `DELETE ${at}` }]
  if (choice < 54) return [{ line: `POST ${at}/feedback`, body: { message: 'Larger' } }]
  if (choice < 78) {
    const action = dice.oneOf(row && dice.often(70) ? FITTING[row.status] : ACTIONS)
    const schedule = { line: `POST ${at}/actions/schedule`, body: { schedule_time: soon(tx, dice), ...batches(dice) } }
    if (action === 'schedule') return [schedule]
    const body = bodyOf(dice, tx, action)
    const act = { line: `POST ${at}/actions/${action}`, ...(body ? { body } : {}) }
    // A campaign that is paused is scheduled or resumed again, so that every move is made.
    if (action === 'unschedule') return [act, schedule]
    return action === 'pause' ? [act, { line: `POST ${at}/actions/resume` }] : [act]
  }
  if (choice < 83) return [{ trigger: { trigger: dice.oneOf(['member.unsubscribe', 'member.subscribe']), ...about } }]
  if (choice < 86) return [{ trigger: { trigger: 'campaign.send', list_id: person.list_id, subject_line: 'At once' } }]
  if (choice < 88) return [{ trigger: { trigger: 'feed.publish', feed_url: FEED_URL, title: 'Item', link: LINK } }]
  if (choice < 90) return [{ trigger: { trigger: 'campaign.pick_winner', ...winnerIn(tx, dice) } }]
  if (choice < 92) return [{ trigger: { trigger: 'campaign.cancel', campaign_id: sending?.id ?? campaign } }]
  const reader = someOf(dice, tx.range(recipients.key).all())
  return reader ? [{ trigger: reactionOf(dice, reader.campaign_id, reader.email_address, reader.list_id) }] : []
}

function reactionOf(dice: Dice, campaign_id: string, email_address: string, list_id: string): object {
  const member = { campaign_id, email_address }
  return dice.oneOf<object>([
    { trigger: 'campaign.open', ...member },
    { trigger: 'campaign.click', ...member, url: LINK },
    { trigger: 'campaign.forward', ...member, opened: true },
    { trigger: 'member.bounce', bounce: dice.oneOf(['hard', 'soft']), list_id, ...member },
    { trigger: 'member.complain', list_id, ...member },
    { trigger: 'member.unsubscribe', list_id, ...member },
  ])
}

function newCampaign(tx: Tx, dice: Dice): WalkStep[] {
  const id = tx.range(lists.key).all()[0]?.id ?? ''
  const type = dice.oneOf(['regular', 'regular', 'regular', 'plaintext', 'variate', 'rss'])
  const vips = { match: 'all', conditions: [{ condition_type: 'VIP', field: 'vip_flag', op: 'member' }] }
  const body = {
    type,
    recipients: { list_id: id, ...(dice.often(25) ? { segment_opts: vips } : {}) },
    settings: { subject_line: 'Hats', title: dice.oneOf(['Hats', 'Shoes']), from_name: 'Acme', reply_to: 'news@acme.test' },
    ...(type === 'rss' ? { rss_opts: { feed_url: FEED_URL, frequency: 'daily', schedule: { hour: 11 } } } : {}),
    ...(type === 'variate'
      ? {
          variate_settings: {
            winner_criteria: dice.oneOf(['opens', 'manual']),
            subject_lines: ['A', 'B'],
            test_size: 50,
            wait_time: 60,
          },
        }
      : {}),
  }
  return [{ line: 'POST /3.0/campaigns', body }, ...(dice.often(90) ? contentOfNewest(tx) : [])]
}

const WHOLE = { html: HTML, plain_text: LINK }
const VERSIONS = { variate_contents: [{ content_label: 'A', html: HTML }] }

/** The content of the campaign that the step before creates: the next id is not known yet, so the newest campaigns get it. */
function contentOfNewest(tx: Tx): WalkStep[] {
  const waiting = tx
    .range(campaigns.byCreation)
    .all()
    .filter(({ status }) => status === 'save')
  return waiting
    .slice(-2)
    .map(({ id, type }): WalkStep => ({ line: `PUT /3.0/campaigns/${id}/content`, body: type === 'variate' ? VERSIONS : WHOLE }))
}

function bodyOf(dice: Dice, tx: Tx, action: string): unknown {
  if (action === 'test') return campaignBodies['sendTestEmail']?.(dice, tx)
  return action === 'create-resend' ? campaignBodies['createCampaignResend']?.(dice, tx) : undefined
}

const QUARTER_S = 900

function soon(tx: Tx, dice: Dice): string {
  return timestamp((Math.floor(tx.now / QUARTER_S) + dice.upTo(3)) * QUARTER_S)
}

function batches(dice: Dice): object {
  return dice.often(20) ? { batch_delivery: { batch_delay: 5, batch_count: 2 } } : {}
}

function winnerIn(tx: Tx, dice: Dice): object {
  const tests = tx
    .range(campaigns.key)
    .all()
    .filter(({ variate }) => variate !== undefined)
  const test = someOf(dice, tests)
  return { campaign_id: test?.id ?? 'none', combination_id: test?.variate?.combinations?.[0]?.id ?? 'none' }
}
