import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { campaigns, isListed } from '../../model/campaigns/campaign.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { templates } from '../../model/templates/template.ts'
import type { FolderRow } from '../../model/folders/folder.ts'

/** How the contents of a folder are counted and removed from it. */
interface Contents {
  readonly count: (tx: ReadTx, folder_id: string) => number
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

/** Renders a folder with its current count. */
export function folderView(tx: ReadTx, folder: FolderRow): ServiceSchemas['TemplateFolder'] & ServiceSchemas['CampaignFolder'] {
  const { id, name, kind } = folder
  const schema = kind === 'template' ? 'TemplateFolder' : 'CampaignFolder'
  return { id, name, count: contentsOf[kind].count(tx, id), _links: renderLinks(tx, schema, { folder_id: id }) }
}
