import type { ControlSchemas } from '../../kernel/contract/control.ts'
import { type Pausable, withoutPauses } from '../../kernel/world/pausable.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { accountTriggers, applicationTriggers } from './account.ts'
import { automationTriggers } from './automations.ts'
import { browseTriggers } from './browse.ts'
import { campaignTriggers } from './campaigns.ts'
import { colleagueTriggers } from './colleagues.ts'
import { eventEmit } from './events.ts'
import { memberTriggers } from './members.ts'
import { externalTriggers } from './external.ts'
import { outageTriggers } from './outages.ts'
import { announcedIn, deliveriesAfter, lastDelivery } from './results.ts'
import { surveyTriggers } from './surveys.ts'
import { tradeTriggers } from './trade.ts'
import { refusalIn, type Trigger, type TriggerId, type TriggerOutcome, type Triggers } from './trigger.ts'

/** All triggers, by their names in the contract. A missing one does not compile. */
const triggers: Triggers = {
  ...memberTriggers,
  ...campaignTriggers,
  ...automationTriggers,
  ...externalTriggers,
  ...tradeTriggers,
  ...browseTriggers,
  ...surveyTriggers,
  ...colleagueTriggers,
  ...applicationTriggers,
  ...accountTriggers,
  ...outageTriggers,
  ...eventEmit,
}

/** Runs a trigger. Returns whether it ran: a trigger that is refused changes nothing. */
export function tryTrigger(tx: Tx, body: ControlSchemas['Trigger']): boolean {
  try {
    tx.attempt(() => applyTrigger(tx, body))
    return true
  } catch (error) {
    refusalIn(error)
    return false
  }
}

/** Runs a trigger. The fields have been checked against the schema of the trigger. */
export function applyTrigger(tx: Tx, body: ControlSchemas['Trigger']): TriggerOutcome {
  return withoutPauses(applyTriggerWithPauses(tx, body))
}

/** Runs a trigger in a job. */
export function* applyTriggerWithPauses(tx: Tx, { trigger, ...fields }: ControlSchemas['Trigger']): Pausable<TriggerOutcome> {
  const run = triggers[trigger] as (tx: Tx, fields: object) => ReturnType<Trigger<TriggerId>>
  const outcome = run(tx, fields)
  return 'changed' in outcome ? outcome : yield* outcome
}

/** Runs a trigger, as `applyTrigger` does, and reports its results. */
export function runTrigger(tx: Tx, body: ControlSchemas['Trigger']): ControlSchemas['Triggered'] {
  const last = lastDelivery(tx)
  const { changed, events = [], ...given } = applyTrigger(tx, body)
  return {
    trigger: body.trigger,
    events: [...announcedIn(tx), ...events],
    deliveries: deliveriesAfter(tx, last),
    changed,
    ...given,
  }
}
