import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'

/** HTML from which campaigns are created. */
export interface TemplateRow extends Row {
  readonly id: number
  readonly type: ServiceSchemas['Template']['type']
  readonly status: 'active' | 'inactive'
  readonly name: string
  /** The sort key of the name. */
  readonly name_key: string
  readonly html: string
  readonly responsive: boolean
  readonly category: string
  readonly drag_and_drop: boolean
  readonly date_created: Seconds
  readonly created_by: string
  readonly date_edited: Seconds
  readonly edited_by: string
  /** Empty if it has no folder. */
  readonly folder_id: string
  readonly thumbnail: string
  readonly share_url: string
}

export const templates = defineTable<TemplateRow>()('templates', {
  key: ['id'],
  indexes: {
    byCreation: ['status', 'date_created'],
    byEdit: ['status', 'date_edited'],
    byName: ['status', 'name_key'],
    inFolder: ['folder_id', 'status'],
  },
  word: 'template',
  parameters: ['template_id'],
  shownBy: 'name',
})

/** The templates that the service offers to every account, if the setting shows them. No other row has their ids. */
export function serviceTemplatesIn(tx: ReadTx): readonly TemplateRow[] {
  if (!tx.settings.service_templates) return []
  return SERVICE_TEMPLATES.filter(({ id }) => !tx.first(templates.key, { id }))
}

/** 2014-01-01: before every template of an account. */
const OFFERED_AT: Seconds = 1_388_534_400

/** As many as a recorded new account had. */
const SERVICE_TEMPLATES = Array.from({ length: 121 }, (_, i): TemplateRow => {
  const [type, name] = i < 13 ? (['base', `Layout ${i + 1}`] as const) : (['gallery', `Theme ${i - 12}`] as const)
  return {
    seq: 0,
    id: 1001 + i,
    type,
    status: 'active',
    name,
    name_key: name.toLowerCase(),
    html: `<div mc:edit="body">${name}</div>`,
    responsive: false,
    category: type === 'base' ? '' : 'Themes',
    drag_and_drop: false,
    date_created: OFFERED_AT,
    created_by: '',
    date_edited: OFFERED_AT,
    edited_by: '',
    folder_id: '',
    thumbnail: '',
    share_url: '',
  }
})

export function templateOrThrow(tx: ReadTx, id: string): TemplateRow {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : -1
  const template = tx.first(templates.key, { id: number }) ?? serviceTemplatesIn(tx).find((each) => each.id === number)
  return template ?? refuseMissing('there is no template', id)
}
