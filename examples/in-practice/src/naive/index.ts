// What one writes on the first afternoon. It works as long as nothing goes wrong.
import { hash } from 'node:crypto'
import type * as right from '../right/index.ts'

export const connect: typeof right.connect = ({ url, key, pause = async () => {}, timeLimit = 60_000 }) => {
  async function call<Answer>(method: string, path: string, { query = {}, body }: right.CallOptions = {}) {
    const address = new URL(url + path)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
    const send = () => {
      const init = { method, headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(timeLimit) }
      return fetch(address, body ? { ...init, body: JSON.stringify(body) } : init)
    }
    // Another try if the connection broke.
    const response = await send().catch((error: Error) => (error.name === 'TimeoutError' ? Promise.reject(error) : send()))
    const type = response.headers.get('content-type') ?? ''
    const isJson = type.includes('json') && response.status !== 204
    const answer = (isJson ? await response.json() : await response.text()) as { title: string; detail: string }
    if (!response.ok) throw new Error(`${answer.title}: ${answer.detail}`)
    return answer as Answer
  }
  return { call, pause }
}

const memberPath = (listId: string, email: string) => `/lists/${listId}/members/${hash('md5', email)}`

interface Member {
  id: string
  email_address: string
  status: string
  merge_fields: { [tag: string]: unknown }
}

export const subscribe: typeof right.subscribe = async (api, listId, email, profile = {}) => {
  const { status } = await save(api, listId, email, { ...profile, status: 'subscribed' } as object)
  return status as 'subscribed'
}

export const save: typeof right.save = ({ call }, listId, email, profile) =>
  call('PUT', memberPath(listId, email), { body: { email_address: email, ...profile } })

export const addNote: typeof right.addNote = async ({ call }, listId, email, note) => {
  await call('POST', `${memberPath(listId, email)}/notes`, { body: { note } })
}

export const isSubscribed: typeof right.isSubscribed = async (api, listId, email) =>
  (await subscribers(api, listId)).some(({ email_address }) => email_address === email)

export const subscribers: typeof right.subscribers = async ({ call }, listId, count = 1000) => {
  const all: Member[] = []
  for (let offset = 0; ; offset += count) {
    const query = { status: 'subscribed', count, offset }
    const { members } = await call<{ members: Member[] }>('GET', `/lists/${listId}/members`, { query })
    all.push(...members)
    if (members.length < count) return all
  }
}

export const overview: typeof right.overview = async ({ call }, listId) => {
  const counts = new Map(['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional'].map((status) => [status, 0]))
  const { members } = await call<{ members: Member[] }>('GET', `/lists/${listId}/members`)
  for (const { status } of members) {
    const count = counts.get(status)
    if (count === undefined) throw new Error(`Unknown status: ${status}`)
    counts.set(status, count + 1)
  }
  return counts
}

export const countSubscribers: typeof right.countSubscribers = async ({ call }, listId) =>
  (await call<{ stats: { member_count: number } }>('GET', `/lists/${listId}`)).stats.member_count

export const subscribeAll: typeof right.subscribeAll = (api, listId, people) =>
  Promise.all(people.map(({ email, name }) => subscribe(api, listId, email, { merge_fields: { FNAME: name } })))

export const importNightly: typeof right.importNightly = async (api, listId, people) => {
  const operations = people.map(({ email, name }) => ({
    method: 'POST',
    path: `/lists/${listId}/members`,
    body: JSON.stringify({ email_address: email, status: 'subscribed', merge_fields: { FNAME: name } }),
  }))
  const { id } = await api.call<{ id: string }>('POST', '/batches', { body: { operations } })
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await api.pause(1_000)
    const { status } = await api.call<{ status: string }>('GET', `/batches/${id}`)
    if (status === 'finished') return { running: false, failed: [] }
  }
  throw new Error(`Batch ${id} did not finish`)
}

export const createMirror: typeof right.createMirror = (api, listId, { onLeave = async () => {} } = {}) => {
  const subscribed = new Set<string>()

  async function receive(request: Request) {
    const form = new URLSearchParams(await request.text())
    const email = form.get('data[email]') ?? ''
    if (form.get('type') === 'subscribe') subscribed.add(email)
    if (form.get('data[action]') === 'unsub' || form.get('data[action]') === 'delete') {
      await onLeave(email)
      subscribed.delete(email)
    }
    return new Response('done')
  }

  async function reconcile() {
    for (const email of subscribed) {
      await api.call('GET', memberPath(listId, email)).catch(() => subscribed.delete(email))
    }
  }

  return { subscribed, receive, process: async () => [], reconcile }
}

export const ensureWebhook: typeof right.ensureWebhook = async ({ call }, listId, url) => {
  const path = `/lists/${listId}/webhooks`
  const { webhooks } = await call<{ webhooks: { url: string }[] }>('GET', path)
  const events = { subscribe: true, unsubscribe: true, profile: true, cleaned: true, upemail: true }
  if (!webhooks.some((webhook) => webhook.url === url)) await call('POST', path, { body: { url, events } })
}

export const report: typeof right.report = async (api, listId) => {
  const { total_items: unread } = await api.call<{ total_items: number }>('GET', '/conversations')
  return { subscribers: await countSubscribers(api, listId), unread }
}

export const signIn: typeof right.signIn = async ({ authUrl, clientId, clientSecret, redirectUri }, code) => {
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
    code,
  }
  const response = await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = (await response.json()) as { access_token: string }
  return { token }
}
