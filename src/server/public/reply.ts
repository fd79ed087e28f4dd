import type { PublicSchemas } from '../../kernel/contract/public.ts'
import type { Reply } from '../../kernel/support/reply.ts'

/** These paths are called by programs, which expect OAuth 2.0 errors. */
const PROGRAMS: ReadonlySet<string> = new Set(['/oauth2/token', '/oauth2/metadata'])

/** An error that doesn't come from an operation, in the format expected at a path. */
export function refusalAt(path: string, status: number, detail: string, headers: Readonly<Record<string, string>> = {}): Reply {
  const error: PublicSchemas['OauthError'] = { error: 'invalid_request', error_description: detail }
  if (PROGRAMS.has(path)) return json(status, error, headers)
  const reply = text(status, detail)
  return { ...reply, headers: { ...reply.headers, ...headers } }
}

/**
 * HTML written by users of the account must neither run scripts nor load anything, since it shares an origin with the control API.
 */
const UNTRUSTED = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** For maildouble's own pages: no scripts, no frames, and forms only to where they came from. */
const OWN =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' http: https:; frame-ancestors 'none'; base-uri 'none'"

const COMMON = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }

/** A page of maildouble's own. */
export function page(status: number, html: string): Reply {
  return {
    status,
    headers: { ...COMMON, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': OWN },
    body: html,
  }
}

/** HTML written by a user of the account. */
export function userPage(html: string): Reply {
  return {
    status: 200,
    headers: { ...COMMON, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': UNTRUSTED },
    body: html,
  }
}

/** A script for other pages. Opened directly, it can't run anything on this origin. */
export function script(source: string): Reply {
  return {
    status: 200,
    headers: { ...COMMON, 'content-type': 'text/javascript; charset=utf-8', 'content-security-policy': UNTRUSTED },
    body: source,
  }
}

export function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { ...COMMON, 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  }
}

export function text(status: number, body: string): Reply {
  return { status, headers: { ...COMMON, 'content-type': 'text/plain; charset=utf-8' }, body: `${body}\n` }
}

export function image(type: string, bytes: Uint8Array<ArrayBuffer>): Reply {
  return { status: 200, headers: { ...COMMON, 'content-type': type }, body: new Blob([bytes]).stream() }
}

/** A reply without content. */
export function noContent(headers: Readonly<Record<string, string>>): Reply {
  return { status: 204, headers: { ...COMMON, ...headers }, body: null }
}

/** A file that is sent in pieces while it is built. */
export function file(name: string, type: string, body: ReadableStream<Uint8Array>): Reply {
  return {
    status: 200,
    headers: { ...COMMON, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
    body,
  }
}

/**
 * A file that a user of the account has uploaded. With a name, the file is an attachment: browsers save it and do not show it.
 */
export function media(type: string, bytes: Uint8Array, attachment?: string): Reply {
  return {
    status: 200,
    headers: {
      ...COMMON,
      'content-type': type,
      'content-length': String(bytes.length),
      'content-security-policy': UNTRUSTED,
      // Images are shown by pages of other origins.
      'cross-origin-resource-policy': 'cross-origin',
      ...(attachment === undefined ? {} : { 'content-disposition': `attachment; filename*=UTF-8''${rfc5987(attachment)}` }),
    },
    body: ReadableStream.from([bytes]),
  }
}

/** A file name as a header can hold it. */
function rfc5987(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
}

export function redirect(location: string): Reply {
  return { status: 302, headers: { ...COMMON, location }, body: null }
}
