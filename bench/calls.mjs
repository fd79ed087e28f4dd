// The calls that are measured over a socket, and how each is sent.

/** A list of `starter`, which has only the four default merge fields, and interests. */
export const LIST = 'aaaaaaaaaa'

const AT_ONCE = 500
const ANONYMOUS = { 'content-type': 'application/json' }

/**
 * A call. `route` is its path as Hono has it, `status` that of its answer (200 unless given). `body` makes the body of each call. `least`
 * is the target for the ratio to the bare server; `weight` is the number
 * of calls that it counts as, 1 unless given.
 * @typedef {object} Call
 * @property {'GET' | 'POST' | 'PATCH'} method
 * @property {string} path
 * @property {string} route
 * @property {200 | 204 | 400 | 401 | 404} [status]
 * @property {(number: number) => string} [body]
 * @property {Record<string, string>} [headers]
 * @property {number} [least]
 * @property {number} [weight]
 */

const ROUTE = '/3.0/lists/:list_id'

/** Calls of a list and a member of it. @param {string} list @param {string} id */
export function callsOf(list, id) {
  const members = `/3.0/lists/${list}/members`
  const one = { path: `${members}/${id}`, route: `${ROUTE}/members/:hash` }
  const all = { path: members, route: `${ROUTE}/members` }
  return /** @satisfies {Record<string, Call>} */ ({
    'GET of one member': { method: 'GET', ...one, least: 0.85 },
    'GET of a page of ten': { method: 'GET', ...all, least: 1.2 },
    'POST of a new member': { method: 'POST', ...all, body: member, least: 0.3 },
    'PATCH of a member': { method: 'PATCH', ...one, body: renamed, least: 0.45 },
    'POST of tags of a member': {
      method: 'POST',
      path: `${one.path}/tags`,
      route: `${one.route}/tags`,
      status: 204,
      body: tagged,
    },
    'batch subscribe of 500 members': {
      method: 'POST',
      path: `/3.0/lists/${list}`,
      route: ROUTE,
      body: manyMembers,
      weight: AT_ONCE,
    },
    'refused: 404': { method: 'GET', path: `${members}/${'0'.repeat(32)}`, route: one.route, status: 404, least: 0.6 },
    'refused: 400 with errors': { method: 'POST', ...all, status: 400, body: invalid, least: 0.6 },
    'refused: 401': { method: 'GET', ...one, status: 401, headers: ANONYMOUS, least: 0.6 },
  })
}

/** Reads of a list of `big-audience`. Nothing changes between them, so they are warm. @param {string} list @param {string | number} segment */
export function bigCallsOf(list, segment) {
  return /** @satisfies {Record<string, Call>} */ ({
    search: { method: 'GET', path: '/3.0/search-members?query=an', route: '/3.0/search-members' },
    'three conditions': { method: 'GET', path: `/3.0/lists/${list}/segments/${segment}`, route: `${ROUTE}/segments/:segment_id` },
  })
}

/** The conditions of a saved segment. @param {number} i */
export function threeConditions(i) {
  return {
    match: 'all',
    conditions: [
      { condition_type: 'EmailAddress', field: 'EMAIL', op: 'contains', value: String.fromCharCode(97 + i) },
      { condition_type: 'MemberRating', field: 'rating', op: 'greater', value: 1 },
      { condition_type: 'TextMerge', field: 'FNAME', op: 'not', value: `Ada${i}` },
    ],
  }
}

/** @param {number} number */
function renamed(number) {
  return JSON.stringify({ merge_fields: { FNAME: `Ada${number}` } })
}

/** A tag that is added and removed in turns. @param {number} number */
function tagged(number) {
  return JSON.stringify({ tags: [{ name: 'Bench', status: number % 2 === 0 ? 'active' : 'inactive' }] })
}

/** @param {number} number */
function manyMembers(number) {
  return `{"members":[${Array.from({ length: AT_ONCE }, (_, i) => member(number * AT_ONCE + i)).join(',')}]}`
}

/** A member with a status that does not exist. @param {number} number */
function invalid(number) {
  return JSON.stringify({ email_address: `new${number}@acme.test`, status: 'absent', merge_fields: { FNAME: 'Ada' } })
}

let made = 0

/** How autocannon sends a call; no two have the same body. @param {Call} call @returns {import('./measure.mjs').LoadOptions} */
export function loadOf({ method, status = 200, body, headers }) {
  return {
    method,
    status,
    ...(headers && { headers }),
    ...(body && { requests: [{ setupRequest: (request) => ({ ...request, body: body(made++) }) }] }),
  }
}

/** The answer of the double to a call, for the bare server. @param {string} url @param {Call} call */
export async function answerTo(url, { method, path, route, status = 200, body, headers }) {
  const response = await fetch(url + path, {
    method,
    headers: headers ?? { ...ANONYMOUS, authorization: 'Bearer bench-dc1' },
    ...(body && { body: body(made++) }),
  })
  if (response.status !== status) throw new Error(`${method} ${path}: ${response.status}, ${await response.text()}`)
  return { method, path: route, status, ...(status !== 204 && { body: await response.json() }) }
}

/** Returns a world to its scenario. @param {string} url */
export async function reset(url) {
  const { ok, status } = await fetch(`${url}/_control/reset`, { method: 'POST' })
  if (!ok) throw new Error(`The reset was answered with ${status}.`)
}

/** @param {number | string} number */
function member(number) {
  return JSON.stringify({ email_address: `new${number}@acme.test`, status: 'subscribed', merge_fields: { FNAME: 'Ada' } })
}
