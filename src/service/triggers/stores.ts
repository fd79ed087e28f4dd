import { productViewed } from './browse.ts'
import { cartFilled, orderPlaced, orderUpdated } from './trade.ts'
import type { Triggers } from './trigger.ts'

/** Customers look at products, fill carts and order, and stores change orders, with the same consequences as by the API. */
export const storeTriggers = {
  'order.place': orderPlaced,
  'order.update': orderUpdated,
  'product.view': productViewed,
  'cart.fill': cartFilled,
} satisfies Partial<Triggers>
