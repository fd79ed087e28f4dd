import { type Child, useEffect, useRef, useState } from 'hono/jsx/dom'

interface MenuProps {
  readonly label: Child
  /** Its name for screen readers, if the label does not say it. */
  readonly name?: string
  readonly class?: string
  /** On which side of the button the panel begins. */
  readonly side?: 'left' | 'right'
  /** The content of the panel; `close` closes it. */
  readonly children: (close: () => void) => Child
}

/** A button and the panel below. Escape, a click elsewhere and the loss of the focus close the panel. */
export function Menu({ label, name, class: style = '', side = 'left', children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const close = (): void => setOpen(false)
  useEffect(() => {
    if (!isOpen) return
    const leave = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen])
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    close()
    box.current?.querySelector('button')?.focus()
  }
  return (
    <div class="menu" ref={box} onKeyDown={escape}>
      <button class={style} aria-expanded={isOpen ? 'true' : 'false'} aria-label={name} onClick={() => setOpen(!isOpen)}>
        {label}
      </button>
      {isOpen ? <div class={`panel ${side}`}>{children(close)}</div> : null}
    </div>
  )
}
