import { lazy } from '../../kernel/world/lazy.ts'
import type { Triggers } from './trigger.ts'

// Most worlds have no stores.
const trade = lazy(() => import('./trade.ts'))
const browse = lazy(() => import('./browse.ts'))

/** Customers look at products, fill carts and order, and stores change orders, with the same consequences as by the API. */
export const storeTriggers = {
  'order.place': (tx, fields) => trade().orderPlaced(tx, fields),
  'order.update': (tx, fields) => trade().orderUpdated(tx, fields),
  'product.view': (tx, fields) => browse().productViewed(tx, fields),
  'cart.fill': (tx, fields) => trade().cartFilled(tx, fields),
} satisfies Partial<Triggers>
