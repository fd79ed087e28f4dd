// One side of bench/worlds.mjs: an in-process server with very many lightly used worlds; prints its memory as JSON.
import { objectsMb, residentMbInside } from './resident.mjs'

const [, , bundle = '', count, writes, reads] = process.argv
const { assemble, buildWorld } = await import(bundle)
const URL_BASE = 'http://maildouble.test'
const LIST = '/3.0/lists/aaaaaaaaaa'
/** What a test reads: single resources and short pages, repeatedly. */
const MEMBER = `${LIST}/members/new1@acme.test`
const SHORT = `${LIST}/members?fields=members.email_address,members.status`
const READS = [MEMBER, LIST, SHORT, MEMBER, `${MEMBER}/tags`, MEMBER, LIST, `${LIST}/segments?count=2`, MEMBER, '/3.0/ping']

const double = assemble({
  publicUrl: URL_BASE,
  access: { hosts: ['maildouble.test'], token: undefined },
  log: console.error,
  build: buildWorld,
})
await double.begin({ scenario: 'starter', clock: { mode: 'frozen', rate: 0 }, settings: { credentials: 'any' } })

/** @param {string} key @param {string} method @param {string} path @param {object} [body] */
async function call(key, method, path, body) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await double.app.request(URL_BASE + path, { method, headers, ...sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** @type {string[]} */
const keys = []
for (let i = 1; i < Number(count); i++) keys.push((await call('', 'POST', '/_control/worlds', { scenario: 'starter' })).api_key)
const made = await residentMbInside()
const objectsMade = objectsMb()
for (const key of keys) await use(key)
const used = await residentMbInside()
const heap = objectsMb()
console.log(JSON.stringify({ made, used, heap, perWorld: ((heap - objectsMade) * 1024) / keys.length }))

/** What a test does in its world: members are added, changed and read. @param {string} key */
async function use(key) {
  for (let i = 0; i < Number(writes); i++) {
    const email_address = `new${i % 10}@acme.test`
    if (i < 10)
      await call(key, 'POST', `${LIST}/members`, { email_address, status: 'subscribed', merge_fields: { FNAME: 'Ada' } })
    else await call(key, 'PATCH', `${LIST}/members/${email_address}`, { merge_fields: { FNAME: 'Grace' } })
  }
  for (let i = 0; i < Number(reads); i++) await call(key, 'GET', READS[i % READS.length] ?? LIST)
}
