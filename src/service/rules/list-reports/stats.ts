import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { durationMs } from '../../../kernel/contract/settings.ts'
import { timestamp, type Millis } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import {
  type CountedList,
  type ListCounts,
  NOTHING,
  listStats,
  RECIPIENTS_OF_A_SEND_MIN,
  type ListStatsRow,
} from '../../model/lists/list.ts'

const SECOND_MS = 1_000
const MONTH_S = 2_629_800

/** Creates the counts of a new list. */
export function beginStats(tx: Tx, list: CountedList, counts: Partial<ListCounts>): void {
  const first = { ...NOTHING, ...counts }
  const begun = tx.nowMs % SECOND_MS === 0 ? {} : { begun_at: tx.nowMs }
  tx.insert(listStats, { list_id: list.id, running: first, shown: first, mark: calculateMark(tx, list, begun), ...begun })
}

/** Changes the counts. The first change after a mark keeps the previous counts, which are shown until the next mark. */
export function changeCounts(tx: Tx, list: CountedList, change: (counts: ListCounts) => Partial<ListCounts>): void {
  const stats = tx.first(listStats.key, { list_id: list.id })
  if (!stats) return beginStats(tx, list, change(NOTHING))
  const mark = calculateMark(tx, list, stats)
  const shown = mark > stats.mark ? stats.running : stats.shown
  const before = stats.running
  const after = { ...before, ...change(before) }
  const subs = after.subs + Math.max(after.subscribed - before.subscribed, 0)
  const unsubs = after.unsubs + Math.max(after.unsubscribed - before.unsubscribed, 0)
  const running = { ...after, subs, unsubs }
  tx.put(listStats, { ...stats, running, shown, mark })
}

/** Counts the end of a send. Counts "since send" restart. */
export function countSend(tx: Tx, list: CountedList, recipients: number): void {
  changeCounts(tx, list, () => ({
    subscribed_since_send: 0,
    unsubscribed_since_send: 0,
    cleaned_since_send: 0,
    ...(recipients >= RECIPIENTS_OF_A_SEND_MIN ? { campaign_last_sent: tx.now } : {}),
  }))
}

/** Shows the current counts regardless of the mark, for a planted scenario. */
export function showCounts(tx: Tx): void {
  for (const stats of tx.range(listStats.key).all()) {
    if (stats.shown !== stats.running) tx.put(listStats, { ...stats, shown: stats.running })
  }
}

/** The counts that the service shows now. */
export function shownCounts(tx: ReadTx, list: CountedList): ListCounts {
  const stats = tx.first(listStats.key, { list_id: list.id })
  if (!stats) return NOTHING
  return calculateMark(tx, list, stats) > stats.mark || cacheMs(tx) === 0 ? stats.running : stats.shown
}

/** The `stats` of a list. A setting says what its rates are before the first campaign. */
export function shownStats(
  tx: ReadTx,
  list: CountedList,
  show: { readonly totalContacts: boolean },
): ServiceSchemas['ListStats'] {
  const counts = shownCounts(tx, list)
  return {
    member_count: counts.subscribed,
    ...(show.totalContacts ? { total_contacts: countContacts(counts) } : {}),
    unsubscribe_count: counts.unsubscribed,
    cleaned_count: counts.cleaned,
    member_count_since_send: counts.subscribed_since_send,
    unsubscribe_count_since_send: counts.unsubscribed_since_send,
    cleaned_count_since_send: counts.cleaned_since_send,
    campaign_count: counts.campaigns,
    campaign_last_sent: timestamp(counts.campaign_last_sent),
    merge_field_count: counts.merge_fields,
    ...(calculatedRates(tx, list, counts) ?? (tx.settings.stats.rates_until_calculated === 'zero' ? NO_RATES : {})),
    last_sub_date: timestamp(counts.last_sub_date),
    last_unsub_date: timestamp(counts.last_unsub_date),
  }
}

type ListRates = Required<
  Pick<ServiceSchemas['ListStats'], 'avg_sub_rate' | 'avg_unsub_rate' | 'target_sub_rate' | 'open_rate' | 'click_rate'>
>

const NO_RATES: ListRates = { avg_sub_rate: 0, avg_unsub_rate: 0, target_sub_rate: 0, open_rate: 0, click_rate: 0 }

/** The rates of a list that the service shows now. They are calculated from the first campaign that goes out. */
export function shownRates(tx: ReadTx, list: CountedList): ListRates | undefined {
  return calculatedRates(tx, list, shownCounts(tx, list))
}

/** The open rate of a list without mail proxies that the service shows now, in percent. */
export function shownOpenRateWithoutProxies(tx: ReadTx, list: CountedList): number {
  const { open_rates, proxied_rates = 0, campaigns_sent } = shownCounts(tx, list)
  return ratio(100 * (open_rates - proxied_rates), 1e9 * campaigns_sent)
}

function calculatedRates(tx: ReadTx, list: CountedList, counts: ListCounts): ListRates | undefined {
  return counts.campaigns_sent > 0 ? calculateListRates(counts, monthsSince(tx, list)) : undefined
}

/**
 * The target rate is the number of subscriptions that balances the unsubscriptions. The open and the click rate are the means of the rates of the
 * sent campaigns, in percent.
 */
function calculateListRates(counts: ListCounts, months: number): ListRates {
  const avg_unsub_rate = ratio(counts.unsubs, months)
  return {
    avg_sub_rate: ratio(counts.subs, months),
    avg_unsub_rate,
    target_sub_rate: avg_unsub_rate,
    open_rate: ratio(100 * counts.open_rates, 1e9 * counts.campaigns_sent),
    click_rate: ratio(100 * counts.click_rates, 1e9 * counts.campaigns_sent),
  }
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole) / 100
}

/** The months that have begun since the list was created. */
function monthsSince(tx: ReadTx, list: CountedList): number {
  return Math.max(Math.floor((tx.now - list.date_created) / MONTH_S), 0) + 1
}

function countContacts({
  subscribed,
  unsubscribed,
  cleaned,
  pending,
  transactional,
  archived,
  phone_contacts,
}: ListCounts): number {
  return subscribed + unsubscribed + cleaned + pending + transactional + archived + phone_contacts
}

/**
 * Marks are counted from the creation of the list, or from the start of the world for older lists. They count milliseconds, so that no
 * period is shorter than the setting.
 */
function calculateMark(tx: ReadTx, { date_created }: CountedList, { begun_at }: Pick<ListStatsRow, 'begun_at'>): number {
  const length = cacheMs(tx)
  if (length === 0) return 0
  const start = begun_at ?? Math.max(date_created * SECOND_MS, tx.world.started_at)
  return Math.floor((tx.nowMs - start) / length)
}

function cacheMs(tx: ReadTx): Millis {
  return durationMs(tx.settings.stats_cache)
}
