import { formatCount } from '../../src/kernel/support/words.ts'
import { Link } from '../components/link.tsx'
import { PAGES, type PageName } from '../pages.ts'
import { useContext, useEffect } from 'hono/jsx/dom'
import { type World, WorldContext } from '../world.ts'

/** The pages, each with the number of things on it; of faults, the armed ones. */
export function Navigation({ current }: { readonly current: PageName }) {
  const counts = countsIn(useContext(WorldContext))
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

type PageCounts = Readonly<Record<string, string>>

/** Counts by page. A world in another process has none. */
function countsIn(world: World | undefined): PageCounts {
  if (!world?.activity) return {}
  const { calls, webhooks, emails, armed_faults } = world.activity
  const counts = { requests: calls, webhooks, emails, faults: armed_faults }
  return Object.fromEntries(Object.entries(counts).map(([page, count]) => [page, formatCount(count)]))
}
