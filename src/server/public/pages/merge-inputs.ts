import { html } from 'hono/html'
import type { MergeFieldRow } from '../../../service/model/merge-fields/merge-field.ts'
import { choiceInput, emailLine, type FormInput, groupInput, lineInput, selectInput } from './inputs.ts'
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
  return inputs[given.field.type](given, toInput(given))
}

function toInput({ field: { tag, name, required, help_text }, wrong }: FieldInput): FormInput {
  return { name: tag, label: name || tag, isRequired: required, help: help_text, wrong }
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
const inputs: { readonly [Type in MergeFieldRow['type']]: (given: FieldInput, input: FormInput) => Html } = {
  text: (given) => mergeLine(given, { autocomplete: AUTOCOMPLETE[given.field.tag] ?? 'off' }),
  number: (given) => mergeLine(given, { inputmode: 'decimal' }),
  phone: (given) => mergeLine(given, { type: 'tel', autocomplete: 'tel' }),
  date: (given) => mergeLine(given, { type: 'date' }),
  birthday: (given) => mergeLine(given, { placeholder: 'MM/DD' }),
  zip: (given) => mergeLine(given, { inputmode: 'numeric', autocomplete: 'postal-code' }),
  url: (given) => mergeLine(given, { type: 'url', placeholder: 'https://' }),
  imageurl: (given) => mergeLine(given, { type: 'url', placeholder: 'https://' }),
  dropdown: ({ field, typed }, input) =>
    selectInput(
      input,
      choicesOf(field).map((choice) => [choice, choice]),
      typed.get(field.tag) ?? '',
    ),
  radio: ({ field, typed }, input) =>
    groupInput(
      input,
      choicesOf(field).map((each) => choiceInput({ name: field.tag }, 'radio', [each, each], typed.get(field.tag) === each)),
    ),
  address: ({ field, typed }, input) =>
    groupInput(
      input,
      ADDRESS_PARTS.map(({ name, label, autocomplete }) => {
        const full = `${field.tag}[${name}]`
        return html`<label class="above" for="${full}">${label}</label>
          <input id="${full}" name="${full}" value="${typed.get(full) ?? ''}" autocomplete="${autocomplete}" /> `
      }),
    ),
}

const AUTOCOMPLETE: { readonly [tag: string]: string } = { FNAME: 'given-name', LNAME: 'family-name' }

function mergeLine(given: FieldInput, how: Omit<Parameters<typeof lineInput>[0], keyof FormInput | 'value'>): Html {
  return lineInput({ ...toInput(given), value: given.typed.get(given.field.tag) ?? '', ...how })
}

function choicesOf({ options: { choices = [] } }: MergeFieldRow): readonly string[] {
  return choices
}

export function emailInput(typed: TypedValues, wrong: string | undefined): Html {
  return emailLine({ name: 'EMAIL', label: 'Email address', isRequired: true, value: typed.get('EMAIL') ?? '', wrong })
}
