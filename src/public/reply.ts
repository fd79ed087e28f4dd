import type { Schemas } from '../contract/public.ts'
import type { Reply } from '../support/reply.ts'

/** These paths are called by programs, which expect to be told in the words of OAuth 2.0. */
const PROGRAMS: ReadonlySet<string> = new Set(['/oauth2/token', '/oauth2/metadata'])

/** A refusal that is none of an operation's own, in the form that is expected at a path. */
export function refusalAt(path: string, status: number, detail: string, headers: Readonly<Record<string, string>> = {}): Reply {
  const error: Schemas['OauthError'] = { error: 'invalid_request', error_description: detail }
  if (PROGRAMS.has(path)) return json(status, error, headers)
  const reply = text(status, detail)
  return { ...reply, headers: { ...reply.headers, ...headers } }
}

/** HTML that people of the account wrote must neither run scripts nor load anything: it shares an origin with the control plane. */
const UNTRUSTED = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** A page of our own: no scripts, no frames, forms only to where they came from. */
const OWN =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' http: https:; frame-ancestors 'none'; base-uri 'none'"

const COMMON = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }

/** A page of our own making. */
export function page(status: number, html: string): Reply {
  return {
    status,
    headers: { ...COMMON, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': OWN },
    body: html,
  }
}

/** HTML that somebody of the account wrote. */
export function foreignPage(html: string): Reply {
  return {
    status: 200,
    headers: { ...COMMON, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': UNTRUSTED },
    body: html,
  }
}

/** A script for pages elsewhere. Opened by itself it is no page that could run anything here. */
export function script(source: string): Reply {
  return {
    status: 200,
    headers: { ...COMMON, 'content-type': 'text/javascript; charset=utf-8', 'content-security-policy': UNTRUSTED },
    body: source,
  }
}

/** JSON. */
export function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { ...COMMON, 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  }
}

/** A word to whoever looks for what is not there. */
export function text(status: number, body: string): Reply {
  return { status, headers: { ...COMMON, 'content-type': 'text/plain; charset=utf-8' }, body: `${body}\n` }
}

/** No content, but headers that say something. */
export function nothing(headers: Readonly<Record<string, string>>): Reply {
  return { status: 204, headers: { ...COMMON, ...headers }, body: null }
}

/** A file that is sent while it is made. */
export function file(name: string, type: string, body: ReadableStream<Uint8Array>): Reply {
  return {
    status: 200,
    headers: { ...COMMON, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
    body,
  }
}

/** The way to another address. */
export function redirect(location: string): Reply {
  return { status: 302, headers: { ...COMMON, location }, body: null }
}
