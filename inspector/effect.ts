import { useEffect, useLayoutEffect, useRef } from 'hono/jsx/dom'

/** What an effect is for, and how it is ended once it has run. */
interface Run {
  readonly deps: readonly unknown[]
  end?: () => void
}

/**
 * Runs an effect when the browser draws, and ends it. `useEffect` alone runs an effect again for each rendering before that, also of a
 * component that is gone by then, and never ends what it ran first.
 */
export function useEndedEffect(effect: () => () => void, deps: readonly unknown[]): void {
  const latest = useRef<Run>(null)
  if (!latest.current || latest.current.deps.some((each, index) => each !== deps[index])) latest.current = { deps }
  const own = latest.current
  useLayoutEffect(() => () => void (latest.current = null), [])
  useEffect(() => {
    if (latest.current !== own) return undefined
    own.end ??= once(effect())
    return own.end
  }, deps)
}

function once(end: () => void): () => void {
  let isOver = false
  return () => {
    if (!isOver) end()
    isOver = true
  }
}
