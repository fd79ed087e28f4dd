import { sectionsIn } from './html.ts'
import type { TemplateRow } from './template.ts'

type Sections = { readonly [name: string]: string }

const known = new WeakMap<TemplateRow, Sections>()

/** What stands in the editable regions of a template. Rows never change, so it is looked for once. */
export function sectionsOf(template: TemplateRow): Sections {
  let sections = known.get(template)
  if (!sections) known.set(template, (sections = Object.fromEntries(sectionsIn(template.html))))
  return sections
}
