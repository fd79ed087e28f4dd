import { registeredClient, type Client } from '../../../service/model/oauth/client.ts'
import { readAccount } from '../../../service/model/root/account.ts'
import { errors } from '../../../service/model/errors.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { fieldValue, type FormFields } from '../fields.ts'

export interface AuthorizationRequest {
  readonly client: Client
  /** Returned to the application unchanged. */
  readonly state: string | undefined
  /** The PKCE challenge (S256) that the code is bound to. */
  readonly challenge: string | undefined
  /** What is wrong with the request, if the user can be redirected nevertheless. */
  readonly wrong?: Wrong
}

interface Wrong {
  readonly error: 'invalid_request' | 'unsupported_response_type' | 'access_denied'
  readonly error_description: string
}

/** A state is part of a URL and of a header; clients reject answers with longer ones. */
const STATE_BYTES_MAX = 8_000

/** An S256 challenge: a SHA-256 in base64url without padding. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** Parses an authorization request. Throws if it may not come from the application; the user is then not redirected. */
export function readAuthorizationRequest(tx: ReadTx, fields: FormFields): AuthorizationRequest {
  if (readAccount(tx).disabled) throw errors.disabled()
  const client = clientIn(tx, fields)
  const state = fieldValue(fields, 'state')
  if (fields.repeated.has('state'))
    return makeWrongRequest(client, undefined, 'invalid_request', 'The parameter state was sent twice.')
  if (state !== undefined && new URLSearchParams({ state }).toString().length > STATE_BYTES_MAX) {
    const description = `The parameter state is longer than ${STATE_BYTES_MAX} bytes in an address.`
    return makeWrongRequest(client, undefined, 'invalid_request', description)
  }
  const wrong = wrongType(fields) ?? wrongChallenge(fields)
  return wrong ? makeWrongRequest(client, state, ...wrong) : { client, state, challenge: fieldValue(fields, 'code_challenge') }
}

type Complaint = readonly [error: Wrong['error'], description: string]

function wrongType(fields: FormFields): Complaint | undefined {
  const type = fieldValue(fields, 'response_type')
  if (type === undefined) return ['invalid_request', 'The parameter response_type is missing.']
  if (fields.repeated.has('response_type')) return ['invalid_request', 'The parameter response_type was sent twice.']
  if (type !== 'code') return ['unsupported_response_type', 'The response_type has to be code.']
  return undefined
}

/** PKCE is optional, but its parameters must be valid. Without a method, `plain` is meant (RFC 7636, 4.3). */
function wrongChallenge(fields: FormFields): Complaint | undefined {
  const twice = ['code_challenge', 'code_challenge_method'].find((name) => fields.repeated.has(name))
  if (twice) return ['invalid_request', `The parameter ${twice} was sent twice.`]
  const challenge = fieldValue(fields, 'code_challenge')
  const method = fieldValue(fields, 'code_challenge_method')
  if (challenge === undefined && method === undefined) return undefined
  if (challenge === undefined) return ['invalid_request', 'The parameter code_challenge is missing beside code_challenge_method.']
  if (method !== 'S256') return ['invalid_request', 'The code_challenge_method has to be S256; without one, plain is meant.']
  if (CHALLENGE.test(challenge)) return undefined
  return [
    'invalid_request',
    'The code_challenge has to be the SHA-256 of the code_verifier in base64url: 43 characters, no padding.',
  ]
}

/** The application that sent the request. Throws if the user can't be redirected to it. */
export function clientIn(tx: ReadTx, fields: FormFields): Client {
  for (const name of ['client_id', 'redirect_uri']) {
    if (fields.repeated.has(name)) throw errors.badRequest(`The parameter ${name} was sent twice.`)
  }
  return registeredClient(tx, {
    client_id: fieldValue(fields, 'client_id') ?? '',
    redirect_uri: fieldValue(fields, 'redirect_uri') ?? '',
  })
}

export function redirectUrl({ client, state }: AuthorizationRequest, brought: { readonly code: string } | Wrong): string {
  const address = new URL(client.redirect_uri)
  // Node 24 encodes this character in a path, Node 20 and 22 don't.
  if (address.pathname.includes('^')) address.pathname = address.pathname.replaceAll('^', '%5E')
  const added = new URLSearchParams({ ...brought, ...(state === undefined ? {} : { state }) })
  // Appended as text, so that the existing query is not encoded again.
  address.search += `${address.search === '' ? '' : '&'}${added}`
  return address.href
}

function makeWrongRequest(
  client: Client,
  state: string | undefined,
  error: Wrong['error'],
  error_description: string,
): AuthorizationRequest {
  return { client, state, challenge: undefined, wrong: { error, error_description } }
}
