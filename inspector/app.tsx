import { useEffect, useState } from 'hono/jsx/dom'
import { useAddress, go } from './address.ts'
import { Bar } from './bar/bar.tsx'
import { Help } from './bar/help.tsx'
import { Navigation } from './bar/navigation.tsx'
import { ServerGone } from './bar/server-gone.tsx'
import { Link } from './components/link.tsx'
import { Notices } from './components/notices.tsx'
import { Problem } from './components/problem.tsx'
import { call, tokenWanted } from './connection.ts'
import { connection, follow, followed, useRevision } from './live.ts'
import { transport } from './connection.ts'
import { useKeys } from './keys.ts'
import { useLoad } from './load.ts'
import { type PageName, PAGES, pageOf } from './pages.ts'
import { useStore } from './store.ts'
import { Strip } from './strip/strip.tsx'
import { TokenForm } from './token-form.tsx'
import { WorldContext } from './world.ts'

/** Pages that show time themselves, or that are about no world's time. */
const WITHOUT_STRIP: ReadonlySet<PageName> = new Set(['timeline', 'home', 'worlds', 'reference'])

/** The inspector: the bar, the strip of time, the navigation, and the page that the address names. */
export function App() {
  const address = useAddress()
  const { world: id = 'default' } = address
  const name = pageOf(address)
  const via = useStore(transport)
  const wanted = useStore(tokenWanted)
  const { state, reason } = useStore(connection)
  const revision = useRevision()
  const isFollowed = useStore(followed) === id
  const { data: world, error } = useLoad(
    `world ${id} ${isFollowed}`,
    async (signal) => (isFollowed ? call('getWorld', id, { query: { activity: true }, signal }) : undefined),
    revision,
  )
  const [isHelpOpen, setHelpOpen] = useState(false)

  useEffect(() => follow(id), [id, via])
  useEffect(() => {
    document.title = `${PAGES[name].title} · ${id} · maildouble`
  }, [name, id])
  useKeys({
    '?': () => setHelpOpen(true),
    Escape: () => go({ id: undefined }),
    Enter: () => document.querySelector<HTMLElement>('.detail')?.focus(),
    ...Object.fromEntries(Object.entries(PAGES).map(([each, { key }]) => [`g ${key}`, () => go({ page: each })])),
  })

  if (wanted !== undefined) return <TokenForm reason={wanted} />
  const Shown = PAGES[name].show
  const isDeleted = state === 'deleted'
  const isStopped = isDeleted || (world === undefined && error !== undefined)
  // The list of worlds needs no world.
  const isBlocked = isStopped && name !== 'worlds'
  const isGone = state === 'gone'
  const hasStrip = !WITHOUT_STRIP.has(name) && !isStopped && !isGone
  return (
    <WorldContext.Provider value={world}>
      <div class={hasStrip || isGone ? 'app' : 'app no-strip'}>
        <Bar id={id} world={isDeleted ? undefined : world} onHelp={() => setHelpOpen(true)} />
        {isGone ? <ServerGone /> : null}
        {hasStrip ? world ? <Strip /> : <div class="strip" /> : null}
        <Navigation current={name} />
        <main key={`${id} ${name}`}>
          {isBlocked ? (
            <div class="stop">
              {isDeleted ? (
                <Problem title={`There is no world ${id}`} error={new Error(reason ?? 'It was deleted.')} />
              ) : (
                <Problem error={error} />
              )}
              {id === 'default' ? null : (
                <button onClick={() => go({ world: undefined, page: 'requests', id: undefined })}>Show the world default</button>
              )}{' '}
              <Link to={{ page: 'worlds' }} class="button">
                All worlds
              </Link>
            </div>
          ) : world || name === 'worlds' ? (
            <Shown />
          ) : (
            <p class="hint">Loading…</p>
          )}
        </main>
        <Notices />
        {isHelpOpen ? <Help onClose={() => setHelpOpen(false)} /> : null}
      </div>
    </WorldContext.Provider>
  )
}
