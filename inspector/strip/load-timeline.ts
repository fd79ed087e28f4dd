import type { QueryOf } from '../../src/kit/client/contract.ts'
import { call } from '../connection.ts'
import { useRevision } from '../live.ts'
import { type Loaded, useLoad } from '../load.ts'
import { tableWords } from '../table-words.ts'
import { makeItem, itemOfJob, kindsIn, type Lane, type Timeline } from './items.ts'

/** The part of a timeline to load. */
export interface TimelineQuery extends Pick<QueryOf<'getTimeline'>, 'from' | 'to' | 'group' | 'cluster' | 'holding'> {
  readonly lanes: readonly Lane[]
  /** Maximum number of entries. */
  readonly limit: number
  /** Maximum number of pending jobs. */
  readonly ahead: number
}

/** Loads entries of the timeline of a world, and its next jobs. */
export function useTimeline(world: string, { lanes, limit, ahead, ...part }: TimelineQuery): Loaded<Timeline> {
  return useLoad(
    // The selection does not change the entries: they stay while it is looked up.
    `timeline ${world} ${lanes.join()} ${limit} ${ahead} ${part.from} ${part.to} ${part.group}`,
    async (signal) => {
      const query = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined))
      const [timeline, { jobs, total, until }, words] = await Promise.all([
        call('getTimeline', world, { query: { ...query, kinds: kindsIn(lanes), limit }, signal }),
        call('getJobs', world, { query: { limit: ahead }, signal }),
        tableWords(world),
      ])
      const { now, entries, ...rest } = timeline
      const items = [...entries.map((entry) => makeItem(entry, words)), ...jobs.map(itemOfJob)].filter(({ lane }) =>
        lanes.includes(lane),
      )
      return { ...rest, now: Date.parse(now), items, pending: total, pendingUntil: until }
    },
    `${useRevision()} ${part.holding}`,
  )
}
