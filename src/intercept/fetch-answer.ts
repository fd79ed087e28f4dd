import { FetchResponse } from '@mswjs/interceptors'

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
