import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { members } from '../../src/service/model/members/member.ts'
import { mock } from '../mock.ts'

export const LIST = 'a1b2c3d4e5'
export const TOPICS = 'c0c0c0c0c0'
export const GARDENING = 'd1d1d1d1d1'
export const COOKING = 'd2d2d2d2d2'
export const CATEGORIES = `/3.0/lists/${LIST}/interest-categories`
export const INTERESTS = `${CATEGORIES}/${TOPICS}/interests`

/** A world with a list that has a category with two interests. */
export async function withInterests() {
  const world = mock()
  const list = await world.plant((tx) => {
    const made = makeList(tx, { id: LIST, name: 'Acme News' })
    const topics = makeCategory(tx, made, { id: TOPICS, title: 'Topics', type: 'checkboxes' })
    makeInterest(tx, made, topics, { id: GARDENING, name: 'Gardening' })
    makeInterest(tx, made, topics, { id: COOKING, name: 'Cooking' })
    return made
  })
  const join = (email_address: string, interests: readonly string[], status: 'subscribed' | 'unsubscribed' = 'subscribed') =>
    world.plant((tx) => makeMember(tx, list, { email_address, interests, status }))
  const interestsOf = (contact_id: string) => world.plant((tx) => tx.first(members.key, { contact_id })?.interests)
  return { ...world, list, join, interestsOf }
}
