import type { Schemas } from '../contract/control.ts'
import type { Cell } from '../host/worlds.ts'
import type { Placeholders } from './bundle-placeholders.ts'
import { filledHeaders } from './bundle-request.ts'
import { unusable } from './errors.ts'

/** Where calls in process are addressed to. */
export const ROOT = 'http://maildouble.test'

/** What a call is made of. */
interface Making {
  readonly cell: Cell
  readonly placeholders: Placeholders
  /** Where it stands in the body. */
  readonly pointer: string
}

/** A call of a bundle, as it can be made once more. */
export function sendable(step: Schemas['BundleRequest'], address: string, { cell, placeholders, pointer }: Making): Request {
  const { method, headers, body, unread } = step
  const url = `${ROOT}${address}`
  if (!URL.canParse(url) || new URL(url).pathname.startsWith('/_control')) {
    throw unusable(`${pointer}/path`, 'is nothing that clients of the service call.')
  }
  const text = body === undefined ? undefined : placeholders.fill(body)
  const sent = unread === undefined ? text : unreadable(unread, cell.world.settings.body_limit)
  try {
    const request = new Request(url, {
      method: 'POST',
      headers: filledHeaders(headers, placeholders),
      duplex: 'half',
      ...(sent === undefined ? {} : { body: sent }),
    })
    // What a browser may not send came over a socket: a GET with a body, or a TRACE.
    Object.defineProperty(request, 'method', { value: method })
    return request
  } catch {
    throw unusable(`${pointer}/headers`, 'has a name or a value that HTTP does not allow.')
  }
}

/** A body that cannot be read: it is too large, breaks off before its end, or cannot be decoded. */
function unreadable(why: NonNullable<Schemas['BundleRequest']['unread']>, limit: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (why === 'broken_off') return controller.error(new Error('The body broke off.'))
      // No encoding begins with this, and what is not supported is not looked at.
      controller.enqueue(why === 'too_large' ? new Uint8Array(Math.max(limit, FORM_BYTES) + 1) : NO_ENCODING)
      controller.close()
    },
  })
}

const NO_ENCODING = new Uint8Array([0xff])

/** Forms may be no larger than this, whatever the limit of the world is. */
const FORM_BYTES = 65_536
