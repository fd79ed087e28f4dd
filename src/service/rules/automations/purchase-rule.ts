import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { products } from '../../model/products/product.ts'
import { moneyIn } from '../../model/requests/money.ts'
import { stores } from '../../model/stores/store.ts'
import type { PurchaseRule, WorkflowType } from '../../model/automations/automation.ts'
import { type AutomationPlan, outOfPlace, planMistake } from './plan.ts'

/** The members of a plan about purchases, with the type of workflow that takes each. */
const OWNERS = {
  product_id: 'productFollowup',
  category: 'categoryFollowup',
  first_only: 'purchaseFollowup',
  orders: 'bestCustomers',
  spent: 'bestCustomers',
} as const satisfies { readonly [Name in keyof PurchaseRule]: WorkflowType }

/** The rule of a workflow about purchases; nothing for other types. Throws 400 for a member that is missing or out of place. */
export function readPurchaseRule(tx: ReadTx, list: ListRow, plan: AutomationPlan): { readonly purchase?: PurchaseRule } {
  const { workflow_type: type, store_id, product_id = '', category = '', first_only = false, orders = 0, spent = 0 } = plan
  for (const [name, owner] of Object.entries(OWNERS)) {
    if (type !== owner && Object.hasOwn(plan, name)) throw outOfPlace(name, type)
  }
  if (!Object.values(OWNERS).some((owner) => owner === type)) return {}
  if (type === 'productFollowup' && !hasProduct(tx, list, product_id, store_id))
    throw planMistake('product_id', `must be the id of a product of the store, but ${product_id || 'it'} is none`)
  if (type === 'categoryFollowup' && category === '') throw planMistake('category', `must be given with the type ${type}`)
  if (type === 'bestCustomers' && orders === 0 && spent === 0)
    throw planMistake('orders', `must be given with the type ${type}, or spent instead`)
  return { purchase: { product_id, category, first_only, orders, spent: moneyIn(spent) } }
}

/** Whether a store has a product; without the id of a store, whether any store of the list has it. */
function hasProduct(tx: ReadTx, { id: list_id }: ListRow, id: string, store_id: string | undefined): boolean {
  const all = store_id === undefined ? tx.range(stores.byList, { list_id }).all() : [{ id: store_id }]
  return all.some((store) => tx.first(products.key, { store_id: store.id, id }))
}
