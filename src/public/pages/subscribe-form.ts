import { html } from 'hono/html'
import { signupForms } from '../../resources/list-reports/signup-form.ts'
import type { ListRow } from '../../resources/lists/list.ts'
import type { MergeFieldRow } from '../../resources/merge-fields/merge-field.ts'
import { memberSchemaOf } from '../../resources/members/member-schema.ts'
import type { Tx } from '../../world/tx.ts'
import { mergeInput, radioOption, type TypedValues } from './merge-inputs.ts'
import type { Reply } from '../../support/reply.ts'
import { ownPage, type Html } from './layout.ts'

/** The errors of a form, by field name. */
export type FormErrors = ReadonlyMap<string, string>

/** The fields and texts of a list's form. */
export interface SubscribeForm {
  readonly list: ListRow
  /** The public fields of the list. */
  readonly fields: readonly MergeFieldRow[]
  readonly heading: string
  readonly message: string
  readonly thanks: string
}

/** The form of a list as the account has customized it. Its texts are shown as plain text. */
export function subscribeFormOf(tx: Tx, list: ListRow): SubscribeForm {
  const { header, contents = [] } = tx.first(signupForms.key, { list_id: list.id }) ?? {}
  const textOf = (section: string) => contents.find((each) => each.section === section)?.value || undefined
  return {
    list,
    fields: memberSchemaOf(tx, list.id).merge_fields.filter((field) => field.public),
    heading: header?.text || `Subscribe to ${list.name}`,
    message: textOf('signup_message') ?? list.permission_reminder,
    thanks: textOf('signup_thank_you_title') ?? 'Subscription confirmed',
  }
}

/** The page with the form, either empty or as filled in, with its errors. */
export function formPage(status: number, form: SubscribeForm, typed: TypedValues, wrong: FormErrors): Promise<Reply> {
  const { list, fields, heading, message } = form
  const problem = wrong.get('EMAIL')
  const main = html`<h1>${heading}</h1>
    ${message ? html`<p>${message}</p>` : ''}
    ${wrong.size > 0 ? html`<p class="wrong" role="alert">${summaryOf(form, wrong)}</p>` : ''}
    <form class="fields" method="post" action="?id=${list.id}">
      <div>
        <label for="EMAIL">Email address (required)</label>
        <input
          id="EMAIL"
          name="EMAIL"
          type="text"
          inputmode="email"
          autocomplete="email"
          required
          value="${typed.get('EMAIL') ?? ''}"
          ${problem ? html` aria-invalid="true" aria-describedby="EMAIL-wrong"` : ''}
        />
        ${problem ? html`<p class="wrong" id="EMAIL-wrong">${problem}</p>` : ''}
      </div>
      ${fields.map((field) => mergeInput({ field, typed, wrong: wrong.get(field.tag) }))}
      ${list.email_type_option ? emailTypes(typed) : ''}
      <button class="main">Subscribe</button>
    </form>`
  return ownPage(status, `Subscribe to ${list.name}`, main)
}

/** A page with a message. */
export function messagePage(status: number, heading: string, ...paragraphs: readonly (string | Html)[]): Promise<Reply> {
  return ownPage(
    status,
    heading,
    html`<h1>${heading}</h1>
      ${paragraphs.map((paragraph) => html`<p>${paragraph}</p> `)}`,
  )
}

function emailTypes(typed: TypedValues): Html {
  const chosen = typed.get('EMAILTYPE') === 'text' ? 'text' : 'html'
  return html`<fieldset>
    <legend>Emails come as</legend>
    ${radioOption('EMAILTYPE', 'html', chosen === 'html', 'HTML')}${radioOption('EMAILTYPE', 'text', chosen === 'text', 'Plain text')}
  </fieldset>`
}

function summaryOf({ fields }: SubscribeForm, wrong: FormErrors): string {
  const names = ['EMAIL', ...fields.map(({ tag }) => tag)].filter((name) => wrong.has(name))
  const labels = names.map((name) => fields.find(({ tag }) => tag === name)?.name ?? 'Email address')
  return labels.length > 0 ? `Please look again at: ${labels.join(', ')}.` : [...wrong.values()].join(' ')
}
