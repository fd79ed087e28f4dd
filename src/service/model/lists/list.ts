import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'

/** A list. Its counts are in a separate row, which changes far more often. */
export interface ListRow extends Row {
  readonly id: string
  readonly web_id: number
  readonly name: string
  readonly contact: ServiceSchemas['List']['contact']
  readonly permission_reminder: string
  readonly use_archive_bar: boolean
  readonly campaign_defaults: ServiceSchemas['List']['campaign_defaults']
  readonly notify_on_subscribe: string
  readonly notify_on_unsubscribe: string
  readonly date_created: Seconds
  readonly list_rating: number
  readonly email_type_option: boolean
  readonly visibility: ServiceSchemas['List']['visibility']
  readonly double_optin: boolean
  readonly marketing_permissions: boolean
}

export const lists = defineTable<ListRow>()('lists', {
  key: ['id'],
  indexes: { byCreation: ['date_created'] },
  word: 'list',
  ids: ['id', 'web_id'],
  parameters: ['list_id', 'audience_id'],
  shownBy: 'name',
})

/** Returns the list with an id. Throws a 404 if there is none. */
export function listOrThrow(tx: ReadTx, id: string): ListRow {
  return tx.first(lists.key, { id }) ?? refuseMissing('there is no list', id)
}

/** The URL of the list's sign-up form. */
export function makeSubscribeUrl(tx: ReadTx, list: ListRow): string {
  return `${tx.world.base_url}/_public/subscribe?id=${list.id}`
}
