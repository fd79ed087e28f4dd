import { deleteCart } from './carts.ts'
import { saveProduct } from './catalogue.ts'
import { alreadyExists, CallError, says, when } from './email-api.ts'
import { dropSurplusLines } from './lines.ts'
import { type Order, type Product, type Shop, storePath } from './shop.ts'

/** Stands for what was sold in orders without lines, such as gift cards or fees: an order needs a line, and a line a product. */
export const PLACEHOLDER: Product = { id: 'other', title: 'Other', variants: [{ id: 'other', title: 'Other' }] }

/** An order was placed: it is written, and the cart that it comes from ends. */
export async function placeOrder(shop: Shop, order: Order): Promise<void> {
  await saveOrder(shop, order)
  if (order.cart_id !== undefined) await deleteCart(shop, order.cart_id)
}

/** The status of an order changes: `pending`, then `paid`, makes the service send a confirmation, then an invoice. */
export async function updateOrder({ api, storeId }: Shop, id: string, change: Partial<Order>): Promise<void> {
  await api.call('PATCH', orderPath(storeId, id), change)
}

type Repair = (shop: Shop, order: Order) => Promise<Order>

/** How to go on after a refusal, by its phrase. A refused order has changed nothing. */
const REPAIRS: readonly (readonly [phrase: string, repair: Repair])[] = [
  ['product with the provided ID', pushProducts],
  ['product with the provided variant ID', pushProducts],
  ['campaign with the provided ID', async (_, { campaign_id: _unknown, ...order }) => order],
  ['not be changed', forgetCustomer],
]

/** Makes an order, or changes it if the service has it. After a refusal that can be repaired it tries again, once for each reason. */
export async function saveOrder(shop: Shop, order: Order): Promise<void> {
  const left = new Set(REPAIRS)
  for (let next = withLines(order); ;) {
    try {
      return await writeOrder(shop, next)
    } catch (error) {
      const entry = error instanceof CallError && [...left].find(([phrase]) => says(phrase)(error))
      if (!entry) throw error
      left.delete(entry)
      next = await entry[1](shop, next)
    }
  }
}

async function writeOrder({ api, storeId }: Shop, order: Order): Promise<void> {
  const path = orderPath(storeId, order.id)
  const { lines } = await api
    .call('POST', `${storePath(storeId)}/orders`, order)
    .catch(when(alreadyExists, () => api.call('PATCH', path, order)))
  await dropSurplusLines(api, `${path}/lines`, order.lines, lines)
}

/** The order as the service takes it: with at least one line. */
export function withLines(order: Order): Order {
  const { id } = PLACEHOLDER
  const line = { id: '1', product_id: id, product_variant_id: id, quantity: 1, price: order.order_total }
  return order.lines.length > 0 ? order : { ...order, lines: [line] }
}

/** Pushes the products of the lines, as far as we have them. */
async function pushProducts(shop: Shop, order: Order): Promise<Order> {
  for (const id of new Set(order.lines.map(({ product_id }) => product_id))) {
    const product = id === PLACEHOLDER.id ? PLACEHOLDER : shop.catalogue.get(id)
    if (product) await saveProduct(shop, product)
  }
  return order
}

/** A customer's address never changes at the service. The customer is deleted, and the order makes it again; earlier orders stay. */
async function forgetCustomer({ api, storeId }: Shop, order: Order): Promise<Order> {
  await api.call('DELETE', `${storePath(storeId)}/customers/${encodeURIComponent(order.customer.id)}`)
  return order
}

function orderPath(storeId: string, id: string) {
  return `${storePath(storeId)}/orders/${encodeURIComponent(id)}` as const
}
