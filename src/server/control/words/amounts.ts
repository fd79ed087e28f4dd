import type { Row, Table } from '../../../kernel/world/table.ts'
import { automations } from '../../../service/model/automations/automation.ts'
import { carts } from '../../../service/model/carts/cart.ts'
import { lines } from '../../../service/model/lines/line.ts'
import { orders } from '../../../service/model/orders/order.ts'
import { orderSums } from '../../../service/model/orders/sums.ts'
import { variants } from '../../../service/model/products/product.ts'
import { promoRules } from '../../../service/model/promos/promo.ts'

/** The members of rows that hold amounts of money, by table. They stand at any depth of a row. */
const AMOUNTS: ReadonlyMap<Table<Row>, readonly string[]> = new Map<Table<Row>, readonly string[]>([
  [orders, ['order_total', 'discount_total', 'tax_total', 'shipping_total', 'amount_discounted', 'total_spent']],
  [carts, ['order_total', 'tax_total']],
  [lines, ['price', 'discount']],
  [variants, ['price']],
  [promoRules, ['amount']],
  [orderSums, ['spent', 'revenue']],
  [automations, ['spent']],
])

const NONE: readonly string[] = []

/** The members of a table's rows that hold amounts of money. */
export function listAmountFields(table: Table<Row>): readonly string[] {
  return AMOUNTS.get(table) ?? NONE
}
