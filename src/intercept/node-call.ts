import type { ClientRequestArgs, IncomingMessage } from 'node:http'
import { urlToHttpOptions } from 'node:url'

/** A call of `http.request` and its like, read as Node reads it. */
export interface NodeCall {
  readonly url: URL
  /** As the client wrote it, with the query. */
  readonly path: string
  readonly options: NodeOptions
  readonly callback: ((response: IncomingMessage) => void) | undefined
}

/** What such a call is made with; a URL that was given is among it. */
export type NodeOptions = ClientRequestArgs & { readonly [option: string]: unknown }

/** What is called by the arguments; `undefined` where no host is, or where Node itself will object to them. */
export function nodeCallOf(scheme: string, given: readonly unknown[]): NodeCall | undefined {
  const args = [...given]
  const url = urlOf(args[0])
  if (url) args.shift()
  else if (typeof args[0] === 'string') return undefined
  // Whatever is wrong in it, Node says so in its own words.
  const said = typeof args[0] === 'object' && args[0] !== null ? (args[0] as NodeOptions) : {}
  const options: NodeOptions = { ...(url && urlToHttpOptions(url)), ...said }
  const callback = args.find((each): each is NonNullable<NodeCall['callback']> => typeof each === 'function')
  if (options.socketPath) return undefined
  const path = options.path || '/'
  const target = targetOf(scheme, options, path)
  if (!URL.canParse(target)) return undefined
  const called = new URL(target)
  return { url: called, path: target === path ? called.pathname + called.search : path, options, callback }
}

function targetOf(scheme: string, options: NodeOptions, path: string): string {
  // Whoever asks a proxy writes the whole URL; for a tunnel, the name at its other end.
  if (/^https?:/i.test(path)) return path
  if (options.method?.toUpperCase() === 'CONNECT') return `https://${path}`
  // Nobody but Node itself needs to understand a star or a path without a slash.
  return `${originOf(scheme, options)}${path.startsWith('/') ? '' : '/'}${path}`
}

function urlOf(given: unknown): URL | undefined {
  if (typeof given === 'string') return URL.canParse(given) ? new URL(given) : undefined
  if (given instanceof URL) return given
  // That of a simulated browser is of another class; Node tells a URL by the same marks.
  const marks = given as Partial<Record<'href' | 'protocol' | 'auth' | 'path', unknown>> | null | undefined
  const isUrl = Boolean(marks?.href && marks.protocol && marks.auth === undefined && marks.path === undefined)
  return isUrl ? urlOf(String(marks?.href)) : undefined
}

function originOf(scheme: string, { protocol, hostname, host, port, defaultPort }: NodeOptions): string {
  const name = hostname || host || 'localhost'
  const number = port || defaultPort
  return `${protocol || scheme}//${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}${number ? `:${number}` : ''}`
}
