import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { countryName } from '../../../kernel/support/country.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { listOrThrow, type ListRow } from '../../model/lists/list.ts'
import { type MemberRow, members } from '../../model/members/member.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { selectPart, slicePage } from '../../rules/requests/paging.ts'
import { complaintOrThrow, complaintsOf } from '../../model/list-reports/abuse-report.ts'
import { complaintView } from '../../rules/list-reports/abuse-report.ts'
import { dailyActivity } from './activity.ts'
import { monthlyGrowth, monthOrThrow } from './growth.ts'
import { customize, signupFormView } from './signup-form.ts'

/** The email clients of the subscribed members, the most frequent first. */
export function listEmailClients(tx: ReadTx, list: ListRow): ServiceSchemas['ListClient'][] {
  const { counts } = tally(tx, list, (member) => member.email_client)
  return counts.map(([client, number]) => ({ client, members: number }))
}

/** The countries of the subscribed members, the most frequent first, with their share of all. */
export function listLocations(tx: ReadTx, list: ListRow): ServiceSchemas['ListLocation'][] {
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
  getListActivity({ tx, path, query }) {
    const list = listOrThrow(tx, path.list_id)
    const days = dailyActivity(tx, list)
    const _links = renderLinks(tx, 'ListActivityCollection', { list_id: list.id })
    return { activity: selectPart(days, query), list_id: list.id, total_items: days.length, _links }
  },

  getListGrowthHistory({ tx, path, query }) {
    const list = listOrThrow(tx, path.list_id)
    const months = monthlyGrowth(tx, list)
    if (query.sort_dir === 'DESC') months.reverse()
    const _links = renderLinks(tx, 'ListGrowthMonthCollection', { list_id: list.id })
    return { history: slicePage(months, query), list_id: list.id, total_items: months.length, _links }
  },

  getListGrowthHistoryMonth({ tx, path }) {
    return monthOrThrow(tx, listOrThrow(tx, path.list_id), path.month)
  },

  getListClients({ tx, path, query }) {
    const list = listOrThrow(tx, path.list_id)
    const clients = listEmailClients(tx, list)
    return {
      clients: selectPart(clients, query),
      list_id: list.id,
      total_items: clients.length,
      _links: renderLinks(tx, 'ListClientCollection', { list_id: list.id }),
    }
  },

  getListLocations({ tx, path, query }) {
    const list = listOrThrow(tx, path.list_id)
    const locations = listLocations(tx, list)
    const _links = renderLinks(tx, 'ListLocationCollection', { list_id: list.id })
    return { locations: selectPart(locations, query), list_id: list.id, total_items: locations.length, _links }
  },

  getListAbuseReports({ tx, path, query }) {
    const list = listOrThrow(tx, path.list_id)
    const complaints = complaintsOf(tx, list)
    return {
      abuse_reports: slicePage(complaints, query).map((complaint) => complaintView(tx, complaint)),
      list_id: list.id,
      total_items: complaints.length,
      _links: renderLinks(tx, 'ListAbuseReportCollection', { list_id: list.id }),
    }
  },

  getListAbuseReport({ tx, path }) {
    return complaintView(tx, complaintOrThrow(tx, listOrThrow(tx, path.list_id), path.report_id))
  },

  getListSignupForms({ tx, path, query }) {
    const list = listOrThrow(tx, path.list_id)
    const _links = renderLinks(tx, 'SignupFormCollection', { list_id: list.id })
    const forms = [signupFormView(tx, list)]
    return { signup_forms: selectPart(forms, query), list_id: list.id, total_items: forms.length, _links }
  },

  customizeSignupForm({ tx, path, body }) {
    const list = listOrThrow(tx, path.list_id)
    customize(tx, list, body)
    return signupFormView(tx, list)
  },
} satisfies Partial<Operations>
