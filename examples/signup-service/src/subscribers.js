/**
 * @typedef {object} Subscriber
 * @property {string} email
 * @property {string} status as the service has it: pending, subscribed, unsubscribed, cleaned ...
 * @property {string} asOf since when, by the service's clock (ISO 8601)
 */

/** Our own table of subscribers. A real service would have it in its database. */
export class Subscribers {
  /** @type {Map<string, Subscriber>} */
  #rows = new Map()

  /** @param {string} email @returns {Subscriber | undefined} */
  get(email) {
    return this.#rows.get(email.toLowerCase())
  }

  /** Keeps what is known of somebody, unless something newer is known. @param {Subscriber} row */
  keep(row) {
    const known = this.get(row.email)
    if (!known || known.asOf <= row.asOf) this.#rows.set(row.email.toLowerCase(), row)
  }
}
