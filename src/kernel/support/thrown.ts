/** The message of a thrown value. Values other than errors are converted to text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** The stack of a thrown value, or its message if it has none. */
export function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}

/** Reports a message to the owner of the server. A `defect` is a bug of maildouble, which its metrics count. */
export type Log = (message: string, kind?: 'defect') => void
