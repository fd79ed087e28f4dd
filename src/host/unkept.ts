import { Defect } from '../world/errors.ts'
import { StoreError } from './store.ts'

/** What was done cannot be kept, and does not count. */
export class Unkept extends Defect {
  /** Whether it may work again soon. */
  readonly isAway: boolean

  constructor(message: string, isAway: boolean) {
    super(message)
    this.isAway = isAway
  }
}

/** Whether something failed since it cannot be kept, or since the store cannot be asked: that is said once, by who keeps it. */
export function isMatterOfStore(error: unknown): error is Unkept | StoreError {
  return error instanceof Unkept || error instanceof StoreError
}

/** The status of what is no answer of the service: 503 for what may work again soon. */
export function statusOfDefect(error: unknown): 500 | 503 {
  return isMatterOfStore(error) && error.isAway ? 503 : 500
}
