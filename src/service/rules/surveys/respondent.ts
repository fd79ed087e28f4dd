import type { Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { makeMember } from '../members/make.ts'
import { findMemberSchema, forgotten, hashAddress, memberAt, type MemberRow } from '../../model/members/member.ts'
import { mergeValues } from '../members/merge-values.ts'
import { emitMemberChange, saveMember } from '../members/save.ts'
import { join } from '../members/change.ts'
import type { Caller } from '../../model/requests/call.ts'
import { addTags, assignTags } from '../tags/tag.ts'
import type { SurveyResponseRow } from '../../model/surveys/survey.ts'

/** What the answers of a respondent tell about the contact. */
export interface ContactData {
  readonly merge_fields: { readonly [tag: string]: unknown }
  readonly tags: readonly string[]
}

export interface Respondent {
  /** `undefined` without an address. */
  readonly member: MemberRow | undefined
  readonly familiarity: SurveyResponseRow['familiarity']
}

/** The source of members whom a survey added. */
const SURVEY = 'Survey'

interface Submitted extends ContactData {
  readonly subscribe: boolean
  readonly joined_at: Seconds
}

/** Finds the contact who answers, or adds it to the list, and writes its data. */
export function findOrAddContact(
  tx: Tx,
  list: ListRow,
  email_address: string,
  { tags, ...submitted }: Submitted,
  by: Caller,
): Respondent {
  const known = memberAt(tx, list, email_address)
  if (known?.archived) return { member: known, familiarity: 'known' }
  const member = known ? updateContact(tx, list, known, submitted, by) : addContact(tx, list, email_address, submitted, by)
  // An address that was deleted permanently comes back only if the box is ticked.
  if (!member) return { member: undefined, familiarity: 'unknown' }
  if (by.quiet) assignTags(tx, member, tags)
  else addTags(tx, list, member, tags)
  return { member, familiarity: known ? 'known' : 'new' }
}

type RespondentData = Omit<Submitted, 'tags'>

/** Writes merge fields. The box to subscribe concerns transactional members only. */
function updateContact(
  tx: Tx,
  list: ListRow,
  member: MemberRow,
  { merge_fields, subscribe }: RespondentData,
  by: Caller,
): MemberRow {
  const changes = { merge_fields: makeRespondentValues(tx, list, merge_fields, member) }
  const joins = subscribe && member.status === 'transactional'
  return saveMember(tx, list, member, changes, by, joins ? (list.double_optin ? 'sign_up' : 'subscribe_self') : undefined)
}

function addContact(
  tx: Tx,
  list: ListRow,
  email_address: string,
  { merge_fields, subscribe, joined_at }: RespondentData,
  by: Caller,
): MemberRow | undefined {
  const fields = {
    email_address,
    merge_fields: makeRespondentValues(tx, list, merge_fields),
    source: SURVEY,
    created_at: joined_at,
  }
  if (subscribe) return join(tx, list, fields, by)
  if (tx.first(forgotten.key, { list_id: list.id, hash: hashAddress(email_address) })) return undefined
  const member = makeMember(tx, list, { ...fields, status: 'transactional' })
  emitMemberChange(tx, list, undefined, member, by)
  return member
}

function makeRespondentValues(
  tx: ReadTx,
  list: ListRow,
  given: ContactData['merge_fields'],
  member?: MemberRow,
): MemberRow['merge_fields'] {
  return mergeValues(findMemberSchema(tx, list.id).merge_fields, member?.merge_fields ?? {}, given, { strict: false })
}
