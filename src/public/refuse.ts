import type { Schemas } from '../contract/public.ts'
import type { Reply } from '../support/reply.ts'
import { json, text } from './reply.ts'

/** These paths are called by programs, which expect to be told in the words of OAuth 2.0. */
const PROGRAMS: ReadonlySet<string> = new Set(['/oauth2/token', '/oauth2/metadata'])

/** A refusal that is none of an operation's own, in the form that is expected at a path. */
export function refusalAt(path: string, status: number, detail: string, headers: Readonly<Record<string, string>> = {}): Reply {
  const error: Schemas['OauthError'] = { error: 'invalid_request', error_description: detail }
  if (PROGRAMS.has(path)) return json(status, error, headers)
  const reply = text(status, detail)
  return { ...reply, headers: { ...reply.headers, ...headers } }
}
