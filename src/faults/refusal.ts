/** A fault that cannot be: nothing was planted. */
export class FaultRefusal extends Error {
  override readonly name = 'FaultRefusal'
  /** A JSON pointer to what is wrong in the fault; nothing where there are too many of them. */
  readonly pointer: string | undefined

  constructor(message: string, pointer?: string) {
    super(message)
    this.pointer = pointer
  }
}
