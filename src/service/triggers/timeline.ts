import { campaigns, recipients } from '../model/campaigns/campaign.ts'
import type { Pausable } from '../../kernel/world/pausable.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { engagements, REACTION_TIMES, timeline } from '../model/triggers/engagement.ts'
import { applyTriggerWithPauses } from './index.ts'
import { planProgress } from './order-progress.ts'
import { removeReactions, planReactions } from './plan-reactions.ts'
import { refusalIn } from './trigger.ts'

/** Runs a due step of the timeline. A rejected step is skipped, and its row gets the reason. */
export function* runStep(tx: Tx, id: string): Pausable {
  const step = tx.first(timeline.key, { id })
  if (!step) return
  try {
    const { changed } = yield* tx.attemptWithPauses(() => applyTriggerWithPauses(tx, step.body))
    tx.put(timeline, { ...step, outcome: 'done' })
    if (step.body.trigger === 'order.place') planProgress(tx, step.body.store_id, changed[0]?.id ?? '')
    const sent = step.readers && tx.first(campaigns.key, { id: changed[0]?.id ?? '' })
    if (!step.readers || !sent) return
    const how = { ...REACTION_TIMES, ...step.readers }
    // The step overrides the list for members who have the campaign already.
    removeReactions(tx, sent)
    yield* planReactions(tx, sent, tx.range(recipients.byCampaign, { campaign_id: sent.id }).all(), how)
    if (sent.status === 'sending') tx.insert(engagements, { id: sent.id, ...how })
  } catch (error) {
    tx.put(timeline, { ...step, outcome: 'refused', refused: refusalIn(error) })
  }
}
