import { DAY_MS } from '../../../kernel/support/units-of-time.ts'
import { readDuration } from '../../../kernel/support/time.ts'
import { quoteValue } from '../mistakes.ts'
import type { EffectKind } from './effect.ts'

/** Answers reads from an earlier state of the world. */
export const staleness: EffectKind<'staleness'> = {
  additions: {},

  *check(value) {
    const ms = readDuration(value)
    if (ms !== undefined && ms >= 0 && ms <= STALENESS_MS_MAX) return
    const expected = 'must be milliseconds or an ISO 8601 duration such as PT10M, not negative and at most P7D'
    yield { pointer: '/effect/staleness', message: `${expected}; ${quoteValue(value)} is not.` }
  },

  onCall: (value) => ({ acts: 'lag', name: 'staleness', ms: readDuration(value) ?? 0 }),
}

/** Longest time that reads may lag behind. */
const STALENESS_MS_MAX = 7 * DAY_MS
