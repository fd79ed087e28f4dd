import type { BodyOf } from '../../../src/kit/client/contract.ts'

/** Faults to begin with. */
export const PRESETS: readonly { readonly words: string; readonly fault: BodyOf<'createFault'> & Record<string, unknown> }[] = [
  {
    words: 'Too many requests',
    fault: { when: { first: 2 }, effect: { problem: { preset: 'TooManyRequests' }, headers: { 'retry-after': '30' } } },
  },
  { words: 'Server error', fault: { when: { first: 1 }, effect: { problem: { status: 500, title: 'Internal Server Error' } } } },
  { words: 'Answer is lost', fault: { when: { first: 1 }, stage: 'after', effect: { connection: 'reset' } } },
  { words: 'Slow', fault: { when: { probability: 0.2 }, effect: { latency: { min: 'PT0.2S', max: 'PT2S' } } } },
  { words: 'Unknown fields', fault: { effect: { mutate: { add_unknown_fields: 2, reorder_keys: true } } } },
]

/** Delivery faults to begin with. */
export const DELIVERY_PRESETS: readonly {
  readonly words: string
  readonly fault: BodyOf<'createDeliveryFault'> & Record<string, unknown>
}[] = [
  { words: 'Twice', fault: { when: { first: 1 }, effect: 'duplicate' } },
  { words: 'Dropped', fault: { when: { first: 1 }, effect: 'drop' } },
  { words: 'Out of order', fault: { when: { first: 1 }, effect: 'reorder' } },
  { words: 'Late', fault: { when: { first: 1 }, effect: { delay: 'PT1M' } } },
]
