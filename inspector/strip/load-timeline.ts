import { call } from '../connection.ts'
import { useRevision } from '../live.ts'
import { type Loaded, useLoad } from '../load.ts'
import { type Lane, type Timeline, timelineOf } from './items.ts'

/** Loads the latest items of a world in some lanes, at most `limit` of each kind. */
export function useTimeline(world: string, lanes: readonly Lane[], limit: number): Loaded<Timeline> {
  return useLoad(
    `timeline ${world} ${lanes.join()} ${limit}`,
    async (signal) => {
      const query = { order: 'desc', limit } as const
      const has = (...some: readonly Lane[]): boolean => some.some((each) => lanes.includes(each))
      const [{ now }, { requests }, { requests: faulted }, { changes }, { changes: ran }, { jobs }, { deliveries }, { emails }] =
        await Promise.all([
          call('getClock', world, { signal }),
          call('getRequests', world, { query, signal }),
          has('faults') ? call('getRequests', world, { query: { ...query, faulted: true }, signal }) : { requests: [] },
          has('changes') ? call('getChanges', world, { query, signal }) : { changes: [] },
          has('jobs', 'changes') ? call('getChanges', world, { query: { ...query, cause: 'job' }, signal }) : { changes: [] },
          has('jobs', 'webhooks') ? call('getJobs', world, { query: { limit }, signal }) : { jobs: [] },
          has('webhooks', 'faults') ? call('getDeliveries', world, { query, signal }) : { deliveries: [] },
          has('emails') ? call('getEmails', world, { query, signal }) : { emails: [] },
        ])
      return timelineOf({ now, requests, faulted, changes, ran, jobs, deliveries, emails })
    },
    useRevision('request', 'delivery', 'email', 'clock', 'transition'),
  )
}
