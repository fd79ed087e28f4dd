import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { NodeOptions } from './node-call.ts'

/** Node's own class: a network mock's class is derived from it. */
const OwnClientRequest = ownClass()

function ownClass(): typeof ClientRequest {
  let prototype: object = http.ClientRequest.prototype
  for (;;) {
    const parent: object | null = Object.getPrototypeOf(prototype)
    if (parent === null || parent === http.OutgoingMessage.prototype) break
    prototype = parent
  }
  // A prototype references its class.
  return prototype.constructor as typeof ClientRequest
}

/**
 * Creates a request like `http.request` or `https.request`, by the protocol in the options. It is a function, not an arrow, so that
 * it can also be called with `new`.
 */
export function ownRequest(...given: unknown[]): ClientRequest {
  const options = given.findLast((each): each is NodeOptions => typeof each === 'object' && each !== null) ?? {}
  const callback = given.find((each): each is (answer: IncomingMessage) => void => typeof each === 'function')
  const isSecure = options.protocol === 'https:'
  const plain = { ...options, _defaultAgent: isSecure ? https.globalAgent : http.globalAgent }
  return new OwnClientRequest(plain as http.RequestOptions & URL, callback)
}
