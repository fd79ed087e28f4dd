import { automationEmails, type AutomationRow, automations } from '../model/automations/automation.ts'
import { enter, obstacleTo } from '../rules/automations/enter.ts'
import { makeAutomation } from '../rules/automations/make.ts'
import { lists } from '../model/lists/list.ts'
import type { ReadTx } from '../../kernel/world/tx.ts'
import { requireNamedList, requireNamedMember } from './find.ts'
import { makeTriggerRefusal, type KnownName, pointed, TriggerRefusal, type Triggers, unknownReference } from './trigger.ts'

/** Automations are made, and members enter them. */
export const automationTriggers = {
  'automation.create': (tx, { list_id, ...plan }) => {
    const list = requireNamedList(tx, list_id)
    const { id } = pointed('', () => makeAutomation(tx, list, plan))
    const emails = tx.range(automationEmails.byPosition, { workflow_id: id }).all()
    const made = [
      { entity: 'automation', id, list_id },
      ...emails.map((each) => ({ entity: 'automation_email', id: each.id, list_id })),
    ]
    return { changed: made }
  },

  'automation.enter': (tx, { workflow_id, email_address }) => {
    const workflow = requireNamedAutomation(tx, workflow_id)
    const list = tx.first(lists.key, { id: workflow.list_id })
    if (!list) throw new TriggerRefusal(`The list of the automation ${workflow_id} was deleted.`, '/workflow_id')
    const member = requireNamedMember(tx, list, email_address)
    const obstacle = obstacleTo(tx, workflow, member)
    if (obstacle) throw makeTriggerRefusal(obstacle)
    enter(tx, workflow, member)
    return { changed: [{ entity: 'automation', id: workflow.id, list_id: list.id }] }
  },
} satisfies Partial<Triggers>

function requireNamedAutomation(tx: ReadTx, id: string): AutomationRow {
  const workflow = tx.first(automations.key, { id })
  if (workflow) return workflow
  const all = tx.range(automations.byCreation).all()
  const known = all.map((each): KnownName => [each.id, each.title])
  throw unknownReference('/workflow_id', `There is no automation ${id}.`, id, known)
}
