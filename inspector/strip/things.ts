import type { Schemas } from '../../src/client/contract.ts'
import type { AddressChange } from '../address.ts'
import { call } from '../connection.ts'
import type { Tone } from '../components/badge.tsx'
import { toneOfStatus } from '../components/badge.tsx'
import { useRevision } from '../live.ts'
import { type Loaded, useLoad } from '../load.ts'

/** The rows of the timeline, from top to bottom. */
export const LANES = ['calls', 'jobs', 'webhooks', 'emails'] as const

export type Lane = (typeof LANES)[number]

/** Something that happened in a world, or that is going to. */
export interface Thing {
  /** Its kind and id. */
  readonly key: string
  readonly lane: Lane
  /** Its instant in milliseconds, in the time of the world. */
  readonly at: number
  /** Its real instant, which orders things of one virtual instant, if it is known. */
  readonly realAt?: number
  readonly tone: Tone
  readonly words: string
  /** Whether it still has to happen. */
  readonly isAhead: boolean
  /** The page that shows it. */
  readonly to?: AddressChange
  /** The key of what caused it. */
  readonly cause?: string
}

/** What a world did lately, and what waits. */
export interface Things {
  readonly now: number
  /** In the order of their instants. */
  readonly things: readonly Thing[]
}

/** Loads the latest things of a world, at most so many of each kind. */
export function useThings(world: string, most: number): Loaded<Things> {
  return useLoad(
    `things ${world} ${most}`,
    async (signal) => {
      const [{ now }, { requests }, { jobs }, { deliveries }, { emails }] = await Promise.all([
        call('getClock', world, { signal }),
        call('getRequests', world, { query: { order: 'desc', limit: most }, signal }),
        call('getJobs', world, { query: { limit: most }, signal }),
        call('getDeliveries', world, { query: { order: 'desc', limit: most }, signal }),
        call('getEmails', world, { query: { order: 'desc', limit: most }, signal }),
      ])
      const things = [
        ...requests.toReversed().map(thingOfCall),
        ...jobs.map(thingOfJob),
        ...deliveries.toReversed().flatMap(thingsOfDelivery),
        ...emails.toReversed().map(thingOfEmail),
      ]
      return {
        now: Date.parse(now),
        things: things.toSorted(inTime),
      }
    },
    useRevision('request', 'delivery', 'email', 'clock', 'transition'),
  )
}

/**
 * Adds the jobs that ran because of a call, if `selected` is the key of one: which jobs have run is known for each call only. Returns
 * `undefined` until there are things.
 */
export function useWithJobs(world: string, data: Things | undefined, selected: string | undefined): Things | undefined {
  const request = /^request:(.+)$/.exec(selected ?? '')?.[1]
  const { data: ran } = useLoad<readonly Thing[]>(
    `ran ${world} ${request ?? ''}`,
    async (signal) => {
      if (request === undefined) return []
      const { caused } = await call('getRequest', world, { path: { request_id: request }, signal })
      return caused.filter(({ kind, id }) => kind === 'job' && !PENDING.test(id)).map((job) => thingOfRunJob(job, request))
    },
    useRevision('clock', 'transition'),
  )
  if (!data || !ran || ran.length === 0) return data
  return { now: data.now, things: [...data.things, ...ran].toSorted(inTime) }
}

/** The id of a job that has not run yet. One that has is named by its kind and subject. */
const PENDING = /^\d+$/

function thingOfRunJob({ id, at, summary }: Schemas['Consequence'], request: string): Thing {
  const shared = { lane: 'jobs', tone: 'violet', isAhead: false } as const
  return { ...shared, key: `ran:${id}:${at}`, at: Date.parse(at), words: summary, cause: `request:${request}` }
}

/** The order of things: by their instants, and within one by real time, as far as it is known. */
function inTime(a: Thing, b: Thing): number {
  return a.at - b.at || (a.realAt ?? Infinity) - (b.realAt ?? Infinity) || 0
}

function thingOfCall({ id, at, real_at, method, path, status, operation, faults }: Schemas['Request']): Thing {
  return {
    key: `request:${id}`,
    lane: 'calls',
    at: Date.parse(at),
    realAt: Date.parse(real_at),
    tone: toneOfStatus(status),
    words: `${operation ?? `${method} ${path}`}: ${status ?? 'no answer'}${faults.map((fault) => `, fault ${fault.id}`).join('')}`,
    isAhead: false,
    to: { page: 'requests', id },
  }
}

function thingOfJob({ id, due_at, kind, summary, cause }: Schemas['Job']): Thing {
  return {
    key: `job:${id}`,
    lane: kind.startsWith('deliveries.') ? 'webhooks' : 'jobs',
    at: Date.parse(due_at),
    tone: kind.startsWith('deliveries.') ? 'warn' : 'violet',
    words: summary,
    isAhead: true,
    ...causeOf(cause),
  }
}

/** The tones of the outcomes of a delivery. */
export const DELIVERY_TONES: { readonly [Status in Schemas['Delivery']['status']]: Tone } = {
  pending: 'plain',
  delivered: 'good',
  failed: 'bad',
  retrying: 'warn',
  blocked: 'bad',
  recorded: 'plain',
}

function thingsOfDelivery({ id, event, created_at, attempts, status, cause, url }: Schemas['Delivery']): readonly Thing[] {
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

function thingOfEmail({ id, at, subject, to, cause }: Schemas['Email']): Thing {
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
