import { checkSchema, missingMessage, type ValidateFunction } from '../../../kernel/contract/check.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { ApiError, Defect } from '../../../kernel/world/errors.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { addImportChatter } from '../../rules/feeds/chatter.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { listOrThrow, type ListRow } from '../../model/lists/list.ts'
import type { Caller } from '../../model/requests/call.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { findMemberSchema, memberAt, type MemberRow } from '../../model/members/member.ts'
import { addTags, replaceTags } from '../../rules/tags/tag.ts'
import { addMember, changeMember } from '../../rules/members/change.ts'
import { memberRecords } from '../../rules/members/view.ts'

type BatchSubscribeItem = ServiceSchemas['BatchSubscribeMember']
type Failure = ServiceSchemas['BatchSubscribeError']

/** The options of a call, for all of its items. */
interface BatchTerms {
  readonly by: Caller
  readonly strict: boolean
  readonly updateExisting: boolean
  readonly syncTags: boolean
  /** Validates an item. An invalid item does not affect the others. */
  readonly isItem: ValidateFunction
}

export const memberBatchOperations = {
  batchSubscribe({ tx, path, query, body, caller, checks }) {
    const list = listOrThrow(tx, path.list_id)
    const { members: items, update_existing: updateExisting = false, sync_tags = false } = body
    const isItem = checks['BatchSubscribeMember']
    if (!isItem) throw new Defect('The contract has no check of a single member.')
    const terms: BatchTerms = {
      isItem,
      by: { ...caller, bulk: true },
      strict: !query.skip_merge_validation,
      updateExisting,
      syncTags: updateExisting && sync_tags,
    }
    const created: MemberRow[] = []
    const updated: MemberRow[] = []
    let changed = 0
    const failed: Failure[] = []
    const seen = new Set<string>()

    for (const item of items) {
      const address = addressIn(item)
      const key = address.toLowerCase()
      const again = seen.has(key)
      if (again && query.skip_duplicate_check) continue
      if (address !== '') seen.add(key)
      try {
        if (again) throw errors.badRequest(`${address} stands in this call more than once.`)
        const { member, isNew, isChanged } = subscribe(tx, list, item, terms)
        ;(isNew ? created : updated).push(member)
        if (isChanged && !isNew) changed++
      } catch (error) {
        // A rejected item has written nothing, so the others can stay.
        if (!(error instanceof ApiError)) throw error
        failed.push(makeFailure(tx, list, address, error))
      }
    }
    addImportChatter(tx, list, { created: created.length, updated: changed })
    return {
      new_members: memberRecords(tx, list, created),
      updated_members: memberRecords(tx, list, updated),
      errors: failed,
      total_created: created.length,
      total_updated: updated.length,
      error_count: failed.length,
      _links: renderLinks(tx, 'BatchSubscribeResult', { list_id: list.id }),
    }
  },
} satisfies Partial<Operations>

/** Adds the member of an item, or updates an existing member. */
function subscribe(tx: Tx, list: ListRow, item: unknown, { by, strict, updateExisting, syncTags, isItem }: BatchTerms) {
  if (!isMember(item, isItem)) throw errors.invalid(checkSchema(isItem, item) ?? { field: '', message: 'This is not a member.' })
  const { tags, ...request } = item
  const { email_address, status } = request
  const existing = memberAt(tx, list, email_address)
  const isNew = existing === undefined || existing.archived
  let member
  if (!isNew) {
    if (!updateExisting) throw errors.memberExists(email_address)
    member = changeMember(tx, list, existing, request, by, { strict })
  } else {
    if (!status) throw errors.invalid({ field: '', message: missingMessage(['status']) })
    member = addMember(tx, list, { ...request, status }, by, { strict })
  }
  if (tags) member = (syncTags ? replaceTags : addTags)(tx, list, member, tags)
  return { member, isNew, isChanged: member !== existing }
}

function isMember(item: unknown, isItem: ValidateFunction): item is BatchSubscribeItem {
  return isItem(item)
}

/** The address as it was sent, or an empty text if it is not a text. */
function addressIn(item: { readonly [name: string]: unknown }): string {
  return Object.hasOwn(item, 'email_address') && typeof item['email_address'] === 'string' ? item['email_address'] : ''
}

/** Only merge fields are named as the field of a failure; other fields are named in its text. */
function makeFailure(tx: ReadTx, list: ListRow, email_address: string, { word, refusal }: ApiError): Failure {
  const { field = '', message = '' } = refusal.errors?.[0] ?? {}
  const isMergeField = findMemberSchema(tx, list.id).merge_fields.some(({ tag }) => tag === field)
  return {
    email_address,
    error: [field, message].filter(Boolean).join(': ') || refusal.detail,
    error_code: word === 'MemberExists' ? 'ERROR_CONTACT_EXISTS' : 'ERROR_GENERIC',
    field: isMergeField ? field : '',
    field_message: isMergeField ? message : '',
  }
}
