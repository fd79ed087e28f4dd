import type { ClientRequestArgs, IncomingMessage } from 'node:http'
import { urlToHttpOptions } from 'node:url'

/** A call of `http.request` and its relatives, parsed the way Node does. */
export interface NodeCall {
  readonly url: URL
  /** As the client wrote it, with the query. */
  readonly path: string
  readonly options: NodeOptions
  readonly callback: ((response: IncomingMessage) => void) | undefined
}

/** The options of a call, including those of a given URL. */
export type NodeOptions = ClientRequestArgs & { readonly [option: string]: unknown }

/** Parses the arguments of a call. Returns `undefined` if there is no host, or if Node will reject them. */
export function parseNodeCall(scheme: string, given: readonly unknown[]): NodeCall | undefined {
  const args = [...given]
  const url = readNodeUrl(args[0])
  if (url) args.shift()
  else if (typeof args[0] === 'string') return undefined
  // Node itself reports invalid options.
  const passed = typeof args[0] === 'object' && args[0] !== null ? (args[0] as NodeOptions) : {}
  const options: NodeOptions = { ...(url && urlToHttpOptions(url)), ...passed }
  const callback = args.find((each): each is NonNullable<NodeCall['callback']> => typeof each === 'function')
  if (options.socketPath) return undefined
  const path = options.path || '/'
  const target = composeTarget(scheme, options, path)
  if (!URL.canParse(target)) return undefined
  const called = new URL(target)
  return { url: called, path: target === path ? called.pathname + called.search : path, options, callback }
}

function composeTarget(scheme: string, options: NodeOptions, path: string): string {
  // For a proxy the path is the whole URL; for a tunnel, the name of the other end.
  if (/^https?:/i.test(path)) return path
  if (options.method?.toUpperCase() === 'CONNECT') return `https://${path}`
  // Only Node needs to understand a star or a path without a slash.
  return `${composeOrigin(scheme, options)}${path.startsWith('/') ? '' : '/'}${path}`
}

function readNodeUrl(given: unknown): URL | undefined {
  if (typeof given === 'string') return URL.canParse(given) ? new URL(given) : undefined
  if (given instanceof URL) return given
  // A URL of a simulated browser has another class; Node recognizes URLs by the same properties.
  const marks = given as Partial<Record<'href' | 'protocol' | 'auth' | 'path', unknown>> | null | undefined
  const isUrl = Boolean(marks?.href && marks.protocol && marks.auth === undefined && marks.path === undefined)
  return isUrl ? readNodeUrl(String(marks?.href)) : undefined
}

function composeOrigin(scheme: string, { protocol, hostname, host, port, defaultPort }: NodeOptions): string {
  const name = hostname || host || 'localhost'
  const number = port || defaultPort
  return `${protocol || scheme}//${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}${number ? `:${number}` : ''}`
}
