import { useEffect, useRef, useState } from 'hono/jsx/dom'
import { fieldValue } from './field-value.ts'

interface FilterFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Pause in typing after which the filter applies. */
const PAUSE_MS = 200

/** A text to filter by. The key `/` leads to it. It applies later than it is typed, so what was selected since then stays so. */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  useEffect(() => {
    if (document.activeElement !== field.current) setText(value)
  }, [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label class="filter-field">
      <span class="hidden">{label}</span>
      <input ref={field} type="search" placeholder={label} value={text} onInput={(event: Event) => setText(fieldValue(event))} />
      <kbd aria-hidden="true">/</kbd>
    </label>
  )
}
