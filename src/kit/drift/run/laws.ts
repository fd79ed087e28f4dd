import { isObject } from '../../../kernel/support/is-object.ts'
import { readHttpDate, readInstant } from '../../../kernel/support/time.ts'
import type { Noted } from '../finding.ts'
import { campaignLaws, folderLaws, listLaws, memberLaws, segmentLaws } from '../laws/account-laws.ts'
import { memberAtPath, numberAt, type Law, type ReadAnswer } from '../laws/law.ts'
import { partsLaws, reportLaws } from '../laws/report-laws.ts'
import type { Probe } from './probe.ts'
import { noteComparison, type Reader } from './reader.ts'
import { Unanswered } from './transport.ts'
import type { Visited } from './visit.ts'

/** Emails and links of a report whose details are added up: more would take too many calls. */
const EMAILS_MAX = 2_000
const LINKS_MAX = 8

/** The laws of a resource that was read. */
export function lawProbes(base: Visited): Probe[] {
  const { answer } = base
  const id = encodeURIComponent(String(answer['id'] ?? ''))
  switch (base.route.id) {
    case 'getList':
      return [lawProbe(async (read, reader) => keepSettled(reader, id, await listLaws(read, id)))]
    case 'getSegment':
      return [lawProbe((read) => segmentLaws(read, encodeURIComponent(String(answer['list_id'])), id))]
    case 'getCampaignFolder':
      return [lawProbe((read) => folderLaws(read, 'campaign', id))]
    case 'getTemplateFolder':
      return [lawProbe((read) => folderLaws(read, 'template', id))]
    case 'getMember':
      return [lawProbe((read) => memberLaws(read, String(answer['list_id']), answer))]
    case 'getCampaign':
      return answer['status'] === 'sent' ? [lawProbe((read) => campaignLaws(read, id))] : []
    case 'getReport':
      return reportProbes(answer, id)
    default:
      return []
  }
}

function reportProbes(answer: Visited['answer'], id: string): Probe[] {
  const emails = numberAt(answer, 'emails_sent')
  if (emails === 0 || emails > EMAILS_MAX || numberAt(answer, 'clicks.unique_clicks') > EMAILS_MAX) return []
  return [
    lawProbe(async (read) => {
      // The details of a campaign with versions or issues, and of an automation, are those of its parts.
      const { laws, parts } = await partsLaws(read, id)
      if (parts > 0) return laws
      const links = numberAt(await read(`/reports/${id}/click-details`, { count: '1' }), 'total_items')
      return links > LINKS_MAX ? [] : reportLaws(read, id)
    }),
  ]
}

function lawProbe(laws: (read: ReadAnswer, reader: Reader) => Promise<readonly Law[]>): Probe {
  return async (reader) => {
    const read: ReadAnswer = async (path, query = {}) => {
      const { answer, exchange } = await reader.read(reader.checker.vocabulary.paths.toDeployment(path), { query })
      // A law would take the missing numbers for zeros.
      if (exchange.status >= 500) throw new Unanswered(`The service answered with the status ${exchange.status}.`)
      return isObject(answer) ? answer : {}
    }
    return (await laws(read, reader)).map((law) => noted(law))
  }
}

function noted({ name, operation, assumptions, expected, found }: Law): Noted {
  return noteComparison({ operation, aspect: 'law', at: name, assumptions }, Math.abs(expected - found) < 1e-9, {
    expected: `the number ${roundNumber(expected)}`,
    found: `the number ${roundNumber(found)}`,
  })
}

function roundNumber(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

/** For so long, a service may show counts of a list that are out of date. */
const CACHED_S = 600

/** Laws of the counts of a list, unless they are broken and members changed so lately that the counts may be out of date. */
async function keepSettled(reader: Reader, id: string, laws: readonly Law[]): Promise<readonly Law[]> {
  if (laws.every(({ expected, found }) => expected === found)) return laws
  const path = reader.checker.vocabulary.paths.toDeployment(`/lists/${id}/members`)
  const latest = await reader.read(path, { query: { sort_field: 'last_changed', sort_dir: 'DESC', count: '1' } })
  const [member] = Array.isArray(memberAtPath(latest.answer, 'members')) ? [memberAtPath(latest.answer, 'members.0')] : []
  const changed = readInstant(String(memberAtPath(member, 'last_changed') ?? ''))
  const now = readHttpDate(latest.exchange.headers.get('date') ?? '')
  if (changed === undefined || now === undefined) return laws
  return Math.abs(now / 1000 - changed) < CACHED_S ? laws.filter(({ expected, found }) => expected === found) : laws
}

/** The default orders of collections, as far as their items show them. */
const ORDERS: { readonly [operation: string]: readonly [member: string, direction: 1 | -1, assumption: string] } = {
  getLists: ['id', 1, 'lists.default-order'],
  getCampaigns: ['create_time', 1, 'campaigns.default-order'],
  getReports: ['send_time', 1, 'reports.default-order'],
  getAutomations: ['create_time', 1, 'automations.order'],
  getTemplates: ['date_created', -1, 'templates.default-order'],
  getFiles: ['created_at', -1, 'file-manager.order'],
  getLandingPages: ['created_at', -1, 'landing-pages.default-order'],
  getMergeFields: ['tag', 1, 'merge-fields.default-order'],
  getInterestCategories: ['display_order', 1, 'interests.default-order'],
  getInterests: ['display_order', 1, 'interests.default-order'],
  getMemberNotes: ['created_at', 1, 'notes.default-order'],
  getConversationMessages: ['timestamp', 1, 'conversations.message-order'],
  getContacts: ['created_at', 1, 'contacts.sort-defaults'],
}

/** Whether the first page of a collection is in its default order. */
export function defaultOrder({ route, items }: Visited): Noted[] {
  const order = ORDERS[route.id]
  if (!order) return []
  const [member, direction, assumption] = order
  const values = items.flatMap((item) => {
    const value = item[member]
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [value] : []
  })
  if (new Set(values).size < 2) return []
  const isSorted = values.every((value, i) => {
    const before = values[i - 1]
    return before === undefined || before === value || (direction === 1 ? before < value : before > value)
  })
  return [
    noteComparison({ operation: route.id, aspect: 'order', at: 'default order', assumptions: [assumption] }, isSorted, {
      expected: `items by ${member}, ${direction === 1 ? 'oldest or lowest' : 'newest or highest'} first`,
      found: 'another order',
    }),
  ]
}
