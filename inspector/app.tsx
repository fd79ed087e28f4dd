import { useEffect, useState } from 'hono/jsx/dom'
import { useAddress, go } from './address.ts'
import { Bar } from './bar/bar.tsx'
import { Help } from './bar/help.tsx'
import { Navigation } from './bar/navigation.tsx'
import { ServerGone } from './bar/server-gone.tsx'
import { Link } from './components/link.tsx'
import { Notices } from './components/notices.tsx'
import { Problem } from './components/problem.tsx'
import { call, tokenWanted, transport } from './connection.ts'
import { useEndedEffect } from './effect.ts'
import { connection, follow, followed, useRevision } from './live.ts'
import { useKeys } from './keys.ts'
import { useLoad } from './load.ts'
import { type PageName, PAGES, choosePage } from './pages.ts'
import { useStore } from './store.ts'
import { Strip } from './strip/strip.tsx'
import { TokenForm } from './token-form.tsx'
import { WorldContext } from './world.ts'

/** Pages of things that happened one after the other. The timeline shows time itself. */
const WITH_STRIP: ReadonlySet<PageName> = new Set(['requests', 'webhooks', 'emails'])

/** The inspector: the bar, the strip of time, the navigation, and the page that the address names. */
export function App() {
  const address = useAddress()
  const { world: id = 'default' } = address
  const name = choosePage(address)
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

  useEndedEffect(() => follow(id), [id, via])
  useEffect(() => {
    document.title = `${PAGES[name].title} · ${id} · maildouble`
  }, [name, id])
  useKeys({
    '?': () => setHelpOpen(true),
    Escape: closeDetail,
    '/': () => document.querySelector<HTMLElement>('main input[type=search], main input')?.focus(),
    j: () => focusNext(1),
    k: () => focusNext(-1),
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
  const hasStrip = WITH_STRIP.has(name) && !isStopped && !isGone
  return (
    <WorldContext.Provider value={world}>
      <div class={hasStrip || isGone ? 'app' : 'app no-strip'}>
        <a class="skip" href="#main" onClick={skip}>
          Skip to the page
        </a>
        <Bar id={id} world={isDeleted ? undefined : world} onHelp={() => setHelpOpen(true)} />
        {isGone ? <ServerGone /> : null}
        <Navigation current={name} />
        {hasStrip ? world ? <Strip /> : <div class="strip" /> : null}
        <main id="main" tabindex={-1} key={`${id} ${name}`}>
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

function skip(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** Closes the details. The focus that was in them goes to their list. */
function closeDetail(): void {
  const hadFocus = document.activeElement?.closest('.detail') ?? null
  go({ id: undefined })
  if (hadFocus) document.querySelector<HTMLElement>('.windowed')?.focus()
}

/** Moves the focus in a list that has no selection of its own. */
function focusNext(step: 1 | -1): void {
  const entries = [...document.querySelectorAll<HTMLElement>('main :is(a.row, a.choice, th a, li summary, .lines > li)')]
  const now = entries.findIndex((each) => each.contains(document.activeElement))
  const next = entries[now === -1 ? 0 : now + step]
  if (next?.matches('li')) next.tabIndex = -1
  next?.focus()
}
