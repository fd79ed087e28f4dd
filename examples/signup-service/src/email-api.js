import { setTimeout as realPause } from 'node:timers/promises'
import pLimit from 'p-limit'

/** The service said no. Programs decide by `status` and `title`; the message is for people. */
export class RefusedError extends Error {
  /**
   * @param {{ readonly status: number, readonly title: string, readonly detail: string }} problem
   * @param {string | null} retryAfter seconds after which another attempt makes sense, if the service says so
   */
  constructor({ status, title, detail }, retryAfter) {
    super(`${title}: ${detail}`)
    this.status = status
    this.title = title
    this.retryAfter = retryAfter
  }
}

/** The answer was lost. Whether the service has done what it was asked is not known. */
export class LostError extends Error {}

/** How a program waits: `setTimeout` as a promise, or something that a test moves. @typedef {(ms: number) => Promise<unknown>} Pause */

// An account has ten connections, and other programs need some of them.
const CONNECTIONS = 6
const TIMEOUT_MS = 30_000
const FIRST_PAUSE_MS = 500
const PATIENCE_MS = 5 * 60_000

/** The email service's API. What fails for a moment is tried again. */
export class EmailApi {
  #config
  #limit = pLimit(CONNECTIONS)

  /** @param {{ readonly apiUrl: string, readonly apiKey: string, readonly pause?: Pause }} config */
  constructor(config) {
    this.#config = { pause: realPause, ...config }
  }

  /**
   * Calls it, and answers what it answers. Throws a `RefusedError` or a `LostError` when nothing came of it.
   *
   * @param {'GET' | 'PUT' | 'POST'} method
   * @param {string} path
   * @param {object} [options]
   * @param {object} [options.body]
   * @param {number} [options.patience] for how many milliseconds attempts are put off altogether; with 0 there is only one
   * @returns {Promise<any>}
   */
  async call(method, path, { body, patience = PATIENCE_MS } = {}) {
    for (let attempt = 1, waited = 0; ; attempt += 1) {
      try {
        return await this.#limit(() => this.#send(method, path, body))
      } catch (error) {
        const ms = pauseAfter(attempt, error)
        waited += ms
        if (!mayRepeat(method, error) || waited > patience) throw error
        await this.#config.pause(ms)
      }
    }
  }

  /** @param {string} method @param {string} path @param {object} [body] */
  async #send(method, path, body) {
    const { apiUrl, apiKey } = this.#config
    try {
      const response = await fetch(apiUrl + path, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      /** @type {any} */
      const answer = await response.json()
      if (response.ok) return answer
      throw new RefusedError({ ...answer, status: response.status }, response.headers.get('retry-after'))
    } catch (error) {
      if (error instanceof RefusedError) throw error
      throw new LostError(`${method} ${path} was not answered`, { cause: error })
    }
  }
}

/** Told to come back later, anybody may. When it is not known whether a call was done, only what can be done twice is repeated. */
function mayRepeat(/** @type {string} */ method, /** @type {unknown} */ error) {
  if (error instanceof LostError) return method !== 'POST'
  if (!(error instanceof RefusedError)) return false
  return error.status === 429 || error.status === 503 || (error.status >= 500 && method !== 'POST')
}

/** Twice as long each time, and never the same for two programs that were refused together. */
function pauseAfter(/** @type {number} */ attempt, /** @type {unknown} */ error) {
  const asked = error instanceof RefusedError ? Number(error.retryAfter) * 1000 : 0
  const ours = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + Math.random())
  return Math.round(Math.max(asked || 0, ours))
}

/** Whether it makes sense to try later: the service is busy, broken or out of reach. @param {unknown} error */
export function isTemporary(error) {
  return error instanceof LostError || (error instanceof RefusedError && (error.status === 429 || error.status >= 500))
}
