import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import type { MergeFieldRow } from '../../model/merge-fields/merge-field.ts'

export function mergeFieldView(tx: ReadTx, field: MergeFieldRow): ServiceSchemas['MergeField'] {
  const { seq: _seq, merge_id, tag, name, type, required, ...others } = field
  return {
    merge_id,
    tag,
    name,
    type,
    required,
    ...others,
    _links: renderLinks(tx, 'MergeField', { list_id: field.list_id, merge_id: field.merge_id }),
  }
}
