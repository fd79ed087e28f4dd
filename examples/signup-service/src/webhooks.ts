import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { RefusedError } from './email-api.js'
import { memberPath } from './sign-up.js'

/** The member status after each event. Profiles change only while a member is subscribed. */
const STATUS_AFTER = new Map([
  ['subscribe', 'subscribed'],
  ['profile', 'subscribed'],
  ['unsubscribe', 'unsubscribed'],
  ['cleaned', 'cleaned'],
])

const REMEMBERED_MAX = 10_000

/**
 * Processes the email service's events about a list and keeps our own table up to date. Deliveries may be repeated, late and out of
 * order.
 */
export class Webhooks {
  #api
  #listId
  #subscribers
  /** @type {Set<string>} */
  #seen = new Set()
  #oneByOne = pLimit(1)

  /** @param {{ api: import('./email-api.js').EmailApi, listId: string, subscribers: import('./subscribers.js').Subscribers }} parts */
  constructor({ api, listId, subscribers }) {
    this.#api = api
    this.#listId = listId
    this.#subscribers = subscribers
  }

  /**
   * Processes the body of a delivery and returns the result. If it throws, answer with an error status: the service will
   * deliver again.
   *
   * @param {string} body
   * @returns {Promise<'applied' | 'duplicate' | 'late' | 'ignored'>}
   */
  receive(body) {
    return this.#oneByOne(async () => {
      // Deliveries have no id. A repeated one is identical byte for byte.
      const id = createHash('sha256').update(body).digest('hex')
      if (this.#seen.has(id)) return 'duplicate'
      const became = await this.#apply(readEvent(body))
      // Only now: a delivery that failed halfway must be processed when it is repeated.
      this.#remember(id)
      return became
    })
  }

  /** @param {ReturnType<typeof readEvent>} event */
  async #apply({ type, at, email, newEmail, oldEmail }) {
    if (type === 'upemail') {
      this.#subscribers.keep({ email: oldEmail, status: 'renamed', asOf: at })
      this.#subscribers.keep({ email: newEmail, status: await this.#statusNow(newEmail), asOf: at })
      return 'applied'
    }
    const status = STATUS_AFTER.get(type)
    if (!status) return 'ignored'
    const known = this.#subscribers.get(email)
    if (known && at < known.asOf) return 'late'
    // Instants are whole seconds. Of two events in the same second, only the service knows which was the last.
    this.#subscribers.keep({ email, status: at === known?.asOf ? await this.#statusNow(email) : status, asOf: at })
    return 'applied'
  }

  /** @param {string} email */
  async #statusNow(email) {
    try {
      // A single attempt: the service waits ten seconds for our response and delivers again without one.
      return (await this.#api.call('GET', `${memberPath(this.#listId, email)}?fields=status`, { patience: 0 })).status
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) return 'deleted'
      throw error
    }
  }

  /** @param {string} id */
  #remember(id) {
    this.#seen.add(id)
    const [oldest] = this.#seen
    if (this.#seen.size > REMEMBERED_MAX && oldest) this.#seen.delete(oldest)
  }
}

/** The form sent by the service: `type`, `fired_at` in UTC, and `data[...]`. @param {string} body */
function readEvent(body) {
  const form = new URLSearchParams(body)
  const read = (/** @type {string} */ name) => form.get(name) ?? ''
  return {
    type: read('type'),
    at: new Date(`${read('fired_at').replace(' ', 'T')}Z`).toISOString(),
    email: read('data[email]'),
    oldEmail: read('data[old_email]'),
    newEmail: read('data[new_email]'),
  }
}
