import { makeMove } from '../../../kernel/world/machine.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { type Call, type Operations, selectPage, slicePage, isWithin } from '../../rules/requests/operation.ts'
import { withOwnAddress, withoutOwnAddress } from '../../rules/urls/own-address.ts'
import { fullName } from '../../model/root/account.ts'
import { isResponsive, sectionsIn } from '../../rules/templates/html.ts'
import { editableOrThrow, templateMachine } from '../../model/templates/machine.ts'
import { checkTemplateFolder, makeTemplate, templateNameKey } from '../../rules/templates/make.ts'
import { serviceTemplatesIn, templateOrThrow, type TemplateRow, templates } from '../../model/templates/template.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'

type TemplateQuery = Call<'getTemplates'>['query']

const ORDERS = { date_created: templates.byCreation, date_edited: templates.byEdit, name: templates.byName } as const

/** The active templates of a page, and the number of matches. */
export function chooseTemplates(
  tx: ReadTx,
  query: TemplateQuery,
): { readonly rows: readonly TemplateRow[]; readonly total: number } {
  const { sort_field, sort_dir = sort_field === undefined ? 'DESC' : 'ASC' } = query
  const all = tx.range(ORDERS[sort_field ?? 'date_created'], { status: 'active' })
  const offered = serviceTemplatesIn(tx)
  if (offered.length === 0 && !FILTERS.some((name) => query[name] !== undefined))
    return { rows: selectPage(all, query, sort_dir), total: all.count }
  const key = sort_field === 'name' ? 'name_key' : (sort_field ?? 'date_created')
  const rows =
    offered.length === 0
      ? all.all()
      : [...offered, ...all.all()].toSorted((a, b) => (a[key] < b[key] ? -1 : Number(a[key] > b[key])))
  const matching = rows.filter((template) => matchesTemplateQuery(template, query))
  if (sort_dir === 'DESC') matching.reverse()
  return { rows: slicePage(matching, query), total: matching.length }
}

const FILTERS = ['created_by', 'since_date_created', 'before_date_created', 'type', 'category', 'folder_id'] as const
const EQUAL = ['created_by', 'type', 'category', 'folder_id'] as const

function matchesTemplateQuery(template: TemplateRow, query: TemplateQuery): boolean {
  return (
    EQUAL.every((name) => query[name] === undefined || template[name] === query[name]) &&
    isWithin(template.date_created, query.since_date_created, query.before_date_created)
  )
}

/** The editable regions of a template. */
export function readSections({ html }: TemplateRow): Readonly<Record<string, string>> {
  return Object.fromEntries(sectionsIn(html))
}

export const templateOperations = {
  createTemplate({ tx, body }) {
    const { name, html, folder_id = '' } = body
    return templateView(tx, makeTemplate(tx, { name, html, folder_id }))
  },

  getTemplates({ tx, query }) {
    const { rows, total } = chooseTemplates(tx, query)
    return {
      templates: rows.map((template) => templateView(tx, template)),
      total_items: total,
      _links: renderLinks(tx, 'TemplateCollection'),
    }
  },

  getTemplate: ({ tx, path }) => templateView(tx, templateOrThrow(tx, path.template_id)),

  updateTemplate({ tx, path, body }) {
    const before = editableOrThrow(templateOrThrow(tx, path.template_id))
    const { name = before.name, folder_id = before.folder_id } = body
    const html = body.html === undefined ? before.html : withoutOwnAddress(tx.world, body.html)
    if (name === before.name && html === before.html && folder_id === before.folder_id) return templateView(tx, before)
    checkTemplateFolder(tx, folder_id)
    const after = tx.put(templates, {
      ...before,
      name,
      name_key: templateNameKey(name),
      html,
      responsive: html === before.html ? before.responsive : isResponsive(html),
      folder_id,
      date_edited: tx.now,
      edited_by: fullName(tx),
    })
    return templateView(tx, after)
  },

  deleteTemplate({ tx, path }) {
    makeMove(tx, templateMachine, templateOrThrow(tx, path.template_id), 'remove')
  },

  getTemplateDefaultContent({ tx, path }) {
    const template = templateOrThrow(tx, path.template_id)
    return {
      sections: Object.fromEntries(
        Object.entries(readSections(template)).map(([name, html]) => [name, withOwnAddress(tx.world, html)]),
      ),
      _links: renderLinks(tx, 'TemplateDefaultContent', { template_id: template.id }),
    }
  },
} satisfies Partial<Operations>

/** Renders a template without its HTML. */
function templateView(tx: ReadTx, template: TemplateRow): ServiceSchemas['Template'] {
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
