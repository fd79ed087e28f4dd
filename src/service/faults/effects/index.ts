import { stream } from '../../../kernel/support/random.ts'
import type { Reply } from '../../../kernel/support/reply.ts'
import { type Millis, readDuration } from '../../../kernel/support/time.ts'
import { Defect } from '../../../kernel/world/errors.ts'
import type { FaultCall } from '../call.ts'
import { type EffectKind, EFFECTS, type FaultRow } from '../definition.ts'
import type { FaultMatch } from '../select.ts'
import type { Effect, ReplaceEffect } from './effect.ts'
import { mutateEffect } from './mutation.ts'
import { problemEffect } from './problem.ts'

/** The implementation of each kind of effect. `draw` returns random unsigned 32-bit integers. */
const kinds: { readonly [Kind in EffectKind]: (match: FaultMatch, call: FaultCall, draw: () => number) => Effect } = {
  problem: ({ fault }, call) => problemEffect(fault, call),
  latency: ({ fault }, _call, draw) => latencyEffect(fault, () => draw() / 2 ** 32),
  connection: ({ fault }) => connectionEffect(fault),
  mutate: ({ fault }, { operation }, draw) => mutateEffect(fault, operation, draw),
}

/**
 * The effect of a fault on a matching call. Randomness depends on the seed, the fault and the number of its matching calls.
 */
export function effectOf(match: FaultMatch, call: FaultCall, seed: string): Effect {
  const { fault, seen } = match
  const kind = EFFECTS.find((each) => fault.effect[each] !== undefined)
  if (!kind) throw new Defect(`The fault ${fault.id} has no effect.`)
  const chance = stream(seed, `fault:${fault.id}/${seen}`)
  let drawn = 0
  return kinds[kind](match, call, () => chance(++drawn))
}

/** Delays the call. `chance` returns a number from 0 to 1, which picks a delay between a minimum and a maximum. */
function latencyEffect({ effect: { latency = 0 } }: Pick<FaultRow, 'effect'>, chance: () => number): Effect {
  return { kind: 'wait', name: 'latency', ms: waitOf(latency, chance) }
}

function waitOf(latency: NonNullable<FaultRow['effect']['latency']>, chance: () => number): Millis {
  if (typeof latency !== 'object') return readDuration(latency) ?? 0
  const [min, max] = [readDuration(latency.min) ?? 0, readDuration(latency.max) ?? 0]
  return Math.round(min + (max - min) * chance())
}

/** Default speed of `slow`. */
const BYTES_PER_SECOND = 1_000

/** Breaks the connection or the body, or slows down sending. */
function connectionEffect({ effect }: Pick<FaultRow, 'effect'>): Effect {
  const { connection: kind = 'close', bytes_per_second = BYTES_PER_SECOND } = effect
  switch (kind) {
    case 'slow':
      return { kind: 'send', name: kind, send: (answer) => slowedDown(answer, bytes_per_second) }
    case 'truncate':
      return instead(kind, async (answer) => ({ ...withBody(answer), wire: { kind } }))
    case 'malformed':
      return { ...instead(kind, halved), breaks: false }
    default:
      return { ...instead(kind, async (answer = UNANSWERED) => ({ ...answer, wire: { kind } })), needsAnswer: false }
  }
}

/** The answer of a connection that breaks before any answer. It is never sent. */
const UNANSWERED: Reply = { status: 500, headers: {}, body: null }

function instead(effect: string, make: ReplaceEffect['make']): Effect & ReplaceEffect {
  return { kind: 'replace', name: effect, needsAnswer: true, breaks: true, make }
}

/** Sends slowly. If several faults do, the slowest one wins. */
function slowedDown(answer: Reply, pace: number): Reply {
  const current = answer.wire?.kind === 'slow' ? answer.wire.bytes_per_second : pace
  return { ...answer, wire: { kind: 'slow', bytes_per_second: Math.min(current, pace) } }
}

/** Gives an answer without a body a short one, so that there is something to cut in half. */
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
