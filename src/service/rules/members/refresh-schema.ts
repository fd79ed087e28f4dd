import type { Tx } from '../../../kernel/world/tx.ts'
import { interests } from '../../model/interests/interest.ts'
import { mergeFields } from '../../model/merge-fields/merge-field.ts'
import { memberSchemas } from '../../model/members/member-schema.ts'

/** Must be called after any change of data that member records show besides their rows. */
export function refreshMemberSchema(tx: Tx, list_id: string): void {
  const schema = {
    list_id,
    merge_fields: tx.range(mergeFields.byOrder, { list_id }).all(),
    interests: tx
      .range(interests.byCategory, { list_id })
      .all()
      .map((interest) => interest.id),
  }
  const before = tx.first(memberSchemas.key, { list_id })
  if (before) tx.put(memberSchemas, { ...schema, seq: before.seq })
  else tx.insert(memberSchemas, schema)
}
