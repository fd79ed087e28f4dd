/** A trigger refuses: nothing happens. */
export class TriggerRefusal extends Error {
  override readonly name = 'TriggerRefusal'
  /** Where in the fields something is named that is not there; undefined when all is, but stands so that it cannot happen. */
  readonly pointer: string | undefined

  constructor(message: string, pointer?: string) {
    super(message)
    this.pointer = pointer
  }
}

/** A refusal names so many of the things that there are. */
const NAMED_MAX = 10

/** Something is named that is not there. */
export function unknown(pointer: string, message: string, known: readonly string[]): TriggerRefusal {
  const some = known.slice(0, NAMED_MAX).join(', ')
  const there = known.length === 0 ? 'There are none.' : `There are: ${some}${known.length > NAMED_MAX ? ' ...' : '.'}`
  return new TriggerRefusal(`${message} ${there}`, pointer)
}

/** Things stand so that it cannot happen. */
export function impossible(message: string): TriggerRefusal {
  return new TriggerRefusal(message)
}
