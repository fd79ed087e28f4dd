import { FetchResponse } from '@mswjs/interceptors'
import { decide } from './interceptions.ts'
import { addressBy, type Rules } from './rules.ts'

/** What `fetch` was given. */
export type Asked = RequestInit & { readonly duplex?: 'half' }

/** Makes of an answer what `fetch` would have made of it: where it came from, that it can be broken off, and where it leads on to. */
export async function finished(url: URL, asked: Asked, response: Response): Promise<Response> {
  const { redirect = 'follow' } = asked
  const location = response.headers.get('location')
  if (location !== null && FetchResponse.isRedirectResponse(response.status) && redirect !== 'manual') {
    await response.body?.cancel()
    if (redirect === 'error') throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
    return followed(new URL(location, url), url, asked, response.status)
  }
  const { status, statusText, headers, body } = response
  return new FetchResponse(breakable(body, asked.signal), { url: withoutHash(url), status, statusText, headers })
}

/** What comes of an answer that leads elsewhere. */
async function followed(to: URL, from: URL, { ...asked }: Asked, status: number): Promise<Response> {
  const method = asked.method?.toUpperCase() ?? 'GET'
  const headers = new Headers(asked.headers)
  if (status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method === 'POST') {
    asked.method = 'GET'
    delete asked.body
    for (const name of ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length'])
      headers.delete(name)
  } else if (asked.body instanceof ReadableStream) {
    throw new TypeError('fetch failed', { cause: new Error('The body was a stream, and cannot be sent a second time.') })
  }
  if (to.origin !== from.origin)
    for (const name of ['authorization', 'proxy-authorization', 'cookie', 'host']) headers.delete(name)
  const response = await globalThis.fetch(to, { ...asked, headers })
  return Object.defineProperty(response, 'redirected', { value: true, configurable: true })
}

/** The same body, but it fails when the client gives up, however much of it is there already. */
function breakable(body: Response['body'], signal: AbortSignal | null | undefined): Response['body'] {
  return signal && body ? body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal }) : body
}

function withoutHash({ href, hash }: URL): string {
  return hash === '' ? href : href.slice(0, -hash.length)
}

type Fetch = typeof globalThis.fetch

/** What is answered instead of a call by `fetch`; `undefined` when it is none of ours. */
export function byFetch(ownFetch: Fetch, ...[input, init]: Parameters<Fetch>): Promise<Response> | undefined {
  const text = input instanceof Request ? input.url : String(input)
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  // Others, such as `data:`, call nobody; and what has a name and a password in it, `fetch` itself refuses.
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  const decision = decide(url)
  if (!decision) return undefined
  if (decision instanceof Error) return Promise.reject(decision)
  return answered(ownFetch, url, decision, askedBy(input, init))
}

/** What is asked, whether it was said in a request, beside it, or both. */
function askedBy(input: Parameters<Fetch>[0], init: RequestInit = {}): Asked {
  if (!(input instanceof Request)) return init
  const { method, headers, body, signal, redirect } = new Request(input, init)
  return { method, headers, body, signal, redirect, duplex: 'half' }
}

async function answered(ownFetch: Fetch, url: URL, rules: Rules, asked: Asked): Promise<Response> {
  const { fetch = ownFetch } = rules.destination
  const { signal } = asked
  // A dispatcher, say of a proxy, is one to the host that was called.
  const { dispatcher: _, ...kept } = asked as Asked & { readonly dispatcher?: unknown }
  // Without a socket there is nothing to be broken off, neither before nor while an answer is made.
  signal?.throwIfAborted()
  const response = await fetch(addressBy(rules, url), { ...kept, redirect: 'manual' })
  if (signal?.aborted) await response.body?.cancel()
  signal?.throwIfAborted()
  return finished(url, asked, response)
}
