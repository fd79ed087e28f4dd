import type { ControlSchemas } from '../../kernel/contract/control.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { accountTriggers, applicationTriggers } from './account.ts'
import { automationTriggers } from './automations.ts'
import { campaignTriggers } from './campaigns.ts'
import { eventEmit } from './events.ts'
import { memberChanges, memberMoves, memberSubscribe } from './members.ts'
import { externalTriggers } from './external.ts'
import { outageTriggers } from './outages.ts'
import { announcedIn, deliveriesAfter, lastDelivery } from './results.ts'
import { refusalIn, type TriggerOutcome, type Triggers } from './trigger.ts'

/** All triggers, by their names in the contract. A missing one does not compile. */
const triggers: Triggers = {
  ...memberSubscribe,
  ...memberMoves,
  ...memberChanges,
  ...campaignTriggers,
  ...automationTriggers,
  ...externalTriggers,
  ...applicationTriggers,
  ...accountTriggers,
  ...outageTriggers,
  ...eventEmit,
}

/** Runs a trigger. Returns whether it ran: a trigger that is refused changes nothing. */
export function tryTrigger(tx: Tx, body: ControlSchemas['Trigger']): boolean {
  try {
    tx.attempt(() => runTrigger(tx, body))
    return true
  } catch (error) {
    refusalIn(error)
    return false
  }
}

/** Runs a trigger and reports its results. The fields have been checked against the schema of the trigger. */
export function runTrigger(tx: Tx, { trigger, ...fields }: ControlSchemas['Trigger']): ControlSchemas['Triggered'] {
  const last = lastDelivery(tx)
  const run = triggers[trigger] as (tx: Tx, fields: object) => TriggerOutcome
  const { changed, events = [], ...given } = run(tx, fields)
  return { trigger, events: [...announcedIn(tx), ...events], deliveries: deliveriesAfter(tx, last), changed, ...given }
}
