import type { Schemas } from '../../contract/service.ts'
import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'
import { linksOf } from '../links.ts'
import { contentsOf } from './contents.ts'

/** What a folder is for. */
export type FolderKind = 'template' | 'campaign'

/** A folder that templates or campaigns are filed in. What is in it names it. */
export interface FolderRow {
  readonly seq: number
  readonly id: string
  readonly kind: FolderKind
  readonly name: string
}

export const folders = defineTable<FolderRow>()('folders', { key: ['id'], byKind: ['kind'] })

/** The folder of an id, if it is one of this kind. */
export function folderAt(tx: Tx, kind: FolderKind, id: string): FolderRow | undefined {
  const folder = tx.first(folders.key, { id })
  return folder?.kind === kind ? folder : undefined
}

/** The folder of an id and kind, or a 404. */
export function folderOrThrow(tx: Tx, kind: FolderKind, id: string): FolderRow {
  const folder = folderAt(tx, kind, id)
  if (!folder) throw errors.notFound(`there is no ${kind} folder ${id.slice(0, 64)}`)
  return folder
}

/** Shows a folder. What is in it is counted now. */
export function folderView(tx: Tx, folder: FolderRow): Schemas['TemplateFolder'] & Schemas['CampaignFolder'] {
  const { id, name, kind } = folder
  const schema = kind === 'template' ? 'TemplateFolder' : 'CampaignFolder'
  return { id, name, count: contentsOf[kind].count(tx, id), _links: linksOf(tx, schema, { folder_id: id }) }
}
