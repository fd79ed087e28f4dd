import { memberMachine } from './members/machine.ts'

/** Every machine there is, for who prints or checks them. */
export const machines = [memberMachine] as const
