import { decide } from './interceptions.ts'
import { addressBy, type Rules } from './rules.ts'
import { finished, type Asked } from './fetch-answer.ts'

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
