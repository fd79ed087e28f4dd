import type { Schemas } from '../../contract/control.ts'
import { stream } from '../../support/random.ts'
import { Defect } from '../../world/errors.ts'
import type { EffectRun } from './effect.ts'
import type { FaultCall } from '../call.ts'
import { connectionEffect, latencyEffect } from './connection.ts'
import type { FaultMatch } from '../select.ts'
import { mutateEffect } from './mutation.ts'
import { problemEffect } from './problem.ts'
import { EFFECTS } from '../definition.ts'

type Kind = Exclude<keyof Schemas['FaultEffect'], 'headers' | 'bytes_per_second'>

/** What each kind of effect does to a call; `draw` gives one number of 32 bits after the other. */
const kinds: { readonly [K in Kind]: (meeting: FaultMatch, call: FaultCall, draw: () => number) => EffectRun } = {
  problem: ({ fault }, call) => problemEffect(fault, call),
  latency: ({ fault }, _call, draw) => latencyEffect(fault, () => draw() / 2 ** 32),
  connection: ({ fault }) => connectionEffect(fault),
  mutate: ({ fault }, { operation }, draw) => mutateEffect(fault, operation, draw),
}

/** What a fault does to a call that it has met. Chance depends on the seed, on the fault and on how many calls that has seen. */
export function effectOf(meeting: FaultMatch, call: FaultCall, seed: string): EffectRun {
  const { fault, seen } = meeting
  const kind = EFFECTS.find((each) => fault.effect[each] !== undefined)
  if (!kind) throw new Defect(`The fault ${fault.id} has no effect.`)
  const chance = stream(seed, `fault:${fault.id}/${seen}`)
  let drawn = 0
  return kinds[kind](meeting, call, () => chance(++drawn))
}
