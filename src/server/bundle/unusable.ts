/** A place of a bundle from which no world can be made: its JSON pointer, and what would be right. */
export class UnusableBundle extends Error {
  override readonly name = 'UnusableBundle'
  readonly pointer: string

  constructor(pointer: string, message: string) {
    super(message)
    this.pointer = pointer
  }
}
