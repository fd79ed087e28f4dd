import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { grouped } from '../../../kernel/support/grouped.ts'
import type { Row } from '../../../kernel/world/table.ts'
import { type ReadTx, peek } from '../../../kernel/world/tx.ts'
import {
  type CampaignRow,
  campaigns,
  isAutomated,
  isVersion,
  recipients,
  findSends,
} from '../../../service/model/campaigns/campaign.ts'
import { type MemberRow, members } from '../../../service/model/members/member.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { ChainSubject } from './chain.ts'
import { readRowField, fieldText } from '../words/entities.ts'
import { cut } from '../words/fields.ts'
import { campaignName } from '../words/job-kinds.ts'
import type { Links } from '../words/links.ts'

type NonEvent = ControlSchemas['NonEvent']

/** Maximum number of campaigns that are explained for a member: the latest. */
const SENDS_MAX = 10

/** Maximum number of people who are named for a reason. */
const PEOPLE_MAX = 20

/** Why a member did not get campaigns of the list, or why a campaign did not go to members of the list. */
export function skippedBy({ world, log: { secrets } }: WorldHandle, links: Links, subject: ChainSubject): NonEvent[] {
  if (subject.kind !== 'row') return []
  const { table, row } = subject
  if (table !== members && table !== campaigns) return []
  const starts = startsIn(links)
  const found = peek(world, (tx) =>
    table === members
      ? skippedCampaigns(tx, links, starts, fieldText(row, 'contact_id'))
      : skippedMembers(tx, links, starts, fieldText(row, 'id')),
  )
  return found.map((each) => ({ ...each, summary: cut(secrets.hide(each.summary)) }))
}

/** The numbers of the transactions in which campaigns began to be sent, as far as the history reaches, by campaign, oldest first. */
function startsIn({ entries }: Links): ReadonlyMap<string, number> {
  const isStarted = (row: Row | undefined): boolean => row !== undefined && Number(readRowField(row, 'send_time')) > 0
  return new Map(
    entries.flatMap(({ changes, number }) =>
      changes.flatMap(({ table, before, after }) =>
        table === campaigns && after && isStarted(after) && !isStarted(before) ? [[fieldText(after, 'id'), number] as const] : [],
      ),
    ),
  )
}

function skippedCampaigns(tx: ReadTx, links: Links, starts: ReadonlyMap<string, number>, contact_id: string): NonEvent[] {
  const member = tx.first(members.key, { contact_id })
  if (!member) return []
  const statuses = statusesIn(links, (each) => each === contact_id)
  return [...starts]
    .toReversed()
    .flatMap(([id, event]) => {
      const campaign = sentCampaign(tx, id)
      if (campaign?.list_id !== member.list_id || isRecipient(tx, campaign, contact_id)) return []
      const reason = reasonFor(campaign, member, statuses.get(contact_id) ?? [], event)
      return reason ? [nonEvent(tx, campaign, event, reason, `to ${member.email_address}`, 1)] : []
    })
    .slice(0, SENDS_MAX)
}

function skippedMembers(tx: ReadTx, links: Links, starts: ReadonlyMap<string, number>, id: string): NonEvent[] {
  const event = starts.get(id)
  const campaign = sentCampaign(tx, id)
  if (event === undefined || !campaign) return []
  const statuses = statusesIn(links, () => true)
  const skipped = tx
    .range(members.onList, { list_id: campaign.list_id })
    .all()
    .flatMap((member) => {
      if (isRecipient(tx, campaign, member.contact_id)) return []
      const reason = reasonFor(campaign, member, statuses.get(member.contact_id) ?? [], event)
      return reason ? [{ ...reason, address: member.email_address }] : []
    })
  return [...grouped(skipped, ({ why }) => why).values()].flatMap((alike) => {
    const [reason] = alike
    const who = alike.length === 1 ? 'to a member of the list' : `to ${alike.length} members of the list`
    const people = alike.slice(0, PEOPLE_MAX).map(({ address }) => address)
    return reason ? [{ ...nonEvent(tx, campaign, event, reason, who, alike.length), people }] : []
  })
}

/** A campaign that has gone out to everyone; its parts, and the emails of automations, are explained elsewhere. */
function sentCampaign(tx: ReadTx, id: string): CampaignRow | undefined {
  const campaign = tx.first(campaigns.key, { id })
  return campaign?.status === 'sent' && !isVersion(campaign) && !isAutomated(campaign) ? campaign : undefined
}

function isRecipient(tx: ReadTx, campaign: CampaignRow, contact_id: string): boolean {
  return findSends(tx, campaign).some(({ id }) => tx.first(recipients.key, { campaign_id: id, contact_id }) !== undefined)
}

/** A change of the status of a member; the old status is empty for a new member. */
interface StatusChange {
  readonly event: number
  readonly from: string
  readonly to: string
}

/** The changes of status of some members, as far as the history reaches, oldest first. */
function statusesIn({ entries }: Links, isWanted: (contact_id: string) => boolean): ReadonlyMap<string, readonly StatusChange[]> {
  const found = new Map<string, StatusChange[]>()
  for (const { changes, number: event } of entries) {
    for (const { table, before, after } of changes) {
      if (table !== members || !after) continue
      const contact_id = fieldText(after, 'contact_id')
      const [from, to] = [before ? fieldText(before, 'status') : '', fieldText(after, 'status')]
      if (from === to || !isWanted(contact_id)) continue
      const known = found.get(contact_id)
      if (known) known.push({ event, from, to })
      else found.set(contact_id, [{ event, from, to }])
    }
  }
  return found
}

interface SkipReason {
  readonly code: 'not_subscribed' | 'joined_later' | 'not_in_segment'
  readonly why: string
}

/** Why a campaign whose send began in a transaction did not go to a member; `undefined` if the history no longer tells. */
function reasonFor(
  { segment }: CampaignRow,
  { status }: MemberRow,
  changes: readonly StatusChange[],
  event: number,
): SkipReason | undefined {
  const next = changes.find((each) => each.event > event)
  const then = changes.findLast((each) => each.event <= event)?.to ?? next?.from ?? status
  if (then === '') return { code: 'joined_later', why: 'added to the list after the send began' }
  const left = next && next.to !== 'subscribed' ? next.to : undefined
  const refusal = then === 'subscribed' && !segment ? left : then
  if (refusal !== undefined && refusal !== 'subscribed')
    return { code: 'not_subscribed', why: `the status was ${refusal} at that time` }
  return segment ? { code: 'not_in_segment', why: 'not in the segment of the campaign' } : undefined
}

const REMEDIES: { readonly [Code in SkipReason['code']]: (campaign: CampaignRow) => string } = {
  not_subscribed: () => 'Only members with the status subscribed get campaigns. Subscribe the member before the next one.',
  joined_later: ({ id }) =>
    `POST /3.0/campaigns/${id}/actions/replicate makes another campaign, for all who are subscribed then.`,
  not_in_segment: ({ id }) => `GET /3.0/campaigns/${id} shows its segment in recipients.segment_opts.`,
}

function nonEvent(
  tx: ReadTx,
  campaign: CampaignRow,
  event: number,
  { code, why }: SkipReason,
  who: string,
  count: number,
): NonEvent {
  return {
    code,
    what: 'email',
    summary: `No email of the campaign ${campaignName(tx, campaign.id)} ${who}: ${why}.`,
    remedy: REMEDIES[code](campaign),
    count,
    event,
    about: { entity: 'campaign', id: campaign.id },
  }
}
