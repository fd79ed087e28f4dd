import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { type AutomationRow, automations } from '../../model/automations/automation.ts'
import { enter, obstacleTo, removeFrom } from '../../rules/automations/enter.ts'
import { makeAutomation, findRivalWorkflow } from '../../rules/automations/make.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { memberAt, type MemberRow } from '../../model/members/member.ts'
import { ApiError } from '../../../kernel/world/errors.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import { plantSends } from './automation-sends.ts'
import { requireOwnList } from './instants.ts'

type AutomationData = ScenarioSchemas['Automations'][number]

/** Plants the automations of a scenario. The lists, members and campaigns must exist. */
export function plantAutomations(tx: Tx, all: readonly AutomationData[]): void {
  for (const [i, data] of all.entries()) runBelowPath(['automations', i], () => plantAutomation(tx, data))
}

function plantAutomation(tx: Tx, { list: list_id, sends = [], entered = [], removed = [], ...plan }: AutomationData): void {
  const list = requireOwnList(tx, list_id)
  const rival = findRivalWorkflow(tx, plan)
  if (rival)
    throw new ScenarioDataError(['store_id'], `must differ from that of the automation ${rival.id}, which has the same type`)
  const made = planned(() => makeAutomation(tx, list, plan))
  const { id } = made
  if (sends.length > 0) plantSends(tx, list, made, sends)
  const each = (name: string, addresses: readonly string[], run: (workflow: AutomationRow, member: MemberRow) => void) => {
    for (const [i, address] of addresses.entries()) {
      const workflow = tx.first(automations.key, { id })
      if (workflow) runBelowPath([name, i], () => run(workflow, memberAtOrThrow(tx, list, address)))
    }
  }
  each('entered', entered, (workflow, member) => {
    const obstacle = obstacleTo(tx, workflow, member)
    if (obstacle) throw new ScenarioDataError([], `must be the address of a member who can enter. ${obstacle}`)
    enter(tx, workflow, member)
  })
  each('removed', removed, (workflow, member) => void removeFrom(tx, workflow, member))
}

function memberAtOrThrow(tx: ReadTx, list: ListRow, address: string): MemberRow {
  const member = memberAt(tx, list, address)
  if (member) return member
  throw new ScenarioDataError([], `must be the address of a member of the list, but ${address} is none`)
}

/** Makes an automation. A refusal that names no member of the plan is about an email that is too incomplete to start. */
function planned<Result>(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof ApiError && error.mistake.field === '')
      throw new ScenarioDataError(['status'], `must be save for an incomplete email. ${error.mistake.message}`)
    throw error
  }
}
