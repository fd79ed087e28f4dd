import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import type { TemplateRow } from '../../model/templates/template.ts'

/** Renders a template without its HTML. */
export function templateView(tx: ReadTx, template: TemplateRow): ServiceSchemas['Template'] {
  return {
    id: template.id,
    type: template.type,
    name: template.name,
    drag_and_drop: template.drag_and_drop,
    responsive: template.responsive,
    category: template.category,
    date_created: timestamp(template.date_created),
    date_edited: timestamp(template.date_edited),
    created_by: template.created_by,
    edited_by: template.edited_by,
    active: template.status === 'active',
    ...(template.folder_id === '' ? {} : { folder_id: template.folder_id }),
    thumbnail: template.thumbnail,
    share_url: template.share_url,
    content_type: template.type === 'user' && !template.drag_and_drop ? 'html' : 'template',
    _links: renderLinks(tx, 'Template', { template_id: template.id }),
  }
}
