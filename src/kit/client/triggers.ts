import type { Schemas } from './contract.ts'

type GivenTrigger = Schemas['Trigger']

/** The names of the triggers. */
export type TriggerName = GivenTrigger['trigger']

/** The parameters of a trigger. Each trigger has its own; others do not compile. */
export type TriggerWith<Name extends TriggerName> = Omit<Extract<GivenTrigger, { readonly trigger: Name }>, 'trigger'>

/** The arguments of a trigger after its name. The parameters can be left out if none is required. */
export type TriggerArguments<Name extends TriggerName> =
  Record<never, never> extends TriggerWith<Name> ? [given?: TriggerWith<Name>] : [given: TriggerWith<Name>]
