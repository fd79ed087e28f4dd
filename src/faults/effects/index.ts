import type { ControlSchemas } from '../../contract/control.ts'
import { stream } from '../../support/random.ts'
import { Defect } from '../../world/errors.ts'
import type { Effect } from './effect.ts'
import type { FaultCall } from '../call.ts'
import { connectionEffect, latencyEffect } from './connection.ts'
import type { FaultMatch } from '../select.ts'
import { mutateEffect } from './mutation.ts'
import { problemEffect } from './problem.ts'
import { EFFECTS } from '../definition.ts'

type Kind = Exclude<keyof ControlSchemas['FaultEffect'], 'headers' | 'bytes_per_second'>

/** The implementation of each kind of effect. `draw` returns random unsigned 32-bit integers. */
const kinds: { readonly [K in Kind]: (match: FaultMatch, call: FaultCall, draw: () => number) => Effect } = {
  problem: ({ fault }, call) => problemEffect(fault, call),
  latency: ({ fault }, _call, draw) => latencyEffect(fault, () => draw() / 2 ** 32),
  connection: ({ fault }) => connectionEffect(fault),
  mutate: ({ fault }, { operation }, draw) => mutateEffect(fault, operation, draw),
}

/**
 * The effect of a fault on a call that it matches. Randomness depends on the seed, the fault and the number of calls it has seen.
 */
export function effectOf(match: FaultMatch, call: FaultCall, seed: string): Effect {
  const { fault, seen } = match
  const kind = EFFECTS.find((each) => fault.effect[each] !== undefined)
  if (!kind) throw new Defect(`The fault ${fault.id} has no effect.`)
  const chance = stream(seed, `fault:${fault.id}/${seen}`)
  let drawn = 0
  return kinds[kind](match, call, () => chance(++drawn))
}
