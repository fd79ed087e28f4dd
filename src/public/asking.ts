import { registeredClient, type Client } from '../resources/oauth/client.ts'
import { accountOf } from '../resources/root/account.ts'
import { errors } from '../resources/errors.ts'
import type { Tx } from '../world/tx.ts'
import { filled, type Fields } from './fields.ts'

/** What an application asks the user for. */
export interface Asking {
  readonly client: Client
  /** Goes back with the user as it came. */
  readonly state: string | undefined
  /** What is wrong with it, where the user can be sent back all the same. */
  readonly wrong?: Wrong
}

interface Wrong {
  readonly error: 'invalid_request' | 'unsupported_response_type' | 'access_denied'
  readonly error_description: string
}

/** Goes back when the user refuses. */
export const REFUSED: Wrong = { error: 'access_denied', error_description: 'The user refused.' }

/** A state stands in an address and in a header: with more than this, clients do not read the answer any more. */
const STATE_BYTES_MAX = 8_000

/** Reads what an application asks for. Refuses where it is not sure that the user came from it: nobody is sent anywhere then. */
export function readAsking(tx: Tx, fields: Fields): Asking {
  if (accountOf(tx).disabled) throw errors.disabled()
  const client = clientIn(tx, fields)
  const state = filled(fields, 'state')
  if (fields.repeated.has('state')) return refused(client, undefined, 'invalid_request', 'The parameter state came twice.')
  if (state !== undefined && new URLSearchParams({ state }).toString().length > STATE_BYTES_MAX) {
    const description = `The parameter state is longer than ${STATE_BYTES_MAX} bytes in an address.`
    return refused(client, undefined, 'invalid_request', description)
  }
  const type = filled(fields, 'response_type')
  if (type === undefined) return refused(client, state, 'invalid_request', 'The parameter response_type is missing.')
  if (fields.repeated.has('response_type'))
    return refused(client, state, 'invalid_request', 'The parameter response_type came twice.')
  if (type !== 'code') return refused(client, state, 'unsupported_response_type', 'The response_type has to be code.')
  return { client, state }
}

/** The application that asks; refuses where the user cannot be sent back to it. */
export function clientIn(tx: Tx, fields: Fields): Client {
  for (const name of ['client_id', 'redirect_uri']) {
    if (fields.repeated.has(name)) throw errors.badRequest(`The parameter ${name} came twice.`)
  }
  return registeredClient(tx, {
    client_id: filled(fields, 'client_id') ?? '',
    redirect_uri: filled(fields, 'redirect_uri') ?? '',
  })
}

/** Where the user is sent, with what he brings along. */
export function wayBack({ client, state }: Asking, brought: { readonly code: string } | Wrong): string {
  const address = new URL(client.redirect_uri)
  const added = new URLSearchParams({ ...brought, ...(state === undefined ? {} : { state }) })
  // What the address has already is not encoded anew.
  address.search += `${address.search === '' ? '' : '&'}${added}`
  return address.href
}

function refused(client: Client, state: string | undefined, error: Wrong['error'], error_description: string): Asking {
  return { client, state, wrong: { error, error_description } }
}
