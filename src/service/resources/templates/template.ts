import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp, type Seconds } from '../../../kernel/support/time.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../answers/errors.ts'
import { linksOf } from '../answers/links.ts'

/** HTML from which campaigns are created. */
export interface TemplateRow {
  readonly seq: number
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
  /** 0 until it is edited. */
  readonly date_edited: Seconds
  readonly edited_by: string
  /** Empty if it has no folder. */
  readonly folder_id: string
  readonly thumbnail: string
  readonly share_url: string
}

export const templates = defineTable<TemplateRow>()('templates', {
  key: ['id'],
  byCreation: ['status', 'date_created'],
  byEdit: ['status', 'date_edited'],
  byName: ['status', 'name_key'],
  inFolder: ['folder_id', 'status'],
})

/** Returns the template with an id. Throws a 404 if there is none. */
export function templateOrThrow(tx: Tx, id: string): TemplateRow {
  const template = /^\d{1,15}$/.test(id) ? tx.first(templates.key, { id: Number(id) }) : undefined
  if (!template) throw errors.notFound(`there is no template ${id.slice(0, 64)}`)
  return template
}

/** Renders a template without its HTML. */
export function templateView(tx: Tx, template: TemplateRow): ServiceSchemas['Template'] {
  return {
    id: template.id,
    type: template.type,
    name: template.name,
    drag_and_drop: template.drag_and_drop,
    responsive: template.responsive,
    category: template.category,
    date_created: timestamp(template.date_created),
    ...(template.date_edited === 0 ? {} : { date_edited: timestamp(template.date_edited) }),
    created_by: template.created_by,
    ...(template.date_edited === 0 ? {} : { edited_by: template.edited_by }),
    active: template.status === 'active',
    ...(template.folder_id === '' ? {} : { folder_id: template.folder_id }),
    thumbnail: template.thumbnail,
    share_url: template.share_url,
    _links: linksOf(tx, 'Template', { template_id: template.id }),
  }
}
