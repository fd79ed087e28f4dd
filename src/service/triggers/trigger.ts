import type { ControlSchemas } from '../../kernel/contract/control.ts'
import type { Caller } from '../model/requests/call.ts'
import { pointerTo } from '../../kernel/support/json-pointer.ts'
import { didYouMean, existing, nearest } from '../../kernel/support/nearest.ts'
import { ApiError, pathTo } from '../../kernel/world/errors.ts'
import type { Pausable } from '../../kernel/world/pausable.ts'
import type { ReadTx, Tx } from '../../kernel/world/tx.ts'

/** A trigger is rejected: nothing happens. */
export class TriggerRefusal extends Error {
  override readonly name = 'TriggerRefusal'
  /**
   * The field with an unknown name; `undefined` if the object exists, but its state does not allow the trigger.
   */
  readonly pointer: string | undefined

  constructor(message: string, pointer?: string) {
    super(message)
    this.pointer = pointer
  }
}

/** Why a trigger was rejected. Rethrows any other error. */
export function refusalIn(error: unknown): string {
  if (error instanceof TriggerRefusal) return error.message
  if (error instanceof ApiError) return error.mistake.message
  throw error
}

/** Lets the refusals of a part of a trigger point into the whole. What a rule says about a member of its body points to the member. */
export function pointed<Result>(pointer: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof TriggerRefusal && error.pointer !== undefined)
      throw new TriggerRefusal(error.message, `${pointer}${error.pointer}`)
    if (!(error instanceof ApiError) || !error.refusal.errors) throw error
    const { field, message } = error.mistake
    const path = pathTo(field)
    throw new TriggerRefusal(message.replace(/^Value\b/, path.join('.') || 'Value'), `${pointer}${pointerTo(path)}`)
  }
}

/** Maximum number of existing things that an error message names. */
const NAMED_MAX = 10

/** The id of an existing object, with its title for people, if any. */
export type KnownName = string | readonly [name: string, title: string]

/**
 * The error for a field that names a missing thing: the message, and then the names that were probably meant, or else some of the
 * existing names.
 */
export function unknownReference(pointer: string, message: string, wrong: string, known: readonly KnownName[]): TriggerRefusal {
  const names = known.map((each) => (typeof each === 'string' ? each : each[0])).filter((name) => isAddressAlike(name, wrong))
  const titled = known.map((each) => (typeof each === 'string' ? each : `${each[0]} (${each[1]})`))
  return new TriggerRefusal(`${message} ${didYouMean(wrong, names) || existing(titled, NAMED_MAX)}`, pointer)
}

/** Whether the local parts of two addresses are alike. Most addresses of a list share their domain. Other names always are. */
function isAddressAlike(known: string, wrong: string): boolean {
  const [local, other] = [localPart(known), localPart(wrong)]
  return local === undefined || other === undefined || nearest(other, [local]).length > 0
}

function localPart(name: string): string | undefined {
  return name.includes('@') ? name.slice(0, name.indexOf('@')) : undefined
}

/** The error for a state that does not allow the trigger. */
export function makeTriggerRefusal(message: string): TriggerRefusal {
  return new TriggerRefusal(message)
}

type TriggerBody = ControlSchemas['Trigger']

/** The names of all triggers, from the contract of the control API. */
export type TriggerId = TriggerBody['trigger']

export type TriggerFields<Name extends TriggerId> = Omit<Extract<TriggerBody, { readonly trigger: Name }>, 'trigger'>

/** A thing that was created, changed or removed. */
export type ChangedThing = ControlSchemas['Triggered']['changed'][number]

/** An event that webhooks can receive. */
export type Announced = ControlSchemas['Triggered']['events'][number]

/** The results of a trigger besides the events of its transaction. */
export interface TriggerOutcome {
  readonly changed: readonly ChangedThing[]
  /** Events that are announced although they have not happened. */
  readonly events?: readonly Announced[]
  readonly code?: string
  readonly error?: 'access_denied'
  readonly error_description?: string
  readonly state?: string
}

/** An action of a contact, of the account's owner or of the outside world. It throws if it is rejected. */
export type Trigger<Name extends TriggerId> = (tx: Tx, fields: TriggerFields<Name>) => TriggerOutcome | Pausable<TriggerOutcome>

export type Triggers = { readonly [Name in TriggerId]: Trigger<Name> }

/** The author and the occasion of the changes that a trigger makes. */
export function callerAs(tx: ReadTx, source: Caller['source'] = 'user', occasion?: Caller['occasion']): Caller {
  return { ip: tx.settings.caller_address, source, ...(occasion ? { occasion } : {}) }
}

/** Required merge fields are enforced only in the API. */
export const LENIENT = { strict: false } as const
