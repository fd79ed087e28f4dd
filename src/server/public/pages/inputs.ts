import { html } from 'hono/html'
import type { Html } from './layout.ts'

/** An input of a form. Several inputs that are one answer have one name. */
export interface FormInput {
  readonly name: string
  readonly label: string
  readonly isRequired?: boolean
  readonly help?: string
  /** The message about an invalid value. */
  readonly wrong?: string | undefined
}

interface LineInput extends FormInput {
  readonly value: string
  readonly type?: string
  readonly inputmode?: string
  readonly autocomplete?: string
  readonly placeholder?: string
  /** The least and the greatest number. */
  readonly range?: readonly [number, number]
}

export function lineInput(input: LineInput): Html {
  const { name, value, type = 'text', inputmode = 'text', autocomplete = 'off', placeholder = '', range } = input
  return labelled(
    input,
    html`<input
      id="${name}"
      name="${name}"
      type="${type}"
      ${range ? html`step="1" min="${range[0]}" max="${range[1]}"` : ''}
      inputmode="${inputmode}"
      autocomplete="${autocomplete}"
      placeholder="${placeholder}"
      value="${value}"
      ${attributes(input)}
    />`,
  )
}

/** An input of an address of email. The server checks addresses: browsers accept other ones. */
export function emailLine(input: Omit<LineInput, 'type' | 'inputmode'>): Html {
  return lineInput({ autocomplete: 'email', ...input, inputmode: 'email' })
}

/** An input of several lines. */
export function textInput(input: FormInput, value: string, placeholder: string): Html {
  const { name } = input
  return labelled(
    input,
    html`<textarea id="${name}" name="${name}" rows="4" placeholder="${placeholder}" ${attributes(input)}>${value}</textarea>`,
  )
}

/** A value that can be chosen, and its label. */
export type InputChoice = readonly [value: string, label: string]

/** A list from which one value is chosen. `more` stands below it. */
export function selectInput(input: FormInput, choices: readonly InputChoice[], chosen: string, more: Html | '' = ''): Html {
  const { name } = input
  const option = ([value, label]: InputChoice) =>
    html`<option value="${value}" ${value === chosen ? html` selected` : ''}>${label}</option>`
  return labelled(
    input,
    html`<select id="${name}" name="${name}" ${attributes(input)}>
        <option value="">Please choose</option>
        ${choices.map(option)}
      </select>
      ${more}`,
  )
}

/** Several inputs that are one answer. */
export function groupInput(input: FormInput, content: unknown): Html {
  return html`<fieldset${describedBy(input)}>
    <legend>${labelText(input)}</legend>
    ${content}
    ${remarks(input)}
  </fieldset>`
}

/** A button of a group, or a box. */
export function choiceInput(
  { name, isRequired }: Pick<FormInput, 'name' | 'isRequired'>,
  kind: 'radio' | 'checkbox',
  [value, label]: InputChoice,
  isChosen: boolean,
): Html {
  const marks = html`${kind === 'radio' ? required({ isRequired }) : ''}${isChosen ? html` checked` : ''}`
  return html`<label><input type="${kind}" name="${name}" value="${value}" ${marks} /> ${label}</label> `
}

function labelled(input: FormInput, control: Html): Html {
  return html`<div>
    <label for="${input.name}">${labelText(input)}</label>
    ${control} ${remarks(input)}
  </div>`
}

function labelText({ label, isRequired }: FormInput): string {
  return `${label}${isRequired ? ' (required)' : ''}`
}

function attributes(input: FormInput): Html {
  return html`${required(input)}${describedBy(input)}${input.wrong ? html` aria-invalid="true"` : ''}`
}

function required({ isRequired }: { readonly isRequired?: boolean | undefined }): Html | '' {
  return isRequired ? html` required` : ''
}

function describedBy({ name, help, wrong }: FormInput): Html | '' {
  const ids = [wrong ? `${name}-wrong` : '', help ? `${name}-help` : ''].filter(Boolean).join(' ')
  return ids === '' ? '' : html` aria-describedby="${ids}"`
}

function remarks({ name, help, wrong }: FormInput): Html {
  return html`${help ? html`<p class="help" id="${name}-help">${help}</p>` : ''}${wrong ? html`<p class="wrong" id="${name}-wrong">${wrong}</p>` : ''}`
}
