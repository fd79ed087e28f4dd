import { html } from 'hono/html'
import { errors } from '../../resources/errors.ts'
import { lists, subscribeUrlOf, type ListRow } from '../../resources/lists/list.ts'
import { checkAddress } from '../../resources/members/address.ts'
import { confirmByToken, signUp } from '../../resources/members/sign-up.ts'
import { memberByToken } from '../../resources/members/confirmation.ts'
import { mergeValues } from '../../resources/members/merge-values.ts'
import type { Caller } from '../../resources/operation.ts'
import { ApiError, type FieldError } from '../../world/errors.ts'
import { peek, type Tx } from '../../world/tx.ts'
import { typedValue, type TypedValues } from './merge-inputs.ts'
import type { PublicOperations } from '../operation.ts'
import type { Reply } from '../../support/reply.ts'
import { redirect } from '../reply.ts'
import { formPage, messagePage, subscribeFormOf, type SubscribeForm, type FormErrors } from './subscribe-form.ts'

export const subscriptionOperations = {
  openSubscribeLink({ handle, path }) {
    const url = peek(handle.world, (tx) => {
      const list = tx.first(lists.key, { id: path.list_id })
      return list && subscribeUrlOf(tx, list)
    })
    return url === undefined ? noSuchList() : redirect(url)
  },

  showSubscribeForm({ handle, query }) {
    const form = peek(handle.world, (tx) => formNamed(tx, query.id))
    return form ? formPage(200, form, new Map(), NOTHING_WRONG) : noSuchList()
  },

  async subscribe({ handle, query, form: typed, run }) {
    const form = peek(handle.world, (tx) => formNamed(tx, query.id ?? typed.get('id')))
    if (!form) return noSuchList()
    try {
      const { outcome, member } = await run((tx) => signUp(tx, form.list, readForm(tx, form, typed), visitor(tx)))
      return outcomePage[outcome](form, member.email_address)
    } catch (error) {
      if (!isInvalid(error)) throw error
      return formPage(400, form, typed, new Map(error.refusal.errors?.map(({ field, message }) => [field, message])))
    }
  },

  async confirmSubscription({ call, handle, path, run }) {
    // A HEAD request only checks whether the link exists and must not confirm.
    const isAsking = call.method === 'HEAD'
    const found = isAsking
      ? peek(handle.world, (tx) => memberByToken(tx, path.token))
      : await run((tx) => confirmByToken(tx, path.token, visitor(tx)))
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
    const { thanks } = peek(handle.world, (tx) => subscribeFormOf(tx, list))
    return messagePage(200, thanks, `${member.email_address} is subscribed to ${list.name}.`)
  },
} satisfies Partial<PublicOperations>

const NOTHING_WRONG: FormErrors = new Map()

/** The visitor of a page acts as the contact. */
function visitor(tx: Tx): Caller {
  return { ip: tx.settings.caller_address, source: 'user' }
}

function formNamed(tx: Tx, id = ''): SubscribeForm | undefined {
  const list = tx.first(lists.key, { id })
  return list && subscribeFormOf(tx, list)
}

function noSuchList(): Promise<Reply> {
  return messagePage(404, 'There is no such list', 'The address of this page is incomplete, or the list was deleted.')
}

/** The form as a sign-up. Throws an error with all fields that must be corrected. */
function readForm(tx: Tx, { list, fields }: SubscribeForm, typed: TypedValues) {
  const email_address = typed.get('EMAIL')?.trim() ?? ''
  const values = Object.fromEntries(fields.map((field) => [field.tag, typedValue(field, typed)]))
  const wrong = [
    ...complaintsOf(() => checkAddress(tx, email_address)),
    // Only public fields are read, and only public fields can be required here.
    ...complaintsOf(() => mergeValues(fields, {}, values, { strict: true })),
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
function complaintsOf(check: () => unknown): readonly FieldError[] {
  try {
    check()
    return []
  } catch (error) {
    if (!isInvalid(error)) throw error
    return error.refusal.errors ?? [{ field: 'EMAIL', message: error.refusal.detail }]
  }
}

function isInvalid(error: unknown): error is ApiError {
  return error instanceof ApiError && error.word === 'InvalidResource'
}

const outcomePage: {
  readonly [Outcome in ReturnType<typeof signUp>['outcome']]: (form: SubscribeForm, address: string) => Promise<Reply>
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
