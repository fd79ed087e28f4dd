import type { Schemas } from '../../../src/kit/client/contract.ts'
import { type FormValue, isObject } from '../../schema.ts'

export type FaultKind = 'fault' | 'delivery fault'

/** A fault to begin with. */
export interface Preset {
  readonly title: string
  /** What the client or the receiver sees. */
  readonly seen: string
  readonly fault: FormValue
}

/** Faults to begin with, in groups: everything comes from the contract. */
export function presetsOf(
  kind: FaultKind,
  { calls, answers, addresses, deliveries }: Schemas['FaultSchemas'],
): readonly (readonly [group: string, presets: readonly Preset[]])[] {
  if (kind === 'delivery fault')
    return [
      [
        'Webhooks',
        deliveries.map(({ title, seen, delivery_fault }) => ({ title, seen: plain(seen), fault: { ...delivery_fault } })),
      ],
    ]
  const first = { when: { first: 1 } }
  return [
    ['Calls', calls.map(({ title, seen, fault }) => ({ title, seen: plain(seen), fault: { ...fault } }))],
    [
      'What stands in front of the service',
      answers.map(({ preset, seen }) => ({
        title: preset,
        seen: plain(seen),
        fault: { ...first, effect: { answer: { preset } } },
      })),
    ],
    [
      'Addresses that are refused',
      addresses.map(({ preset, seen }) => ({ title: preset, seen, fault: { ...first, effect: { address: preset } } })),
    ],
  ]
}

/** Text of the contract without its marks for code. */
function plain(text: string): string {
  return text.replaceAll('`', '')
}

/** What clients or receivers see of a fault: the words of the preset with the same effect, or of the problem that it names. */
export function seenOf(
  { effect, stage }: FormValue,
  groups: readonly (readonly [string, readonly Preset[]])[],
  { presets }: Schemas['FaultSchemas'],
): string | undefined {
  const all = groups.flatMap(([, each]) => each)
  const equal = all.find(({ fault }) => JSON.stringify([fault['effect'], fault['stage']]) === JSON.stringify([effect, stage]))
  if (equal) return equal.seen
  const { problem, answer } = isObject(effect) ? effect : {}
  const named = isObject(problem) ? presets.find(({ preset }) => preset === problem['preset']) : undefined
  if (named) return `A ${named.status} ${named.title}. The service answers it so: ${named.when}`
  if (isObject(answer)) return all.find(({ title }) => title === answer['preset'])?.seen
  // Effects of deliveries of one kind look alike, whatever their values are.
  return groups.length > 1 ? undefined : all.find(({ fault }) => kindOfEffect(fault['effect']) === kindOfEffect(effect))?.seen
}

/** The word of an effect of deliveries, or the name of its value. */
function kindOfEffect(effect: unknown): unknown {
  return isObject(effect) ? Object.keys(effect)[0] : effect
}
