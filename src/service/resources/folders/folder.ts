import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { campaigns, isListed } from '../campaigns/campaign.ts'
import { errors } from '../answers/errors.ts'
import { linksOf } from '../answers/links.ts'
import { templates } from '../templates/template.ts'

/** How the contents of a folder are counted and removed from it. */
interface Contents {
  readonly count: (tx: Tx, folder_id: string) => number
  readonly unfile: (tx: Tx, folder_id: string) => void
}

/** The contents of each kind of folder. */
export const contentsOf: { readonly [Kind in 'template' | 'campaign']: Contents } = {
  template: {
    // Deleted templates stay in it, but are neither listed nor counted.
    count: (tx, folder_id) => tx.range(templates.inFolder, { folder_id, status: 'active' }).count,
    unfile(tx, folder_id) {
      for (const row of tx.range(templates.inFolder, { folder_id }).all()) tx.put(templates, { ...row, folder_id: '' })
    },
  },
  campaign: {
    count: (tx, folder_id) => tx.range(campaigns.byFolder, { folder_id }).all().filter(isListed).length,
    unfile(tx, folder_id) {
      for (const row of tx.range(campaigns.byFolder, { folder_id }).all()) tx.put(campaigns, { ...row, folder_id: '' })
    },
  },
}

/** The kind of a folder, by its contents. */
export type FolderKind = 'template' | 'campaign'

/** A folder of templates or campaigns, which refer to it. */
export interface FolderRow {
  readonly seq: number
  readonly id: string
  readonly kind: FolderKind
  readonly name: string
}

export const folders = defineTable<FolderRow>()('folders', { key: ['id'], byKind: ['kind'] })

/** Returns the folder with an id, if it is of this kind. */
export function folderAt(tx: Tx, kind: FolderKind, id: string): FolderRow | undefined {
  const folder = tx.first(folders.key, { id })
  return folder?.kind === kind ? folder : undefined
}

/** Returns the folder with an id and kind. Throws a 404 if there is none. */
export function folderOrThrow(tx: Tx, kind: FolderKind, id: string): FolderRow {
  const folder = folderAt(tx, kind, id)
  if (!folder) throw errors.notFound(`there is no ${kind} folder ${id.slice(0, 64)}`)
  return folder
}

/** Renders a folder with its current count. */
export function folderView(tx: Tx, folder: FolderRow): ServiceSchemas['TemplateFolder'] & ServiceSchemas['CampaignFolder'] {
  const { id, name, kind } = folder
  const schema = kind === 'template' ? 'TemplateFolder' : 'CampaignFolder'
  return { id, name, count: contentsOf[kind].count(tx, id), _links: linksOf(tx, schema, { folder_id: id }) }
}
