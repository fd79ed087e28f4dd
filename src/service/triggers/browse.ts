import { connectedSites } from '../model/connected-sites/site.ts'
import { lists } from '../model/lists/list.ts'
import { products } from '../model/products/product.ts'
import { emit } from '../rules/resource-events.ts'
import { requireNamedMember } from './find.ts'
import { requireNamedStore } from './trade.ts'
import { makeTriggerRefusal, type KnownName, type Triggers, unknownReference } from './trigger.ts'

/** A contact looks at a product on the site of a store. */
export const browseTriggers = {
  'product.view': (tx, { store_id, product_id, email_address }) => {
    const store = requireNamedStore(tx, store_id)
    const product = tx.first(products.key, { store_id, id: product_id })
    if (!product) {
      const all = tx.range(products.inStore, { store_id }).all()
      const known = all.map(({ id, title }): KnownName => [id, title])
      throw unknownReference('/product_id', `The store ${store_id} has no product ${product_id}.`, product_id, known)
    }
    const list = tx.first(lists.key, { id: store.list_id })
    if (!list) throw makeTriggerRefusal(`The list ${store.list_id} of the store ${store_id} was deleted.`)
    const member = requireNamedMember(tx, list, email_address)
    if (!tx.first(connectedSites.key, { foreign_id: store.site_foreign_id }))
      throw makeTriggerRefusal(`The store ${store_id} has no connected site whose script could report views. Give it a domain.`)
    emit(tx, 'product.viewed', { store, product, member })
    return { changed: [] }
  },
} satisfies Partial<Triggers>
