import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import { listOrThrow, lists } from '../lists/list.ts'

/** A group of interests. `number` is the integer id that segment conditions and webhooks use. */
export interface InterestCategoryRow extends Row {
  readonly list_id: string
  readonly id: string
  readonly number: number
  readonly title: string
  readonly type: ServiceSchemas['InterestCategory']['type']
  readonly display_order: number
}

/** An interest that members can have. */
export interface InterestRow extends Row {
  readonly list_id: string
  readonly category_id: string
  readonly id: string
  readonly number: number
  readonly name: string
  readonly display_order: number
}

export const interestCategories = defineTable<InterestCategoryRow>()('interest_categories', {
  key: ['list_id', 'id'],
  indexes: { byOrder: ['list_id', 'display_order'] },
  word: 'interest_category',
  ids: ['id', 'number'],
  parameters: ['interest_category_id'],
  shownBy: 'title',
  ownedBy: [[lists, 'byOrder']],
})

export const interests = defineTable<InterestRow>()('interests', {
  key: ['list_id', 'id'],
  indexes: { byCategory: ['list_id', 'category_id', 'display_order'] },
  word: 'interest',
  ids: ['id', 'number'],
  parameters: ['interest_id'],
  shownBy: 'name',
  ownedBy: [[interestCategories, 'byCategory']],
})

/** Returns the category that a path names. Throws a 404 if there is none. */
export function categoryOrThrow(tx: ReadTx, path: CategoryPath): InterestCategoryRow {
  const { interest_category_id: id } = path
  const { id: list_id } = listOrThrow(tx, path.list_id)
  return tx.first(interestCategories.key, { list_id, id }) ?? refuseMissing('the list has no interest category', id)
}

interface CategoryPath {
  readonly list_id: string
  readonly interest_category_id: string
}

/** Returns the interest that a path names. Throws a 404 if there is none. */
export function interestOrThrow(tx: ReadTx, path: CategoryPath & { readonly interest_id: string }): InterestRow {
  const { list_id, id: category_id } = categoryOrThrow(tx, path)
  const interest = tx.first(interests.key, { list_id, id: path.interest_id })
  return interest?.category_id === category_id ? interest : refuseMissing('the category has no interest', path.interest_id)
}

/** The interests of a category in the order of the form. */
export function findInterests(tx: ReadTx, { list_id, id }: InterestCategoryRow): InterestRow[] {
  return tx.range(interests.byCategory, { list_id, category_id: id }).all()
}
