import { useId, useState } from 'hono/jsx/dom'
import { fieldValue } from './field-value.ts'
import { jsonOf } from '../format.ts'
import { type FormValue, isObject, type JsonSchema, withMember } from '../schema.ts'

interface SchemaFormProps {
  readonly schema: JsonSchema
  readonly value: FormValue
  readonly onChange: (value: FormValue) => void
  /** Members that the form leaves out. */
  readonly without?: readonly string[]
  /** Values to choose from by the name of the member that takes them, such as `operation` or `answer.preset`; others can be written. */
  readonly choices?: Choices
  /** Whether the object may be left out and has no members yet, so that none of its members is required. */
  readonly isLeftOut?: boolean
}

type Choices = Readonly<Record<string, readonly string[]>>

const NO_CHOICES: Choices = {}

/** The fields of an object, made from its JSON Schema. Required ones come first. */
export function SchemaForm({ schema, value, onChange, without = [], choices = NO_CHOICES, isLeftOut = false }: SchemaFormProps) {
  const required = new Set(schema.required)
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => !without.includes(name))
  return (
    <>
      {members
        .toSorted(([a], [b]) => Number(required.has(b)) - Number(required.has(a)))
        .map(([name, member]) => (
          <Field
            key={name}
            name={name}
            schema={member}
            choices={choices}
            isRequired={required.has(name) && !isLeftOut}
            value={value[name]}
            onChange={(next) => onChange(withMember(value, name, next))}
          />
        ))}
    </>
  )
}

interface FieldProps {
  readonly name: string
  readonly schema: JsonSchema
  readonly choices: Choices
  readonly isRequired: boolean
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function Field(props: FieldProps) {
  const { name, schema, choices, isRequired, value, onChange } = props
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (schema.properties && types[0] === 'object') {
    const inner = isObject(value) ? value : {}
    return (
      <details class="group" open={isRequired || Object.keys(inner).length > 0}>
        <summary>
          {name} <span class="quiet-text">{firstSentence(schema.description)}</span>
        </summary>
        <SchemaForm
          schema={schema}
          choices={choicesBelow(choices, name)}
          isLeftOut={!isRequired && Object.keys(inner).length === 0}
          value={inner}
          onChange={(next) => onChange(Object.keys(next).length === 0 ? undefined : next)}
        />
      </details>
    )
  }
  if (types[0] === 'boolean' && types.length === 1) {
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event: Event) =>
            onChange(event.target instanceof HTMLInputElement && event.target.checked ? true : undefined)
          }
        />
        {name} <Hint schema={schema} />
      </label>
    )
  }
  return (
    <label>
      <span>
        <b>{name}</b>
        {isRequired ? ' (required)' : ''} <Hint schema={schema} />
      </span>
      <Input {...props} />
    </label>
  )
}

/** The choices of the members of an object: `answer.preset` is `preset` in `answer`. */
function choicesBelow(choices: Choices, name: string): Choices {
  const own = Object.entries(choices).flatMap(([each, values]) =>
    each.startsWith(`${name}.`) ? [[each.slice(name.length + 1), values] as const] : [],
  )
  return { ...choices, ...Object.fromEntries(own) }
}

function Hint({ schema }: { readonly schema: JsonSchema }) {
  return schema.description ? <span class="quiet-text">{firstSentence(schema.description)}</span> : null
}

function firstSentence(text = ''): string {
  return (
    text
      .replaceAll('`', '')
      .replaceAll(/\s+/g, ' ')
      .split(/(?<=[.;]) /)[0]
      ?.replace(/[.;]$/, '') ?? ''
  )
}

function Input({ name, schema, choices, isRequired, value, onChange }: FieldProps) {
  const listId = useId()
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (schema.enum) {
    return (
      <select
        value={value === undefined ? '' : String(value)}
        onChange={(event: Event) => onChange(schema.enum?.find((each) => String(each) === fieldValue(event)))}
      >
        <option value="">{schema.default === undefined ? '' : `${String(schema.default)} (default)`}</option>
        {schema.enum.map((each) => (
          <option key={String(each)} value={String(each)} selected={each === value}>
            {String(each)}
          </option>
        ))}
      </select>
    )
  }
  if (types.length === 1 && (types[0] === 'integer' || types[0] === 'number')) {
    return (
      <input
        type="number"
        step={types[0] === 'integer' ? '1' : 'any'}
        min={schema.minimum}
        max={schema.maximum}
        required={isRequired}
        value={value === undefined ? '' : String(value)}
        onInput={(event: Event) => onChange(fieldValue(event) === '' ? undefined : Number(fieldValue(event)))}
      />
    )
  }
  if (types.includes('string')) {
    const own = choices[name]
    return (
      <>
        <input
          list={own ? listId : undefined}
          name={name}
          required={isRequired}
          placeholder={schema.default === undefined ? '' : String(schema.default)}
          value={typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)}
          onInput={(event: Event) => onChange(fieldValue(event) === '' ? undefined : fieldValue(event))}
        />
        {own ? (
          <datalist id={listId}>
            {own.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        ) : null}
      </>
    )
  }
  return <JsonInput value={value} onChange={onChange} />
}

/** A value of any shape, written as JSON. */
function JsonInput({ value, onChange }: { readonly value: unknown; readonly onChange: (value: unknown) => void }) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2))
  const isWrong = text.trim() !== '' && jsonOf(text) === undefined
  return (
    <span class="json-input">
      <textarea
        rows={2}
        placeholder="JSON"
        aria-invalid={isWrong ? 'true' : undefined}
        value={text}
        onInput={(event: Event) => {
          const next = fieldValue(event)
          setText(next)
          if (next.trim() === '') onChange(undefined)
          else if (jsonOf(next) !== undefined) onChange(jsonOf(next))
        }}
      />
      {isWrong ? <span class="wrong">This is not JSON yet.</span> : null}
    </span>
  )
}
