import { pick } from '../../../kernel/support/pick.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { lists } from '../../model/lists/list.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { selectPage } from '../../rules/requests/paging.ts'
import { changeStore, makeStore, removeStore } from '../../rules/stores/make.ts'
import { refuseReadOnly, stores, storeOrThrow } from '../../model/stores/store.ts'
import { storeView } from './view.ts'

const CHANGEABLE = [
  'name',
  'platform',
  'domain',
  'is_syncing',
  'email_address',
  'currency_code',
  'money_format',
  'primary_locale',
  'timezone',
  'phone',
  'address',
] as const

export const storeOperations = {
  getEcommerce({ tx }) {
    return { _links: renderLinks(tx, 'EcommerceRoot') }
  },

  getStores({ tx, query }) {
    const all = tx.range(stores.byCreation)
    return {
      stores: selectPage(all, query).map((store) => storeView(tx, store)),
      total_items: all.count,
      _links: renderLinks(tx, 'StoreCollection'),
    }
  },

  createStore({ tx, body }) {
    const { id, list_id, name, currency_code } = body
    if (!tx.first(lists.key, { id: list_id }))
      throw errors.invalid({ field: 'list_id', message: 'Value must be the id of a list of the account.' })
    refuseBeyondLimit(tx)
    return storeView(tx, makeStore(tx, { ...pick(body, CHANGEABLE), id, list_id, name, currency_code }))
  },

  getStore({ tx, path }) {
    return storeView(tx, storeOrThrow(tx, path.store_id))
  },

  updateStore({ tx, path, body }) {
    return storeView(tx, changeStore(tx, storeOrThrow(tx, path.store_id), pick(body, CHANGEABLE)))
  },

  deleteStore({ tx, path }) {
    const store = storeOrThrow(tx, path.store_id)
    refuseReadOnly(store)
    removeStore(tx, store)
  },
} satisfies Partial<Operations>

function refuseBeyondLimit(tx: ReadTx): void {
  const limit = tx.settings.commerce.max_stores
  if (limit === -1 || tx.range(stores.key).count < limit) return
  throw errors.forbidden(`The account may have at most ${limit} stores.`)
}
