import { MaildoubleError } from '../client/errors.ts'

/**
 * A call rejected by `unknown: 'refuse'`, since its host is neither the service nor this machine. No connection was made and no
 * name was looked up. `fetch` rejects with it, and a request of `node:http` emits it as its `error`.
 *
 * @example
 * import { createDouble } from 'maildouble'
 * import { intercept, UnknownHostError } from 'maildouble/intercept'
 * await using double = await createDouble()
 * using interception = await intercept(double, { host: 'api.example.com', unknown: 'refuse' })
 * const error = await fetch('https://hooks.example.net/').catch((thrown) => thrown)
 * console.log(error instanceof UnknownHostError, error.host) // true hooks.example.net
 */
export class UnknownHostError extends MaildoubleError {
  static {
    this.prototype.name = 'UnknownHostError'
  }

  /** Error code for programs. */
  readonly code = 'MAILDOUBLE_UNKNOWN_HOST'
  /** The host that was called, with its port if one was given. */
  readonly host: string

  constructor(host: string, message: string) {
    super(message)
    this.host = host
  }
}

/**
 * A call that matches two interceptions.
 *
 * @example
 * import { createDouble } from 'maildouble'
 * import { AmbiguousCallError, intercept } from 'maildouble/intercept'
 * await using double = await createDouble()
 * using all = await intercept(double, { host: /example/ })
 * using some = await intercept(double, { host: 'api.example.com' })
 * const error = await fetch('https://us1.api.example.com/3.0/ping').catch((thrown) => thrown)
 * console.log(error instanceof AmbiguousCallError) // true
 */
export class AmbiguousCallError extends MaildoubleError {
  static {
    this.prototype.name = 'AmbiguousCallError'
  }

  /** Error code for programs. */
  readonly code = 'MAILDOUBLE_AMBIGUOUS_CALL'
}
