/** A store operation failed: either nothing was done, or the outcome is unknown. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  /** Whether the store is unreachable and may soon be back. */
  readonly isTemporary: boolean

  constructor(
    message: string,
    { isTemporary = false, cause }: { readonly isTemporary?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.isTemporary = isTemporary
  }
}

/**
 * A saved world can't be read: its data is damaged, or was written by another version or for another edition of its scenario. The
 * data stays untouched.
 */
export class UnreadableWorld extends StoreError {
  /** The id of the world. */
  readonly world: string
  /** The place and the problem. The message also has a remedy. */
  readonly reason: string

  constructor(world: string, reason: string, remedy: string, cause?: unknown) {
    super(`${reason} ${remedy}`, { cause })
    this.world = world
    this.reason = reason
  }
}
