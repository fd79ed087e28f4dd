/** Reports a message to the owner of the server. A `defect` is a bug of maildouble, which its metrics count. */
export type Log = (message: string, kind?: 'defect') => void
