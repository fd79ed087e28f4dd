import { defineMachine } from '../../../kernel/world/machine.ts'
import { errors } from '../errors.ts'
import { templates, type TemplateRow } from './template.ts'

/** The state machine of a template: templates of the account are not deleted, but permanently marked inactive. */
export const templateMachine = defineMachine<TemplateRow, 'remove'>(templates, {
  name: 'template',
  states: { active: 'initial', inactive: 'reached' },
  moves: { remove: { from: ['active'], to: 'inactive', unless: isOffered } },
  refuse: (template) => errors.badRequest(whyFixed(template)),
})

/** Rejects changes of a template that cannot be changed. */
export function editableOrThrow(template: TemplateRow): TemplateRow {
  if (template.status === 'inactive' || isOffered(template)) throw errors.badRequest(whyFixed(template))
  return template
}

function isOffered({ type }: TemplateRow): boolean {
  return type !== 'user'
}

function whyFixed({ id, type, status }: TemplateRow): string {
  if (status === 'inactive') return `The template ${id} was removed and is inactive.`
  return `The template ${id} is a ${type} template: only those of the account's own can be changed or removed.`
}
