import type { AnswerOf, OperationId } from '../src/kit/client/contract.ts'
import { RefusedError } from '../src/kit/client/errors.ts'
import { type CallInput, Transport } from '../src/kit/client/transport.ts'
// The reference needs no components, and so not their library.
import { createStore } from './plain-store.ts'

/** The base URL of the server, behind whatever prefix the page was reached. */
export const SERVER_URL = new URL('..', document.baseURI).href.replace(/\/$/, '')

/** The token is stored for the tab only. Other tabs ask for a token themselves. */
const TOKEN = 'maildouble-control-token'

/** How the control API is called. Replaced once a token has been entered. */
export const transport = createStore(transportWith(sessionStorage.getItem(TOKEN)))

/** The reason why the server requires a token, if it does. The page then asks for one. */
export const tokenWanted = createStore<string | undefined>(undefined)

function transportWith(token: string | null): Transport {
  return new Transport({ url: SERVER_URL, ...(token ? { controlToken: token } : {}) })
}

/** Uses a token from now on. */
export function enterToken(token: string): void {
  sessionStorage.setItem(TOKEN, token)
  tokenWanted.set(undefined)
  transport.set(transportWith(token))
}

/** Calls an operation of the control API. A call without a valid token makes the page ask for one. */
export async function call<Id extends OperationId>(id: Id, world?: string, input: CallInput<Id> = {}): Promise<AnswerOf<Id>> {
  try {
    return await transport.get().call(id, world, input)
  } catch (error) {
    noteRefusal(error)
    throw error
  }
}

/** Makes the page ask for a token if a call was refused for want of one. */
export function noteRefusal(error: unknown): void {
  if (!(error instanceof RefusedError) || error.status !== 401) return
  const isFirst = sessionStorage.getItem(TOKEN) === null
  tokenWanted.set(isFirst ? 'This server asks for its control token.' : 'The server does not accept this token.')
}

/** The header with the control token, for calls that the client does not make. */
export function authorization(): Record<string, string> {
  const token = sessionStorage.getItem(TOKEN)
  return token === null ? {} : { authorization: `Bearer ${token}` }
}
