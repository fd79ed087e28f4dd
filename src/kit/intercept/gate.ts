import { syncBuiltinESMExports } from 'node:module'
import http, { type ClientRequest } from 'node:http'
import https from 'node:https'
import { UNTOUCHED } from '../../kernel/support/untouched.ts'
import { interceptFetch } from './fetch.ts'
import { InProcess } from './in-process.ts'
import { decide } from './interceptions.ts'
import { parseNodeCall } from './node-call.ts'
import { ownRequest } from './own-request.ts'
import { redirectOptions } from './redirect.ts'
import { addressBy } from './rules.ts'

/** The functions that applications make calls with. */
interface Originals {
  readonly http: Pick<typeof http, 'request' | 'get' | 'ClientRequest'>
  readonly https: Pick<typeof https, 'request' | 'get'>
  readonly fetch: PropertyDescriptor | undefined
}

/**
 * Installs the interception of `node:http`, `node:https` and `fetch`. Calls that no interception claims go to the original
 * functions. Returns a function that uninstalls it and restores the original objects.
 */
export function installGate(): () => void {
  const originals: Originals = {
    http: { request: http.request, get: http.get, ClientRequest: http.ClientRequest },
    https: { request: https.request, get: https.get },
    fetch: Object.getOwnPropertyDescriptor(globalThis, 'fetch'),
  }
  const ownFetch = globalThis.fetch
  const inProcess = new InProcess()

  /** The request that replaces an intercepted one. Returns `undefined` if the call is not intercepted. */
  function instead(scheme: string, args: readonly unknown[]): ClientRequest | undefined {
    const call = parseNodeCall(scheme, args)
    if (!call || UNTOUCHED in call.options) return undefined
    const decision = decide(call.url)
    if (!decision) return undefined
    if (decision instanceof Error) {
      const { protocol } = call.url
      return ownRequest({ ...call.options, protocol, agent: refusingAgent(protocol, decision) }, call.callback)
    }
    const address = addressBy(decision, call.url, call.path)
    const { fetch } = decision.destination
    if (fetch) return inProcess.send(call, (init) => fetch(address, init))
    return ownRequest(redirectOptions(call, address), call.callback)
  }

  function gated<Send extends typeof http.request>(send: Send, scheme: string, isGet = false): Send {
    return new Proxy(send, {
      apply(target, self, args) {
        const made = instead(scheme, args)
        if (made && isGet) made.end()
        return made ?? Reflect.apply(target, self, args)
      },
    })
  }

  const gates = {
    http: {
      request: gated(http.request, 'http:'),
      get: gated(http.get, 'http:', true),
      ClientRequest: new Proxy(http.ClientRequest, {
        construct(target, args, newTarget) {
          const made = instead('http:', args)
          return made ? Object.setPrototypeOf(made, newTarget.prototype) : Reflect.construct(target, args, newTarget)
        },
      }),
    },
    https: { request: gated(https.request, 'https:'), get: gated(https.get, 'https:', true) },
    fetch: new Proxy(ownFetch, {
      apply: (target, self, args: Parameters<typeof fetch>) =>
        interceptFetch(ownFetch, ...args) ?? Reflect.apply(target, self, args),
    }),
  }

  Object.assign(http, gates.http)
  Object.assign(https, gates.https)
  Object.defineProperty(globalThis, 'fetch', { configurable: true, enumerable: true, writable: true, value: gates.fetch })
  // Updates the named imports of these functions.
  syncBuiltinESMExports()

  return () => {
    restore(http, gates.http, originals.http)
    restore(https, gates.https, originals.https)
    if (originals.fetch && globalThis.fetch === gates.fetch) Object.defineProperty(globalThis, 'fetch', originals.fetch)
    syncBuiltinESMExports()
  }
}

/** Restores the originals, except where another library has replaced the gate in the meantime. */
function restore<Owner extends object>(owner: Owner, gates: Partial<Owner>, originals: Partial<Owner>): void {
  for (const name of Object.keys(gates) as (keyof Owner)[]) {
    if (owner[name] === gates[name]) Object.assign(owner, { [name]: originals[name] })
  }
}

/** An agent whose requests fail with an error before any name is looked up. */
function refusingAgent(protocol: string, error: Error): http.Agent {
  const agent = protocol === 'https:' ? new https.Agent() : new http.Agent()
  agent.createConnection = (_, done) => {
    // After an error, Node ignores the other arguments.
    ;(done as ((error: Error) => void) | undefined)?.(error)
    return undefined
  }
  return agent
}
