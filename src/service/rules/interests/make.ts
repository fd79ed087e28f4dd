import type { Tx } from '../../../kernel/world/tx.ts'
import { freshId } from '../../../kernel/world/fresh-id.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { refreshMemberSchema } from '../members/refresh-schema.ts'
import { interestCategories, interests, type InterestCategoryRow, type InterestRow } from '../../model/interests/interest.ts'

/** The fields of a new category: a title and a type, and optionally any other field of its row. */
export type NewCategory = Pick<InterestCategoryRow, 'title' | 'type'> & Partial<Omit<InterestCategoryRow, 'seq' | 'list_id'>>

/** The fields of a new interest: a name, and optionally any other field of its row. */
export type NewInterest = Pick<InterestRow, 'name'> & Partial<Omit<InterestRow, 'seq' | 'list_id' | 'category_id'>>

/** Creates a category without interests, at the end of the form. */
export function makeCategory(tx: Tx, list: ListRow, fields: NewCategory): InterestCategoryRow {
  const last = tx.range(interestCategories.byOrder, { list_id: list.id }).sliceFromEnd(0, 1)[0]
  return tx.insert(interestCategories, {
    id: fields.id ?? freshId(tx, 'interest_categories.id', (id) => !!tx.first(interestCategories.key, { list_id: list.id, id })),
    number: fields.number ?? tx.count('interest_categories.number'),
    display_order: last ? last.display_order + 1 : 0,
    ...fields,
    list_id: list.id,
  })
}

/** Creates an interest at the end of its category. */
export function makeInterest(tx: Tx, list: ListRow, category: InterestCategoryRow, fields: NewInterest): InterestRow {
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
