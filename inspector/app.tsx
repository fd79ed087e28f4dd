import { useEffect, useState } from 'hono/jsx/dom'
import { useAddress, go } from './address.ts'
import { Bar } from './bar/bar.tsx'
import { Help } from './bar/help.tsx'
import { Navigation } from './bar/navigation.tsx'
import { Notices } from './components/notices.tsx'
import { Problem } from './components/problem.tsx'
import { call, tokenWanted } from './connection.ts'
import { connection, follow, useRevision } from './live.ts'
import { transport } from './connection.ts'
import { useKeys } from './keys.ts'
import { useLoad } from './load.ts'
import { PAGES, pageNamed } from './pages.ts'
import { useStore } from './store.ts'
import { Strip } from './strip/strip.tsx'
import { TokenForm } from './token-form.tsx'
import { WorldContext } from './world.ts'

/** The inspector: the bar, the strip of time, the navigation, and the page that the address names. */
export function App() {
  const { world: id = 'default', page } = useAddress()
  const name = pageNamed(page)
  const via = useStore(transport)
  const wanted = useStore(tokenWanted)
  const { state, reason } = useStore(connection)
  const revision = useRevision('clock', 'request', 'transition', 'delivery', 'email')
  const { data: world, error } = useLoad(`world ${id}`, () => call('getWorld', id), revision)
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
  const hasStrip = name !== 'timeline' && !isStopped
  return (
    <WorldContext.Provider value={world}>
      <div class={hasStrip ? 'app' : 'app no-strip'}>
        <Bar id={id} world={isDeleted ? undefined : world} onHelp={() => setHelpOpen(true)} />
        {hasStrip ? world ? <Strip /> : <div class="strip" /> : null}
        <Navigation current={name} isReady={world !== undefined && !isDeleted} />
        <main key={`${id} ${name}`}>
          {isStopped ? (
            <div class="stop">
              {isDeleted ? (
                <Problem title={`There is no world ${id}`} error={new Error(reason ?? 'It was deleted.')} />
              ) : (
                <Problem error={error} />
              )}
              {id === 'default' ? null : (
                <button onClick={() => go({ world: undefined, id: undefined })}>Show the world default</button>
              )}
            </div>
          ) : world ? (
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
