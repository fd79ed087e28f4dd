import { createHash } from 'node:crypto'
import { RefusedError } from './email-api.js'

/** @typedef {{ readonly email: string, readonly firstName?: string }} Person */

/** Meanwhile a person is waiting in front of the form. */
const PATIENCE_MS = 10_000

/**
 * Asks a person to confirm, unless they are already on the list.
 *
 * A PUT to the hash of the address states the desired result, not an action. So it can be repeated if its response was lost,
 * without duplicates on the list.
 *
 * @param {import('./email-api.js').EmailApi} api
 * @param {string} listId
 * @param {Person} person
 * @returns {Promise<{ readonly outcome: 'pending' | 'member' | 'impossible' | 'invalid', readonly member?: any }>}
 */
export async function signUp(api, listId, { email, firstName }) {
  const path = memberPath(listId, email)
  const body = { email_address: email, status_if_new: 'pending', ...(firstName && { merge_fields: { FNAME: firstName } }) }
  try {
    let member = await api.call('PUT', path, { body, patience: PATIENCE_MS })
    // A person who left and comes back is asked to confirm as well.
    if (!['pending', 'subscribed'].includes(member.status))
      member = await api.call('PUT', path, { body: { status: 'pending' }, patience: PATIENCE_MS })
    return { outcome: member.status === 'pending' ? 'pending' : 'member', member }
  } catch (error) {
    const outcome = error instanceof RefusedError ? OUTCOMES.get(error.title) : undefined
    if (!outcome) throw error
    return { outcome }
  }
}

/**
 * What a rejection means to the person. Any other is a bug of ours, or temporary.
 *
 * @type {ReadonlyMap<string, 'member' | 'impossible' | 'invalid'>}
 */
const OUTCOMES = new Map([
  // Added by a concurrent call: usually the same person in another window.
  ['Member Exists', 'member'],
  // The address bounced, its owner complained, or it was permanently deleted: no API call can resubscribe it.
  ['Member In Compliance State', 'impossible'],
  ['Forgotten Email Not Subscribed', 'impossible'],
  ['Invalid Resource', 'invalid'],
])

/** The path of a member: the hash is the MD5 of the lower-case address. @param {string} listId @param {string} email */
export function memberPath(listId, email) {
  return `/lists/${listId}/members/${createHash('md5').update(email.toLowerCase()).digest('hex')}`
}
