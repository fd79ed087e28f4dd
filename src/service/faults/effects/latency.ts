import { type Millis, readDuration } from '../../../kernel/support/time.ts'
import { type FaultMistakes, quoteValue } from '../mistakes.ts'
import type { EffectKind, EffectValue } from './effect.ts'

/** Delays the call: before the operation or after it, as the stage of the fault says. */
export const latency: EffectKind<'latency'> = {
  additions: {},

  *check(value) {
    if (typeof value !== 'object') return yield* checkDelay(value, '/effect/latency')
    const { min, max } = value
    yield* checkDelay(min, '/effect/latency/min')
    yield* checkDelay(max, '/effect/latency/max')
    if ((readDuration(min) ?? 0) > (readDuration(max) ?? Infinity))
      yield { pointer: '/effect/latency/min', message: 'is longer than max.' }
  },

  onCall: (value, { draw }) => ({ acts: 'wait', name: 'latency', ms: drawDelay(value, draw) }),
}

/** Longest time a fault may delay a call. */
const LATENCY_MS_MAX = 600_000

export function* checkDelay(delay: string | number, pointer: string): FaultMistakes {
  const ms = readDuration(delay)
  if (ms !== undefined && ms >= 0 && ms <= LATENCY_MS_MAX) return
  const expected = 'must be milliseconds or an ISO 8601 duration such as PT2S, not negative and at most PT10M'
  yield { pointer, message: `${expected}; ${quoteValue(delay)} is not.` }
}

function drawDelay(value: EffectValue<'latency'>, draw: () => number): Millis {
  if (typeof value !== 'object') return readDuration(value) ?? 0
  const [min, max] = [readDuration(value.min) ?? 0, readDuration(value.max) ?? 0]
  return Math.round(min + ((max - min) * draw()) / 2 ** 32)
}
