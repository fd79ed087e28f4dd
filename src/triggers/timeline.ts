import { campaigns } from '../resources/campaigns/campaign.ts'
import { ApiError } from '../world/errors.ts'
import type { Tx } from '../world/tx.ts'
import { runTrigger } from './index.ts'
import { deedsOf } from './recipients.ts'
import { TriggerRefusal } from './trigger.ts'
import { deedName, readerships, timeline, type ReadershipRow } from './step.ts'

/** A step of the timeline is due. One that cannot happen is passed over, and says so from then on. */
export function runStep(tx: Tx, id: string): void {
  const step = tx.first(timeline.key, { id })
  if (!step) return
  try {
    const { changed } = tx.attempt(() => runTrigger(tx, step.body))
    tx.put(timeline, { ...step, outcome: 'done' })
    const sent = step.readers && tx.first(campaigns.key, { id: changed[0]?.id ?? '' })
    if (!step.readers || !sent) return
    const deeds = deedsOf(tx, sent, step.readers)
    if (deeds.length > 0) planNext(tx, tx.insert(readerships, { campaign_id: sent.id, deeds, next: 0 }))
  } catch (error) {
    tx.put(timeline, { ...step, outcome: 'refused', refused: refusalIn(error) })
  }
}

/** A recipient of a campaign does with it what he is going to; who can no more does nothing. */
export function runDeed(tx: Tx, name: string): void {
  const readership = tx.first(readerships.key, { campaign_id: name.slice(0, name.indexOf('-')) })
  const deed = readership?.deeds[readership.next]
  if (!readership || !deed) return
  try {
    tx.attempt(() => runTrigger(tx, deed.body))
  } catch (error) {
    refusalIn(error)
  }
  const rest = { ...readership, next: readership.next + 1 }
  if (rest.next < rest.deeds.length) planNext(tx, tx.put(readerships, rest))
  else tx.remove(readerships, readership)
}

function planNext(tx: Tx, { campaign_id, deeds, next }: ReadershipRow): void {
  const deed = deeds[next]
  if (deed) tx.schedule('timeline.react', deed.at - tx.nowMs, deedName(campaign_id, next + 1, deed.body.trigger))
}

/** Why a trigger refuses. Anything else that is thrown is no refusal, and is thrown on. */
function refusalIn(error: unknown): string {
  if (error instanceof TriggerRefusal) return error.message
  if (error instanceof ApiError) return error.refusal.errors?.[0]?.message ?? error.refusal.detail
  throw error
}
