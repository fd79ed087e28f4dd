import { setTimeout as realPause } from 'node:timers/promises'
import pLimit from 'p-limit'

/** The service rejected the call. Programs decide by `status` and `title`; the message is for people. */
export class RefusedError extends Error {
  /**
   * @param {{ readonly status: number, readonly title: string, readonly detail: string }} problem
   * @param {string | null} retryAfter seconds after which a retry makes sense, if the service says so
   */
  constructor({ status, title, detail }, retryAfter) {
    super(`${title}: ${detail}`)
    this.status = status
    this.title = title
    this.retryAfter = retryAfter
  }
}

/** The response was lost. It is unknown whether the call was done. */
export class LostError extends Error {}

/** How a program waits: `setTimeout` as a promise, or a replacement in tests. @typedef {(ms: number) => Promise<unknown>} Pause */

// An account may have ten connections, and other programs need some of them.
const CONNECTIONS = 6
const TIMEOUT_MS = 30_000
const FIRST_PAUSE_MS = 500
const PATIENCE_MS = 5 * 60_000

/** The email service's API. Temporary failures are retried. */
export class EmailApi {
  #config
  #limit = pLimit(CONNECTIONS)

  /** @param {{ readonly apiUrl: string, readonly apiKey: string, readonly pause?: Pause }} config */
  constructor(config) {
    this.#config = { pause: realPause, ...config }
  }

  /**
   * Calls the API and returns the response. Throws a `RefusedError` or a `LostError` if the call fails.
   *
   * @param {'GET' | 'PUT' | 'POST'} method
   * @param {string} path
   * @param {object} [options]
   * @param {object} [options.body]
   * @param {number} [options.patience] maximum total delay of retries in milliseconds; 0 means a single attempt
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

/**
 * Any call may be retried if the service asks for it. If it is unknown whether a call was done, only an idempotent one is repeated.
 */
function mayRepeat(/** @type {string} */ method, /** @type {unknown} */ error) {
  if (error instanceof LostError) return method !== 'POST'
  if (!(error instanceof RefusedError)) return false
  return error.status === 429 || error.status === 503 || (error.status >= 500 && method !== 'POST')
}

/** Doubles each time, with jitter for programs that were rejected at the same time. */
function pauseAfter(/** @type {number} */ attempt, /** @type {unknown} */ error) {
  const asked = error instanceof RefusedError ? Number(error.retryAfter) * 1000 : 0
  const ours = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + Math.random())
  return Math.round(Math.max(asked || 0, ours))
}

/** Whether a later attempt makes sense: the service is busy, broken or unreachable. @param {unknown} error */
export function isTemporary(error) {
  return error instanceof LostError || (error instanceof RefusedError && (error.status === 429 || error.status >= 500))
}
