import type { Tx, ReadTx } from '../../../kernel/world/tx.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { type FolderKind, folderOrThrow, folders, type FolderRow } from '../../model/folders/folder.ts'
import { makeFolder } from '../../rules/folders/make.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { campaigns, isListed } from '../../model/campaigns/campaign.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { templates } from '../../model/templates/template.ts'

export const folderOperations = {
  createTemplateFolder: ({ tx, body }) => folderView(tx, makeFolder(tx, { kind: 'template', name: body.name })),
  getTemplateFolders: listRows({
    schema: 'TemplateFolderCollection',
    rows: (tx) => tx.range(folders.byKind, { kind: 'template' }),
    view: folderView,
    answer: (page) => ({ folders: page }),
  }),
  getTemplateFolder: ({ tx, path }) => folderView(tx, folderOrThrow(tx, 'template', path.folder_id)),
  updateTemplateFolder: ({ tx, path, body }) => rename(tx, 'template', path.folder_id, body.name),
  deleteTemplateFolder: ({ tx, path }) => dissolve(tx, 'template', path.folder_id),

  createCampaignFolder: ({ tx, body }) => folderView(tx, makeFolder(tx, { kind: 'campaign', name: body.name })),
  getCampaignFolders: listRows({
    schema: 'CampaignFolderCollection',
    rows: (tx) => tx.range(folders.byKind, { kind: 'campaign' }),
    view: folderView,
    answer: (page) => ({ folders: page }),
  }),
  getCampaignFolder: ({ tx, path }) => folderView(tx, folderOrThrow(tx, 'campaign', path.folder_id)),
  updateCampaignFolder: ({ tx, path, body }) => rename(tx, 'campaign', path.folder_id, body.name),
  deleteCampaignFolder: ({ tx, path }) => dissolve(tx, 'campaign', path.folder_id),
} satisfies Partial<Operations>

function rename(tx: Tx, kind: FolderKind, id: string, name: string) {
  return folderView(tx, tx.amend(folders, folderOrThrow(tx, kind, id), { name }))
}

/** Deletes a folder. Its contents stay, without a folder. */
function dissolve(tx: Tx, kind: FolderKind, id: string): void {
  const folder = folderOrThrow(tx, kind, id)
  contentsOf[kind].unfile(tx, folder.id)
  tx.remove(folders, folder)
}

/** How the contents of a folder are counted and removed from it. */
interface Contents {
  readonly count: (tx: ReadTx, folder_id: string) => number
  readonly unfile: (tx: Tx, folder_id: string) => void
}

/** The contents of each kind of folder. */
const contentsOf: { readonly [Kind in 'template' | 'campaign']: Contents } = {
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
function folderView(tx: ReadTx, folder: FolderRow): ServiceSchemas['TemplateFolder'] & ServiceSchemas['CampaignFolder'] {
  const { id, name, kind } = folder
  const schema = kind === 'template' ? 'TemplateFolder' : 'CampaignFolder'
  return { id, name, count: contentsOf[kind].count(tx, id), _links: renderLinks(tx, schema, { folder_id: id }) }
}
