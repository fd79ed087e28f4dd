import { FetchResponse } from '@mswjs/interceptors'
import { decide } from './interceptions.ts'
import { addressBy, type InterceptRules } from './rules.ts'

/** The options of a `fetch` call. */
type FetchOptions = RequestInit & { readonly duplex?: 'half' }

/** Completes a response the way `fetch` would: with its URL, with cancellation, and with redirects. */
async function completeResponse(url: URL, request: FetchOptions, response: Response): Promise<Response> {
  const { redirect = 'follow' } = request
  const location = response.headers.get('location')
  if (location !== null && FetchResponse.isRedirectResponse(response.status) && redirect !== 'manual') {
    await response.body?.cancel()
    if (redirect === 'error') throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
    return followed(new URL(location, url), url, request, response.status)
  }
  const { status, statusText, headers, body } = response
  return new FetchResponse(breakable(body, request.signal), { url: withoutHash(url), status, statusText, headers })
}

/** Follows a redirect. */
async function followed(to: URL, from: URL, { ...asked }: FetchOptions, status: number): Promise<Response> {
  const method = asked.method?.toUpperCase() ?? 'GET'
  const headers = new Headers(asked.headers)
  if (status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method === 'POST') {
    asked.method = 'GET'
    delete asked.body
    for (const name of ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length'])
      headers.delete(name)
  } else if (asked.body instanceof ReadableStream) {
    throw new TypeError('fetch failed', { cause: new Error('The body was a stream and cannot be sent a second time.') })
  }
  if (to.origin !== from.origin)
    for (const name of ['authorization', 'proxy-authorization', 'cookie', 'host']) headers.delete(name)
  const response = await globalThis.fetch(to, { ...asked, headers })
  return Object.defineProperty(response, 'redirected', { value: true, configurable: true })
}

/** The same body, but it fails when the client aborts, even if it has already arrived. */
function breakable(body: Response['body'], signal: AbortSignal | null | undefined): Response['body'] {
  return signal && body ? body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal }) : body
}

function withoutHash({ href, hash }: URL): string {
  return hash === '' ? href : href.slice(0, -hash.length)
}

type Fetch = typeof globalThis.fetch

/** The response to a `fetch` call that is intercepted. Returns `undefined` if it is not. */
export function interceptFetch(ownFetch: Fetch, ...[input, init]: Parameters<Fetch>): Promise<Response> | undefined {
  const text = input instanceof Request ? input.url : String(input)
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  // Other schemes, such as `data:`, make no call, and `fetch` itself rejects URLs with credentials.
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  const decision = decide(url)
  if (!decision) return undefined
  if (decision instanceof Error) return Promise.reject(decision)
  return answerFrom(ownFetch, url, decision, readFetchOptions(input, init))
}

/** The options of a call, which may come from a `Request`, from `init`, or from both. */
function readFetchOptions(input: Parameters<Fetch>[0], init: RequestInit = {}): FetchOptions {
  if (!(input instanceof Request)) return init
  const { method, headers, body, signal, redirect } = new Request(input, init)
  return { method, headers, body, signal, redirect, duplex: 'half' }
}

async function answerFrom(ownFetch: Fetch, url: URL, rules: InterceptRules, request: FetchOptions): Promise<Response> {
  const { fetch = ownFetch } = rules.destination
  const { signal } = request
  // A dispatcher, for example of a proxy, is meant for the original host.
  const { dispatcher: _, ...options } = request as FetchOptions & { readonly dispatcher?: unknown }
  // Without a socket an abort has no effect of its own, so it is checked before and after the answer.
  signal?.throwIfAborted()
  const response = await fetch(addressBy(rules, url), { ...options, redirect: 'manual' })
  if (signal?.aborted) await response.body?.cancel()
  signal?.throwIfAborted()
  return completeResponse(url, request, response)
}
