import { pick } from '../../../kernel/support/pick.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { listOrThrow, type ListRow } from '../../model/lists/list.ts'
import { refreshMemberSchema } from '../../rules/members/refresh-schema.ts'
import { members } from '../../model/members/member.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { slicePage } from '../../rules/requests/paging.ts'
import { categoryOrThrow, interestCategories, interestOrThrow, interests, findInterests } from '../../model/interests/interest.ts'
import { categoryView, interestView } from './view.ts'
import { makeCategory, makeInterest, refuseSecondName, refuseSecondTitle } from '../../rules/interests/make.ts'
import { removeCategory, removeInterests } from '../../rules/interests/remove.ts'

const CATEGORY_SETTINGS = ['title', 'display_order', 'type'] as const
const INTEREST_SETTINGS = ['name', 'display_order'] as const

export const interestOperations = {
  getInterestCategories({ tx, path, query }) {
    const list = listOrThrow(tx, path.list_id)
    const all = tx.range(interestCategories.byOrder, { list_id: list.id }).all()
    const matching = query.type === undefined ? all : all.filter((category) => category.type === query.type)
    return {
      categories: slicePage(matching, query).map((category) => categoryView(tx, category)),
      list_id: list.id,
      total_items: matching.length,
      _links: renderLinks(tx, 'InterestCategoryCollection', { list_id: list.id }),
    }
  },

  createInterestCategory({ tx, path, body }) {
    const list = listOrThrow(tx, path.list_id)
    const { title, type } = body
    return categoryView(tx, makeCategory(tx, list, { ...pick(body, CATEGORY_SETTINGS), title, type }))
  },

  getInterestCategory({ tx, path }) {
    const list = listOrThrow(tx, path.list_id)
    return categoryView(tx, categoryOrThrow(tx, list.id, path.interest_category_id))
  },

  updateInterestCategory({ tx, path, body }) {
    const list = listOrThrow(tx, path.list_id)
    const category = categoryOrThrow(tx, list.id, path.interest_category_id)
    if (body.title !== undefined) refuseSecondTitle(tx, list, body.title, category)
    return categoryView(tx, tx.amend(interestCategories, category, pick(body, CATEGORY_SETTINGS)))
  },

  deleteInterestCategory({ tx, path }) {
    const list = listOrThrow(tx, path.list_id)
    removeCategory(tx, categoryOrThrow(tx, list.id, path.interest_category_id))
  },

  getInterests({ tx, path, query }) {
    const list = listOrThrow(tx, path.list_id)
    const category = categoryOrThrow(tx, list.id, path.interest_category_id)
    const all = findInterests(tx, category)
    const subscribers = subscriberCounts(tx, list)
    return {
      interests: slicePage(all, query).map((interest) => interestView(tx, interest, subscribers.get(interest.id) ?? 0)),
      list_id: list.id,
      category_id: category.id,
      total_items: all.length,
      _links: renderLinks(tx, 'InterestCollection', { list_id: list.id, interest_category_id: category.id }),
    }
  },

  createInterest({ tx, path, body }) {
    const list = listOrThrow(tx, path.list_id)
    const category = categoryOrThrow(tx, list.id, path.interest_category_id)
    return interestView(tx, makeInterest(tx, list, category, { ...pick(body, INTEREST_SETTINGS), name: body.name }), 0)
  },

  getInterest({ tx, path }) {
    const list = listOrThrow(tx, path.list_id)
    const interest = interestOrThrow(tx, categoryOrThrow(tx, list.id, path.interest_category_id), path.interest_id)
    return interestView(tx, interest, subscriberCounts(tx, list).get(interest.id) ?? 0)
  },

  updateInterest({ tx, path, body }) {
    const list = listOrThrow(tx, path.list_id)
    const category = categoryOrThrow(tx, list.id, path.interest_category_id)
    const interest = interestOrThrow(tx, category, path.interest_id)
    if (body.name !== undefined) refuseSecondName(tx, category, body.name, interest)
    const changed = tx.amend(interests, interest, pick(body, INTEREST_SETTINGS))
    if (changed !== interest) refreshMemberSchema(tx, list.id)
    return interestView(tx, changed, subscriberCounts(tx, list).get(interest.id) ?? 0)
  },

  deleteInterest({ tx, path }) {
    const list = listOrThrow(tx, path.list_id)
    const interest = interestOrThrow(tx, categoryOrThrow(tx, list.id, path.interest_category_id), path.interest_id)
    removeInterests(tx, list.id, [interest])
  },
} satisfies Partial<Operations>

/** The number of subscribed members with each interest of a list. Interests without members are left out. */
export function subscriberCounts(tx: ReadTx, list: ListRow): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  tx.range(members.byStatus, { list_id: list.id, status: 'subscribed' }).each((member) => {
    for (const id of member.interests) counts.set(id, (counts.get(id) ?? 0) + 1)
  })
  return counts
}
