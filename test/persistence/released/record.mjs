// Records a folder and a store as a build of maildouble leaves them, for the tests that newer builds open them:
//
//     node test/persistence/released/record.mjs <folder of the build> <name> [<scenario> …]
//
// The build has its `dist/`. There is a world of each scenario, and calls that write rows into many tables. The result is <name>.json.br
// beside this file. A server of Valkey or Redis must be in PATH.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { createClient } from '@redis/client'

const [build, name, ...given] = process.argv.slice(2)
if (build === undefined || name === undefined) throw new Error('Give the folder of a build and the name of the recording.')

/** Small scenarios. The bases of others would make the file large. */
const SCENARIOS =
  given.length > 0 ? given : ['starter', 'oauth-expiry', 'webhooks', 'welcome-series', 'double-opt-in', 'domain-verification']

/** @type {() => Promise<number>} */
const freePort = () =>
  new Promise((found) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Starts a build, makes worlds and calls, and stops it. */
async function use(/** @type {readonly string[]} */ place) {
  const port = await freePort()
  const cli = join(resolve(build ?? ''), 'dist', 'cli.js')
  const options = ['--port', String(port), '--clock', 'frozen', '--seed', 'released', '--log', 'silent', ...place]
  const server = spawn(process.execPath, [cli, 'serve', ...options], { stdio: 'inherit' })
  const root = `http://127.0.0.1:${port}`
  for (;;) {
    const answer = await fetch(`${root}/_control/health`).catch(() => undefined)
    if (answer?.ok) break
    await new Promise((wait) => setTimeout(wait, 50))
  }
  for (const scenario of SCENARIOS) {
    const made = await control(root, 'POST /worlds', { id: scenario, scenario, clock: { mode: 'frozen' }, seed: scenario })
    if (made.api_key !== undefined) await fill(root, scenario, made.api_key)
  }
  await control(root, 'DELETE /worlds/oauth-expiry')
  await control(root, 'POST /worlds', { id: 'oauth-expiry', scenario: 'oauth-expiry', clock: { mode: 'frozen' } })
  server.kill('SIGTERM')
  await once(server, 'exit')
}

async function control(/** @type {string} */ root, /** @type {string} */ line, /** @type {unknown} */ body = undefined) {
  const [method = '', path = ''] = line.split(' ')
  const init =
    body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(`${root}/_control${path}`, init)
  const text = await answer.text()
  return text === '' ? {} : JSON.parse(text)
}

/** Calls that write rows. Builds that lack an operation refuse some of them, which is no failure. */
async function fill(/** @type {string} */ root, /** @type {string} */ id, /** @type {string} */ key) {
  const call = async (/** @type {string} */ line, /** @type {unknown} */ body = undefined) => {
    const [method = '', path = ''] = line.split(' ')
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(`${root}/_worlds/${id}/3.0${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return answer.headers.get('content-type')?.includes('json') && text !== '' ? JSON.parse(text) : {}
  }
  const own = (/** @type {string} */ line, /** @type {unknown} */ body = undefined) =>
    control(root, line.replace(' ', ` /worlds/${id}`), body)
  const trigger = (/** @type {Record<string, unknown>} */ body) => own('POST /triggers', body)

  const { lists = [] } = await call('GET /lists?fields=lists.id')
  const list =
    lists[0]?.id ??
    (
      await call('POST /lists', {
        name: 'Released',
        permission_reminder: 'You signed up.',
        email_type_option: false,
        contact: { company: 'Acme', address1: '1 High Street', city: 'London', state: '', zip: 'N1', country: 'GB' },
        campaign_defaults: { from_name: 'Acme', from_email: 'news@acme.test', subject: 'News', language: 'en' },
      })
    ).id
  const members = `/lists/${list}/members`
  for (const who of ['ann', 'ben', 'cat', 'dan'])
    await call(`POST ${members}`, { email_address: `${who}@released.test`, status: 'subscribed', merge_fields: { FNAME: who } })
  await call(`POST ${members}/ann@released.test/tags`, { tags: [{ name: 'released', status: 'active' }] })
  await call(`POST ${members}/ann@released.test/notes`, { note: 'A note.' })
  await call(`POST ${members}/ann@released.test/events`, { name: 'bought' })
  await call(`DELETE ${members}/dan@released.test`)
  // A campaign to the lists of the newsletter would write thousands of rows.
  if (id.startsWith('newsletter')) return
  const { members: first = [] } = await call(`GET ${members}?count=1&fields=members.email_address`)
  if (first[0]) await call(`POST ${members}/${first[0].email_address}/actions/delete-permanent`)
  await call(`POST /lists/${list}/segments`, { name: 'Some', static_segment: ['ben@released.test'] })
  await call(`POST /lists/${list}/merge-fields`, { name: 'Size', type: 'text', tag: 'SIZE' })
  const category = await call(`POST /lists/${list}/interest-categories`, { title: 'Kinds', type: 'checkboxes' })
  await call(`POST /lists/${list}/interest-categories/${category.id}/interests`, { name: 'Hats' })
  await call(`POST /lists/${list}/webhooks`, {
    url: 'http://127.0.0.1:9/hook',
    events: { subscribe: true },
    sources: { api: true },
  })
  await call('POST /campaign-folders', { name: 'Folder' })
  await call('POST /templates', { name: 'Template', html: '<p>Hello</p>' })
  await call('POST /verified-domains', { verification_email: 'owner@released.test' })
  await call('POST /batch-webhooks', { url: 'http://127.0.0.1:9/batches' })
  await call('POST /file-manager/folders', { name: 'Files' })
  await call('POST /file-manager/files', { name: 'a.txt', file_data: 'SGVsbG8=' })
  await trigger({ trigger: 'campaign.send', list_id: list, subject_line: 'From a release' })
  const { emails = [] } = await own('GET /emails?kind=campaign')
  const sent = emails[0]?.campaign_id
  if (sent !== undefined) {
    await trigger({ trigger: 'campaign.open', campaign_id: sent, email_address: 'ann@released.test' })
    await trigger({ trigger: 'campaign.click', campaign_id: sent, email_address: 'ben@released.test' })
    await trigger({
      trigger: 'member.bounce',
      bounce: 'soft',
      campaign_id: sent,
      list_id: list,
      email_address: 'cat@released.test',
    })
  }
  const draft = await call('POST /campaigns', {
    type: 'regular',
    recipients: { list_id: list },
    settings: { subject_line: 'Draft', from_name: 'Acme', reply_to: 'news@acme.test' },
  })
  if (draft.id !== undefined) {
    await call(`PUT /campaigns/${draft.id}/content`, { html: '<p><a href="https://acme.test/">Acme</a></p>' })
    await call(`POST /campaigns/${draft.id}/feedback`, { message: 'Nice.' })
    await call(`POST /campaigns/${draft.id}/actions/send`)
  }
  await trigger({ trigger: 'member.unsubscribe', list_id: list, email_address: 'cat@released.test' })
  await own('POST /faults', { match: { operation: 'ping' }, effect: { status: 503 }, times: 1 })
  await own('POST /snapshots', { name: 'before' })
  await own('POST /clock/advance', { by: 'P8D' })
  await call(`PATCH ${members}/ann@released.test`, { merge_fields: { FNAME: 'Anna' } })
  const operations = Array.from({ length: 4 }, (_, i) => ({
    method: 'POST',
    path: members,
    body: JSON.stringify({ email_address: `m${i}@released.test`, status: 'subscribed' }),
  }))
  await call('POST /batches', { operations })
  await call('POST /account-exports', { include_stages: ['audiences'] })
  await own('POST /clock/advance', { by: 'PT0.02S' })
}

function filesIn(/** @type {string} */ folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [relative(folder, path), readFileSync(path, entry.name.endsWith('.json') ? 'utf8' : 'base64')]
    }),
  )
}

/** All keys of a server, each with the command that sets it. */
async function keysOf(/** @type {string} */ url) {
  const client = createClient({ url })
  await client.connect()
  /** @type {string[][]} */
  const commands = []
  for (const key of (await client.keys('maildouble:*')).toSorted()) {
    if (/^maildouble:(claim|done):/.test(key)) continue
    const type = await client.type(key)
    if (type === 'string') commands.push(['SET', key, (await client.get(key)) ?? ''])
    if (type === 'hash') commands.push(['HSET', key, ...Object.entries(await client.hGetAll(key)).flat()])
    if (type === 'list') commands.push(['RPUSH', key, ...(await client.lRange(key, 0, -1))])
    if (type === 'set') commands.push(['SADD', key, ...(await client.sMembers(key))])
    if (type === 'zset') {
      const members = await client.zRangeWithScores(key, 0, -1)
      const scored = members.flatMap(({ score, value }) => [score === Infinity ? 'inf' : String(score), value])
      commands.push(['ZADD', key, ...scored])
    }
  }
  client.destroy()
  return commands
}

const folder = mkdtempSync(join(tmpdir(), 'maildouble-released-'))
await use(['--data', folder])
const port = await freePort()
const program = process.env['VALKEY'] ?? 'redis-server'
const valkey = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()], {
  stdio: 'ignore',
})
await new Promise((wait) => setTimeout(wait, 1_000))
const url = `redis://127.0.0.1:${port}/0`
await use(['--store', url])
const recording = { folder: filesIn(folder), store: await keysOf(url) }
valkey.kill()
rmSync(folder, { recursive: true, force: true })
// The folder and the store have much in common, which only a large window finds.
const packed = brotliCompressSync(JSON.stringify(recording), {
  params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
})
writeFileSync(join(import.meta.dirname, `${name}.json.br`), packed)
console.log(`${name}.json.br: ${Math.round(packed.length / 1024)} KiB, ${SCENARIOS.length + 1} worlds`)
