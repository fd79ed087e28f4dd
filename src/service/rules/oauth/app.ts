import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../answers/links.ts'
import { readAccount } from '../../model/root/account.ts'
import { clients, type AppRow, apps, nameApp } from '../../model/oauth/client.ts'

/** The id of the application that was authorized first. */
const FIRST_ID = 1_000

/** Gives an application an id when it is first authorized. */
export function authorizeApp(tx: Tx, client_id: string): AppRow {
  const known = tx.first(apps.byClient, { client_id })
  return known ?? tx.insert(apps, { id: tx.count('authorized_apps.id', FIRST_ID), client_id })
}

/** Renders an application. */
export function appView(tx: ReadTx, { id, client_id }: AppRow): ServiceSchemas['AuthorizedApp'] {
  return {
    id,
    name: nameApp(tx, client_id),
    description: tx.first(clients.key, { client_id })?.description ?? '',
    users: [readAccount(tx).username],
    _links: renderLinks(tx, 'AuthorizedApp', { app_id: id }),
  }
}
