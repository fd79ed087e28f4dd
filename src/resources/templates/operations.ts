import type { Tx } from '../../world/tx.ts'
import { take } from '../../world/machine.ts'
import { errors } from '../errors.ts'
import { folderAt } from '../folders/folder.ts'
import { linksOf } from '../links.ts'
import type { Operations } from '../operation.ts'
import { accountOf } from '../root/account.ts'
import { chooseTemplates } from './choose.ts'
import { isResponsive } from './html.ts'
import { editableOrThrow, templateMachine } from './machine.ts'
import { makeTemplate, nameKey } from './make.ts'
import { sectionsOf } from './sections.ts'
import { templateOrThrow, templates, templateView } from './template.ts'

export const templateOperations = {
  createTemplate({ tx, body }) {
    const { name, html, folder_id = '' } = body
    checkFolder(tx, folder_id)
    return templateView(tx, makeTemplate(tx, { name, html, folder_id }))
  },

  getTemplates({ tx, query }) {
    const { rows, total } = chooseTemplates(tx, query)
    return {
      templates: rows.map((template) => templateView(tx, template)),
      total_items: total,
      _links: linksOf(tx, 'TemplateCollection'),
    }
  },

  getTemplate({ tx, path }) {
    return templateView(tx, templateOrThrow(tx, path.template_id))
  },

  updateTemplate({ tx, path, body }) {
    const before = editableOrThrow(templateOrThrow(tx, path.template_id))
    const { name = before.name, html = before.html, folder_id = before.folder_id } = body
    if (name === before.name && html === before.html && folder_id === before.folder_id) return templateView(tx, before)
    checkFolder(tx, folder_id)
    const after = tx.put(templates, {
      ...before,
      name,
      name_key: nameKey(name),
      html,
      responsive: html === before.html ? before.responsive : isResponsive(html),
      folder_id,
      date_edited: tx.now,
      edited_by: accountOf(tx).username,
    })
    return templateView(tx, after)
  },

  deleteTemplate({ tx, path }) {
    take(tx, templateMachine, templateOrThrow(tx, path.template_id), 'remove')
  },

  getTemplateDefaultContent({ tx, path }) {
    const template = templateOrThrow(tx, path.template_id)
    return {
      sections: sectionsOf(template),
      _links: linksOf(tx, 'TemplateDefaultContent', { template_id: template.id }),
    }
  },
} satisfies Partial<Operations>

/** Refuses a folder that is none of templates; an empty id stands for no folder. */
function checkFolder(tx: Tx, folder_id: string): void {
  if (folder_id === '' || folderAt(tx, 'template', folder_id)) return
  throw errors.invalid({ field: 'folder_id', message: 'Value must be the id of a folder of templates.' })
}
