import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import type { InterestCategoryRow, InterestRow } from '../../model/interests/interest.ts'

export function categoryView(tx: ReadTx, category: InterestCategoryRow): ServiceSchemas['InterestCategory'] {
  const { list_id, id, title, display_order, type } = category
  const _links = renderLinks(tx, 'InterestCategory', { list_id, interest_category_id: id })
  return { list_id, id, title, display_order, type, _links }
}

/** Renders an interest; `subscribers` is how many subscribed members have it. */
export function interestView(tx: ReadTx, interest: InterestRow, subscribers: number): ServiceSchemas['Interest'] {
  const { category_id, list_id, id, name, display_order } = interest
  const _links = renderLinks(tx, 'Interest', { list_id, interest_category_id: category_id, interest_id: id })
  return { category_id, list_id, id, name, subscriber_count: String(subscribers), display_order, _links }
}
