import { type Child, useEffect, useLayoutEffect, useRef, useState } from 'hono/jsx/dom'
import { formatCount } from '../../src/kernel/support/words.ts'
import { go, useAddress } from '../address.ts'
import { useKeys } from '../keys.ts'
import type { PagedList } from '../load.ts'
import { Problem } from './problem.tsx'

interface WindowedListProps<T> {
  /** The name of the list for screen readers. */
  readonly label: string
  readonly list: PagedList<T>
  /** The height of a row in pixels: all have the same. */
  readonly rowHeight: number
  readonly idOf: (entry: T) => string
  /** The selected entry; that of the address by default. */
  readonly selected?: string | undefined
  readonly row: (entry: T) => Child
  /** Whether an entry can be selected; all can by default. */
  readonly canSelect?: (entry: T) => boolean
  /** The entry to scroll to, whenever its id changes. The whole list has to be loaded. */
  readonly shown?: string
}

/** Rows that are drawn above and below the visible ones, so that scrolling shows no gaps. */
const SPARE = 8

/** A list of any length: only the rows in sight are drawn and loaded. `j` and `k` move the selection. */
export function WindowedList<T>({ empty, ...props }: WindowedListProps<T> & { readonly empty?: Child }) {
  const { error, total } = props.list
  return (
    <>
      {error === undefined ? null : <Problem error={error} />}
      {total === 0 ? empty : <Window {...props} />}
    </>
  )
}

function Window<T>(props: WindowedListProps<T>) {
  const { label, list, rowHeight, idOf, row, canSelect = () => true, shown } = props
  const address = useAddress()
  const selected = 'selected' in props ? props.selected : address['id']
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
  const total = list.total ?? 0
  const first = Math.max(0, Math.floor(view.top / rowHeight) - SPARE)
  const last = Math.min(total - 1, Math.ceil((view.top + view.height) / rowHeight) + SPARE)

  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = (): void => setView({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])

  useEffect(() => list.need(first, Math.max(first, last)), [first, last])

  // New entries arrive at the top; the visible rows stay in place.
  const before = useRef(total)
  useLayoutEffect(() => {
    const added = total - (before.current ?? 0)
    const known = before.current ?? 0
    before.current = total
    const element = box.current
    if (element && element.scrollTop > 0 && added > 0 && known > 0) element.scrollTop += added * rowHeight
  }, [total])

  useLayoutEffect(() => {
    const element = box.current
    if (shown === undefined || !element) return
    for (let index = 0; index < total; index++) {
      const entry = list.at(index)
      if (entry === undefined || idOf(entry) !== shown) continue
      const top = index * rowHeight
      const isInSight = top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight
      if (!isInSight) element.scrollTop = top - (element.clientHeight - rowHeight) / 2
    }
  }, [shown, total === 0])

  const indexOf = (id: string | undefined): number => {
    for (let index = first; index <= last; index++) {
      const entry = list.at(index)
      if (entry !== undefined && idOf(entry) === id) return index
    }
    return -1
  }
  const move = (step: 1 | -1): void => {
    const now = indexOf(selected)
    let next = now === -1 ? Math.ceil(view.top / rowHeight) : now + step
    for (let each = list.at(next); each !== undefined && !canSelect(each); each = list.at(next)) next += now === -1 ? 1 : step
    const entry = list.at(next)
    if (entry === undefined) return
    go({ id: idOf(entry) }, { isStep: false })
    scrollTo(next)
  }
  const scrollTo = (next: number): void => {
    const element = box.current
    if (!element) return
    const top = next * rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + rowHeight - element.clientHeight
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
  })

  const rows = []
  for (let index = first; index <= last; index++) {
    const entry = list.at(index)
    rows.push(
      <div
        key={entry === undefined ? `at ${index}` : idOf(entry)}
        role="listitem"
        aria-posinset={index + 1}
        aria-setsize={total}
        class="slot"
        style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
      >
        {entry === undefined ? <span class="loading" /> : row(entry)}
      </div>,
    )
  }
  const { evicted } = list
  return (
    <div class="windowed" ref={box} tabindex={0} aria-label={label} role="list">
      <div class="spacer" role="presentation" style={{ height: `${total * rowHeight}px` }}>
        {rows}
      </div>
      {evicted > 0 ? (
        <p class="evicted" role="listitem">
          {formatCount(evicted, 'older entry is', 'older entries are')} no longer kept
        </p>
      ) : null}
    </div>
  )
}
