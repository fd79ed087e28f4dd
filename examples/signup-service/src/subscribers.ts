/**
 * @typedef {object} Subscriber
 * @property {string} email
 * @property {string} status as in the email service: pending, subscribed, unsubscribed, cleaned ...
 * @property {string} asOf time of the last change, by the service's clock (ISO 8601)
 */

/** Our own table of subscribers. A real service would keep it in its database. */
export class Subscribers {
  /** @type {Map<string, Subscriber>} */
  #rows = new Map()

  /** @param {string} email @returns {Subscriber | undefined} */
  get(email) {
    return this.#rows.get(email.toLowerCase())
  }

  /** Stores a row unless a newer one is known. @param {Subscriber} row */
  keep(row) {
    const known = this.get(row.email)
    if (!known || known.asOf <= row.asOf) this.#rows.set(row.email.toLowerCase(), row)
  }
}
