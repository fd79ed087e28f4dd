import { pick } from '../../../kernel/support/objects.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { errors } from '../../model/errors.ts'
import { changeCounts } from '../list-reports/stats.ts'
import { refreshMemberSchema } from '../members/save.ts'
import { fieldTagged, mergeFields, type MergeFieldRow } from '../../model/merge-fields/merge-field.ts'

type FieldOptions = MergeFieldRow['options']
type Type = MergeFieldRow['type']

/** The fields of a new merge field: a name and a type, and optionally any other field of its row. */
export type NewMergeField = Pick<MergeFieldRow, 'name' | 'type'> & Partial<Omit<MergeFieldRow, 'seq' | 'list_id'>>

/** Creates a merge field. By default its tag is `MMERGE` and its id, and it is the last one of the form. Throws 400 if the list has its tag already. */
export function makeMergeField(tx: Tx, list: ListRow, fields: NewMergeField): MergeFieldRow {
  if (fields.tag !== undefined) refuseTakenTag(tx, list, fields.tag)
  const field = insertMergeField(tx, list, fields)
  changeCounts(tx, list, (counts) => ({ merge_fields: counts.merge_fields + 1 }))
  refreshMemberSchema(tx, list.id)
  return field
}

/** Changes a merge field, but not its type. Returns it as it was if nothing changes. */
export function changeMergeField(
  tx: Tx,
  field: MergeFieldRow,
  { options, ...changes }: Partial<Omit<NewMergeField, 'type' | 'merge_id'>>,
): MergeFieldRow {
  const changed = tx.amend(mergeFields, field, { ...changes, options: optionsFor(field.type, { ...field.options, ...options }) })
  if (changed !== field) refreshMemberSchema(tx, field.list_id)
  return changed
}

/** The fields that every list begins with. */
const FIRST_FIELDS: readonly NewMergeField[] = [
  { tag: 'FNAME', name: 'First Name', type: 'text', public: true },
  { tag: 'LNAME', name: 'Last Name', type: 'text', public: true },
  { tag: 'ADDRESS', name: 'Address', type: 'address' },
  { tag: 'PHONE', name: 'Phone Number', type: 'phone' },
]

/** Creates the initial fields of a new list and returns their number. The caller counts them and refreshes the member schema. */
export function makeFirstMergeFields(tx: Tx, list: ListRow): number {
  for (const fields of FIRST_FIELDS) insertMergeField(tx, list, fields)
  return FIRST_FIELDS.length
}

function insertMergeField(tx: Tx, list: ListRow, fields: NewMergeField): MergeFieldRow {
  const merge_id = nextMergeId(tx, list, fields)
  return tx.insert(mergeFields, {
    tag: `MMERGE${merge_id}`,
    required: false,
    default_value: '',
    public: false,
    display_order: nextPlace(tx, list),
    help_text: '',
    ...fields,
    list_id: list.id,
    merge_id,
    options: optionsFor(fields.type, fields.options ?? {}),
  })
}

/** The given id, or the highest id so far plus one, skipping ids whose automatic tag is taken. */
function nextMergeId(tx: Tx, list: ListRow, { merge_id: given, tag }: NewMergeField): number {
  const counter = `merge_id:${list.id}`
  const isUsable = (id: number) => (given === undefined ? tag !== undefined || !isTagTaken(tx, list, `MMERGE${id}`) : id >= given)
  let merge_id = tx.count(counter)
  while (!isUsable(merge_id)) merge_id = tx.count(counter)
  return given ?? merge_id
}

/** The address is first in the form; no merge field has its position. */
const PLACE_OF_ADDRESS = 1

function nextPlace(tx: ReadTx, list: ListRow): number {
  const places = tx.range(mergeFields.byOrder, { list_id: list.id })
  return (places.sliceFromEnd(0, 1)[0]?.display_order ?? PLACE_OF_ADDRESS) + 1
}

/** The default options of each type. Fields have no other options. */
const OPTIONS: { readonly [Each in Type]: FieldOptions } = {
  text: { size: 25 },
  number: {},
  address: { default_country: 164 },
  phone: { phone_format: 'none' },
  date: { date_format: 'MM/DD/YYYY' },
  url: {},
  imageurl: {},
  radio: { choices: [] },
  dropdown: { choices: [] },
  birthday: { date_format: 'MM/DD' },
  zip: {},
}

/** The options of a field, from the given ones. */
function optionsFor(type: Type, given: FieldOptions): FieldOptions {
  const standard = OPTIONS[type]
  return {
    ...standard,
    ...pick(
      given,
      OPTION_NAMES.filter((name) => Object.hasOwn(standard, name)),
    ),
  }
}

const OPTION_NAMES = ['default_country', 'phone_format', 'date_format', 'choices', 'size'] as const

/** The service's merge tag of the address. */
const TAG_OF_ADDRESS = 'EMAIL'

/** Whether another field of a list has a tag, ignoring case. `keeper` is the field that may keep it. */
export function isTagTaken(tx: ReadTx, list: ListRow, tag: string, keeper?: MergeFieldRow): boolean {
  if (tag.toUpperCase() === TAG_OF_ADDRESS) return true
  const holder = fieldTagged(tx, list.id, tag)
  return holder !== undefined && holder.merge_id !== keeper?.merge_id
}

/** Rejects a tag that the list has already. `keeper` is the field that may keep it. */
export function refuseTakenTag(tx: ReadTx, list: ListRow, tag: string, keeper?: MergeFieldRow): void {
  if (isTagTaken(tx, list, tag, keeper)) {
    throw errors.invalid({ field: 'tag', message: `The list already has a merge field with the tag ${tag.slice(0, 64)}.` })
  }
}
