import { expect } from 'vitest'
import { phoneContacts } from '../../src/service/model/contacts/contact.ts'
import { interests } from '../../src/service/model/interests/interest.ts'
import { lists, runningCounts } from '../../src/service/model/lists/list.ts'
import { confirmations } from '../../src/service/model/members/confirmation.ts'
import { monthlyGrowth } from '../../src/service/resources/list-reports/activity.ts'
import { pick } from '../../src/kernel/support/pick.ts'
import { members, type MemberStatus, findMemberSchema } from '../../src/service/model/members/member.ts'
import { mergeFields } from '../../src/service/model/merge-fields/merge-field.ts'
import { segments, taggings } from '../../src/service/model/segments/segment.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import type { mock } from '../mock.ts'
import { expectAutomationsToBalance } from './automation-books.ts'
import { expectBatchesToBalance } from './batch-books.ts'
import { expectCampaignsToBalance } from './campaign-books.ts'

const STATUSES: readonly MemberStatus[] = ['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional', 'archived']

/** Redundant data must agree: counts with the rows, member schemas with the fields, tags with their members. */
export function expectBooksToBalance(tx: Tx): void {
  expectBatchesToBalance(tx)
  expectCampaignsToBalance(tx)
  expectAutomationsToBalance(tx)
  for (const list of tx.range(lists.key).all()) {
    const counts = runningCounts(tx, list)
    for (const status of STATUSES)
      expect(counts[status], `${status} of ${list.id}`).toBe(tx.range(members.byStatus, { list_id: list.id, status }).count)
    expect(counts.phone_contacts).toBe(tx.range(phoneContacts.byCreation, { list_id: list.id }).count)
    expect(counts.merge_fields).toBe(tx.range(mergeFields.byOrder, { list_id: list.id }).count)
    const growth = monthlyGrowth(tx, list).at(-1)
    expect(growth, `growth of ${list.id}`).toMatchObject(pick(counts, ['subscribed', 'pending', 'transactional']))
    const shape = findMemberSchema(tx, list.id)
    expect(shape.merge_fields).toEqual(tx.range(mergeFields.byOrder, { list_id: list.id }).all())
    expect(shape.interests).toEqual(
      tx
        .range(interests.byCategory, { list_id: list.id })
        .all()
        .map(({ id }) => id),
    )
  }
  for (const member of tx.range(members.key).all()) {
    expect(member.archived).toBe(member.status === 'archived')
    expect(tx.first(lists.key, { id: member.list_id }), 'a member of a deleted list').toBeDefined()
  }
  for (const { contact_id, list_id } of tx.range(confirmations.key).all()) {
    expect(tx.first(members.key, { contact_id })?.list_id, 'a confirmation link without a member').toBe(list_id)
  }
  for (const tagging of tx.range(taggings.key).all()) {
    const { contact_id } = tagging
    const holder = tx.first(members.key, { contact_id }) ?? tx.first(phoneContacts.key, { contact_id })
    expect(holder, 'a tag of a missing member').toBeDefined()
    expect(tx.first(segments.key, { list_id: tagging.list_id, id: tagging.segment_id }), 'a tag without a segment').toBeDefined()
  }
}

/** The size of the pages of a collection, so that there are several pages and not too many. */
const PAGE_MIN = 3
const PAGE_MAX = 1_000
const PAGES_MAX = 40

/** The total of a collection must equal the sum of its pages. */
export async function expectPagesToAddUp(call: ReturnType<typeof mock>['call'], path: string, key: string): Promise<void> {
  const ids: string[] = []
  const { total_items } = (await call(`GET ${path}?count=0`)).body
  const page = Math.min(Math.max(PAGE_MIN, Math.ceil(total_items / PAGES_MAX)), PAGE_MAX)
  for (let offset = 0; ; offset += page) {
    const { body } = await call(`GET ${path}?count=${page}&offset=${offset}`)
    ids.push(...body[key].map(({ id }: { id: string }) => id))
    if (body[key].length > 0) continue
    expect(new Set(ids).size, path).toBe(body.total_items)
    expect(ids.length, path).toBe(body.total_items)
    return
  }
}
