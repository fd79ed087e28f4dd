import { isUnknown, memberPath, says, when } from './email-api.ts'
import { dropSurplusLines } from './lines.ts'
import { type Cart, type Shop, storePath } from './shop.ts'

/** Saves a cart after each change of it. The service sends the abandoned-cart email when the changes stop, so an empty cart goes at once. */
export async function saveCart(shop: Shop, cart: Cart): Promise<void> {
  if (cart.lines.length === 0) return deleteCart(shop, cart.id)
  await writeCart(shop, cart).catch(
    when(says('not found in audience'), async () => {
      await addContact(shop, cart.customer.email_address ?? '')
      await writeCart(shop, cart)
    }),
  )
}

/** Deletes a cart: its customer has ordered or emptied it. Without this, people who have paid are reminded to do so. */
export async function deleteCart({ api, storeId }: Shop, id: string): Promise<void> {
  await api.call('DELETE', cartPath(storeId, id)).catch(when(isUnknown, () => undefined))
}

async function writeCart({ api, storeId }: Shop, cart: Cart): Promise<void> {
  const path = cartPath(storeId, cart.id)
  const changed = await api
    .call('PATCH', path, cart)
    .catch(when(isUnknown, () => api.call('POST', `${storePath(storeId)}/carts`, cart)))
  await dropSurplusLines(api, `${path}/lines`, cart.lines, changed.lines)
}

/** Some accounts refuse carts of strangers. A transactional contact gets no campaigns. */
async function addContact({ api, listId }: Shop, email: string): Promise<void> {
  await api.call('PUT', memberPath(listId, email), { email_address: email, status_if_new: 'transactional' })
}

function cartPath(storeId: string, id: string) {
  return `${storePath(storeId)}/carts/${encodeURIComponent(id)}` as const
}
