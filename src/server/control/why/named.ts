import type { Row, Table } from '../../../kernel/world/table.ts'
import type { DeliveryRow } from '../../../service/model/deliveries/delivery.ts'
import type { EmailRow } from '../../../service/model/emails/email.ts'
import { readRowField } from '../words/entities.ts'

/** Whether a webhook is about a row. Ids of orders, products and customers are chosen by applications, so equal texts mean nothing. */
export function namesRow({ event, list_id, payload }: DeliveryRow, { name: table }: Pick<Table<Row>, 'name'>, row: Row): boolean {
  const data: unknown = payload['data']
  if (typeof data !== 'object' || data === null) return false
  const isIn = (field: string, ...members: string[]): boolean => {
    const value = readRowField(row, field)
    return value !== undefined && value !== '' && members.some((member) => Reflect.get(data, member) === value)
  }
  if (table === 'lists') return isIn('id', 'list_id')
  if (table === 'batches') return event === 'batch_operation_completed' && isIn('id', 'id')
  if (table === 'campaigns') return isIn('id', event === 'campaign' ? 'id' : 'campaign_id')
  if (table === 'members' && readRowField(row, 'list_id') !== list_id) return false
  return isIn('unique_email_id', 'id', 'new_id') || isIn('email_address', 'email', 'new_email', 'old_email')
}

/** Whether an email is about a row. */
export function mailNamesRow(
  { to, mailing_id, journey, notification }: EmailRow,
  { name: table }: Pick<Table<Row>, 'name'>,
  row: Row,
): boolean {
  const id = readRowField(row, 'id')
  if (table === 'campaigns' || table === 'automation_emails') return id === mailing_id
  if (table === 'journeys') return journey !== undefined && id === journey.id
  if (table === 'orders') return id === notification?.order_id && readRowField(row, 'store_id') === notification?.store_id
  return readRowField(row, 'email_address') === to
}
