import type { ControlSchemas } from '../contract/control.ts'
import type { Millis } from '../support/time.ts'
import { defineTable } from '../world/table.ts'
import type { Cause, Tx } from '../world/tx.ts'
import type { TriggerId } from './trigger.ts'

/** How the recipients react to a campaign: shares of all recipients, from 0 to 1. */
export interface RecipientRates {
  readonly open: number
  readonly click: number
  readonly soft_bounce: number
  readonly hard_bounce: number
  readonly unsubscribe: number
  readonly complaint: number
  readonly reply: number
}

/** A planned trigger on the timeline of a scenario. */
export interface StepRow {
  readonly seq: number
  /** Its number and its trigger: `3-member.unsubscribe`. */
  readonly id: string
  readonly at: Millis
  readonly body: ControlSchemas['Trigger']
  /** Whether it has run, or was rejected: then `refused` says why. */
  readonly outcome: 'pending' | 'done' | 'refused'
  readonly refused: string
  /** How the recipients of the campaign that it sends react; they do nothing if it is missing. */
  readonly readers?: RecipientRates
}

export const timeline = defineTable<StepRow>()('timeline', { key: ['id'], byOutcome: ['outcome'] })

/** A planned reaction of a recipient to a campaign. */
export interface RecipientAction {
  readonly at: Millis
  readonly body: ControlSchemas['Trigger']
}

/** The planned reactions of a campaign's recipients, in order; `next` is the index of the next one. */
export interface RecipientActionsRow {
  readonly seq: number
  readonly campaign_id: string
  readonly deeds: readonly RecipientAction[]
  readonly next: number
}

export const recipientActions = defineTable<RecipientActionsRow>({ remembered: false })('readerships', { key: ['campaign_id'] })

/** Schedules a trigger on the timeline after a delay. */
export function planStep(tx: Tx, delay: Millis, { body, readers }: Pick<StepRow, 'body' | 'readers'>): StepRow {
  const id = `${tx.count('timeline.id')}-${body.trigger}`
  tx.schedule('timeline.run', delay, id)
  const plan = { id, at: tx.nowMs + delay, body, outcome: 'pending', refused: '' } as const
  return tx.insert(timeline, readers ? { ...plan, readers } : plan)
}

/** The subject of the job of a recipient action: the campaign, the number of the action, and the trigger. */
export function actionName(campaign_id: string, number: number, trigger: TriggerId): string {
  return `${campaign_id}-${number}-${trigger}`
}

/** The cause of what a step or a recipient action does: its trigger, the last part of its name. */
export function causeOfStep(subject: string): Cause {
  return { trigger: subject.slice(subject.lastIndexOf('-') + 1) }
}
