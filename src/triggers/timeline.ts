import { campaigns } from '../resources/campaigns/campaign.ts'
import { ApiError } from '../world/errors.ts'
import type { Tx } from '../world/tx.ts'
import { runTrigger } from './index.ts'
import { recipientActionsOf } from './recipients.ts'
import { TriggerRefusal } from './trigger.ts'
import { actionName, recipientActions, timeline, type RecipientActionsRow } from './step.ts'

/** Runs a due step of the timeline. One that is rejected is skipped and records why. */
export function runStep(tx: Tx, id: string): void {
  const step = tx.first(timeline.key, { id })
  if (!step) return
  try {
    const { changed } = tx.attempt(() => runTrigger(tx, step.body))
    tx.put(timeline, { ...step, outcome: 'done' })
    const sent = step.readers && tx.first(campaigns.key, { id: changed[0]?.id ?? '' })
    if (!step.readers || !sent) return
    const deeds = recipientActionsOf(tx, sent, step.readers)
    if (deeds.length > 0) planNext(tx, tx.insert(recipientActions, { campaign_id: sent.id, deeds, next: 0 }))
  } catch (error) {
    tx.put(timeline, { ...step, outcome: 'refused', refused: refusalIn(error) })
  }
}

/** Runs the next reaction of a campaign's recipients. One that is no longer possible is skipped. */
export function runRecipientAction(tx: Tx, name: string): void {
  const planned = tx.first(recipientActions.key, { campaign_id: name.slice(0, name.indexOf('-')) })
  const action = planned?.deeds[planned.next]
  if (!planned || !action) return
  try {
    tx.attempt(() => runTrigger(tx, action.body))
  } catch (error) {
    refusalIn(error)
  }
  const rest = { ...planned, next: planned.next + 1 }
  if (rest.next < rest.deeds.length) planNext(tx, tx.put(recipientActions, rest))
  else tx.remove(recipientActions, planned)
}

function planNext(tx: Tx, { campaign_id, deeds, next }: RecipientActionsRow): void {
  const action = deeds[next]
  if (action) tx.schedule('timeline.react', action.at - tx.nowMs, actionName(campaign_id, next + 1, action.body.trigger))
}

/** Why a trigger was rejected. Rethrows any other error. */
function refusalIn(error: unknown): string {
  if (error instanceof TriggerRefusal) return error.message
  if (error instanceof ApiError) return error.refusal.errors?.[0]?.message ?? error.refusal.detail
  throw error
}
