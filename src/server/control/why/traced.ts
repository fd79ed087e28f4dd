import { describeDelivery } from '../words/delivery-view.ts'
import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { upperFirst } from '../../../kernel/support/words.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import type { HistoryEntry } from '../../../kernel/world/history.ts'
import { jobs } from '../../../kernel/world/job.ts'
import { peek } from '../../../kernel/world/tx.ts'
import { deliveries } from '../../../service/model/deliveries/delivery.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { causeDescriber } from '../words/cause.ts'
import type { ChainSubject } from './chain.ts'
import { cut, withoutSecrets } from '../words/fields.ts'
import { jobSummary } from '../words/job-kinds.ts'
import { isMadeBy, type Links } from '../words/links.ts'

/** What can be asked about besides things of the service: what has a chain, but no history of its own. */
export const TRACED = ['change', 'delivery', 'job', 'request'] as const

export type TracedWord = (typeof TRACED)[number]

/** A call, webhook, job or transaction. Without a subject, there is none. */
interface Traced {
  readonly subject: ChainSubject | undefined
  readonly summary: string
  readonly found: ControlSchemas['Why']['found']
}

/** Finds a call, webhook, job or transaction. */
export function tracedThing(handle: WorldHandle, links: Links, word: TracedWord, id: string): Traced {
  const shown = cut(id, ID_CHARS_MAX)
  const missing = word === 'change' ? 'change with the number' : word
  const none = `There is no ${missing} ${shown} in the world ${handle.world.id} (any more).`
  return finders[word](handle, links, id) ?? { subject: undefined, summary: none, found: null }
}

const ID_CHARS_MAX = 200

const finders: {
  readonly [Word in TracedWord]: (handle: WorldHandle, links: Links, id: string) => Traced | undefined
} = {
  request({ log: { journal } }, links, id) {
    const call = journal.find(id)
    if (!call) return undefined
    const { method, path, status, at } = call
    const answer = status === null ? 'was not answered' : `was answered ${status}`
    const own = links.entries.filter(isMadeBy(call))
    return {
      subject: { kind: 'transactions', own, call },
      summary: cut(`The call ${method} ${path} at ${isoMillis(at)} ${answer}.`),
      found: null,
    }
  },

  delivery(handle, links, id) {
    const delivery = peek(handle.world, (tx) => tx.first(deliveries.key, { id: parseNumber(id) }))
    if (!delivery) return undefined
    const { status, created_at, seq } = delivery
    const words = `The webhook ${describeDelivery(handle.log.secrets, delivery)}, made at ${isoMillis(created_at)}, is ${status}.`
    return {
      subject: { kind: 'delivery', delivery, own: creatorIn(links, seq) },
      summary: cut(words),
      found: withoutSecrets(handle.log.secrets, deliveries, delivery),
    }
  },

  job(handle, links, id) {
    const job = peek(handle.world, (tx) => tx.first(jobs.key, { id: parseNumber(id) }))
    if (job) {
      const summary = `${jobSummary(handle, job.kind, job.subject)} at ${isoMillis(job.due_at)}.`
      return {
        subject: { kind: 'job', job, own: creatorIn(links, job.seq) },
        summary,
        found: withoutSecrets(handle.log.secrets, jobs, job),
      }
    }
    return transaction(
      handle,
      links.entries.findLast(({ cause }) => cause && 'job' in cause && cause.job === id),
    )
  },

  change(handle, links, id) {
    return transaction(handle, links.withChange(parseNumber(id)))
  },
}

function transaction(handle: WorldHandle, entry: HistoryEntry | undefined): Traced | undefined {
  if (!entry) return undefined
  const by = causeDescriber(handle)(entry)
  const summary = `${upperFirst(by)} made the change ${entry.number} at ${isoMillis(entry.at)}.`
  return { subject: { kind: 'transactions', own: [entry] }, summary, found: null }
}

/** The number that a text is; 0, which nothing has, if it is none. */
function parseNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

function creatorIn(links: Links, seq: number): readonly HistoryEntry[] {
  const creator = links.creatorOf(seq)
  return creator ? [creator] : []
}
