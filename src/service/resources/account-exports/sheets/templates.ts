import { timestamp } from '../../../../kernel/support/time.ts'
import type { TemplateRow } from '../../../model/templates/template.ts'
import { makeSheetLine, type Columns } from './sheet.ts'

/** The columns of the templates. The HTML of each is in its own file. */
export const templateColumns: Columns<TemplateRow> = {
  template_id: ({ id }) => id,
  type: ({ type }) => type,
  name: ({ name }) => name,
  category: ({ category }) => category,
  active: ({ status }) => status === 'active',
  folder_id: ({ folder_id }) => folder_id,
  date_created: ({ date_created }) => timestamp(date_created),
  created_by: ({ created_by }) => created_by,
  date_edited: ({ date_edited }) => timestamp(date_edited),
  edited_by: ({ edited_by }) => edited_by,
}

export const templateLine = makeSheetLine(templateColumns)
