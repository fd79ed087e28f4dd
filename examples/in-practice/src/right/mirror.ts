import type { Api } from './api.ts'
import { ServiceError } from './errors.ts'
import { type Member, memberPath, subscribers } from './members.ts'

export interface MirrorOptions {
  /** Says goodbye to a person who left. */
  readonly onLeave?: (email: string) => Promise<unknown>
}

export type Mirror = ReturnType<typeof createMirror>

/** Our own table of the subscribers of a list. A real one has a database, for the table and for what arrives. */
export function createMirror(api: Api, listId: string, { onLeave = async () => {} }: MirrorOptions = {}) {
  const subscribed = new Set<string>()
  const arrived: string[] = []

  /** Stores a webhook and answers at once. The service waits for ten seconds, and stops sending to receivers that fail too often. */
  async function receive(request: Request): Promise<Response> {
    if (request.method === 'POST') arrived.push(await request.text())
    return new Response('stored')
  }

  /** Processes what has arrived. A webhook that fails stays for the next time; the errors are returned. */
  async function process(): Promise<unknown[]> {
    const errors: unknown[] = []
    for (const body of arrived.splice(0)) {
      try {
        await apply(new URLSearchParams(body))
      } catch (error) {
        errors.push(error)
        arrived.push(body)
      }
    }
    return errors
  }

  /**
   * A webhook may be late, out of order, incomplete, or arrive twice. So it only says which members to read: the service says what they are
   * now, and only a change has consequences.
   */
  async function apply(form: URLSearchParams): Promise<void> {
    for (const field of ['email', 'old_email', 'new_email']) {
      const email = form.get(`data[${field}]`)?.toLowerCase()
      if (email === undefined) continue
      const status = await statusOf(email)
      if (status !== 'subscribed' && subscribed.has(email)) await onLeave(email)
      if (status === 'subscribed') subscribed.add(email)
      else subscribed.delete(email)
    }
  }

  async function statusOf(email: string): Promise<string> {
    try {
      return (await api.call<Member>('GET', memberPath(listId, email), { query: { fields: 'status' } })).status
    } catch (error) {
      if (error instanceof ServiceError && error.status === 404 && (await listExists())) return 'deleted'
      throw error
    }
  }

  /** A 404 for a member also means that the whole list is gone, and then nobody has left. */
  async function listExists(): Promise<boolean> {
    await api.call('GET', `/lists/${listId}`, { query: { fields: 'id' } })
    return true
  }

  /** Compares the table with the list, each night: webhooks get lost. */
  async function reconcile(): Promise<void> {
    const now = new Set((await subscribers(api, listId)).map(({ email_address }) => email_address.toLowerCase()))
    for (const email of subscribed) if (!now.has(email)) await apply(new URLSearchParams({ 'data[email]': email }))
    for (const email of now) subscribed.add(email)
  }

  return { subscribed, receive, process, reconcile }
}

/** Registers a webhook, or corrects it. It leaves out changes through the API, which are our own: a program that reacts to them never stops. */
export async function ensureWebhook({ call }: Api, listId: string, url: string): Promise<void> {
  const path = `/lists/${listId}/webhooks`
  const body = {
    url,
    events: { subscribe: true, unsubscribe: true, profile: true, cleaned: true, upemail: true },
    sources: { user: true, admin: true, api: false },
  }
  const { webhooks } = await call<{ webhooks: { id: string; url: string }[] }>('GET', path)
  const known = webhooks.find((webhook) => webhook.url === url)
  if (known) await call('PATCH', `${path}/${known.id}`, { body })
  else await call('POST', path, { body })
}
