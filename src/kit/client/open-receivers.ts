interface OpenReceiver {
  readonly close: () => Promise<void>
  readonly end: (mode: { readonly unregister: boolean }) => Promise<void>
}

const open = new WeakMap<object, Set<OpenReceiver>>()

/** Closes a receiver with its world. */
export function closeWith(world: object, receiver: OpenReceiver): void {
  const receivers = open.get(world) ?? new Set()
  open.set(world, receivers.add(receiver))
}

/**
 * Closes the receivers of a world. Their webhooks need not be deleted if the world is deleted next. Returns the first error of a function
 * that answers webhooks, if it has not been reported yet.
 */
export async function closeReceivers(world: object, mode: { readonly unregister: boolean }): Promise<Error | undefined> {
  const errors: Error[] = []
  for (const receiver of open.get(world) ?? []) {
    await receiver.end(mode)
    await receiver.close().catch((error: Error) => errors.push(error))
  }
  open.delete(world)
  return errors[0]
}
