import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../answers/links.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { type MemberRow, findMemberSchema, mergeFieldsIn } from '../../model/members/member.ts'
import { type AbuseReportRow, abuseReports, type Complaint } from '../../model/list-reports/abuse-report.ts'

/** Records that a member complained. */
export function makeAbuseReport(
  tx: Tx,
  list: ListRow,
  { contact_id }: Pick<MemberRow, 'contact_id'>,
  campaign_id: string,
  date = tx.now,
): AbuseReportRow {
  return tx.insert(abuseReports, { list_id: list.id, id: tx.count('abuse_reports.id'), contact_id, campaign_id, date })
}

export function complaintView(tx: ReadTx, { report, member }: Complaint): ServiceSchemas['ListAbuseReport'] {
  const { id, campaign_id, list_id, date } = report
  return {
    id,
    campaign_id,
    list_id,
    email_id: member.hash,
    email_address: member.email_address,
    merge_fields: mergeFieldsIn(findMemberSchema(tx, list_id), member),
    vip: member.vip,
    date: timestamp(date),
    _links: renderLinks(tx, 'ListAbuseReport', { list_id, report_id: id }),
  }
}
