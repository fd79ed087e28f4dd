import { type Child, useEffect, useRef } from 'hono/jsx/dom'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly isWide?: boolean
  readonly children?: Child
}

/** A dialog over the page. Escape closes it. */
export function Dialog({ title, onClose, isWide = false, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = box.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={box} class={isWide ? 'wide' : ''} aria-label={title} onCancel={onClose}>
      <div class="head">
        <h2>{title}</h2>
        <button class="quiet" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </div>
      {children}
    </dialog>
  )
}
