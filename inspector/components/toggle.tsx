import type { Child } from 'hono/jsx/dom'

/** A button for a filter that is on or off. */
export function Toggle({
  isOn,
  onChange,
  children,
}: {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children?: Child
}) {
  return (
    <button class={isOn ? 'toggle on' : 'toggle'} aria-pressed={isOn ? 'true' : 'false'} onClick={() => onChange(!isOn)}>
      {children}
    </button>
  )
}
