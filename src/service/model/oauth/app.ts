import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import type { Caller } from '../requests/caller.ts'
import { clients } from './client.ts'
import { findToken, tokens } from './token.ts'

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

/** Returns the authorized application with an id. Throws a 404 if there is none. */
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
