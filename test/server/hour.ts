import { strFromU8, unzipSync, type Unzipped } from 'fflate'
import { addition, PING, resultsIn } from '../resources/batch-world.ts'
import type { Body } from '../mock.ts'

/** What a worker of a test suite knows about its world. */
export interface SuiteWorker {
  readonly world: Body
  /** Where its webhooks are sent. */
  readonly receiver: string
}

/** A response, or why there was none. */
interface Answer {
  readonly status: number
  readonly body: Body
}

const LIST = '/3.0/lists/aaaaaaaaaa'
const FORM = 'application/x-www-form-urlencoded'
const LATER = { list_id: 'aaaaaaaaaa' }

/** An hour of traffic, one call after the other over real HTTP, with the responses. */
export async function hour({ world, receiver }: SuiteWorker): Promise<unknown[]> {
  const answers: unknown[] = []
  const own = new URL(world.base_url)

  async function call(line: string, body?: unknown, type = 'application/json', key = world.api_key): Promise<Answer> {
    const [method = 'GET', path = ''] = line.split(' ')
    const url = path.startsWith('http') ? path : path.startsWith('/_control') ? own.origin + path : world.base_url + path
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': type }) }
    const answer = await fetch(url, { method, headers, ...sent }).then(read, () => ({ status: 0, body: 'broken off' }))
    // Responses of the control API on the way contain real times, so its state is read at the end.
    if (!path.startsWith('/_control')) answers.push([line, answer])
    return answer
  }
  const control = (line: string, body?: unknown) => call(line.replace(' ', ` /_control/worlds/${world.id}`), body)
  const cause = (trigger: string, fields: object) => control('POST /triggers', { trigger, ...fields })
  const pass = (by: string) => control('POST /clock/advance', { by })

  await call('GET /3.0/lists')
  await call(`POST ${LIST}/webhooks`, {
    url: receiver,
    events: { subscribe: true, unsubscribe: true, profile: true },
    sources: { api: true, user: true },
  })
  await control('POST /delivery-faults', { match: { event: 'unsubscribe' }, effect: 'duplicate' })
  for (const name of ['ann', 'ben', 'cat'])
    await call(`POST ${LIST}/members`, { email_address: `${name}@work.test`, status: 'subscribed' })
  await call(`POST ${LIST}/members`, { email_address: 'ann@work.test', status: 'subscribed' })
  await call(`PATCH ${LIST}/members/ann@work.test`, { merge_fields: { FNAME: 'Ann' }, colour: 'red' })
  await call(`POST ${LIST}/members/ann@work.test/tags`, { tags: [{ name: 'worker', status: 'active' }] })
  await call(`POST ${LIST}/members/ann@work.test/notes`, { note: 'Hello' })
  const { body: segment } = await call(`POST ${LIST}/segments`, {
    name: 'Work',
    static_segment: ['ben@work.test', 'cat@work.test'],
  })
  await call(`GET ${LIST}/segments/${segment.id}/members?fields=members.email_address,total_items`)
  await pass('PT5M')

  await control('POST /faults', {
    match: { operation: 'createBatch' },
    when: { first: 1 },
    effect: { problem: { preset: 'TooManyRequests' } },
  })
  await control('POST /faults', {
    match: { path: '/lists/*/members', method: 'GET' },
    when: { nth: 2 },
    effect: { connection: 'close' },
  })
  const operations = [
    ...['dan', 'eve', 'flo'].map((name) => addition(name, 'aaaaaaaaaa')),
    PING,
    { method: 'GET', path: '/lists/nowhere' },
  ]
  await call('POST /3.0/batches', { operations })
  const { body: batch } = await call('POST /3.0/batches', { operations })
  await pass('PT0.4S')
  await call(`GET /3.0/batches/${batch.id}`)
  await pass('PT1M')
  const { body: finished } = await call(`GET /3.0/batches/${batch.id}`)
  await call(`GET ${finished.response_body_url}`)
  for (let time = 0; time < 3; time++) await call(`GET ${LIST}/members?count=1000&fields=members.id,members.status`)

  const { client_id, client_secret, redirect_uri } = world.oauth
  let token = ''
  for (const wait of ['PT31S', 'PT29S']) {
    const { code } = (await cause('oauth.approve', { client_id, redirect_uri })).body
    await pass(wait)
    const form = new URLSearchParams({ grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code })
    token = (await call('POST /oauth2/token', form.toString(), FORM)).body.access_token
  }
  await call('GET /oauth2/metadata', undefined, FORM, token)
  await call('GET /3.0/', undefined, FORM, token)

  await call('POST /3.0/lists/bbbbbbbbbb/members', {
    email_address: 'gus@work.test',
    status: 'pending',
    merge_fields: { FNAME: 'Gus', COMPANY: 'Acme' },
  })
  const { emails } = (await control('GET /emails?kind=confirm_subscription')).body
  await call(`GET ${emails[0].links[0]}`)
  await call('GET /3.0/lists/bbbbbbbbbb/members/gus@work.test')

  await call('POST /3.0/account-exports', { include_stages: ['audiences'] })
  await control('POST /snapshots', { name: 'before' })
  await call('DELETE /3.0/lists/cccccccccc')
  await control('POST /snapshots/before/restore')
  const { id: campaign_id } = (await cause('campaign.send', { ...LATER, subject_line: 'News' })).body.changed[0]
  await cause('campaign.open', { campaign_id, email_address: 'ann@work.test' })
  await cause('member.unsubscribe', { ...LATER, email_address: 'ben@work.test' })
  await cause('member.bounce', { ...LATER, email_address: 'cat@work.test', bounce: 'hard' })
  await pass('PT50M')
  const { body: exported } = await call('GET /3.0/account-exports/1')
  await call(`GET ${exported.download_url}`)
  await call(`GET /3.0/reports/${campaign_id}`)
  await call(`GET ${LIST}?fields=stats`)
  await call('GET /3.0/nothing')
  await call('DELETE /3.0/lists/bbbbbbbbbb')
  await control('POST /clock/advance', { until: 'idle' })
  return answers
}

async function read(response: Response): Promise<Answer> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, body: await contentOf(bytes, response.headers.get('content-type') ?? '') }
}

/** Archives are represented by their contents: their size depends on the URLs in them. */
async function contentOf(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Body> {
  if (bytes.length === 0) return undefined
  if (type.includes('gzip')) return resultsIn(new Response(bytes))
  if (type.includes('zip')) return textsIn(unzipSync(bytes))
  return type.includes('json') ? JSON.parse(strFromU8(bytes)) : strFromU8(bytes)
}

function textsIn(files: Unzipped): object {
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}
