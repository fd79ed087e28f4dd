import type { Tx } from '../../../kernel/world/tx.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { contentsOf, folderView } from './view.ts'
import { type FolderKind, folderOrThrow, folders } from '../../model/folders/folder.ts'
import { makeFolder } from '../../rules/folders/make.ts'

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
