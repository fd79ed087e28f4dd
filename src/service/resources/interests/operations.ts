import { pick } from '../../../kernel/support/objects.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { listOrThrow } from '../../model/lists/list.ts'
import { refreshMemberSchema } from '../../rules/members/save.ts'
import { members } from '../../model/members/member.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import { type Operations, selectPage } from '../../rules/requests/operation.ts'
import {
  categoryOrThrow,
  interestCategories,
  type InterestRow,
  interestOrThrow,
  interests,
  type InterestCategoryRow,
} from '../../model/interests/interest.ts'
import {
  makeCategory,
  makeInterest,
  refuseSecondName,
  refuseSecondTitle,
  removeCategory,
  removeInterests,
} from '../../rules/interests/make.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'

const CATEGORY_SETTINGS = ['title', 'display_order', 'type'] as const
const INTEREST_SETTINGS = ['name', 'display_order'] as const

export const interestOperations = {
  getInterestCategories: listRows({
    schema: 'InterestCategoryCollection',
    rows(tx, path, { type }) {
      const all = tx.range(interestCategories.byOrder, { list_id: listOrThrow(tx, path.list_id).id })
      return type === undefined ? all : all.all().filter((category) => category.type === type)
    },
    view: categoryView,
    answer: (page, { list_id }) => ({ categories: page, list_id }),
  }),

  createInterestCategory({ tx, path, body }) {
    const list = listOrThrow(tx, path.list_id)
    const { title, type } = body
    return categoryView(tx, makeCategory(tx, list, { ...pick(body, CATEGORY_SETTINGS), title, type }))
  },

  getInterestCategory: ({ tx, path }) => categoryView(tx, categoryOrThrow(tx, path)),

  updateInterestCategory({ tx, path, body }) {
    const category = categoryOrThrow(tx, path)
    if (body.title !== undefined) refuseSecondTitle(tx, listOrThrow(tx, path.list_id), body.title, category)
    return categoryView(tx, tx.amend(interestCategories, category, pick(body, CATEGORY_SETTINGS)))
  },

  deleteInterestCategory: ({ tx, path }) => removeCategory(tx, categoryOrThrow(tx, path)),

  getInterests({ tx, path, query }) {
    const { list_id, id: category_id } = categoryOrThrow(tx, path)
    const all = tx.range(interests.byCategory, { list_id, category_id })
    const subscribers = subscriberCounts(tx, list_id)
    return {
      interests: selectPage(all, query).map((interest) => interestView(tx, interest, subscribers.get(interest.id) ?? 0)),
      list_id,
      category_id,
      total_items: all.count,
      _links: renderLinks(tx, 'InterestCollection', path),
    }
  },

  createInterest({ tx, path, body }) {
    const list = listOrThrow(tx, path.list_id)
    const category = categoryOrThrow(tx, path)
    return interestView(tx, makeInterest(tx, list, category, { ...pick(body, INTEREST_SETTINGS), name: body.name }), 0)
  },

  getInterest: ({ tx, path }) => countedView(tx, interestOrThrow(tx, path)),

  updateInterest({ tx, path, body }) {
    const interest = interestOrThrow(tx, path)
    if (body.name !== undefined) refuseSecondName(tx, categoryOrThrow(tx, path), body.name, interest)
    const changed = tx.amend(interests, interest, pick(body, INTEREST_SETTINGS))
    if (changed !== interest) refreshMemberSchema(tx, path.list_id)
    return countedView(tx, changed)
  },

  deleteInterest: ({ tx, path }) => removeInterests(tx, path.list_id, [interestOrThrow(tx, path)]),
} satisfies Partial<Operations>

function countedView(tx: ReadTx, interest: InterestRow) {
  return interestView(tx, interest, subscriberCounts(tx, interest.list_id).get(interest.id) ?? 0)
}

/** The number of subscribed members with each interest of a list. Interests without members are left out. */
function subscriberCounts(tx: ReadTx, list_id: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  tx.range(members.byStatus, { list_id, status: 'subscribed' }).each((member) => {
    for (const id of member.interests) counts.set(id, (counts.get(id) ?? 0) + 1)
  })
  return counts
}

function categoryView(tx: ReadTx, category: InterestCategoryRow): ServiceSchemas['InterestCategory'] {
  const { list_id, id, title, display_order, type } = category
  const _links = renderLinks(tx, 'InterestCategory', { list_id, interest_category_id: id })
  return { list_id, id, title, display_order, type, _links }
}

/** Renders an interest; `subscribers` is how many subscribed members have it. */
function interestView(tx: ReadTx, interest: InterestRow, subscribers: number): ServiceSchemas['Interest'] {
  const { category_id, list_id, id, name, display_order } = interest
  const _links = renderLinks(tx, 'Interest', { list_id, interest_category_id: category_id, interest_id: id })
  return { category_id, list_id, id, name, subscriber_count: String(subscribers), display_order, _links }
}
