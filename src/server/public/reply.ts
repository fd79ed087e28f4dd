import type { PublicSchemas } from '../../kernel/contract/public.ts'
import type { Reply } from '../../kernel/support/reply.ts'

/** These paths are called by programs, which expect OAuth 2.0 errors. */
const PROGRAMS: ReadonlySet<string> = new Set(['/oauth2/token', '/oauth2/metadata'])

/** An error that doesn't come from an operation, in the format expected at a path. */
export function refusalAt(path: string, status: number, detail: string, headers: Readonly<Record<string, string>> = {}): Reply {
  const error: PublicSchemas['OauthError'] = { error: 'invalid_request', error_description: detail }
  if (PROGRAMS.has(path)) return json(status, error, headers)
  return reply(status, 'text/plain; charset=utf-8', `${detail}\n`, headers)
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
  return reply(status, 'text/html; charset=utf-8', html, { 'content-security-policy': OWN })
}

/** HTML written by a user of the account. */
export function userPage(html: string): Reply {
  return reply(200, 'text/html; charset=utf-8', html, { 'content-security-policy': UNTRUSTED })
}

/** A script for other pages. Opened directly, it can't run anything on this origin. */
export function script(source: string): Reply {
  return reply(200, 'text/javascript; charset=utf-8', source, { 'content-security-policy': UNTRUSTED })
}

export function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Reply {
  return reply(status, 'application/json; charset=utf-8', JSON.stringify(body), headers)
}

export function text(status: number, body: string): Reply {
  return reply(status, 'text/plain; charset=utf-8', `${body}\n`)
}

export function image(type: string, bytes: Uint8Array<ArrayBuffer>): Reply {
  return reply(200, type, new Blob([bytes]).stream())
}

function reply(status: number, type: string, body: Reply['body'], headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { ...COMMON, 'content-type': type, ...headers }, body }
}

/** A reply without content. */
export function noContent(headers: Readonly<Record<string, string>>): Reply {
  return { status: 204, headers: { ...COMMON, ...headers }, body: null }
}

/** A file that is sent in pieces while it is built. */
export function file(name: string, type: string, body: ReadableStream<Uint8Array>): Reply {
  return reply(200, type, body, { 'content-disposition': `attachment; filename="${name}"` })
}

/**
 * A file that a user of the account has uploaded. With a name, the file is an attachment: browsers save it and do not show it.
 */
export function media(type: string, bytes: Uint8Array, attachment?: string): Reply {
  return reply(200, type, ReadableStream.from([bytes]), {
    'content-length': String(bytes.length),
    'content-security-policy': UNTRUSTED,
    // Images are shown by pages of other origins.
    'cross-origin-resource-policy': 'cross-origin',
    ...(attachment === undefined ? {} : { 'content-disposition': `attachment; filename*=UTF-8''${rfc5987(attachment)}` }),
  })
}

/** A file name as a header can hold it. */
function rfc5987(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
}

export function redirect(location: string): Reply {
  return { status: 302, headers: { ...COMMON, location }, body: null }
}
