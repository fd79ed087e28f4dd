import type { Child } from 'hono/jsx/dom'

/** A part of the details, with a heading. */
export function Section({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: Child
  readonly children?: Child
}) {
  return (
    <section class="section">
      <h3>
        {title}
        {aside ? <span class="aside">{aside}</span> : null}
      </h3>
      {children}
    </section>
  )
}
