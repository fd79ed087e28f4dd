import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { countryName } from '../../../kernel/support/country.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { listOrThrow, type ListRow } from '../../model/lists/list.ts'
import { type MemberRow, members } from '../../model/members/member.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { complaintOrThrow, findComplaints } from '../../model/list-reports/abuse-report.ts'
import { complaintView } from '../../rules/list-reports/abuse-report.ts'
import { dailyActivity, monthlyGrowth, monthOrThrow } from './activity.ts'
import { customize, signupFormView } from './signup-form.ts'

/** The email clients of the subscribed members, the most frequent first. */
function listEmailClients(tx: ReadTx, list: ListRow): ServiceSchemas['ListClient'][] {
  const { counts } = tally(tx, list, (member) => member.email_client)
  return counts.map(([client, number]) => ({ client, members: number }))
}

/** The countries of the subscribed members, the most frequent first, with their share of all. */
function listLocations(tx: ReadTx, list: ListRow): ServiceSchemas['ListLocation'][] {
  const { counts, all } = tally(tx, list, (member) => member.location.country_code.toUpperCase())
  return counts.map(([cc, total]) => ({ country: countryName(cc), cc, percent: Math.round((10_000 * total) / all) / 100, total }))
}

/** The number of subscribed members with each value. Members without a value count only for the total. */
function tally(tx: ReadTx, list: ListRow, valueOf: (member: MemberRow) => string) {
  const subscribed = tx.range(members.byStatus, { list_id: list.id, status: 'subscribed' })
  const counts = new Map<string, number>()
  subscribed.each((member) => {
    const value = valueOf(member)
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  })
  const byFrequency = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return { counts: byFrequency, all: subscribed.count }
}

export const listReportOperations = {
  getListActivity: listRows({
    schema: 'ListActivityCollection',
    rows: (tx, path) => dailyActivity(tx, listOrThrow(tx, path.list_id)),
    view: (_tx, day) => day,
    answer: (page, { list_id }) => ({ activity: page, list_id }),
  }),

  getListGrowthHistory: listRows({
    schema: 'ListGrowthMonthCollection',
    rows(tx, path, { sort_dir }) {
      const months = monthlyGrowth(tx, listOrThrow(tx, path.list_id))
      return sort_dir === 'DESC' ? months.toReversed() : months
    },
    view: (_tx, month) => month,
    answer: (page, { list_id }) => ({ history: page, list_id }),
  }),

  getListGrowthHistoryMonth({ tx, path }) {
    return monthOrThrow(tx, listOrThrow(tx, path.list_id), path.month)
  },

  getListClients: listRows({
    schema: 'ListClientCollection',
    rows: (tx, path) => listEmailClients(tx, listOrThrow(tx, path.list_id)),
    view: (_tx, client) => client,
    answer: (page, { list_id }) => ({ clients: page, list_id }),
  }),

  getListLocations: listRows({
    schema: 'ListLocationCollection',
    rows: (tx, path) => listLocations(tx, listOrThrow(tx, path.list_id)),
    view: (_tx, country) => country,
    answer: (page, { list_id }) => ({ locations: page, list_id }),
  }),

  getListAbuseReports: listRows({
    schema: 'ListAbuseReportCollection',
    rows: (tx, path) => findComplaints(tx, listOrThrow(tx, path.list_id)),
    view: complaintView,
    answer: (page, { list_id }) => ({ abuse_reports: page, list_id }),
  }),

  getListAbuseReport({ tx, path }) {
    return complaintView(tx, complaintOrThrow(tx, listOrThrow(tx, path.list_id), path.report_id))
  },

  getListSignupForms: listRows({
    schema: 'SignupFormCollection',
    rows: (tx, path) => [listOrThrow(tx, path.list_id)],
    view: signupFormView,
    answer: (page, { list_id }) => ({ signup_forms: page, list_id }),
  }),

  customizeSignupForm({ tx, path, body }) {
    const list = listOrThrow(tx, path.list_id)
    customize(tx, list, body)
    return signupFormView(tx, list)
  },
} satisfies Partial<Operations>
