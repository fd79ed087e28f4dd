import type { Schemas } from '../../src/kit/client/contract.ts'
import type { AddressChange } from '../address.ts'
import { DELIVERY_TONES, type Tone, toneOfStatus } from '../components/badge.tsx'
import { counted } from '../format.ts'
import { DERIVED_TABLES } from '../tables.ts'

/** The rows of the timeline, from top to bottom. */
export const LANES = ['calls', 'faults', 'changes', 'jobs', 'webhooks', 'emails'] as const

export type Lane = (typeof LANES)[number]

/** A past or pending item of a world. */
export interface TimelineItem {
  /** Its kind and id. */
  readonly key: string
  readonly lane: Lane
  /** Its instant in milliseconds, in the time of the world. */
  readonly at: number
  /** Its real instant, if known. It orders the items of one virtual instant. */
  readonly realAt?: number
  readonly tone: Tone
  readonly words: string
  /** Whether it is pending. */
  readonly isAhead: boolean
  /** The page with its details. */
  readonly to?: AddressChange
  /** The key of its cause. */
  readonly cause?: string
  /** Whether the item is a part of its cause: the chart then draws it above or below the cause, not beside. */
  readonly isPart?: boolean
}

/** The latest and the pending items of a world. */
export interface Timeline {
  readonly now: number
  /** In the order of their instants. */
  readonly items: readonly TimelineItem[]
}

/** The lists of the control API about a world, latest entries first; pending jobs earliest first. */
export interface TimelineData {
  readonly now: string
  readonly requests: readonly Schemas['Request'][]
  /** Calls that faults affected. */
  readonly faulted: readonly Schemas['Request'][]
  readonly changes: readonly Schemas['Change'][]
  /** Changes made by jobs: the jobs that ran. */
  readonly ran: readonly Schemas['Change'][]
  readonly jobs: readonly Schemas['Job'][]
  readonly deliveries: readonly Schemas['Delivery'][]
  readonly emails: readonly Schemas['Email'][]
}

/** The items of a timeline, in the order of their instants. */
export function timelineOf(data: TimelineData): Timeline {
  const [requests, faulted, deliveries] = [data.requests.toReversed(), data.faulted.toReversed(), data.deliveries.toReversed()]
  const callOf = callsByEvent(requests)
  const batches = batchesOf(data.ran, callOf)
  const items = [
    ...requests.map((each) => callItem(each, batches.get(each.id))),
    ...faulted.flatMap(faultItems),
    ...data.ran.toReversed().flatMap(ranItem),
    ...data.changes.toReversed().flatMap((each) => changeItem(each, callOf.get(each.event))),
    ...deliveries.flatMap(deliveryItems),
    ...deliveries.flatMap(deliveryFaultItem),
    ...data.emails.toReversed().map(emailItem),
    ...data.jobs.map(jobItem),
  ]
  return { now: Date.parse(data.now), items: items.toSorted(byInstant) }
}

/** The order of items: by their instants, and within one by real time, as far as it is known. */
function byInstant(a: TimelineItem, b: TimelineItem): number {
  return a.at - b.at || (a.realAt ?? Infinity) - (b.realAt ?? Infinity) || 0
}

/** The keys of an item, of its causes and of its consequences. */
export function relatedTo(items: readonly TimelineItem[], selected: string): ReadonlySet<string> {
  const byKey = new Map(items.map((each) => [each.key, each]))
  const related = new Set<string>()
  for (let key: string | undefined = selected; key !== undefined && !related.has(key); key = byKey.get(key)?.cause)
    related.add(key)
  const isCaused = (item: TimelineItem, seen: number): boolean => {
    if (item.key === selected) return true
    const cause = item.cause === undefined ? undefined : byKey.get(item.cause)
    return cause !== undefined && seen < CHAIN_MAX && isCaused(cause, seen + 1)
  }
  for (const item of items) if (isCaused(item, 0)) related.add(item.key)
  return related
}

/** Longest chain of causes that is followed. */
const CHAIN_MAX = 10

function callsByEvent(requests: readonly Schemas['Request'][]): ReadonlyMap<number, Schemas['Request']> {
  return new Map(requests.flatMap((each) => each.events.map((event) => [event, each] as const)))
}

/** The batches by the calls that were operations of them. */
function batchesOf(
  ran: readonly Schemas['Change'][],
  callOf: ReadonlyMap<number, Schemas['Request']>,
): ReadonlyMap<string, string> {
  return new Map(
    ran.flatMap(({ event, cause: { request } }) => {
      const operation = callOf.get(event)
      return operation?.via === 'batch' && request !== undefined ? [[operation.id, request] as const] : []
    }),
  )
}

function callItem(
  { id, at, real_at, method, path, status, operation, faults }: Schemas['Request'],
  batch: string | undefined,
): TimelineItem {
  return {
    key: `request:${id}`,
    lane: 'calls',
    at: Date.parse(at),
    realAt: Date.parse(real_at),
    tone: toneOfStatus(status),
    words: `${operation ?? `${method} ${path}`}: ${status ?? 'no answer'}${faults.map((fault) => `, fault ${fault.id}`).join('')}`,
    isAhead: false,
    to: { page: 'requests', id },
    ...(batch === undefined ? {} : { cause: `request:${batch}` }),
  }
}

/** The faults that affected a call; `X-Trigger-Error` affects one without a fault. */
function faultItems({ id, at, real_at, method, path, operation, faults }: Schemas['Request']): readonly TimelineItem[] {
  const what = operation ?? `${method} ${path}`
  const all = faults.length === 0 ? [{ id: 0, effect: '' }] : faults
  return all.map((fault) => ({
    key: `fault:${fault.id}:${id}`,
    lane: 'faults',
    at: Date.parse(at),
    realAt: Date.parse(real_at),
    tone: 'bad',
    words: fault.id === 0 ? `X-Trigger-Error in ${what}` : `fault ${fault.id} in ${what}: ${fault.effect}`,
    isAhead: false,
    to: { page: 'requests', id },
    cause: `request:${id}`,
    isPart: true,
  }))
}

function deliveryFaultItem({ id, event, created_at, delivery_fault, attempts }: Schemas['Delivery']): readonly TimelineItem[] {
  if (delivery_fault === undefined) return []
  const [first] = attempts
  return [
    {
      key: `delivery-fault:${delivery_fault}:${id}`,
      lane: 'faults',
      at: Date.parse(first?.at ?? created_at),
      ...(first ? { realAt: Date.parse(first.real_at) } : {}),
      tone: 'bad',
      words: `delivery fault ${delivery_fault} in ${event}`,
      isAhead: false,
      to: { page: 'webhooks', id: String(id) },
      cause: `delivery:${id}`,
      isPart: true,
    },
  ]
}

/** A job that ran. Operations of batches are calls. */
function ranItem({ event, at, job, cause }: Schemas['Change']): readonly TimelineItem[] {
  if (!job || job.kind === OPERATION) return []
  const shared = { lane: 'jobs', tone: 'violet', isAhead: false } as const
  return [
    { ...shared, key: `ran:${event}`, at: Date.parse(at), words: job.summary, to: subjectLink(job.subject), ...causeOf(cause) },
  ]
}

/** The kind of job that performs an operation of a batch. */
const OPERATION = 'batches.operate'

/** The changes of a transaction. `call` is its call, if known. */
function changeItem(
  { event, at, cause, by, job, tables }: Schemas['Change'],
  call: Schemas['Request'] | undefined,
): readonly TimelineItem[] {
  const shown = tables.filter(({ table }) => !DERIVED_TABLES.has(table))
  if (shown.length === 0) return []
  const maker = call ? `request:${call.id}` : job && job.kind !== OPERATION ? `ran:${event}` : causeOf(cause).cause
  const request = call?.id ?? cause.request
  return [
    {
      key: `change:${event}`,
      lane: 'changes',
      at: Date.parse(at),
      ...(call ? { realAt: Date.parse(call.real_at) } : {}),
      tone: 'accent',
      words: `${shown.map(tableWords).join(', ')}, by ${by}`,
      isAhead: false,
      ...(request === undefined ? {} : { to: { page: 'requests', id: request } }),
      ...(maker === undefined ? {} : { cause: maker, isPart: true }),
    },
  ]
}

function tableWords({ table, added, removed, changed }: Schemas['Change']['tables'][number]): string {
  const counts = { added, changed, removed }
  const words = Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${counted(count, 'row')} ${what}`]))
  return `${table}: ${words.join(', ')}`
}

function jobItem({ id, due_at, kind, summary, subject, cause }: Schemas['Job']): TimelineItem {
  const isDelivery = kind.startsWith('deliveries.')
  return {
    key: `job:${id}`,
    lane: isDelivery ? 'webhooks' : 'jobs',
    at: Date.parse(due_at),
    tone: isDelivery ? 'warn' : 'violet',
    words: summary,
    isAhead: true,
    to: isDelivery ? { page: 'webhooks', id: subject.id } : subjectLink(subject),
    ...causeOf(cause),
  }
}

function subjectLink({ table, id }: Schemas['JobSubject']): AddressChange {
  return { page: 'state', table, id }
}

function deliveryItems({ id, event, created_at, attempts, status, cause, url }: Schemas['Delivery']): readonly TimelineItem[] {
  const shared = {
    lane: 'webhooks' as const,
    isAhead: false,
    to: { page: 'webhooks', id: String(id) },
    ...causeOf(cause),
  }
  if (attempts.length === 0) {
    const words = `${event} to ${url}: ${status}`
    return [{ ...shared, key: `delivery:${id}`, at: Date.parse(created_at), tone: DELIVERY_TONES[status], words }]
  }
  return attempts.map(({ at, real_at, response, error }, index) => ({
    ...shared,
    key: index === 0 ? `delivery:${id}` : `delivery:${id}:${index}`,
    at: Date.parse(at),
    realAt: Date.parse(real_at),
    tone: response && response.status < 300 ? ('good' as const) : ('bad' as const),
    words: `${event} to ${url}, attempt ${index + 1}: ${response?.status ?? error ?? 'no answer'}`,
  }))
}

function emailItem({ id, at, subject, to, cause }: Schemas['Email']): TimelineItem {
  return {
    key: `email:${id}`,
    lane: 'emails',
    at: Date.parse(at),
    tone: 'accent',
    words: `${subject} to ${to}`,
    isAhead: false,
    to: { page: 'emails', id: String(id) },
    ...causeOf(cause),
  }
}

function causeOf({ request }: Schemas['Cause']): { readonly cause?: string } {
  return request === undefined ? {} : { cause: `request:${request}` }
}
