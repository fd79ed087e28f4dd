import { formatCount } from '../../src/kernel/support/format-count.ts'
import { Link } from '../components/link.tsx'
import { call } from '../connection.ts'
import { useRevision } from '../live.ts'
import { useLoad } from '../load.ts'
import { PAGES, type PageName } from '../pages.ts'
import { useContext, useEffect } from 'hono/jsx/dom'
import { WorldContext } from '../world.ts'

/** The pages, each with the number of things on it; of faults, the armed ones. */
export function Navigation({ current, isReady }: { readonly current: PageName; readonly isReady: boolean }) {
  const counts = useCounts(isReady)
  // On narrow screens the pages are in one line, which may be longer than the screen.
  useEffect(() => {
    document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current, Object.values(counts).join()])
  return (
    <nav aria-label="Pages">
      {Object.entries(PAGES).map(([name, { title }]) => (
        <Link key={name} to={{ page: name }} isCurrent={name === current}>
          <span>{title}</span>
          {counts[name] === undefined ? null : <span class="count">{counts[name]}</span>}
        </Link>
      ))}
    </nav>
  )
}

type Counts = Readonly<Record<string, string | undefined>>

function useCounts(isReady: boolean): Counts {
  const world = useContext(WorldContext)?.id ?? ''
  const revision = useRevision('request', 'delivery', 'email', 'clock')
  const { data } = useLoad<Counts>(
    `counts ${isReady} ${world}`,
    async (signal) => {
      if (!isReady) return {}
      const query = { limit: 0 }
      const all = { query: { limit: 1_000 }, signal }
      const [requests, deliveries, emails, { faults }, { delivery_faults: deliveryFaults }] = await Promise.all([
        call('getRequests', world, { query, signal }),
        call('getDeliveries', world, { query, signal }),
        call('getEmails', world, { query, signal }),
        call('getFaults', world, all),
        call('getDeliveryFaults', world, all),
      ])
      const armed = [...faults, ...deliveryFaults].filter(({ used_up }) => !used_up)
      return {
        requests: count(requests.total),
        webhooks: count(deliveries.total),
        emails: count(emails.total),
        faults: count(armed.length),
      }
    },
    revision,
  )
  return data ?? {}
}

function count(total: number): string {
  return formatCount(total)
}
