import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../errors.ts'
import { lists } from '../lists/list.ts'

/** A group of interests. `number` is the integer id that segment conditions and webhooks use. */
export interface InterestCategoryRow {
  readonly seq: number
  readonly list_id: string
  readonly id: string
  readonly number: number
  readonly title: string
  readonly type: ServiceSchemas['InterestCategory']['type']
  readonly display_order: number
}

/** An interest that members can have. */
export interface InterestRow {
  readonly seq: number
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

/** Returns the category with an id. Throws a 404 if there is none. */
export function categoryOrThrow(tx: ReadTx, list_id: string, id: string): InterestCategoryRow {
  const category = tx.first(interestCategories.key, { list_id, id })
  if (!category) throw errors.notFound(`the list has no interest category ${id.slice(0, 64)}`)
  return category
}

/** Returns the interest with an id in a category. Throws a 404 if there is none. */
export function interestOrThrow(tx: ReadTx, category: InterestCategoryRow, id: string): InterestRow {
  const interest = tx.first(interests.key, { list_id: category.list_id, id })
  if (interest?.category_id !== category.id) throw errors.notFound(`the category has no interest ${id.slice(0, 64)}`)
  return interest
}

/** The interests of a category in the order of the form. */
export function findInterests(tx: ReadTx, { list_id, id }: InterestCategoryRow): InterestRow[] {
  return tx.range(interests.byCategory, { list_id, category_id: id }).all()
}
