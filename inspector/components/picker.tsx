import { useEffect, useId, useRef, useState } from 'hono/jsx/dom'
import { readFieldValue } from './field-value.ts'

/** A value to pick, with words for people. */
export interface PickerChoice {
  readonly value: string
  readonly name?: string
  readonly about?: string
  /** The row that it comes from. */
  readonly row?: Readonly<Record<string, unknown>>
}

/** Finds choices by a text; an empty text finds the first ones. */
export type SearchChoices = (text: string) => Promise<readonly PickerChoice[]>

interface PickerProps {
  readonly value: string | undefined
  readonly search: SearchChoices
  /** Called with the choice if one was picked, and without it while a text is written. */
  readonly onChange: (value: string | undefined, choice?: PickerChoice) => void
  readonly label?: string
  readonly name?: string
  readonly placeholder?: string
  readonly isRequired?: boolean
  /** Whether only choices count, and no other text. */
  readonly isStrict?: boolean
}

/** Pause in typing after which it searches. */
const PAUSE_MS = 150

/** A text field with a list of choices below, which are searched for while one types. */
export function Picker({
  value = '',
  search,
  onChange,
  label,
  name,
  placeholder,
  isRequired = false,
  isStrict = false,
}: PickerProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const [isOpen, setOpen] = useState(false)
  const [choices, setChoices] = useState<readonly PickerChoice[]>([])
  const [active, setActive] = useState(-1)
  const [known, setKnown] = useState<PickerChoice | undefined>(undefined)
  const asked = useRef(0)
  /** What was written or picked here last. */
  const own = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const find = async (wanted: string): Promise<readonly PickerChoice[]> => {
    const number = (asked.current = (asked.current ?? 0) + 1)
    const found = await search(wanted).catch(() => [])
    if (asked.current === number) {
      setChoices(found)
      setActive(-1)
    }
    return found
  }
  useEffect(() => {
    setText(value)
    // A value from elsewhere, such as the address, gets its name.
    if (value !== '' && value !== own.current)
      void search(value)
        .then((found) => setKnown(found.find((each) => each.value === value)))
        .catch(() => {})
  }, [value])
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])

  const open = (): void => {
    if (isOpen) return
    setOpen(true)
    void find('')
  }
  const write = (next: string): void => {
    setText(next)
    setOpen(true)
    own.current = next
    if (!isStrict || next === '') onChange(next === '' ? undefined : next)
    clearTimeout(timer.current ?? undefined)
    timer.current = setTimeout(() => void find(next), PAUSE_MS)
  }
  const pick = (choice: PickerChoice | undefined): void => {
    if (!choice) return
    setKnown(choice)
    own.current = choice.value
    setText(choice.value)
    setOpen(false)
    onChange(choice.value, choice)
  }
  const close = (): void => {
    setOpen(false)
    if (isStrict) setText(value)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return open()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = Math.min(Math.max(active + step, 0), choices.length - 1)
      setActive(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && isOpen && (active >= 0 || isStrict)) {
      event.preventDefault()
      pick(choices[Math.max(active, 0)])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }
  const isShown = isOpen && choices.length > 0
  const words = known?.value === text ? [known.name, known.about].filter(Boolean).join(' · ') : ''
  return (
    <span class="picker">
      <input
        role="combobox"
        aria-label={label}
        aria-expanded={isShown ? 'true' : 'false'}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        name={name}
        placeholder={placeholder}
        required={isRequired}
        value={text}
        onFocus={open}
        onClick={open}
        onBlur={close}
        onKeyDown={press}
        onInput={(event: Event) => write(readFieldValue(event))}
      />
      {words === '' ? null : <span class="picked">{words}</span>}
      <ul id={`${id}-list`} role="listbox" aria-label={`Choices for ${label ?? name}`} hidden={!isShown}>
        {isShown
          ? choices.map((choice, index) => (
              <li
                key={choice.value + index}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active ? 'true' : 'false'}
                // The field keeps the focus.
                onMouseDown={(event: Event) => event.preventDefault()}
                onClick={() => pick(choice)}
              >
                <b>{choice.name ?? choice.value}</b>
                {choice.name === undefined ? null : <code>{choice.value}</code>}
                {choice.about ? <span class="quiet-text">{choice.about}</span> : null}
              </li>
            ))
          : null}
      </ul>
    </span>
  )
}
