import type { BodyOf, Schemas } from '../../../src/kit/client/contract.ts'
import { type FormValue, isObject } from '../../schema.ts'

export type FaultKind = 'fault' | 'delivery fault'

/** A fault to begin with. */
interface Preset {
  readonly words: string
  readonly fault: FormValue
}

/** Faults of calls to begin with. */
const PRESETS: readonly (Preset & { readonly fault: BodyOf<'createFault'> })[] = [
  {
    words: 'Too many requests',
    fault: { when: { first: 2 }, effect: { problem: { preset: 'TooManyRequests' }, headers: { 'retry-after': '30' } } },
  },
  { words: 'Server error', fault: { when: { first: 1 }, effect: { problem: { status: 500, title: 'Internal Server Error' } } } },
  { words: 'Answer is lost', fault: { when: { first: 1 }, stage: 'after', effect: { connection: 'reset' } } },
  { words: 'Slow', fault: { when: { probability: 0.2 }, effect: { latency: { min: 'PT0.2S', max: 'PT2S' } } } },
  { words: 'Unknown fields', fault: { effect: { mutate: { add_unknown_fields: 2, reorder_keys: true } } } },
]

/** All faults to begin with, of calls or of deliveries. The contract knows answers of the edge, refused addresses and delivery faults. */
export function presetsOf(kind: FaultKind, { answers, addresses, deliveries }: Schemas['FaultSchemas']): readonly Preset[] {
  if (kind === 'delivery fault')
    return deliveries.map(({ title, delivery_fault }) => ({ words: title, fault: { ...delivery_fault } }))
  return [
    ...PRESETS,
    ...answers.map(({ preset }) => ({ words: preset, fault: { when: { first: 1 }, effect: { answer: { preset } } } })),
    ...addresses.map(({ preset }) => ({ words: preset, fault: { when: { first: 1 }, effect: { address: preset } } })),
  ]
}

/** What clients or receivers see of a fault. Returns `undefined` if its effect is not one of those that the contract describes. */
export function seenOf({ effect }: FormValue, { answers, addresses, deliveries }: Schemas['FaultSchemas']): string | undefined {
  const { answer, address } = isObject(effect) ? effect : {}
  const name = isObject(answer) ? answer['preset'] : address
  const known = [...answers, ...addresses].find(({ preset }) => preset === name)
  const kind = kindOfEffect(effect)
  return known?.seen ?? deliveries.find(({ delivery_fault }) => kindOfEffect(delivery_fault.effect) === kind)?.seen
}

/** The word of an effect of deliveries, or the name of its value. */
function kindOfEffect(effect: unknown): unknown {
  return isObject(effect) ? Object.keys(effect)[0] : effect
}
