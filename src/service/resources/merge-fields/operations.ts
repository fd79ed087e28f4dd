import { pick } from '../../../kernel/support/objects.ts'
import type { Tx, ReadTx } from '../../../kernel/world/tx.ts'
import { phoneContacts } from '../../model/contacts/contact.ts'
import { listOrThrow, type ListRow } from '../../model/lists/list.ts'
import { changeCounts } from '../../rules/list-reports/stats.ts'
import { refreshMemberSchema } from '../../rules/members/save.ts'
import { type MemberRow, members, readMergeValue } from '../../model/members/member.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { renameTagInConditions } from '../../rules/segments/options.ts'
import { changeMergeField, makeMergeField, refuseTakenTag } from '../../rules/merge-fields/make.ts'
import { mergeFieldOrThrow, mergeFields, type MergeFieldRow } from '../../model/merge-fields/merge-field.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { renderLinks } from '../../rules/answers/links.ts'

/**
 * Moves the values of members, and of contacts without an address, to another tag, or drops them: a later field with the old tag
 * must not find old values. `last_changed` stays, since the contacts themselves have not changed.
 */
function renameValues(tx: Tx, list: ListRow, from: string, to: string | undefined): void {
  for (const member of tx.range(members.onList, { list_id: list.id }).all()) {
    const merge_fields = renameValue(member, from, to)
    if (merge_fields) tx.put(members, { ...member, merge_fields })
  }
  for (const contact of tx.range(phoneContacts.byCreation, { list_id: list.id }).all()) {
    const merge_fields = renameValue(contact, from, to)
    if (merge_fields) tx.put(phoneContacts, { ...contact, merge_fields })
  }
}

type Valued = Pick<MemberRow, 'merge_fields'>

/** The values after renaming, or `undefined` if there is nothing to rename. */
function renameValue(holder: Valued, from: string, to: string | undefined): Valued['merge_fields'] | undefined {
  const value = readMergeValue(holder, from)
  if (value === undefined) return undefined
  const values = Object.entries(holder.merge_fields).filter(([tag]) => tag !== from)
  if (to !== undefined) values.push([to, value])
  return Object.fromEntries(values)
}

const SETTINGS = ['tag', 'name', 'required', 'default_value', 'public', 'display_order', 'help_text'] as const

export const mergeFieldOperations = {
  getMergeFields: listRows({
    schema: 'MergeFieldCollection',
    rows(tx, path, { type, required }) {
      const all = tx.range(mergeFields.byTag, { list_id: listOrThrow(tx, path.list_id).id }).all()
      return all.filter(
        (field) => (type === undefined || field.type === type) && (required === undefined || field.required === required),
      )
    },
    view: mergeFieldView,
    answer: (page, { list_id }) => ({ merge_fields: page, list_id }),
  }),

  addMergeField({ tx, path, body }) {
    const list = listOrThrow(tx, path.list_id)
    const { name, type, options = {} } = body
    return mergeFieldView(tx, makeMergeField(tx, list, { ...pick(body, SETTINGS), name, type, options }))
  },

  getMergeField: ({ tx, path }) => mergeFieldView(tx, mergeFieldOrThrow(tx, path)),

  updateMergeField({ tx, path, body }) {
    const list = listOrThrow(tx, path.list_id)
    const field = mergeFieldOrThrow(tx, path)
    if (body.tag !== undefined) refuseTakenTag(tx, list, body.tag, field)
    const changed = changeMergeField(tx, field, pick(body, [...SETTINGS, 'options']))
    if (changed.tag !== field.tag) {
      renameValues(tx, list, field.tag, changed.tag)
      renameTagInConditions(tx, list, field.tag, changed.tag)
    }
    return mergeFieldView(tx, changed)
  },

  deleteMergeField({ tx, path }) {
    const list = listOrThrow(tx, path.list_id)
    const field = mergeFieldOrThrow(tx, path)
    tx.remove(mergeFields, field)
    renameValues(tx, list, field.tag, undefined)
    changeCounts(tx, list, (counts) => ({ merge_fields: counts.merge_fields - 1 }))
    refreshMemberSchema(tx, list.id)
  },
} satisfies Partial<Operations>

function mergeFieldView(tx: ReadTx, field: MergeFieldRow): ServiceSchemas['MergeField'] {
  const { seq: _seq, merge_id, tag, name, type, required, ...others } = field
  return {
    merge_id,
    tag,
    name,
    type,
    required,
    ...others,
    _links: renderLinks(tx, 'MergeField', { list_id: field.list_id, merge_id: field.merge_id }),
  }
}
