import type { Schemas } from '../../contract/control.ts'
import { stream } from '../../support/random.ts'
import { Defect } from '../../world/errors.ts'
import type { Blow } from './effect.ts'
import type { FaultCall } from '../call.ts'
import { connectionBlow, latencyBlow } from './connection.ts'
import type { Meeting } from '../select.ts'
import { mutateBlow } from './mutation.ts'
import { problemBlow } from './problem.ts'
import { EFFECTS } from '../definition.ts'

type Kind = Exclude<keyof Schemas['FaultEffect'], 'headers' | 'bytes_per_second'>

/** What each kind of effect does to a call; `draw` gives one number of 32 bits after the other. */
const kinds: { readonly [K in Kind]: (meeting: Meeting, call: FaultCall, draw: () => number) => Blow } = {
  problem: ({ fault }, call) => problemBlow(fault, call),
  latency: ({ fault }, _call, draw) => latencyBlow(fault, () => draw() / 2 ** 32),
  connection: ({ fault }) => connectionBlow(fault),
  mutate: ({ fault }, { operation }, draw) => mutateBlow(fault, operation, draw),
}

/** What a fault does to a call that it has met. Chance depends on the seed, on the fault and on how many calls that has seen. */
export function blowOf(meeting: Meeting, call: FaultCall, seed: string): Blow {
  const { fault, seen } = meeting
  const kind = EFFECTS.find((each) => fault.effect[each] !== undefined)
  if (!kind) throw new Defect(`The fault ${fault.id} has no effect.`)
  const chance = stream(seed, `fault:${fault.id}/${seen}`)
  let drawn = 0
  return kinds[kind](meeting, call, () => chance(++drawn))
}
