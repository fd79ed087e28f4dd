import { makeCategory, makeInterest } from '../../src/resources/interests/make.ts'
import { makeList } from '../../src/resources/lists/make.ts'
import { makeMember } from '../../src/resources/members/make.ts'
import { makeNote } from '../../src/resources/notes/make.ts'
import { makeSegment } from '../../src/resources/segments/make.ts'
import { mock } from '../mock.ts'

/** An account with one thing of each kind, and the way to each. */
export async function furnished() {
  const double = mock()
  const ids = await double.plant((tx) => {
    const list = makeList(tx, { name: 'One of each' })
    const member = makeMember(tx, list, { email_address: 'ada@acme.test' })
    const category = makeCategory(tx, list, { title: 'Colours', type: 'checkboxes' })
    return {
      list_id: list.id,
      subscriber_hash: member.hash,
      merge_id: '1',
      interest_category_id: category.id,
      interest_id: makeInterest(tx, list, category, { name: 'Red' }).id,
      segment_id: String(makeSegment(tx, list, { name: 'Static', type: 'static' }).id),
      note_id: String(makeNote(tx, list, member, { note: 'Called' }).id),
      month: '2026-01',
      report_id: '1',
    }
  })
  return { ...double, ids: new Map(Object.entries(ids)) }
}
