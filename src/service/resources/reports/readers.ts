import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { type CampaignRow, findRecipient, type RecipientRow, recipients, findSends } from '../../model/campaigns/campaign.ts'
import { errors } from '../../model/errors.ts'
import { lists } from '../../model/lists/list.ts'
import { hashAddress, members, type MemberRow, findMemberSchema, mergeFieldsIn } from '../../model/members/member.ts'
import type { Paging } from '../../model/requests/call.ts'

/**
 * The campaigns whose recipients are listed in the sub-reports of a campaign: for a test its versions, for a feed none, and otherwise the campaign
 * itself.
 */
function listedSends(tx: ReadTx, campaign: CampaignRow): readonly CampaignRow[] {
  return campaign.type === 'variate' ? findSends(tx, campaign) : [campaign]
}

/** The recipients that the sub-reports of a campaign list. */
export interface SentRecipients {
  readonly count: number
  readonly page: (paging: Paging) => RecipientRow[]
}

/** The recipients that the sub-reports of a campaign list, in the order in which the emails went out. */
export function sentRecipients(tx: ReadTx, campaign: CampaignRow): SentRecipients {
  const ranges = listedSends(tx, campaign).map(({ id }) => tx.range(recipients.byCampaign, { campaign_id: id }))
  return {
    count: ranges.reduce((sum, range) => sum + range.count, 0),
    page({ count, offset }) {
      const rows: RecipientRow[] = []
      let before = 0
      for (const range of ranges) {
        const from = Math.min(Math.max(offset - before, 0), range.count)
        rows.push(...range.slice(from, count - rows.length))
        before += range.count
      }
      return rows
    },
  }
}

/**
 * Returns the recipient of a path segment: by MD5, by plain address, or by contact id. Throws a 404 if the campaign was not sent to
 * it.
 */
export function recipientOrThrow(tx: ReadTx, campaign: CampaignRow, key: string): RecipientRow {
  const id = key.toLowerCase()
  const hash = key.includes('@') ? hashAddress(key) : id
  for (const sent of listedSends(tx, campaign)) {
    const found = tx.first(recipients.byHash, { campaign_id: sent.id, hash }) ?? findRecipient(tx, sent, id)
    if (found) return found
  }
  throw errors.notFound(`the campaign ${campaign.id} was not sent to ${key.slice(0, 254)}`)
}

/** The fields of a recipient in the elements of sub-reports. */
export type ReportReader = Pick<
  ServiceSchemas['SentTo'],
  'campaign_id' | 'list_id' | 'list_is_active' | 'email_id' | 'email_address' | 'merge_fields' | 'vip'
>

/**
 * A recipient as the member is now. A permanently deleted member has neither an address nor merge fields. If the list was deleted,
 * the last address remains.
 */
export function makeReportReader(
  tx: ReadTx,
  { campaign_id, list_id, contact_id, hash, email_address }: RecipientRow,
): ReportReader {
  const list_is_active = tx.first(lists.key, { id: list_id }) !== undefined
  const member = tx.first(members.key, { contact_id })
  return {
    campaign_id,
    list_id,
    list_is_active,
    email_id: hash,
    email_address: member || !list_is_active ? email_address : '',
    merge_fields: member ? mergeFieldsIn(findMemberSchema(tx, list_id), member) : {},
    vip: member?.vip ?? false,
  }
}

/** The status of a recipient as a member. Archived members count as deleted. */
export function readContactStatus(tx: ReadTx, { contact_id }: RecipientRow): ServiceSchemas['OpenDetail']['contact_status'] {
  const status: MemberRow['status'] = tx.first(members.key, { contact_id })?.status ?? 'archived'
  return status === 'archived' ? 'deleted' : status
}
