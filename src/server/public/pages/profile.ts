import { html } from 'hono/html'
import { memberOfUrl } from '../../../service/rules/campaigns/engagement/visit.ts'
import { interestCategories, type InterestCategoryRow, findInterests } from '../../../service/model/interests/interest.ts'
import type { ListRow } from '../../../service/model/lists/list.ts'
import { changeMember, NEW_ADDRESS } from '../../../service/rules/members/change.ts'
import { type MemberRow, readMergeValue, findMemberSchema } from '../../../service/model/members/member.ts'
import type { MergeFieldRow } from '../../../service/model/merge-fields/merge-field.ts'
import type { Reply } from '../../../kernel/support/reply.ts'
import { type ReadTx, peek } from '../../../kernel/world/tx.ts'
import type { PublicOperations } from '../operation.ts'
import { noSuchMember } from './campaigns.ts'
import { choiceInput, groupInput } from './inputs.ts'
import { type Html, ownPage } from './layout.ts'
import { emailInput, mergeInput, typedValue, type TypedValues } from './merge-inputs.ts'
import { type FormErrors, isInvalid, messagePage, NOTHING_WRONG, makeVisitor } from './subscriptions.ts'

export const profileOperations = {
  showProfileForm({ handle, query: { id, e } }) {
    const profile = peek(handle.world, (tx) => findProfile(tx, id, e))
    return profile ? profilePage(200, profile, profile.values, NOTHING_WRONG) : noSuchMember()
  },

  async changeProfile({ handle, query: { id, e }, form, run }) {
    const shown = peek(handle.world, (tx) => findProfile(tx, id, e))
    if (!shown) return noSuchMember()
    try {
      const member = await run((tx) => {
        const profile = findProfile(tx, id, e)
        return (
          profile && changeMember(tx, profile.list, profile.member, readProfile(profile, form), makeVisitor(tx), { strict: true })
        )
      })
      if (!member) return noSuchMember()
      return messagePage(200, 'Your profile is saved', `${member.email_address} gets ${shown.list.name}.`)
    } catch (error) {
      if (!isInvalid(error)) throw error
      const { detail, errors = [{ field: 'EMAIL', message: detail }] } = error.refusal
      const named = errors.map(({ field, message }) =>
        field === NEW_ADDRESS ? (['EMAIL', addressComplaint(shown.member, form)] as const) : ([field, message] as const),
      )
      return profilePage(400, shown, form, new Map(named))
    }
  },
} satisfies Partial<PublicOperations>

/** Why an address cannot be taken, in words for a person: those of the API are for developers, and tell the status of others. */
function addressComplaint({ status, email_address }: MemberRow, form: TypedValues): string {
  if (status === 'cleaned') return `Emails to ${email_address} came back, so it cannot be replaced here. Please sign up again.`
  return `${form.get('EMAIL')?.trim() ?? ''} is already on the list.`
}

/** What a member can change, and how it is filled in now. */
interface Profile {
  readonly list: ListRow
  readonly member: MemberRow
  /** The public fields of the list. */
  readonly fields: readonly MergeFieldRow[]
  readonly groups: readonly { readonly category: InterestCategoryRow; readonly choices: readonly InterestChoice[] }[]
  readonly values: TypedValues
}

interface InterestChoice {
  readonly id: string
  readonly name: string
}

/** The profile of the member whom a URL names. Members who were archived have none. */
function findProfile(tx: ReadTx, list_id = '', unique_email_id = ''): Profile | undefined {
  const found = memberOfUrl(tx, list_id, unique_email_id)
  if (!found || found.member.status === 'archived') return undefined
  const { list, member } = found
  const fields = findMemberSchema(tx, list.id).merge_fields.filter((field) => field.public)
  const categories = tx.range(interestCategories.byOrder, { list_id: list.id }).all()
  const groups = categories
    .filter(({ type }) => type !== 'hidden')
    .map((category) => ({ category, choices: findInterests(tx, category).map(({ id, name }) => ({ id, name })) }))
  return { list, member, fields, groups, values: readTypedValues(member, fields) }
}

function readTypedValues(member: MemberRow, fields: readonly MergeFieldRow[]): TypedValues {
  const filled = fields.flatMap(({ tag }): (readonly [string, string])[] => {
    const value = readMergeValue(member, tag)
    if (typeof value !== 'object') return value === undefined ? [] : [[tag, String(value)]]
    return Object.entries(value).map(([part, text]) => [`${tag}[${part}]`, String(text)] as const)
  })
  const chosen = member.interests.map((id) => [inputOf(id), 'on'] as const)
  return new Map([['EMAIL', member.email_address], ...filled, ...chosen])
}

/** The input of an interest that can be chosen beside others of its group, and of a group of which one can be. */
const inputOf = (id: string) => `interest-${id}`
const groupNameOf = (id: string) => `group-${id}`

function isMultiple({ type }: InterestCategoryRow): boolean {
  return type === 'checkboxes'
}

/** The form as a change of the member. */
function readProfile({ fields, groups }: Profile, form: TypedValues) {
  const chosen = groups.flatMap(({ category, choices }) =>
    choices.map(
      ({ id }) => [id, isMultiple(category) ? form.has(inputOf(id)) : form.get(groupNameOf(category.id)) === id] as const,
    ),
  )
  return {
    email_address: form.get('EMAIL')?.trim() ?? '',
    merge_fields: Object.fromEntries(fields.map((field) => [field.tag, typedValue(field, form)])),
    interests: Object.fromEntries(chosen),
  }
}

/** The page with the form, as it is filled in, with its errors. */
function profilePage(status: number, { list, fields, groups }: Profile, values: TypedValues, wrong: FormErrors): Promise<Reply> {
  const title = `Your profile for ${list.name}`
  return ownPage(
    status,
    title,
    html`<h1>${title}</h1>
      ${wrong.size > 0 ? html`<p class="wrong" role="alert">Please look again at what is marked.</p>` : ''}
      <form class="fields" method="post">
        ${emailInput(values, wrong.get('EMAIL'))}
        ${fields.map((field) => mergeInput({ field, typed: values, wrong: wrong.get(field.tag) }))}
        ${groups.map(({ category, choices }) => interestInputs(category, choices, values))}
        <button class="main">Save</button>
      </form>`,
  )
}

function interestInputs(category: InterestCategoryRow, choices: readonly InterestChoice[], values: TypedValues): Html {
  const name = groupNameOf(category.id)
  const choice = ({ id, name: label }: InterestChoice) => {
    const isChosen = values.has(inputOf(id))
    return isMultiple(category)
      ? choiceInput({ name: inputOf(id) }, 'checkbox', ['on', label], isChosen)
      : choiceInput({ name }, 'radio', [id, label], isChosen || values.get(name) === id)
  }
  return groupInput({ name, label: category.title }, choices.map(choice))
}
