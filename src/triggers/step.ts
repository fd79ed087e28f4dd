import type { Schemas } from '../contract/control.ts'
import type { Millis } from '../support/time.ts'
import { defineTable } from '../world/table.ts'
import type { Cause, Tx } from '../world/tx.ts'
import type { TriggerName } from './trigger.ts'

/** How the recipients of a campaign take it: shares of all of them, from 0 to 1. */
export interface ReaderRates {
  readonly open: number
  readonly click: number
  readonly soft_bounce: number
  readonly hard_bounce: number
  readonly unsubscribe: number
  readonly complaint: number
  readonly reply: number
}

/** Something that somebody does at an instant. */
export interface StepRow {
  readonly seq: number
  /** Its number and its trigger: `3-member.unsubscribe`. */
  readonly id: string
  readonly at: Millis
  readonly body: Schemas['Trigger']
  /** Whether it has happened, or could not: `refused` says why then. */
  readonly outcome: 'pending' | 'done' | 'refused'
  readonly refused: string
  /** What the recipients of the campaign that it sends are like; nobody does anything with it if it is not said. */
  readonly readers?: ReaderRates
}

export const timeline = defineTable<StepRow>()('timeline', { key: ['id'], byOutcome: ['outcome'] })

/** What a recipient of a campaign is going to do with it. */
export interface Deed {
  readonly at: Millis
  readonly body: Schemas['Trigger']
}

/** What the recipients of a campaign are going to do with it, one after the other; `next` comes next. */
export interface ReadershipRow {
  readonly seq: number
  readonly campaign_id: string
  readonly deeds: readonly Deed[]
  readonly next: number
}

export const readerships = defineTable<ReadershipRow>({ remembered: false })('readerships', { key: ['campaign_id'] })

/** Plans something that happens so long after now. */
export function planStep(tx: Tx, delay: Millis, { body, readers }: Pick<StepRow, 'body' | 'readers'>): StepRow {
  const id = `${tx.count('timeline.id')}-${body.trigger}`
  tx.schedule('timeline.run', delay, id)
  const plan = { id, at: tx.nowMs + delay, body, outcome: 'pending', refused: '' } as const
  return tx.insert(timeline, readers ? { ...plan, readers } : plan)
}

/** The subject of the job of a deed: the campaign, which of its deeds it is, and the trigger. */
export function deedName(campaign_id: string, number: number, trigger: TriggerName): string {
  return `${campaign_id}-${number}-${trigger}`
}

/** What is the cause of what a step or a deed does: its trigger, which stands at the end of its name. */
export function causeOfStep(subject: string): Cause {
  return { trigger: subject.slice(subject.lastIndexOf('-') + 1) }
}
