import type { ControlSchemas } from '../contract/control.ts'
import type { Caller } from '../resources/operation.ts'
import type { Tx } from '../world/tx.ts'

/** A trigger is rejected: nothing happens. */
export class TriggerRefusal extends Error {
  override readonly name = 'TriggerRefusal'
  /**
   * The field that names something that does not exist; `undefined` if everything exists, but its state does not allow the trigger.
   */
  readonly pointer: string | undefined

  constructor(message: string, pointer?: string) {
    super(message)
    this.pointer = pointer
  }
}

/** Maximum number of existing things that an error message names. */
const NAMED_MAX = 10

/** The error for a field that names something that does not exist. */
export function unknownReference(pointer: string, message: string, known: readonly string[]): TriggerRefusal {
  const named = known.slice(0, NAMED_MAX).join(', ')
  const existing = known.length === 0 ? 'There are none.' : `There are: ${named}${known.length > NAMED_MAX ? ' ...' : '.'}`
  return new TriggerRefusal(`${message} ${existing}`, pointer)
}

/** The error for a state that does not allow the trigger. */
export function impossible(message: string): TriggerRefusal {
  return new TriggerRefusal(message)
}

type Body = ControlSchemas['Trigger']

/** The names of all triggers, from the contract of the control API. */
export type TriggerId = Body['trigger']

/** The fields of a trigger besides its name. */
export type TriggerFields<Name extends TriggerId> = Omit<Extract<Body, { readonly trigger: Name }>, 'trigger'>

/** A thing that was created, changed or removed. */
export type Changed = ControlSchemas['Triggered']['changed'][number]

/** An event that webhooks can receive. */
export type Announced = ControlSchemas['Triggered']['events'][number]

/** The results of a trigger besides the events of its transaction. */
export interface TriggerOutcome {
  readonly changed: readonly Changed[]
  /** Events that are announced although they have not happened. */
  readonly events?: readonly Announced[]
  readonly code?: string
  readonly state?: string
}

/** Something that a contact, the account's owner or the outside world does. It throws if it is rejected. */
export type Trigger<Name extends TriggerId> = (tx: Tx, fields: TriggerFields<Name>) => TriggerOutcome

/** All triggers, by name. */
export type Triggers = { readonly [Name in TriggerId]: Trigger<Name> }

/** The author and the occasion of the changes that a trigger makes. */
export function callerAs(tx: Tx, source: Caller['source'] = 'user', occasion?: Caller['occasion']): Caller {
  return { ip: tx.settings.caller_address, source, ...(occasion ? { occasion } : {}) }
}

/** Required merge fields are enforced only in the API. */
export const LENIENT = { strict: false } as const
