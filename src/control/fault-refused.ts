import { FaultRefusal } from '../faults/refusal.ts'
import { ControlError, unusable } from './errors.ts'

/** A fault that cannot be, as the control API refuses it; `all` is the path at which all of its kind can be deleted. */
export function refusedFault(error: unknown, all: 'faults' | 'delivery-faults'): unknown {
  if (!(error instanceof FaultRefusal)) return error
  const { message, pointer } = error
  if (pointer !== undefined) return unusable(pointer, message)
  return new ControlError(409, `${message} Delete some, or all by DELETE .../${all}.`)
}
