import type { Child } from 'hono/jsx/dom'
import { Command } from './command.tsx'

interface EmptyProps {
  readonly title: string
  /** The command that would fill the list. */
  readonly command?: string | undefined
  readonly children?: Child
}

/** An empty list, with a hint how to fill it. */
export function Empty({ title, command, children }: EmptyProps) {
  return (
    <div class="empty">
      <b>{title}</b>
      {children ? <p>{children}</p> : null}
      {command === undefined ? null : <Command text={command} />}
    </div>
  )
}
