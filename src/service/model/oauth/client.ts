import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors, refuseMissing } from '../errors.ts'
import type { Caller } from '../requests/call.ts'
import { findToken, tokens } from './token.ts'

/** An application that is registered in the account. */
export interface ClientRow extends Row {
  readonly client_id: string
  readonly client_secret: string
  /** Where its users are redirected. */
  readonly redirect_uri: string
  readonly name: string
  readonly description: string
}

/** The data of an application. */
export type Client = Omit<ClientRow, 'seq'>

/** Applications in addition to the one in the credentials of every world. */
export const clients = defineTable<ClientRow>()('oauth_clients', {
  key: ['client_id'],
  word: 'oauth_client',
  shownBy: 'name',
  secrets: { client_secret: 'given' },
})

/** Returns the application with an id, or `undefined` if none is registered. */
export function findClient(tx: ReadTx, client_id: string): Client | undefined {
  const { credentials } = tx.world
  if (client_id !== credentials.client_id) return tx.first(clients.key, { client_id })
  const { client_secret, redirect_uri } = credentials
  return { client_id, client_secret, redirect_uri, name: OWN_NAME, description: '' }
}

/** The name of the application under test. */
const OWN_NAME = 'Your application'

/** Returns the application to which a user may be redirected. Rejects an unregistered one, and any URI but its own. */
export function registeredClient(tx: ReadTx, { client_id, redirect_uri }: Pick<Client, 'client_id' | 'redirect_uri'>): Client {
  if (client_id === '') throw errors.badRequest('The parameter client_id is missing.')
  if (redirect_uri === '') throw errors.badRequest('The parameter redirect_uri is missing.')
  const client = findClient(tx, client_id)
  if (!client) throw errors.badRequest(`No application is registered with the client_id ${client_id.slice(0, 200)}.`)
  if (redirect_uri !== client.redirect_uri) {
    throw errors.badRequest(
      `The redirect_uri is not the one that is registered for this application. It was ${redirect_uri.slice(0, 2000)}, and registered is ${client.redirect_uri}.`,
    )
  }
  if (!WEB_ADDRESS.test(redirect_uri) || !URL.canParse(redirect_uri)) {
    throw errors.badRequest(`The registered redirect_uri, ${redirect_uri}, is not an http or https URL.`)
  }
  return client
}

/** Browsers are redirected only to web URLs. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#]\S*$/i

/** An application that was authorized at least once. The row stays when its access is revoked, so that its id is used again. */
export interface AppRow extends Row {
  readonly id: number
  readonly client_id: string
}

export const apps = defineTable<AppRow>()('authorized_apps', {
  key: ['id'],
  indexes: { byClient: ['client_id'] },
  word: 'authorized_app',
  parameters: ['app_id'],
  shownBy: 'client_id',
  hiddenBecause: (tx: ReadTx, row) =>
    isAuthorized(tx, row) ? undefined : 'The application has no valid token: its access was revoked.',
})

/** Whether an application has a valid token. */
export function isAuthorized(tx: ReadTx, { client_id }: Pick<AppRow, 'client_id'>): boolean {
  return tx.first(tokens.byClient, { client_id, status: 'valid' }) !== undefined
}

export function appOrThrow(tx: ReadTx, id: string): AppRow {
  const app = /^\d{1,15}$/.test(id) ? tx.first(apps.key, { id: Number(id) }) : undefined
  return app && isAuthorized(tx, app) ? app : refuseMissing('there is no authorized application', id)
}

/** The name of an application. The one that every world has is not registered under a name, so its id is its name. */
export function nameApp(tx: ReadTx, client_id: string): string {
  return tx.first(clients.key, { client_id })?.name ?? client_id
}

/** The source of contacts who are added through the API: the application whose token is used, if one is. */
export function nameApiSource(tx: ReadTx, { token }: Pick<Caller, 'token'>): string {
  const application = token === undefined ? undefined : findToken(tx, token)
  return application ? nameApp(tx, application.client_id) : 'API - Generic'
}
