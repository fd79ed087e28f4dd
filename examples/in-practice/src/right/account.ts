import type { Api } from './api.ts'
import { ServiceError } from './errors.ts'
import { countSubscribers } from './members.ts'

export interface Report {
  readonly subscribers: number
  /** `undefined` if the plan of the account has no conversations. */
  readonly unread: number | undefined
}

/** A report for the team. A feature that the plan does not include is left out, and the rest is still there. */
export async function report(api: Api, listId: string): Promise<Report> {
  return { subscribers: await countSubscribers(api, listId), unread: await ifIncluded(unreadOf(api, listId)) }
}

async function unreadOf({ call }: Api, listId: string): Promise<number> {
  const query = { list_id: listId, has_unread_messages: true, count: 0 }
  return (await call<{ total_items: number }>('GET', '/conversations', { query })).total_items
}

async function ifIncluded<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result
  } catch (error) {
    if (error instanceof ServiceError && error.isRefusal('User action not permitted')) return undefined
    throw error
  }
}

export interface Application {
  readonly authUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

/** Exchanges the code of a sign-in for a token. A code is good for thirty seconds and for one use: `again` is where the person begins again. */
export async function signIn(app: Application, code: string): Promise<{ token: string } | { again: string }> {
  const response = await fetch(`${app.authUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: app.clientId,
      client_secret: app.clientSecret,
      redirect_uri: app.redirectUri,
      code,
    }),
  })
  const answer = (await response.json()) as { access_token?: string; error?: string }
  if (response.ok && answer.access_token) return { token: answer.access_token }
  if (answer.error !== 'invalid_grant') throw new Error(`The sign-in failed: ${answer.error}`)
  const query = new URLSearchParams({ response_type: 'code', client_id: app.clientId, redirect_uri: app.redirectUri })
  return { again: `${app.authUrl}/oauth2/authorize?${query}` }
}
