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
  shoppers: ['store_id'],
  store_images: ['id'],
}

/** Fields that name other things, whose names tell a row from others. */
const NAMING = ['contact_id', 'product_id', 'journey_id', 'workflow_id', 'survey_id', 'campaign_id'] as const

/** A row, and the plain names of the things that it names. */
export interface NamedRow {
  readonly row: Schemas['StateRow']
  readonly names: Schemas['TableState']['names'][number]
}

/** The rows of an answer with their names. */
export function namedRows({ rows, names }: Pick<Schemas['TableState'], 'rows' | 'names'>): readonly NamedRow[] {
  return rows.map((row, index) => ({ row, names: names[index] ?? {} }))
}

/** The name of a row for people, if need be the address of its contact; empty if it has none. */
export function nameRow(table: string, { row, names }: NamedRow): string {
  if (table === 'surveys') return textIn(row['content'], 'title')
  const own = (NAMES_OF[table] ?? NAMES).map((each) => names[each] ?? textIn(row, each)).find((each) => each !== '')
  return own ?? names['contact_id'] ?? ''
}

/** Whether the rows of a table have short names, which are their ids. */
export function hasShortNames(table: string): boolean {
  return NAMES_OF[table]?.[0] === 'id'
}

/** What else tells a row from others: the total, the state and the customer of an order, or the status of something else. */
export function describeRow(table: string, named: NamedRow): string {
  const { row, names } = named
  const { order_total: total, quantity, price } = row
  const cost = typeof price === 'number' ? amountText(price) : ''
  const name = nameRow(table, named)
  const customer = textIn(row, 'customer_id')
  const person = names['customer_id']
  const parts = [
    typeof total === 'number' ? `${amountText(total)} ${textIn(row, 'currency_code')}` : '',
    typeof quantity === 'number' ? `${quantity} × ${cost}` : cost,
    textIn(row, 'status') || textIn(row, 'financial_status'),
    person === undefined ? customer : `${person} ${customer}`,
    ...NAMING.map((each) => (names[each] === person ? '' : (names[each] ?? ''))),
  ]
  return parts.filter((each) => each !== '' && each !== name).join(' · ')
}

function textIn(value: unknown, name: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof found === 'string' ? found : ''
}
