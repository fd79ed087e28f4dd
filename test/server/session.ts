import type { Duration, Schemas, TriggerName, TriggerWith } from '../../src/kit/client/index.ts'
import type { Body } from '../mock.ts'

/** A call of the service: its request, with the key or without. */
export interface CallParts {
  readonly body?: string
  readonly type?: string
  readonly key?: string | null
}

/** One way to use a double: how a world is created there, and how it is called. */
export interface SessionDriver {
  readonly make: (options: Schemas['CreateWorld']) => Promise<Schemas['World']>
  /** Calls the service with a path below the world's URL. Returns the text of the response, or an empty string. */
  readonly call: (method: string, path: string, carried?: CallParts) => Promise<string>
  readonly fault: (fault: Schemas['CreateFault']) => Promise<unknown>
  readonly trigger: <Name extends TriggerName>(name: Name, given: TriggerWith<Name>) => Promise<Schemas['Triggered']>
  readonly advance: (by: Duration) => Promise<unknown>
  readonly emails: () => Promise<readonly Schemas['Email'][]>
}

const LIST = '/3.0/lists/aaaaaaaaaa'
const FORM = 'application/x-www-form-urlencoded'

/** An account in use: lists, members, a batch, faults, an unsubscribe, time, webhooks, an application's sign-in. */
export async function session(way: SessionDriver, hook: string): Promise<void> {
  const world = await way.make({
    id: 'same',
    scenario: 'starter',
    seed: 'session',
    settings: { webhooks: { validation: 'off' } },
  })
  const send = async (line: string, body?: object, carried: CallParts = {}): Promise<Body> => {
    const [method = '', path = ''] = line.split(' ')
    const json = body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' }
    const text = await way.call(method, path, { ...json, ...carried })
    return text.startsWith('{') ? JSON.parse(text) : text
  }
  const below = (url: string): string => url.slice(world.base_url.length)

  await send('GET /3.0/lists?fields=lists.id,total_items')
  const events = { subscribe: true, unsubscribe: true, profile: true }
  await send(`POST ${LIST}/webhooks`, { url: hook, events, sources: { api: true, user: true } })
  for (const name of ['ann', 'ben'])
    await send(`POST ${LIST}/members`, { email_address: `${name}@work.test`, status: 'subscribed' })
  await send(`POST ${LIST}/members`, { email_address: 'ann@work.test', status: 'subscribed' })
  await send(`PATCH ${LIST}/members/ann@work.test`, { merge_fields: { FNAME: 'Ännchen' }, colour: 'red' })
  await send(`HEAD ${LIST}`)
  await send('GET /3.0/nothing')
  await send('GET /3.0/lists', undefined, { key: null })

  await way.fault({ match: { operation: 'createBatch' }, when: { first: 1 }, effect: { problem: { preset: 'TooManyRequests' } } })
  await way.fault({ match: { operation: 'ping' }, when: { first: 1 }, effect: { connection: 'reset' } })
  const operations = [
    { method: 'POST', path: LIST.slice(4) + '/members', body: '{"email_address":"cat@work.test","status":"subscribed"}' },
    { method: 'GET', path: '/lists/nowhere' },
  ]
  await send('POST /3.0/batches', { operations })
  const { id } = await send('POST /3.0/batches', { operations })
  for (let time = 0; time < 2; time++) await send('GET /3.0/ping')
  await way.advance('PT1M')
  const batch = await send(`GET /3.0/batches/${id}`)
  await send(`GET ${below(batch.response_body_url)}`, undefined, { key: null })

  await way.trigger('member.unsubscribe', { list_id: 'aaaaaaaaaa', email_address: 'ben@work.test', reason: 'Too many' })
  await way.advance('PT5M')

  const { client_id, client_secret, redirect_uri } = world.oauth
  const { code = '' } = await way.trigger('oauth.approve', { client_id, redirect_uri })
  const form = new URLSearchParams({ grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code }).toString()
  const { access_token } = await send('POST /oauth2/token', undefined, { body: form, type: FORM, key: null })
  await send('GET /3.0/', undefined, { key: access_token })

  const merge_fields = { FNAME: 'Gus', COMPANY: 'Acme' }
  await send('POST /3.0/lists/bbbbbbbbbb/members', { email_address: 'gus@work.test', status: 'pending', merge_fields })
  const email = (await way.emails()).find(({ to }) => to === 'gus@work.test')
  await send(`GET ${below(email?.links[0] ?? '')}`, undefined, { key: null })
  await way.advance('PT1H')
}
