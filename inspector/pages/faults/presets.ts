import type { Schemas } from '../../../src/kit/client/contract.ts'
import type { FormValue } from '../../schema.ts'

export type FaultKind = 'fault' | 'delivery fault'

/** A fault to begin with. */
export interface Preset {
  readonly title: string
  /** What the client or the receiver sees. */
  readonly seen: string
  readonly fault: FormValue
}

/** Faults to begin with, in groups: everything comes from the contract. */
export function listPresets(
  kind: FaultKind,
  { calls, answers, addresses, deliveries }: Schemas['FaultSchemas'],
): readonly (readonly [group: string, presets: readonly Preset[]])[] {
  if (kind === 'delivery fault')
    return [
      [
        'Webhooks',
        deliveries.map(({ title, seen, delivery_fault }) => ({
          title,
          seen: withoutBackticks(seen),
          fault: { ...delivery_fault },
        })),
      ],
    ]
  const first = { when: { first: 1 } }
  return [
    ['Calls', calls.map(({ title, seen, fault }) => ({ title, seen: withoutBackticks(seen), fault: { ...fault } }))],
    [
      'What stands in front of the service',
      answers.map(({ preset, seen }) => ({
        title: preset,
        seen: withoutBackticks(seen),
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
function withoutBackticks(text: string): string {
  return text.replaceAll('`', '')
}

/** What clients or receivers see of a fault, if it is the fault of a preset. */
export function findSeen({ effect, stage }: FormValue, groups: ReturnType<typeof listPresets>): string | undefined {
  const wanted = JSON.stringify([effect, stage])
  return groups.flatMap(([, each]) => each).find(({ fault }) => JSON.stringify([fault['effect'], fault['stage']]) === wanted)
    ?.seen
}
