import type { ServiceSchemas } from 'maildouble/client'
import { alreadyExists, type EmailApi, says, when } from './email-api.ts'

// The shop's records in the form of the service's bodies. A real shop makes them from the rows of its database. The service takes numbers as ids
// of products, carts and variants as well; ours are texts.
export type Store = ServiceSchemas['CreateStore']
export type Customer = ServiceSchemas['CreateCustomer']
export type Product = ServiceSchemas['CreateProduct'] & { readonly id: string }
export type PromoRule = ServiceSchemas['CreatePromoRule']
export type Cart = ServiceSchemas['CreateCart'] & { readonly id: string }
export type Order = ServiceSchemas['CreateOrder'] & { readonly cart_id?: string }

/** What each part of the integration works with. */
export interface Shop {
  readonly api: EmailApi
  readonly listId: string
  /** The id of our store at the email service. It may be another one than ours: see `openStore`. */
  readonly storeId: string
  /** Our own products, by id. */
  readonly catalogue: ReadonlyMap<string, Product>
}

/** The path of a store at the email service. */
export function storePath(storeId: string) {
  return `/ecommerce/stores/${encodeURIComponent(storeId)}` as const
}

/** Makes the store, or changes it if it is there. Returns its id, which is another one if an earlier installation made the store. */
export async function openStore({ call }: EmailApi, store: Store): Promise<string> {
  const changeIt = async (id: string) => (await call('PATCH', storePath(id), store)).id
  return call('POST', '/ecommerce/stores', store).then(
    ({ id }) => id,
    when(alreadyExists, async (error) => changeIt(says('with the provided ID')(error) ? store.id : await adopted(store))),
  )

  /** The id of the store that has our domain. */
  async function adopted({ domain, platform }: Store): Promise<string> {
    const { stores } = await call('GET', '/ecommerce/stores?count=1000')
    const ours = stores.find((other) => other.domain === domain && other.platform === platform)
    if (!ours) throw new Error(`Another program has a store with the domain ${domain}.`)
    return ours.id
  }
}
