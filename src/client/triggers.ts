import type { Schemas } from './contract.ts'

type Trigger = Schemas['Trigger']

/** What other people can do. */
export type TriggerName = Trigger['trigger']

/** What goes with it: each trigger has its own members, and others do not compile. */
export type TriggerWith<Name extends TriggerName> = Omit<Extract<Trigger, { readonly trigger: Name }>, 'trigger'>

/** The arguments of a trigger: what goes with it can be left out where nothing has to. */
export type TriggerArguments<Name extends TriggerName> =
  Record<never, never> extends TriggerWith<Name>
    ? [name: Name, given?: TriggerWith<Name>]
    : [name: Name, given: TriggerWith<Name>]
