import type { Tx } from '../../../kernel/world/tx.ts'
import { freshId } from '../../../kernel/world/fresh-id.ts'
import { folders, type FolderRow } from '../../model/folders/folder.ts'

export type NewFolder = Pick<FolderRow, 'kind' | 'name'> & Partial<Pick<FolderRow, 'id'>>

/** Creates an empty folder. */
export function makeFolder(tx: Tx, { id, kind, name }: NewFolder): FolderRow {
  return tx.insert(folders, {
    id: id ?? freshId(tx, 'folders.id', (drawn) => !!tx.first(folders.key, { id: drawn })),
    kind,
    name,
  })
}
