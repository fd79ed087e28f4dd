/** Answers a request the way a server would over a socket. */
export type InProcessFetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

interface App {
  readonly fetch: (request: Request) => Response | Promise<Response>
}

/** Calls an app without a socket. A path is relative to `url`. */
export function fetchInProcess(app: App, url: string): InProcessFetch {
  return async (input, init) => app.fetch(toRequest(url, input, init))
}

function toRequest(url: string, input: Request | URL | string, init?: RequestInit): Request {
  if (input instanceof Request && init === undefined) return input
  const request = new Request(typeof input === 'string' && input.startsWith('/') ? url + input : input, init)
  // As over a socket: a text of known length need not be read in chunks.
  if (typeof init?.body === 'string') request.headers.set('content-length', String(Buffer.byteLength(init.body)))
  return request
}
