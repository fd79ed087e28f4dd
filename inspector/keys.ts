import { useLayoutEffect, useRef } from 'hono/jsx/dom'

/** Actions by key (`j`), or by two consecutive keys (`g r`). */
export type Keys = Readonly<Record<string, () => void>>

/** The keys of each component that is shown, as of its last rendering. */
const layers = new Set<{ readonly current: Keys | null }>()

/** The first key of a pair, until the second one comes. */
let pending = ''

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
  const { target } = event
  const isWriting = target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')
  if (isWriting) {
    if (event.key === 'Escape') target.blur()
    return
  }
  // These keys have a meaning of their own there: they press, and scroll.
  if (event.key === 'Enter' && target instanceof Element && target.matches('a, button, summary')) return
  if (event.key.startsWith('Arrow') && target instanceof Element && target.closest('.detail')) return
  const pair = `${pending} ${event.key}`
  const run = [...layers].map(({ current }) => current).findLast((keys) => keys?.[pair] ?? keys?.[event.key])
  pending = event.key === 'g' ? 'g' : ''
  if (!run) return
  event.preventDefault()
  const action = run[pair] ?? run[event.key]
  action?.()
})

/** Gives keys a meaning while the component is shown. Those of inner components come first. */
export function useKeys(keys: Keys): void {
  const layer = useRef(keys)
  layer.current = keys
  // An effect after painting would lose a key that is pressed at once.
  useLayoutEffect(() => {
    layers.add(layer)
    return () => void layers.delete(layer)
  }, [])
}
