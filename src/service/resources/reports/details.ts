import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { grouped } from '../../../kernel/support/grouped.ts'
import { type Seconds, timestamp } from '../../../kernel/support/time.ts'
import { keepWhileUnchanged } from '../../../kernel/world/keep-while-unchanged.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import {
  type CampaignActionKind,
  type CampaignActionRow,
  campaignActions,
  findCampaignActions,
  type CampaignRow,
  findRecipient,
  type RecipientRow,
} from '../../model/campaigns/campaign.ts'
import { calculateShare } from '../../model/campaigns/rates.ts'
import { Defect } from '../../../kernel/world/errors.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { makeLinkId } from '../../rules/mailings/links.ts'
import { trackedLinks } from '../../model/mailings/mailing.ts'
import { withOwnAddress } from '../../rules/urls/own-address.ts'
import { type AbuseReportRow, abuseReports } from '../../model/list-reports/abuse-report.ts'
import { readContactStatus, type ReportReader, makeReportReader } from './readers.ts'
import { calculateFigures } from '../../rules/reports/report.ts'

/** What recipients of a campaign did, by contact id, in the order of their first actions. */
export type ActionsByContact = ReadonlyMap<string, readonly CampaignActionRow[]>

/** The actions of one kind of all recipients, oldest first. */
function findActionsOfKind(tx: ReadTx, { id: campaign_id }: CampaignRow, action: CampaignActionKind): CampaignActionRow[] {
  const rows = tx.range(campaignActions.byCampaign, { campaign_id, action }).all()
  return rows.toSorted((a, b) => a.at - b.at || a.seq - b.seq)
}

const keepActions = keepWhileUnchanged<ActionsByContact>([campaignActions], 100)

/** The actions of one kind by recipient, oldest first, optionally since an instant. */
export function actionsByContact(
  tx: ReadTx,
  campaign: CampaignRow,
  action: CampaignActionKind,
  since?: Seconds,
): ActionsByContact {
  if (since !== undefined) return byContact(findActionsOfKind(tx, campaign, action).filter(({ at }) => at > since))
  return keepActions(tx, `${action} ${campaign.id}`, () => byContact(findActionsOfKind(tx, campaign, action)))
}

function byContact(rows: readonly CampaignActionRow[]): ActionsByContact {
  return grouped(rows, ({ contact_id }) => contact_id)
}

function recipientWith(tx: ReadTx, campaign: CampaignRow, contact_id: string): RecipientRow {
  const recipient = findRecipient(tx, campaign, contact_id)
  if (!recipient) throw new Defect(`The campaign ${campaign.id} has an action of ${contact_id}, who was not sent it.`)
  return recipient
}

/** A recipient with one kind of actions. */
export interface Acting {
  readonly recipient: RecipientRow
  readonly actions: readonly CampaignActionRow[]
}

/** The recipients of a group of actions. */
export function actingIn(
  tx: ReadTx,
  campaign: CampaignRow,
  entries: Iterable<readonly [string, readonly CampaignActionRow[]]>,
): Acting[] {
  return [...entries].map(([contact_id, actions]) => ({ recipient: recipientWith(tx, campaign, contact_id), actions }))
}

function linkParameters({ campaign_id, list_id, email_id }: ReportReader) {
  return { campaign_id, list_id, subscriber_hash: email_id }
}

/** Renders a recipient who opened a campaign. */
export function openDetailView(tx: ReadTx, { recipient, actions }: Acting): ServiceSchemas['OpenDetail'] {
  const reader = makeReportReader(tx, recipient)
  return {
    ...reader,
    contact_status: readContactStatus(tx, recipient),
    opens_count: actions.length,
    opens: actions.map(({ at }) => ({ timestamp: timestamp(at) })),
    _links: renderLinks(tx, 'OpenDetail', linkParameters(reader)),
  }
}

/** Renders a recipient of a campaign with what happened to the email. */
export function sentToView(tx: ReadTx, campaign: CampaignRow, recipient: RecipientRow): ServiceSchemas['SentTo'] {
  const { id: campaign_id } = campaign
  const { contact_id } = recipient
  const opens = findCampaignActions(tx, { campaign_id, contact_id }, 'open')
  // The versions of a test show the opens of their recipients. The test itself shows only the bounces.
  const bounces = findCampaignActions(tx, recipient, 'bounce')
  const reader = makeReportReader(tx, { ...recipient, campaign_id })
  return {
    ...reader,
    status: classifyBounce(bounces) ?? 'sent',
    open_count: opens.length,
    last_open: timestamp(opens.reduce((last, { at }) => Math.max(last, at), 0)),
    absplit_group: recipient.split,
    gmt_offset: campaign.timewarp ? recipient.gmt_offset : 0,
    _links: renderLinks(tx, 'SentTo', linkParameters(reader)),
  }
}

/** How the email of a recipient bounced, or `undefined` if it did not. */
function classifyBounce(bounces: readonly CampaignActionRow[]): 'hard' | 'soft' | undefined {
  if (bounces.length === 0) return undefined
  return bounces.some(({ kind }) => kind === 'hard') ? 'hard' : 'soft'
}

/** Renders a recipient who unsubscribed. Only the first unsubscribe counts. */
export function unsubscribedView(tx: ReadTx, { recipient, actions: [first] }: Acting): ServiceSchemas['Unsubscribed'] {
  const reader = makeReportReader(tx, recipient)
  return {
    ...reader,
    timestamp: timestamp(first?.at ?? 0),
    reason: first?.reason || 'None given',
    _links: renderLinks(tx, 'Unsubscribed', linkParameters(reader)),
  }
}

/** A link of a campaign with its clicks. */
export interface TrackedLink {
  readonly id: string
  readonly url: string
  readonly clicks: ActionsByContact
}

const keepClicks = keepWhileUnchanged<ReadonlyMap<string, ActionsByContact>>([campaignActions], 100)

/** The links of a campaign: the links of its content in their order, clicked or not, then others in the order of their first clicks. */
export function listTrackedLinks(tx: ReadTx, campaign: CampaignRow): TrackedLink[] {
  const inContent = tx.range(trackedLinks.inOrder, { mailing_id: campaign.id }).all()
  const clicks = keepClicks(tx, campaign.id, () => clicksByLink(tx, campaign))
  const urls = new Set([...inContent.map(({ url }) => url), ...clicks.keys()])
  return [...urls].map((url) => ({ id: makeLinkId(campaign.id, url), url, clicks: clicks.get(url) ?? NO_CLICKS }))
}

const NO_CLICKS: ActionsByContact = new Map()

function clicksByLink(tx: ReadTx, campaign: CampaignRow): ReadonlyMap<string, ActionsByContact> {
  const byLink = grouped(findActionsOfKind(tx, campaign, 'click'), ({ url }) => url)
  return new Map([...byLink].map(([url, clicks]) => [url, byContact(clicks)]))
}

export function linkOrThrow(tx: ReadTx, campaign: CampaignRow, id: string): TrackedLink {
  const link = listTrackedLinks(tx, campaign).find((each) => each.id === id)
  if (!link) throw errors.notFound(`the campaign ${campaign.id} has no link ${id.slice(0, 64)}`)
  return link
}

export function clicksOn({ clicks }: TrackedLink): number {
  return [...clicks.values()].reduce((sum, actions) => sum + actions.length, 0)
}

export function clickDetailView(tx: ReadTx, campaign: CampaignRow, link: TrackedLink): ServiceSchemas['ClickDetail'] {
  const { id, url, clicks } = link
  const { all } = calculateFigures(tx, campaign)
  const shares = (total: number, unique: number) =>
    [calculateShare(total, all.clicks), calculateShare(unique, all.unique_clicks)] as const
  const total_clicks = clicksOn(link)
  const [click_percentage, unique_click_percentage] = shares(total_clicks, clicks.size)
  const last = [...clicks.values()].flat().reduce((latest: Seconds, { at }) => Math.max(latest, at), 0)
  const { id: campaign_id } = campaign
  return {
    id,
    url: withOwnAddress(tx.world, url),
    total_clicks,
    click_percentage,
    unique_clicks: clicks.size,
    unique_click_percentage,
    last_click: timestamp(last),
    ...(campaign.type === 'ab_split' ? { ab_split: splitClicks(tx, campaign, clicks, shares) } : {}),
    campaign_id,
    _links: renderLinks(tx, 'ClickDetail', { campaign_id, link_id: id }),
  }
}

/** The clicks of a link by the version that the recipients got. */
function splitClicks(
  tx: ReadTx,
  campaign: CampaignRow,
  clicks: ActionsByContact,
  shares: (total: number, unique: number) => readonly [number, number],
): ServiceSchemas['ClickSplit'] {
  const of = (version: 'a' | 'b') => {
    const own = actingIn(tx, campaign, clicks).filter(({ recipient }) => recipient.split === version)
    const total = own.reduce((sum, { actions }) => sum + actions.length, 0)
    return { total, unique: own.length, shares: shares(total, own.length) }
  }
  const [a, b] = [of('a'), of('b')]
  return {
    a: {
      total_clicks_a: a.total,
      click_percentage_a: a.shares[0],
      unique_clicks_a: a.unique,
      unique_click_percentage_a: a.shares[1],
    },
    b: {
      total_clicks_b: b.total,
      click_percentage_b: b.shares[0],
      unique_clicks_b: b.unique,
      unique_click_percentage_b: b.shares[1],
    },
  }
}

/** Renders a recipient who clicked a link. */
export function clickMemberView(
  tx: ReadTx,
  { id: url_id }: TrackedLink,
  { recipient, actions }: Acting,
): ServiceSchemas['ClickMember'] {
  const reader = makeReportReader(tx, recipient)
  return {
    ...reader,
    clicks: actions.length,
    url_id,
    contact_status: readContactStatus(tx, recipient),
    _links: renderLinks(tx, 'ClickMember', { ...linkParameters(reader), link_id: url_id }),
  }
}

/** The complaints about a campaign, oldest first. */
export function complaintsAbout(tx: ReadTx, { id: campaign_id }: CampaignRow): readonly AbuseReportRow[] {
  return tx.range(abuseReports.byCampaign, { campaign_id }).all()
}

/** Renders a complaint about a campaign. */
export function abuseReportView(tx: ReadTx, campaign: CampaignRow, report: AbuseReportRow): ServiceSchemas['ReportAbuseReport'] {
  const { id, contact_id, date } = report
  return {
    id,
    ...makeReportReader(tx, recipientWith(tx, campaign, contact_id)),
    date: timestamp(date),
    _links: renderLinks(tx, 'ReportAbuseReport', { campaign_id: campaign.id, report_id: id }),
  }
}
