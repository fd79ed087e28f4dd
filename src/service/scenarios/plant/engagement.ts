import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { durationMs } from '../../../kernel/contract/settings.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { engagements, type ReactionTimes, REACTION_TIMES } from '../../model/triggers/engagement.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { DEFAULT_RATES } from '../generate/default-rates.ts'

/** Plants how the recipients of a list react to campaigns. */
export function plantEngagement(tx: Tx, { id }: ListRow, given: ScenarioSchemas['Engagement']): void {
  const { open, soft_bounce, hard_bounce, unsubscribe, complaint, reply } = { ...DEFAULT_RATES, ...given }
  const { click_to_open = DEFAULT_RATES.click / DEFAULT_RATES.open } = given
  const timeOf = (name: keyof ReactionTimes) => (given[name] === undefined ? REACTION_TIMES[name] : durationMs(given[name]))
  tx.insert(engagements, {
    id,
    open,
    click: open * click_to_open,
    soft_bounce,
    hard_bounce,
    unsubscribe,
    complaint,
    reply,
    proxy: given.proxy ?? 0,
    open_within: timeOf('open_within'),
    click_within: timeOf('click_within'),
    reply_within: timeOf('reply_within'),
    bounce_within: timeOf('bounce_within'),
  })
}
