import type { Schemas } from '../../../src/kit/client/contract.ts'
import { call } from '../../connection.ts'
import { useRevision } from '../../live.ts'
import { type PagedList, useLoad } from '../../load.ts'

/** A call, or an action between the calls, such as an advance of the clock. */
export type CallOrStep = Schemas['Request'] | Step
export type Step = Schemas['Step']

/** Maximum number of actions that are loaded: as many as the server lists at a time. */
const STEPS_MAX = 1_000

/** The latest actions between the calls, latest first. */
export function useSteps(world: string): readonly Step[] | undefined {
  const query = { limit: STEPS_MAX, order: 'desc' as const }
  return useLoad(`steps ${world}`, async (signal) => (await call('getSteps', world, { query, signal })).steps, useRevision()).data
}

export function isStep(entry: CallOrStep): entry is Step {
  return 'calls_after' in entry
}

/** The id of an entry in the address. */
export function entryId(entry: CallOrStep): string {
  return isStep(entry) ? `step-${entry.number}` : entry.id
}

/** A list of calls, latest first, with the actions at their places between them. */
export function withSteps(calls: PagedList<Schemas['Request']>, steps: readonly Step[]): PagedList<CallOrStep> {
  if (calls.total === undefined || steps.length === 0) return calls
  /** Number of actions above a place. */
  const above = (place: number): number => {
    let [low, high] = [0, steps.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((steps[middle]?.calls_after ?? 0) + middle < place) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    ...calls,
    total: calls.total + steps.length,
    at: (place) => {
      const index = above(place)
      const step = steps[index]
      return step && step.calls_after + index === place ? step : calls.at(place - index)
    },
    need: (from, to) => calls.need(Math.max(0, from - above(from)), Math.max(0, to - above(to))),
  }
}
