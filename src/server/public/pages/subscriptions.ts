import { html } from 'hono/html'
import { errors } from '../../../service/model/errors.ts'
import { signupForms } from '../../../service/model/list-reports/signup-form.ts'
import { countSignUp } from '../../../service/rules/landing-pages/visit.ts'
import { type ListRow, lists } from '../../../service/model/lists/list.ts'
import { checkAddress } from '../../../service/rules/members/address.ts'
import { memberByToken } from '../../../service/model/members/confirmation.ts'
import { findMemberSchema } from '../../../service/model/members/member.ts'
import { mergeValues } from '../../../service/rules/members/merge-values.ts'
import { confirmByToken, signUpMember } from '../../../service/rules/members/change.ts'
import type { MergeFieldRow } from '../../../service/model/merge-fields/merge-field.ts'
import type { Caller } from '../../../service/model/requests/call.ts'
import type { Reply } from '../../../kernel/support/reply.ts'
import { ApiError, type FieldError } from '../../../kernel/world/errors.ts'
import { type ReadTx, type Tx, peek } from '../../../kernel/world/tx.ts'
import type { PublicOperations } from '../operation.ts'
import { choiceInput, groupInput } from './inputs.ts'
import { type Html, ownPage } from './layout.ts'
import { emailInput, mergeInput, typedValue, type TypedValues } from './merge-inputs.ts'

export const subscriptionOperations = {
  showSubscribeForm({ handle, query }) {
    const form = peek(handle.world, (tx) => formNamed(tx, query.id))
    return form ? formPage(200, { ...form, page: query.page }, new Map(), NOTHING_WRONG) : noSuchList()
  },

  async subscribe({ handle, query, form: typed, run }) {
    const form = peek(handle.world, (tx) => formNamed(tx, query.id ?? typed.get('id')))
    if (!form) return noSuchList()
    try {
      const { outcome, member } = await run((tx) => {
        const signedUp = signUpMember(tx, form.list, readForm(tx, form, typed), makeVisitor(tx))
        if (COUNTED.has(signedUp.outcome)) countSignUp(tx, query.page, form.list.id)
        return signedUp
      })
      return outcomePage[outcome](form, member.email_address)
    } catch (error) {
      if (!isInvalid(error)) throw error
      return formPage(
        400,
        { ...form, page: query.page },
        typed,
        new Map(error.refusal.errors?.map(({ field, message }) => [field, message])),
      )
    }
  },

  async confirmSubscription({ call, handle, path, run }) {
    // A HEAD request only checks whether the link exists and must not confirm.
    const isAsking = call.method === 'HEAD'
    const found = isAsking
      ? peek(handle.world, (tx) => memberByToken(tx, path.token))
      : await run((tx) => confirmByToken(tx, path.token, makeVisitor(tx)))
    if (!found)
      return messagePage(
        404,
        'This link is not known',
        'It is incomplete, another one was sent after it, or it went to an address that was changed since.',
      )
    const { list, member } = found
    if ('outcome' in found && found.outcome === 'too_late') {
      return messagePage(
        410,
        'This link was used before',
        `${member.email_address} is not subscribed to ${list.name} any more.`,
        again(list),
      )
    }
    const { thanks } = peek(handle.world, (tx) => readSubscribeForm(tx, list))
    return messagePage(200, thanks, `${member.email_address} is subscribed to ${list.name}.`)
  },
} satisfies Partial<PublicOperations>

/** A form without errors. */
export const NOTHING_WRONG: FormErrors = new Map()

/** The outcomes of a form that count as a sign-up of a landing page. */
const COUNTED: ReadonlySet<string> = new Set(['subscribed', 'asked'])

/** The visitor of a page acts as the contact. */
export function makeVisitor(tx: ReadTx): Caller {
  return { ip: tx.settings.caller_address, source: 'user' }
}

function formNamed(tx: ReadTx, id = ''): SubscribeForm | undefined {
  const list = tx.first(lists.key, { id })
  return list && readSubscribeForm(tx, list)
}

export function noSuchList(): Promise<Reply> {
  return messagePage(404, 'There is no such list', 'The address of this page is incomplete, or the list was deleted.')
}

/** The form as a sign-up. Throws an error with all fields that must be corrected. */
function readForm(tx: Tx, { list, fields }: SubscribeForm, typed: TypedValues) {
  const email_address = typed.get('EMAIL')?.trim() ?? ''
  const values = Object.fromEntries(fields.map((field) => [field.tag, typedValue(field, typed)]))
  const wrong = [
    ...collectFieldErrors(() => checkAddress(tx, email_address)),
    // Only public fields are read, and only public fields can be required here.
    ...collectFieldErrors(() => mergeValues(fields, {}, values, { strict: true })),
  ]
  if (wrong.length > 0) throw errors.invalid(...wrong)
  const filled = Object.entries(values).filter(([, value]) => value !== '')
  return {
    email_address,
    merge_fields: Object.fromEntries(filled),
    ...(list.email_type_option ? { email_type: typed.get('EMAILTYPE') === 'text' ? ('text' as const) : ('html' as const) } : {}),
  }
}

/** The errors of a check. An error without a field is about the address. */
function collectFieldErrors(check: () => unknown): readonly FieldError[] {
  try {
    check()
    return []
  } catch (error) {
    if (!isInvalid(error)) throw error
    return error.refusal.errors ?? [{ field: 'EMAIL', message: error.refusal.detail }]
  }
}

/** Whether an error is about a field of the form. */
export function isInvalid(error: unknown): error is ApiError {
  return error instanceof ApiError && error.word === 'InvalidResource'
}

const outcomePage: {
  readonly [Outcome in ReturnType<typeof signUpMember>['outcome']]: (form: SubscribeForm, address: string) => Promise<Reply>
} = {
  subscribed: ({ list, thanks }, address) => messagePage(200, thanks, `${address} is subscribed to ${list.name}.`),
  asked: ({ list }, address) => almost(list, address),
  asked_again: ({ list }, address) => almost(list, address),
  subscribed_before: ({ list }, address) =>
    messagePage(200, 'You are subscribed already', `${address} is on ${list.name}. Nothing has changed.`),
}

function almost({ name }: ListRow, address: string): Promise<Reply> {
  return messagePage(200, 'Almost finished', `To get ${name}, please confirm your address: we have sent a link to ${address}.`)
}

function again({ id, name }: ListRow) {
  return html`<a href="../subscribe?id=${id}">Subscribe to ${name} again</a>`
}

/** The errors of a form, by field name. */
export type FormErrors = ReadonlyMap<string, string>

/** The fields and texts of a list's form. */
interface SubscribeForm {
  readonly list: ListRow
  /** The public fields of the list. */
  readonly fields: readonly MergeFieldRow[]
  readonly heading: string
  readonly message: string
  readonly thanks: string
  /** The landing page that the visitor came from, if any. */
  readonly page?: string | undefined
}

/** The form of a list as the account has customized it. Its texts are shown as plain text. */
function readSubscribeForm(tx: ReadTx, list: ListRow): SubscribeForm {
  const { header, contents = [] } = tx.first(signupForms.key, { list_id: list.id }) ?? {}
  const textOf = (section: string) => contents.find((each) => each.section === section)?.value || undefined
  return {
    list,
    fields: findMemberSchema(tx, list.id).merge_fields.filter((field) => field.public),
    heading: header?.text || `Subscribe to ${list.name}`,
    message: textOf('signup_message') ?? list.permission_reminder,
    thanks: textOf('signup_thank_you_title') ?? 'Subscription confirmed',
  }
}

/** The page with the form, either empty or as filled in, with its errors. */
function formPage(status: number, form: SubscribeForm, typed: TypedValues, wrong: FormErrors): Promise<Reply> {
  const { list, fields, heading, message, page } = form
  const main = html`<h1>${heading}</h1>
    ${message ? html`<p>${message}</p>` : ''}
    ${wrong.size > 0 ? html`<p class="wrong" role="alert">${summarizeFormErrors(form, wrong)}</p>` : ''}
    <form class="fields" method="post" action="?id=${list.id}${page === undefined ? '' : `&page=${encodeURIComponent(page)}`}">
      ${emailInput(typed, wrong.get('EMAIL'))} ${fields.map((field) => mergeInput({ field, typed, wrong: wrong.get(field.tag) }))}
      ${list.email_type_option ? emailTypes(typed) : ''}
      <button class="main">Subscribe</button>
    </form>`
  return ownPage(status, `Subscribe to ${list.name}`, main)
}

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
  const types = [
    ['html', 'HTML'],
    ['text', 'Plain text'],
  ] as const
  return groupInput(
    { name: 'EMAILTYPE', label: 'Emails come as' },
    types.map((type) => choiceInput({ name: 'EMAILTYPE' }, 'radio', type, type[0] === chosen)),
  )
}

function summarizeFormErrors({ fields }: SubscribeForm, wrong: FormErrors): string {
  const names = ['EMAIL', ...fields.map(({ tag }) => tag)].filter((name) => wrong.has(name))
  const labels = names.map((name) => fields.find(({ tag }) => tag === name)?.name ?? 'Email address')
  return labels.length > 0 ? `Please look again at: ${labels.join(', ')}.` : [...wrong.values()].join(' ')
}
