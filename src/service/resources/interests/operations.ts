import { pick } from '../../../kernel/support/pick.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { linksOf } from '../answers/links.ts'
import { listOrThrow, type ListRow } from '../lists/list.ts'
import { refreshMemberSchema } from '../members/member-schema.ts'
import { members } from '../members/member.ts'
import type { Operations } from '../requests/operation.ts'
import { sliceOf } from '../requests/paging.ts'
import {
  categoryOrThrow,
  categoryView,
  interestCategories,
  interestOrThrow,
  interests,
  interestsOf,
  interestView,
} from './interest.ts'
import { makeCategory, makeInterest } from './make.ts'
import { removeCategory, removeInterests } from './remove.ts'

const CATEGORY_SETTINGS = ['title', 'display_order', 'type'] as const
const INTEREST_SETTINGS = ['name', 'display_order'] as const

export const interestOperations = {
  getInterestCategories({ tx, path, query }) {
    const list = listOrThrow(tx, path.list_id)
    const all = tx.range(interestCategories.byOrder, { list_id: list.id }).all()
    const matching = query.type === undefined ? all : all.filter((category) => category.type === query.type)
    return {
      categories: sliceOf(matching, query).map((category) => categoryView(tx, category)),
      list_id: list.id,
      total_items: matching.length,
      _links: linksOf(tx, 'InterestCategoryCollection', { list_id: list.id }),
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
    return categoryView(tx, tx.amend(interestCategories, category, pick(body, CATEGORY_SETTINGS)))
  },

  deleteInterestCategory({ tx, path }) {
    const list = listOrThrow(tx, path.list_id)
    removeCategory(tx, categoryOrThrow(tx, list.id, path.interest_category_id))
  },

  getInterests({ tx, path, query }) {
    const list = listOrThrow(tx, path.list_id)
    const category = categoryOrThrow(tx, list.id, path.interest_category_id)
    const all = interestsOf(tx, category)
    const subscribers = subscriberCounts(tx, list)
    return {
      interests: sliceOf(all, query).map((interest) => interestView(tx, interest, subscribers.get(interest.id) ?? 0)),
      list_id: list.id,
      category_id: category.id,
      total_items: all.length,
      _links: linksOf(tx, 'InterestCollection', { list_id: list.id, interest_category_id: category.id }),
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
    const interest = interestOrThrow(tx, categoryOrThrow(tx, list.id, path.interest_category_id), path.interest_id)
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
export function subscriberCounts(tx: Tx, list: ListRow): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  tx.range(members.byStatus, { list_id: list.id, status: 'subscribed' }).each((member) => {
    for (const id of member.interests) counts.set(id, (counts.get(id) ?? 0) + 1)
  })
  return counts
}
