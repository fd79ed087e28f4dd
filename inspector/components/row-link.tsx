import type { Child } from 'hono/jsx/dom'
import { type AddressChange, useAddress } from '../address.ts'
import { Link } from './link.tsx'

interface RowLinkProps {
  readonly id: string
  readonly class: string
  readonly title?: string | undefined
  readonly children?: Child
}

/** A row of a list, which shows the details of its entry. Back leads to the entry before, but not to the same one. */
export function RowLink({ id, class: style, title, children }: RowLinkProps) {
  const isSelected = useAddress()['id'] === id
  const to: AddressChange = { id }
  return (
    <Link to={to} class={`row ${style}${isSelected ? ' on' : ''}`} title={title} isCurrent={isSelected} isStep={!isSelected}>
      {children}
    </Link>
  )
}
