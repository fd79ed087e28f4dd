import { Defect } from '../world/errors.ts'

/** What was done cannot be kept, and does not count. */
export class Unkept extends Defect {
  /** Whether it may work again soon. */
  readonly isAway: boolean

  constructor(message: string, isAway: boolean) {
    super(message)
    this.isAway = isAway
  }
}
