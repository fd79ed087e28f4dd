import type { Tx } from '../../world/tx.ts'
import type { Call } from '../operation.ts'
import { pageOf, sliceOf, within } from '../page.ts'
import { templates, type TemplateRow } from './template.ts'

type Query = Call<'getTemplates'>['query']

const ORDERS = { date_created: templates.byCreation, date_edited: templates.byEdit, name: templates.byName } as const

/** The active templates of a page, and how many there are that match. */
export function chooseTemplates(tx: Tx, query: Query): { readonly rows: readonly TemplateRow[]; readonly total: number } {
  const all = tx.range(ORDERS[query.sort_field ?? 'date_created'], { status: 'active' })
  if (!FILTERS.some((name) => query[name] !== undefined)) return { rows: pageOf(all, query, query.sort_dir), total: all.count }
  const matching = all.all().filter((template) => matches(template, query))
  if (query.sort_dir === 'DESC') matching.reverse()
  return { rows: sliceOf(matching, query), total: matching.length }
}

const FILTERS = ['created_by', 'since_date_created', 'before_date_created', 'type', 'category', 'folder_id'] as const
const EQUAL = ['created_by', 'type', 'category', 'folder_id'] as const

function matches(template: TemplateRow, query: Query): boolean {
  return (
    EQUAL.every((name) => query[name] === undefined || template[name] === query[name]) &&
    within(template.date_created, query.since_date_created, query.before_date_created)
  )
}
