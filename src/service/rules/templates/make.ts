import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { createInState } from '../../../kernel/world/machine.ts'
import { freshNumber } from '../../../kernel/world/fresh-id.ts'
import { withoutOwnAddress } from '../urls/own-address.ts'
import { errors } from '../../model/errors.ts'
import { folderAt } from '../../model/folders/folder.ts'
import { fullName } from '../../model/root/account.ts'
import { isResponsive } from './html.ts'
import { templateMachine } from '../../model/templates/machine.ts'
import { templates, type TemplateRow } from '../../model/templates/template.ts'

/** The fields of a new template: a name and HTML, and optionally any other field of its row. */
export type NewTemplate = Pick<TemplateRow, 'name' | 'html'> & Partial<Omit<TemplateRow, 'seq' | 'status' | 'name_key'>>

/** Creates a template. Throws 400 if its folder does not exist. */
export function makeTemplate(tx: Tx, fields: NewTemplate): TemplateRow {
  checkTemplateFolder(tx, fields.folder_id ?? '')
  return createInState(tx, templateMachine, {
    id: fields.id ?? freshNumber(tx, 'templates.id', (id) => !!tx.first(templates.key, { id }), FIRST_ID),
    type: 'user',
    status: 'active',
    category: '',
    drag_and_drop: false,
    date_created: tx.now,
    created_by: fullName(tx),
    date_edited: fields.date_created ?? tx.now,
    edited_by: fields.created_by ?? fullName(tx),
    folder_id: '',
    thumbnail: '',
    share_url: '',
    ...fields,
    html: withoutOwnAddress(tx.world, fields.html),
    name_key: templateNameKey(fields.name),
    responsive: fields.responsive ?? isResponsive(fields.html),
  })
}

/** The sort key of a template's name, which ignores case. */
export function templateNameKey(name: string): string {
  return name.toLowerCase()
}

const FIRST_ID = 30_001

/** Rejects a folder that is not one of templates. An empty id stands for no folder. */
export function checkTemplateFolder(tx: ReadTx, folder_id: string): void {
  if (folder_id === '' || folderAt(tx, 'template', folder_id)) return
  throw errors.invalid({ field: 'folder_id', message: 'Value must be the id of a folder of templates.' })
}
