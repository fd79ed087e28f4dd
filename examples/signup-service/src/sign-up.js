import { createHash } from 'node:crypto'
import { RefusedError } from './email-api.js'

/** @typedef {{ readonly email: string, readonly firstName?: string }} Person */

/** Somebody sits in front of a form meanwhile. */
const PATIENCE_MS = 10_000

/**
 * Asks a person to confirm, unless they are on the list already.
 *
 * A PUT below the hash of the address says what there is to be, not what to do. So it can be repeated when its answer was lost,
 * and nobody is on the list twice.
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
    // Who has left, and comes back, is asked to confirm like anybody else.
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
 * What a refusal means to the person. Any other is a mistake of ours, or temporary.
 *
 * @type {ReadonlyMap<string, 'member' | 'impossible' | 'invalid'>}
 */
const OUTCOMES = new Map([
  // Somebody was faster: the same person in another window, as a rule.
  ['Member Exists', 'member'],
  // The address bounced, its owner complained, or it was deleted for good: no API brings it back.
  ['Member In Compliance State', 'impossible'],
  ['Forgotten Email Not Subscribed', 'impossible'],
  ['Invalid Resource', 'invalid'],
])

/** Where a member is: the hash is the MD5 of the address in lower case. @param {string} listId @param {string} email */
export function memberPath(listId, email) {
  return `/lists/${listId}/members/${createHash('md5').update(email.toLowerCase()).digest('hex')}`
}
