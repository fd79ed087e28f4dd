import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { NodeOptions } from './node-call.ts'

/** Node's own class: where a mock of the network has put another in its place, that is made from it. */
const OwnClientRequest = ownClass()

function ownClass(): typeof ClientRequest {
  let prototype: object = http.ClientRequest.prototype
  for (;;) {
    const parent: object | null = Object.getPrototypeOf(prototype)
    if (parent === null || parent === http.OutgoingMessage.prototype) break
    prototype = parent
  }
  // A prototype knows the class that it is of.
  return prototype.constructor as typeof ClientRequest
}

/**
 * A request as `http.request` or `https.request` makes it, by the protocol that the options say. A function and not an arrow: who calls
 * it by `new` gets the same.
 */
export function ownRequest(...given: unknown[]): ClientRequest {
  const options = given.findLast((each): each is NodeOptions => typeof each === 'object' && each !== null) ?? {}
  const callback = given.find((each): each is (answer: IncomingMessage) => void => typeof each === 'function')
  const isSecure = options.protocol === 'https:'
  const plain = { ...options, _defaultAgent: isSecure ? https.globalAgent : http.globalAgent }
  return new OwnClientRequest(plain as http.RequestOptions & URL, callback)
}
