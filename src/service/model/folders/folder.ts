import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'

/** The kind of a folder, by its contents. */
export type FolderKind = 'template' | 'campaign'

/** A folder of templates or campaigns, which refer to it. */
export interface FolderRow extends Row {
  readonly id: string
  readonly kind: FolderKind
  readonly name: string
}

export const folders = defineTable<FolderRow>()('folders', {
  key: ['id'],
  indexes: { byKind: ['kind'] },
})

/** Returns the folder with an id, if it is of this kind. */
export function folderAt(tx: ReadTx, kind: FolderKind, id: string): FolderRow | undefined {
  const folder = tx.first(folders.key, { id })
  return folder?.kind === kind ? folder : undefined
}

/** Returns the folder with an id and kind. Throws a 404 if there is none. */
export function folderOrThrow(tx: ReadTx, kind: FolderKind, id: string): FolderRow {
  return folderAt(tx, kind, id) ?? refuseMissing(`there is no ${kind} folder`, id)
}
