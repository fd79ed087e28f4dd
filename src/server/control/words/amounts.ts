import type { Row, Table, TableName } from '../../../kernel/world/table.ts'

/** The members of rows that hold amounts of money, by table. They stand at any depth of a row. */
const AMOUNTS: ReadonlyMap<string, readonly string[]> = new Map<TableName, readonly string[]>([
  ['store_orders', ['order_total', 'discount_total', 'tax_total', 'shipping_total', 'amount_discounted', 'total_spent']],
  ['store_carts', ['order_total', 'tax_total']],
  ['store_lines', ['price', 'discount']],
  ['store_variants', ['price']],
  ['promo_rules', ['amount']],
  ['order_sums', ['spent', 'revenue']],
  ['automations', ['spent']],
])

const NONE: readonly string[] = []

/** The members of a table's rows that hold amounts of money. */
export function listAmountFields({ name }: Table<Row>): readonly string[] {
  return AMOUNTS.get(name) ?? NONE
}
