import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { durationMs } from '../../../kernel/contract/settings.ts'
import type { RecipientRates, StepRow } from '../../model/triggers/engagement.ts'
import { planStep } from '../../triggers/shopping.ts'
import type { Millis } from '../../../kernel/support/time.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import { DEFAULT_RATES } from '../generate/default-rates.ts'

type TimelineStep = ScenarioSchemas['Timeline'][number]

/** Maximum number of planned steps, counting each repetition. */
const STEPS_MAX = 100_000

/** Schedules the timeline of a scenario. */
export function plantTimeline(tx: Tx, timeline: readonly TimelineStep[]): void {
  let planned = 0
  for (const [i, step] of timeline.entries()) {
    runBelowPath(['timeline', i], () => {
      planned += countTimes(step)
      if (planned > STEPS_MAX) throw new ScenarioDataError(['times'], `must have at most ${STEPS_MAX} steps in all`)
      plantStep(tx, step)
    })
  }
}

/** Number of times that a step happens. */
export function countTimes({ times = 1 }: TimelineStep): number {
  return times
}

function plantStep(tx: Tx, step: TimelineStep): void {
  const { every, times } = step
  if (every !== undefined && times === undefined) throw new ScenarioDataError(['every'], 'must go with `times`')
  if (every === undefined && times !== undefined) throw new ScenarioDataError(['times'], 'must go with `every`')
  if (times !== undefined && step.with && 'campaign_id' in step.with && step.trigger === 'campaign.send')
    throw new ScenarioDataError(['with', 'campaign_id'], 'must be left out, since each campaign has an id of its own')
  for (const { delay, body } of listOccurrences(step)) planStep(tx, delay, { body, ...readReaderRates(step) })
}

/** A trigger of a step, and how long after the start of a world it happens. */
export interface Occurrence {
  readonly delay: Millis
  readonly body: StepRow['body']
}

/** A step as often as it happens, at most `max` times. */
export function listOccurrences(step: TimelineStep, max: number = countTimes(step)): Occurrence[] {
  return Array.from({ length: Math.min(countTimes(step), max) }, (_, n) => ({
    delay: durationMs(step.at) + n * durationMs(step.every ?? 0),
    body: makeStepBody(step, n + 1),
  }))
}

function makeStepBody(step: TimelineStep, n: number): StepRow['body'] {
  const fields = step.times === undefined ? step.with : numbered(step.with, n)
  // The schema of steps is derived from that of triggers, and has been checked.
  return { trigger: step.trigger, ...(fields as object) } as StepRow['body']
}

/** Replaces `{n}` in texts by a number. */
function numbered(value: unknown, n: number): unknown {
  if (typeof value === 'string') return value.replaceAll('{n}', String(n))
  if (Array.isArray(value)) return value.map((item) => numbered(item, n))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, numbered(item, n)]))
}

function readReaderRates(step: TimelineStep): { readonly readers?: RecipientRates } {
  if (step.trigger !== 'campaign.send' || !step.readers) return {}
  const {
    open,
    click,
    soft_bounce,
    hard_bounce,
    unsubscribe,
    complaint,
    reply,
    proxy = 0,
  } = { ...DEFAULT_RATES, ...step.readers }
  return { readers: { open, click, soft_bounce, hard_bounce, unsubscribe, complaint, reply, proxy } }
}
