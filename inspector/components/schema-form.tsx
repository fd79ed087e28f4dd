import { asObject, isObject } from '../../src/kernel/support/is-object.ts'
import { createContext, useContext, useRef, useState } from 'hono/jsx/dom'
import { readFieldValue } from './field-value.ts'
import { FieldError, useMistakes } from './form.tsx'
import { Picker, type PickerChoice, type SearchChoices } from './picker.tsx'
import { parseJsonOrNone } from '../../src/kernel/support/json-fault.ts'
import { type FormValue, type JsonSchema, plainSchema, withMember } from '../schema.ts'

/** Finds the choices for a member with a schema, beside the other members of its object. Returns `undefined` if there are none. */
export type ChoicesOf = (schema: JsonSchema, siblings: FormValue) => SearchChoices | undefined

/** Where the fields of forms get their choices. */
export const ChoicesContext = createContext<ChoicesOf>(() => undefined)

/** Members that name what a picked row belongs to. */
const OWNERS = ['list_id', 'store_id', 'product_id'] as const

interface SchemaFormProps {
  readonly schema: JsonSchema
  readonly value: FormValue
  readonly onChange: (value: FormValue) => void
  /** Members that the form leaves out. */
  readonly without?: readonly string[]
  /** The JSON pointer of the object in the body. */
  readonly at?: string
  /** Whether the object may be left out and has no members yet, so that none of its members is required. */
  readonly isLeftOut?: boolean
  /** Whether optional members without a value are folded, below the others. */
  readonly isFolded?: boolean
}

/** The fields of an object, made from its JSON Schema. Required ones come first. */
export function SchemaForm({
  schema,
  value,
  onChange,
  without = [],
  at = '',
  isLeftOut = false,
  isFolded = false,
}: SchemaFormProps) {
  const required = new Set(schema.required)
  const properties = schema.properties ?? {}
  const members = Object.entries(properties).filter(([name]) => !without.includes(name))
  const change = (name: string, next: unknown, choice?: PickerChoice): void => {
    // A row that is picked says which list or which store it belongs to.
    const filled = OWNERS.reduce((all, owner) => {
      const id = choice?.row?.[owner]
      return name !== owner && typeof id === 'string' && id !== '' && owner in properties ? withMember(all, owner, id) : all
    }, value)
    onChange(withMember(filled, name, next))
  }
  const field = ([name, member]: readonly [string, JsonSchema]) => (
    <Field
      key={name}
      name={name}
      at={`${at}/${name}`}
      schema={plainSchema(member)}
      siblings={value}
      isRequired={required.has(name) && !isLeftOut}
      value={value[name]}
      onChange={(next, choice) => change(name, next, choice)}
    />
  )
  const isUnfolded = useRef(false)
  const [first, others] = [members.filter(([name]) => required.has(name)), members.filter(([name]) => !required.has(name))]
  // A form whose fields are all optional shows them.
  if (!isFolded || first.length === 0 || others.length === 0) return <>{[...first, ...others].map(field)}</>
  // It stays open when its last value is removed, since that is done in one of its fields.
  const isWrong = others.map(([name]) => useMistakes(`${at}/${name}`)).some((each) => each.length > 0)
  if (isWrong || others.some(([name]) => value[name] !== undefined)) isUnfolded.current = true
  return (
    <>
      {first.map(field)}
      <details class="group" open={isUnfolded.current ?? false}>
        <summary>
          Optional: <span class="quiet-text">{others.map(([name]) => name).join(', ')}</span>
        </summary>
        {others.map(field)}
      </details>
    </>
  )
}

interface FieldProps {
  readonly name: string
  readonly at: string
  readonly schema: JsonSchema
  readonly siblings: FormValue
  readonly isRequired: boolean
  readonly value: unknown
  readonly onChange: (value: unknown, choice?: PickerChoice) => void
}

function listTypes({ type }: JsonSchema): readonly (string | undefined)[] {
  return typeof type === 'string' || type === undefined ? [type] : type
}

function Field(props: FieldProps) {
  const { name, at, schema, siblings, isRequired, value, onChange } = props
  const ofContext = useContext(ChoicesContext)?.(schema, siblings)
  const isWrong = useMistakes(at).length > 0
  const types = listTypes(schema)
  if (schema.properties && types[0] === 'object') {
    const inner = asObject(value)
    return (
      <details class="group" open={isRequired || isWrong || Object.keys(inner).length > 0}>
        <summary>
          {name} <Hint schema={schema} />
        </summary>
        <FieldError at={at} isWhole />
        <SchemaForm
          schema={schema}
          at={at}
          isLeftOut={!isRequired && Object.keys(inner).length === 0}
          value={inner}
          onChange={(next) => onChange(Object.keys(next).length === 0 ? undefined : next)}
        />
      </details>
    )
  }
  if (schema.items?.properties) return <Entries {...props} items={schema.items} />
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
        <FieldError at={at} />
      </label>
    )
  }
  const title = (
    <span>
      <b>{name}</b>
      {isRequired ? ' (required)' : ''} <Hint schema={schema} />
    </span>
  )
  const choices = ofContext ?? (isMixed(schema) ? wordChoices(schema.enum) : undefined)
  if (choices || isPair(schema)) {
    // Their parts have names of their own: a label would read the list as well.
    return (
      <div class="field">
        {title}
        {choices ? (
          <Picker
            name={name}
            label={isRequired ? `${name} (required)` : name}
            isRequired={isRequired}
            value={writeFieldText(value)}
            search={choices}
            onChange={(next, choice) =>
              onChange(isNumeric(schema) && next !== undefined ? Number(next) : parseFieldText(next), choice)
            }
          />
        ) : (
          <PairInput {...props} />
        )}
        <FieldError at={at} />
      </div>
    )
  }
  return (
    <label>
      {title}
      <Input {...props} />
      <FieldError at={at} />
    </label>
  )
}

/** Objects in a list, each with its fields. A required list begins with one. */
function Entries({ name, at, schema, items, isRequired, value, onChange }: FieldProps & { readonly items: JsonSchema }) {
  const given: readonly FormValue[] = Array.isArray(value) ? value.filter(isObject) : []
  const entries = given.length === 0 && isRequired ? [{}] : given
  const change = (next: readonly FormValue[]): void => onChange(next.length === 0 ? undefined : next)
  return (
    <fieldset>
      <legend>
        <b>{name}</b>
        {isRequired ? ' (required)' : ''} <Hint schema={schema} />
      </legend>
      <FieldError at={at} isWhole />
      {entries.map((entry, index) => (
        <fieldset key={`${index} of ${entries.length}`} aria-label={`${name} ${index + 1}`}>
          <SchemaForm
            schema={items}
            at={`${at}/${index}`}
            value={entry}
            onChange={(next) => change(entries.map((each, place) => (place === index ? next : each)))}
          />
          {isRequired && entries.length === 1 ? null : (
            <button
              type="button"
              class="quiet"
              aria-label={`Remove ${name} ${index + 1}`}
              onClick={() => change(entries.filter((_, place) => place !== index))}
            >
              Remove
            </button>
          )}
        </fieldset>
      ))}
      <button type="button" onClick={() => change([...entries, {}])}>
        Add to {name}
      </button>
    </fieldset>
  )
}

/** A word, or an object or a list in its place. */
function isMixed(schema: JsonSchema): boolean {
  return schema.enum !== undefined && listTypes(schema).some((each) => each === 'object' || each === 'array')
}

function isPair(schema: JsonSchema): boolean {
  return listTypes(schema)[0] === 'array' && schema.minItems === 2 && schema.maxItems === 2
}

function isNumeric(schema: JsonSchema): boolean {
  const [type, ...others] = listTypes(schema)
  return others.length === 0 && (type === 'integer' || type === 'number')
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

function Input(props: FieldProps) {
  const { name, schema, isRequired, value, onChange } = props
  const types = listTypes(schema)
  const words = schema.enum
  if (words) {
    return (
      <select
        required={isRequired}
        value={value === undefined ? '' : String(value)}
        onChange={(event: Event) => onChange(words.find((each) => String(each) === readFieldValue(event)))}
      >
        <option value="">{schema.default === undefined ? '' : `${String(schema.default)} (default)`}</option>
        {words.map((each) => (
          <option key={String(each)} value={String(each)} selected={each === value}>
            {String(each)}
          </option>
        ))}
      </select>
    )
  }
  if (isNumeric(schema)) {
    return (
      <input
        type="number"
        step={types[0] === 'integer' ? '1' : 'any'}
        min={schema.minimum}
        max={schema.maximum}
        required={isRequired}
        value={value === undefined ? '' : String(value)}
        onInput={(event: Event) => onChange(readFieldValue(event) === '' ? undefined : Number(readFieldValue(event)))}
      />
    )
  }
  if (types.includes('string')) {
    return (
      <input
        name={name}
        required={isRequired}
        placeholder={schema.default === undefined ? '' : String(schema.default)}
        value={writeFieldText(value)}
        onInput={(event: Event) => onChange(parseFieldText(readFieldValue(event)))}
      />
    )
  }
  return <JsonInput {...props} />
}

function wordChoices(words: readonly unknown[] = []): SearchChoices {
  return async (text) => words.map((each) => ({ value: String(each) })).filter(({ value }) => value.includes(text))
}

/** A value in a field for text. Texts are shown as they are, everything else as JSON. */
function writeFieldText(value: unknown): string {
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
}

/** The value of a field for text: objects and lists are written as JSON. */
function parseFieldText(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  return /^[[{]/.test(text) ? (parseJsonOrNone(text) ?? text) : text
}

/** Two texts: from one until the other. */
function PairInput({ name, value, isRequired, onChange }: FieldProps) {
  const [from = '', until = ''] = Array.isArray(value) ? value.map(String) : []
  const change = (next: readonly string[]): void => onChange(next.join('') === '' ? undefined : next)
  const half = (word: string, text: string, next: (text: string) => readonly string[]) => (
    <input
      aria-label={`${name}: ${word}`}
      placeholder={word}
      required={isRequired || from + until !== ''}
      value={text}
      onInput={(event: Event) => change(next(readFieldValue(event)))}
    />
  )
  return (
    <span class="pair">
      {half('from', from, (next) => [next, until])}
      {half('until', until, (next) => [from, next])}
    </span>
  )
}

/** A value of any shape, written as JSON. */
function JsonInput({ value, isRequired, onChange }: FieldProps) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2))
  const isWrong = text.trim() !== '' && parseJsonOrNone(text) === undefined
  return (
    <span class="json-input">
      <textarea
        rows={2}
        placeholder="JSON"
        required={isRequired}
        aria-invalid={isWrong ? 'true' : undefined}
        value={text}
        onInput={(event: Event) => {
          const next = readFieldValue(event)
          setText(next)
          if (next.trim() === '') onChange(undefined)
          else if (parseJsonOrNone(next) !== undefined) onChange(parseJsonOrNone(next))
        }}
      />
      {isWrong ? <span class="wrong">This is not JSON yet.</span> : null}
    </span>
  )
}
