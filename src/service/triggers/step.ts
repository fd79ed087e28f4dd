import type { Millis } from '../../kernel/support/time.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { type StepRow, timeline } from '../model/triggers/engagement.ts'

/** Schedules a trigger on the timeline after a delay. */
export function planStep(tx: Tx, delay: Millis, { body, readers }: Pick<StepRow, 'body' | 'readers'>): StepRow {
  const id = `${tx.count('timeline.id')}-${body.trigger}`
  tx.schedule('timeline.run', delay, id)
  const plan = { id, at: tx.nowMs + delay, body, outcome: 'pending', refused: '' } as const
  return tx.insert(timeline, readers ? { ...plan, readers } : plan)
}
