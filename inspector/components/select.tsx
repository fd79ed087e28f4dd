import { readFieldValue } from './field-value.ts'

interface SelectProps {
  readonly label: string
  /** What the choice of no option is called. */
  readonly none: string
  readonly value: string | undefined
  readonly options: readonly string[]
  /** The words for an option; by default the option itself. */
  readonly words?: (option: string) => string
  readonly onChange: (value: string | undefined) => void
}

/** A choice of one option, or of none. */
export function Select({ label, none, value, options, words = (option) => option, onChange }: SelectProps) {
  return (
    <select aria-label={label} value={value ?? ''} onChange={(event: Event) => onChange(readFieldValue(event) || undefined)}>
      <option value="" selected={value === undefined}>
        {none}
      </option>
      {options.map((option) => (
        <option key={option} value={option} selected={option === value}>
          {words(option)}
        </option>
      ))}
    </select>
  )
}
