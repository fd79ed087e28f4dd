import type { Schemas } from '../contract/control.ts'
import type { Caller } from '../resources/operation.ts'
import type { Tx } from '../world/tx.ts'

/** A trigger refuses: nothing happens. */
export class TriggerRefusal extends Error {
  override readonly name = 'TriggerRefusal'
  /** Where in the fields something is named that is not there; undefined when all is, but stands so that it cannot happen. */
  readonly pointer: string | undefined

  constructor(message: string, pointer?: string) {
    super(message)
    this.pointer = pointer
  }
}

/** A refusal names so many of the things that there are. */
const NAMED_MAX = 10

/** Something is named that is not there. */
export function unknown(pointer: string, message: string, known: readonly string[]): TriggerRefusal {
  const some = known.slice(0, NAMED_MAX).join(', ')
  const there = known.length === 0 ? 'There are none.' : `There are: ${some}${known.length > NAMED_MAX ? ' ...' : '.'}`
  return new TriggerRefusal(`${message} ${there}`, pointer)
}

/** Things stand so that it cannot happen. */
export function impossible(message: string): TriggerRefusal {
  return new TriggerRefusal(message)
}

type Body = Schemas['Trigger']

/** The names of all triggers, from the contract of the control API. */
export type TriggerName = Body['trigger']

/** What is said when something is triggered, besides its name. */
export type Fields<Name extends TriggerName> = Omit<Extract<Body, { readonly trigger: Name }>, 'trigger'>

/** A thing that came to be, changed or went. */
export type Changed = Schemas['Triggered']['changed'][number]

/** What webhooks can hear of. */
export type Announced = Schemas['Triggered']['events'][number]

/** What comes of a trigger besides what is told in its transaction. */
export interface TriggerOutcome {
  readonly changed: readonly Changed[]
  /** What is announced although it has not happened. */
  readonly events?: readonly Announced[]
  readonly code?: string
  readonly state?: string
}

/** Something that a contact, the account's owner or the outside world does; it throws to refuse. */
export type Trigger<Name extends TriggerName> = (tx: Tx, fields: Fields<Name>) => TriggerOutcome

/** Some of the triggers. */
export type Triggers = { readonly [Name in TriggerName]: Trigger<Name> }

/** Who does it, and on which occasion. */
export function doer(tx: Tx, source: Caller['source'] = 'user', occasion?: Caller['occasion']): Caller {
  return { ip: tx.settings.caller_address, source, ...(occasion ? { occasion } : {}) }
}

/** Whoever does something without the API is not asked for what the account would like to know. */
export const LENIENT = { strict: false } as const
