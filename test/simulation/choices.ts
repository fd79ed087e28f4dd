import { interestCategories, interests } from '../../src/resources/interests/interest.ts'
import { members } from '../../src/resources/members/member.ts'
import { mergeFields } from '../../src/resources/merge-fields/merge-field.ts'
import { notes } from '../../src/resources/notes/note.ts'
import { segments } from '../../src/resources/segments/segment.ts'
import type { Tx } from '../../src/world/tx.ts'
import type { Dice } from './dice.ts'

/** What there is to choose from for each parameter of a path. */
export const CHOICES: {
  readonly [parameter: string]: (tx: Tx, dice: Dice, list: string) => readonly (string | number)[]
} = {
  list_id: (_tx, _dice, list) => [list],
  subscriber_hash: (tx, dice, list) =>
    tx
      .range(members.onList, { list_id: list })
      .all()
      .map((member) => dice.oneOf([member.hash, member.email_address, member.contact_id])),
  merge_id: (tx, _dice, list) =>
    tx
      .range(mergeFields.byOrder, { list_id: list })
      .all()
      .map(({ merge_id }) => merge_id),
  interest_category_id: (tx, _dice, list) =>
    tx
      .range(interestCategories.byOrder, { list_id: list })
      .all()
      .map(({ id }) => id),
  interest_id: (tx, _dice, list) =>
    tx
      .range(interests.byCategory, { list_id: list })
      .all()
      .map(({ id }) => id),
  segment_id: (tx, _dice, list) =>
    tx
      .range(segments.onList, { list_id: list })
      .all()
      .map(({ id }) => id),
  note_id: (tx) =>
    tx
      .range(notes.key)
      .all()
      .map(({ id }) => id),
  month: () => ['2026-01', '2025-12', 'never'],
}
