import type { Schemas } from './contract.ts'

type Trigger = Schemas['Trigger']

/** What other people can do. */
export type TriggerName = Trigger['trigger']

/** What goes with it. */
export type TriggerWith<Name extends TriggerName> = Omit<Extract<Trigger, { readonly trigger: Name }>, 'trigger'>
