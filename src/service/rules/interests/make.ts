import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { freshId } from '../../../kernel/world/fresh-id.ts'
import { errors } from '../../model/errors.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { refreshMemberSchema } from '../members/save.ts'
import {
  findInterests,
  interestCategories,
  interests,
  type InterestCategoryRow,
  type InterestRow,
} from '../../model/interests/interest.ts'
import { members } from '../../model/members/member.ts'

/** The fields of a new category: a title and a type, and optionally any other field of its row. */
export type NewCategory = Pick<InterestCategoryRow, 'title' | 'type'> & Partial<Omit<InterestCategoryRow, 'seq' | 'list_id'>>

/** The fields of a new interest: a name, and optionally any other field of its row. */
export type NewInterest = Pick<InterestRow, 'name'> & Partial<Omit<InterestRow, 'seq' | 'list_id' | 'category_id'>>

/** Creates a category without interests, at the end of the form. Throws 400 if the list has its title already. */
export function makeCategory(tx: Tx, list: ListRow, fields: NewCategory): InterestCategoryRow {
  refuseSecondTitle(tx, list, fields.title)
  const last = tx.range(interestCategories.byOrder, { list_id: list.id }).sliceFromEnd(0, 1)[0]
  return tx.insert(interestCategories, {
    id: fields.id ?? freshId(tx, 'interest_categories.id', (id) => !!tx.first(interestCategories.key, { list_id: list.id, id })),
    number: fields.number ?? tx.count('interest_categories.number'),
    display_order: last ? last.display_order + 1 : 0,
    ...fields,
    list_id: list.id,
  })
}

/** Creates an interest at the end of its category. Throws 400 if the category has its name already. */
export function makeInterest(tx: Tx, list: ListRow, category: InterestCategoryRow, fields: NewInterest): InterestRow {
  refuseSecondName(tx, category, fields.name)
  const last = tx.range(interests.byCategory, { list_id: list.id, category_id: category.id }).sliceFromEnd(0, 1)[0]
  const interest = tx.insert(interests, {
    id: fields.id ?? freshId(tx, 'interests.id', (id) => !!tx.first(interests.key, { list_id: list.id, id })),
    number: fields.number ?? tx.count('interests.number'),
    display_order: last ? last.display_order + 1 : 1,
    ...fields,
    list_id: list.id,
    category_id: category.id,
  })
  refreshMemberSchema(tx, list.id)
  return interest
}

/** Rejects the title of another category of the list. */
export function refuseSecondTitle(tx: ReadTx, { id: list_id }: ListRow, title: string, own?: InterestCategoryRow): void {
  const same = tx
    .range(interestCategories.byOrder, { list_id })
    .all()
    .filter((category) => category.title === title)
  if (same.some(({ id }) => id !== own?.id))
    throw errors.invalidWhole(`An interest category with the title '${title}' already exists.`)
}

/** Rejects the name of another interest of the category. */
export function refuseSecondName(tx: ReadTx, category: InterestCategoryRow, name: string, own?: InterestRow): void {
  const same = findInterests(tx, category).filter((interest) => interest.name === name)
  if (same.some(({ id }) => id !== own?.id))
    throw errors.invalidWhole(`Cannot add "${name}" because it already exists on the list.`)
}

/** Removes a category with its interests. */
export function removeCategory(tx: Tx, category: InterestCategoryRow): void {
  const gone = findInterests(tx, category)
  tx.remove(interestCategories, category)
  removeInterests(tx, category.list_id, gone)
}

/** Removes interests of a list. Members lose them; their `last_changed` stays, since the members themselves have not changed. */
export function removeInterests(tx: Tx, list_id: string, gone: readonly InterestRow[]): void {
  for (const interest of gone) tx.remove(interests, interest)
  const ids = new Set(gone.map(({ id }) => id))
  for (const member of tx.range(members.onList, { list_id }).all()) {
    if (!member.interests.some((id) => ids.has(id))) continue
    tx.put(members, { ...member, interests: member.interests.filter((id) => !ids.has(id)) })
  }
  refreshMemberSchema(tx, list_id)
}
