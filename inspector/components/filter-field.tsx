import { useEffect, useRef, useState } from 'hono/jsx/dom'
import { go, useAddress } from '../address.ts'
import { readFieldValue } from './field-value.ts'

/** Pause in typing after which the filter applies. */
const PAUSE_MS = 200

/**
 * The text `q` of the address, by which the list is filtered. The key `/` leads to it. It applies later than it is typed, so what was
 * selected since then stays so.
 */
export function FilterField({ label }: { readonly label: string }) {
  const { q = '' } = useAddress()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)
  useEffect(() => {
    if (document.activeElement !== field.current) setText(q)
  }, [q])
  useEffect(() => {
    if (text === q) return
    const timer = setTimeout(() => go({ q: text || undefined }, { isStep: false }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label class="filter-field">
      <span class="hidden">{label}</span>
      <input
        ref={field}
        type="search"
        placeholder={label}
        value={text}
        onInput={(event: Event) => setText(readFieldValue(event))}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  )
}
