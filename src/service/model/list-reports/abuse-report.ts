import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import { type ListRow, lists } from '../lists/list.ts'
import { members, type MemberRow } from '../members/member.ts'

/** A member's complaint about a campaign. */
export interface AbuseReportRow extends Row {
  readonly list_id: string
  readonly id: number
  readonly contact_id: string
  /** Empty if the campaign is unknown. */
  readonly campaign_id: string
  readonly date: Seconds
}

export const abuseReports = defineTable<AbuseReportRow>()('abuse_reports', {
  key: ['list_id', 'id'],
  indexes: { byContact: ['contact_id'], byCampaign: ['campaign_id', 'date'] },
  word: 'abuse_report',
  parameters: ['report_id'],
  // Those about a campaign stay, as part of its report.
  ownedBy: [
    [lists, 'key', { campaign_id: '' }],
    [members, 'byContact', { campaign_id: '' }],
  ],
})

/** A report with its member. */
export interface Complaint {
  readonly report: AbuseReportRow
  readonly member: MemberRow
}

/** The complaints about campaigns to a list, oldest first. */
export function findComplaints(tx: ReadTx, list: ListRow): Complaint[] {
  return tx
    .range(abuseReports.key, { list_id: list.id })
    .all()
    .flatMap((report) => findComplaint(tx, report) ?? [])
}

export function complaintOrThrow(tx: ReadTx, list: ListRow, id: string): Complaint {
  const report = /^\d{1,15}$/.test(id) ? tx.first(abuseReports.key, { list_id: list.id, id: Number(id) }) : undefined
  return (report && findComplaint(tx, report)) ?? refuseMissing('the list has no abuse report', id)
}

/** A report with its member. Returns `undefined` if the member was permanently deleted. */
function findComplaint(tx: ReadTx, report: AbuseReportRow): Complaint | undefined {
  const member = tx.first(members.key, { contact_id: report.contact_id })
  return member && { report, member }
}
