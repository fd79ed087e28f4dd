import type { Child } from 'hono/jsx/dom'
import { type AddressChange, go, linkTo } from '../address.ts'

interface LinkProps {
  readonly to: AddressChange
  readonly class?: string
  readonly title?: string | undefined
  /** Whether the target is shown now. */
  readonly isCurrent?: boolean
  /** Whether Back returns to where one was. */
  readonly isStep?: boolean
  readonly children?: Child
}

/** A link within the inspector. It can be opened in a new tab like any other. */
export function Link({ to, class: name, title, isCurrent = false, isStep = true, children }: LinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to, { isStep })
  }
  return (
    <a href={linkTo(to)} class={name} title={title} aria-current={isCurrent ? 'true' : undefined} onClick={follow}>
      {children}
    </a>
  )
}
