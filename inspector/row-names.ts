import type { Schemas } from '../src/kit/client/contract.ts'
import { amountText } from './amounts.ts'

/** Fields that name a row, the best first. */
const NAMES = [
  'email_address',
  'name',
  'title',
  'subject_line',
  'subject',
  'domain',
  'tag',
  'code',
  'url',
  'event',
  'kind',
  'text',
] as const

/** Fields that name a row of a table which has others of them as well. */
const NAMES_OF: Readonly<Record<string, readonly string[]>> = {
  stores: ['name'],
  store_carts: ['id'],
  store_orders: ['id'],
  store_lines: ['product_id'],
  store_images: ['id'],
  survey_responses: ['email_address', 'id'],
}

/** The name of a row for people; empty if it has none. */
export function nameOf(table: string, row: Schemas['StateRow']): string {
  if (table === 'surveys') return textIn(row['content'], 'title')
  const name = (NAMES_OF[table] ?? NAMES).map((each) => textIn(row, each)).find((each) => each !== '')
  return name ?? ''
}

/** What else tells a row from others: the total, the state and the customer of an order, or the status of something else. */
export function aboutOf(row: Schemas['StateRow']): string {
  const { order_total: total, quantity } = row
  const parts = [
    typeof total === 'number' ? `${amountText(total)} ${textIn(row, 'currency_code')}` : '',
    typeof quantity === 'number' ? `${quantity} × ${typeof row['price'] === 'number' ? amountText(row['price']) : ''}` : '',
    textIn(row, 'status') || textIn(row, 'financial_status'),
    textIn(row, 'customer_id'),
  ]
  return parts.filter(Boolean).join(' · ')
}

function textIn(value: unknown, name: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof found === 'string' ? found : ''
}
