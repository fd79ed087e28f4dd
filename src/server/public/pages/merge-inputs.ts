import { html } from 'hono/html'
import type { MergeFieldRow } from '../../../service/model/merge-fields/merge-field.ts'
import type { Html } from './layout.ts'

/** The values typed into a form, by input name. */
export type TypedValues = ReadonlyMap<string, string>

/** The merge field of an input, with its value and its error. */
interface FieldInput {
  readonly field: MergeFieldRow
  readonly typed: TypedValues
  /** The message about an invalid value. */
  readonly wrong: string | undefined
}

export function mergeInput(given: FieldInput): Html {
  return inputs[given.field.type](given)
}

/** The typed value of a merge field: a text, or the parts of an address. */
export function typedValue({ tag, type }: Pick<MergeFieldRow, 'tag' | 'type'>, typed: TypedValues): unknown {
  if (type !== 'address') return typed.get(tag)?.trim() ?? ''
  const parts = ADDRESS_PARTS.map(({ name }) => [name, typed.get(`${tag}[${name}]`)?.trim() ?? ''] as const)
  return parts.every(([, part]) => part === '') ? '' : Object.fromEntries(parts)
}

const ADDRESS_PARTS = [
  { name: 'addr1', label: 'Street address', autocomplete: 'address-line1' },
  { name: 'addr2', label: 'Address line 2', autocomplete: 'address-line2' },
  { name: 'city', label: 'City', autocomplete: 'address-level2' },
  { name: 'state', label: 'State or region', autocomplete: 'address-level1' },
  { name: 'zip', label: 'Postal code', autocomplete: 'postal-code' },
  { name: 'country', label: 'Country', autocomplete: 'country-name' },
] as const

/** The input for each field type. */
const inputs: { readonly [Type in MergeFieldRow['type']]: (given: FieldInput) => Html } = {
  text: (given) => renderFieldLine(given, { autocomplete: AUTOCOMPLETE[given.field.tag] ?? 'off' }),
  number: (given) => renderFieldLine(given, { inputmode: 'decimal' }),
  phone: (given) => renderFieldLine(given, { type: 'tel', autocomplete: 'tel' }),
  date: (given) => renderFieldLine(given, { type: 'date' }),
  birthday: (given) => renderFieldLine(given, { example: 'MM/DD' }),
  zip: (given) => renderFieldLine(given, { inputmode: 'numeric', autocomplete: 'postal-code' }),
  url: (given) => renderFieldLine(given, { type: 'url', example: 'https://' }),
  imageurl: (given) => renderFieldLine(given, { type: 'url', example: 'https://' }),
  dropdown: ({ field, typed, wrong }) =>
    html`<div>
      <label for="${field.tag}">${labelMergeField(field)}</label>
      <select id="${field.tag}" name="${field.tag}" ${requiredIn(field)}${describedBy(field, wrong)}${renderInvalidMark(wrong)}>
        <option value="">Please choose</option>
        ${choicesOf(field).map((choice) => html`<option${typed.get(field.tag) === choice ? html` selected` : ''}>${choice}</option>`)}
      </select>
      ${remarks(field, wrong)}
    </div>`,
  radio: ({ field, typed, wrong }) =>
    html`<fieldset${describedBy(field, wrong)}>
<legend>${labelMergeField(field)}</legend>
${choicesOf(field).map((choice) => radioOption(field.tag, choice, typed.get(field.tag) === choice))}
${remarks(field, wrong)}</fieldset>`,
  address: ({ field, typed, wrong }) =>
    html`<fieldset${describedBy(field, wrong)}>
<legend>${labelMergeField(field)}</legend>
${ADDRESS_PARTS.map(({ name, label, autocomplete }) => {
  const full = `${field.tag}[${name}]`
  return html`<label class="above" for="${full}">${label}</label>
    <input id="${full}" name="${full}" value="${typed.get(full) ?? ''}" autocomplete="${autocomplete}" /> `
})}${remarks(field, wrong)}</fieldset>`,
}

const AUTOCOMPLETE: { readonly [tag: string]: string } = { FNAME: 'given-name', LNAME: 'family-name' }

function renderFieldLine(
  { field, typed, wrong }: FieldInput,
  {
    type = 'text',
    autocomplete = 'off',
    inputmode = 'text',
    example = '',
  }: Partial<Record<'type' | 'autocomplete' | 'inputmode' | 'example', string>>,
): Html {
  const { tag } = field
  return html`<div>
    <label for="${tag}">${labelMergeField(field)}</label>
    <input
      id="${tag}"
      name="${tag}"
      type="${type}"
      value="${typed.get(tag) ?? ''}"
      autocomplete="${autocomplete}"
      inputmode="${inputmode}"
      placeholder="${example}"
      ${requiredIn(field)}${describedBy(field, wrong)}${renderInvalidMark(wrong)}
    />
    ${remarks(field, wrong)}
  </div>`
}

/** One of several radio buttons. */
export function radioOption(name: string, value: string, chosen: boolean, label = value): Html {
  return html`<label><input type="radio" name="${name}" value="${value}" ${chosen ? html` checked` : ''} /> ${label}</label> `
}

function labelMergeField({ name, tag, required }: MergeFieldRow): string {
  return `${name || tag}${required ? ' (required)' : ''}`
}

function choicesOf({ options: { choices = [] } }: MergeFieldRow): readonly string[] {
  return choices
}

function requiredIn({ required }: MergeFieldRow): Html | '' {
  return required ? html` required` : ''
}

function describedBy({ tag, help_text }: MergeFieldRow, wrong: string | undefined): Html | '' {
  const ids = [wrong ? `${tag}-wrong` : '', help_text ? `${tag}-help` : ''].filter(Boolean).join(' ')
  return ids === '' ? '' : html` aria-describedby="${ids}"`
}

function renderInvalidMark(wrong: string | undefined): Html | '' {
  return wrong ? html` aria-invalid="true"` : ''
}

function remarks({ tag, help_text }: MergeFieldRow, wrong: string | undefined): Html {
  return html`${help_text ? html`<p class="help" id="${tag}-help">${help_text}</p>` : ''}${wrong ? html`<p class="wrong" id="${tag}-wrong">${wrong}</p>` : ''}`
}

export function emailInput(typed: TypedValues, wrong: string | undefined): Html {
  return html`<div>
    <label for="EMAIL">Email address (required)</label>
    <input
      id="EMAIL"
      name="EMAIL"
      type="text"
      inputmode="email"
      autocomplete="email"
      required
      value="${typed.get('EMAIL') ?? ''}"
      ${wrong ? html` aria-invalid="true" aria-describedby="EMAIL-wrong"` : ''}
    />
    ${wrong ? html`<p class="wrong" id="EMAIL-wrong">${wrong}</p>` : ''}
  </div>`
}
