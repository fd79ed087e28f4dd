import { pick } from '../../../kernel/support/pick.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import { lists } from '../../model/lists/list.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { changeStore, makeStore, removeStore } from '../../rules/stores/make.ts'
import { findNames } from '../../model/fields.ts'
import { refuseReadOnlyStore, storeFields, stores, storeOrThrow } from '../../model/stores/store.ts'
import { storeView } from './view.ts'

const CHANGEABLE = [...findNames(storeFields), 'address'] as const

export const storeOperations = {
  getEcommerce({ tx }) {
    return { _links: renderLinks(tx, 'EcommerceRoot') }
  },

  getStores: listRows({
    schema: 'StoreCollection',
    rows: (tx) => tx.range(stores.byCreation),
    view: storeView,
    answer: (page) => ({ stores: page }),
  }),

  createStore({ tx, body }) {
    const { id, list_id, name, currency_code } = body
    if (!tx.first(lists.key, { id: list_id }))
      throw errors.invalid({ field: 'list_id', message: 'Value must be the id of a list of the account.' })
    refuseBeyondLimit(tx)
    return storeView(tx, makeStore(tx, { ...pick(body, CHANGEABLE), id, list_id, name, currency_code }))
  },

  getStore: ({ tx, path }) => storeView(tx, storeOrThrow(tx, path)),

  updateStore: ({ tx, path, body }) => storeView(tx, changeStore(tx, storeOrThrow(tx, path), pick(body, CHANGEABLE))),

  deleteStore({ tx, path }) {
    refuseReadOnlyStore(tx, path)
    removeStore(tx, storeOrThrow(tx, path))
  },
} satisfies Partial<Operations>

function refuseBeyondLimit(tx: ReadTx): void {
  const limit = tx.settings.commerce.max_stores
  if (limit === -1 || tx.range(stores.key).count < limit) return
  throw errors.forbidden(`The account may have at most ${limit} stores.`)
}
