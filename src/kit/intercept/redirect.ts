import http from 'node:http'
import https from 'node:https'
import { urlToHttpOptions } from 'node:url'
import type { NodeCall, NodeOptions } from './node-call.ts'

/** Options that concern the original host rather than the server. */
const OF_THE_HOST = [
  'host',
  'href',
  'lookup',
  'family',
  'hints',
  'localAddress',
  'localPort',
  'defaultPort',
  '_defaultAgent',
  'servername',
]

/** The options for sending a call to a server instead: over its own socket, and otherwise unchanged. */
export function redirectOptions({ url, options }: NodeCall, address: string): NodeOptions {
  const ownOptions = Object.fromEntries(Object.entries(options).filter(([name]) => !OF_THE_HOST.includes(name)))
  const { protocol, hostname, port, path } = urlToHttpOptions(new URL(address))
  return {
    ...ownOptions,
    protocol,
    hostname,
    port,
    // As the client wrote it; a URL would normalize it.
    path: address.slice(new URL(address).origin.length) || path,
    headers: withHost(options, url),
    agent: findStandIn(protocol, options),
    createConnection: undefined,
  }
}

function withHost({ headers = {}, setHost }: NodeOptions, { host }: URL): NodeOptions['headers'] {
  const isGiven = Array.isArray(headers) || Object.keys(headers).some((name) => name.toLowerCase() === 'host')
  return isGiven || setHost === false ? headers : { ...headers, Host: host }
}

const standIns = new WeakMap<http.Agent, http.Agent>()

/** An agent that keeps connections the way the client's own does, which can't be used itself because it may use TLS or a proxy. */
function findStandIn(
  protocol: string | null | undefined,
  { agent, createConnection }: NodeOptions,
): http.Agent | false | undefined {
  if (agent === false || (createConnection && !agent)) return false
  if (!(agent instanceof http.Agent)) return undefined
  const existing = standIns.get(agent)
  if (existing) return existing
  // Every agent has options; the types declare them only for TLS agents.
  const { keepAlive, keepAliveMsecs, maxSockets, maxFreeSockets, maxTotalSockets, scheduling, timeout } = (agent as https.Agent)
    .options
  const options = { keepAlive, keepAliveMsecs, maxSockets, maxFreeSockets, maxTotalSockets, scheduling, timeout }
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  const standIn = protocol === 'https:' ? new https.Agent(given) : new http.Agent(given)
  standIns.set(agent, standIn)
  return standIn
}
