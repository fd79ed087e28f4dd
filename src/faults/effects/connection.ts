import type { Reply } from '../../support/reply.ts'
import { type Millis, readDuration } from '../../support/time.ts'
import type { FaultRow } from '../definition.ts'
import type { EffectRun, Instead } from './effect.ts'

/** Makes the call take longer; between two durations chance decides, by a number from 0 to 1. */
export function latencyEffect({ effect: { latency = 0 } }: Pick<FaultRow, 'effect'>, chance: () => number): EffectRun {
  return { kind: 'wait', effect: 'latency', ms: waitOf(latency, chance) }
}

function waitOf(latency: NonNullable<FaultRow['effect']['latency']>, chance: () => number): Millis {
  if (typeof latency !== 'object') return readDuration(latency) ?? 0
  const [min, max] = [readDuration(latency.min) ?? 0, readDuration(latency.max) ?? 0]
  return Math.round(min + (max - min) * chance())
}

/** `slow` sends so many bytes a second when nothing is said. */
const BYTES_PER_SECOND = 1_000

/** Breaks the connection, the body, or the pace at which it comes. */
export function connectionEffect({ effect }: Pick<FaultRow, 'effect'>): EffectRun {
  const { connection: kind = 'close', bytes_per_second = BYTES_PER_SECOND } = effect
  switch (kind) {
    case 'slow':
      return { kind: 'sending', effect: kind, send: (answer) => slowly(answer, bytes_per_second) }
    case 'truncate':
      return instead(kind, async (answer) => ({ ...withBody(answer), wire: { kind } }))
    case 'malformed':
      return { ...instead(kind, halved), breaks: false }
    default:
      return { ...instead(kind, async (answer = UNANSWERED) => ({ ...answer, wire: { kind } })), needsAnswer: false }
  }
}

/** What goes nowhere is not looked at. */
const UNANSWERED: Reply = { status: 500, headers: {}, body: null }

function instead(effect: string, make: Instead['make']): EffectRun & Instead {
  return { kind: 'instead', effect, needsAnswer: true, breaks: true, make }
}

/** The slowest of several has its way. */
function slowly(answer: Reply, pace: number): Reply {
  const known = answer.wire?.kind === 'slow' ? answer.wire.bytes_per_second : pace
  return { ...answer, wire: { kind: 'slow', bytes_per_second: Math.min(known, pace) } }
}

/** Where there is nothing to break in two, something is put. */
function withBody(answer: Reply = UNANSWERED): Reply {
  if (answer.body !== null && answer.body !== '') return answer
  const { 'content-length': _, ...headers } = answer.headers
  return { status: answer.status === 204 ? 200 : answer.status, headers, body: '{}' }
}

async function halved(answer: Reply | undefined): Promise<Reply> {
  const { body, headers, ...others } = withBody(answer)
  const text = typeof body === 'string' ? body : await new Response(body).text()
  const { 'content-length': _, ...left } = headers
  return { ...others, headers: left, body: text.slice(0, Math.floor(text.length / 2)) }
}
