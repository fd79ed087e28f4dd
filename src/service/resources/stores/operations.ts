import { pick } from '../../../kernel/support/objects.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import { lists, givenListOrThrow } from '../../model/lists/list.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { changeStore, makeStore, removeStore } from '../../rules/stores/make.ts'
import { findNames } from '../../model/fields.ts'
import { refuseReadOnlyStore, storeFields, stores, storeOrThrow, type StoreRow } from '../../model/stores/store.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import { automations } from '../../model/automations/automation.ts'
import { connectedSites, makeSiteScript } from '../../model/connected-sites/site.ts'

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
    givenListOrThrow(tx, list_id)
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

function storeView(tx: ReadTx, store: StoreRow): ServiceSchemas['Store'] {
  const site = tx.first(connectedSites.key, { foreign_id: store.site_foreign_id })
  return {
    id: store.id,
    list_id: store.list_id,
    name: store.name,
    platform: store.platform,
    domain: store.domain,
    is_syncing: store.is_syncing,
    email_address: store.email_address,
    currency_code: store.currency_code,
    money_format: store.money_format,
    primary_locale: store.primary_locale,
    timezone: store.timezone,
    phone: store.phone,
    address: store.address,
    ...(site ? { connected_site: { site_foreign_id: site.foreign_id, site_script: makeSiteScript(tx, site) } } : {}),
    automations: {
      abandoned_cart: { is_supported: true, ...findStoreAutomation(tx, store, 'abandonedCart') },
      abandoned_browse: { is_supported: site !== undefined, ...findStoreAutomation(tx, store, 'abandonedBrowse') },
    },
    list_is_active: tx.first(lists.key, { id: store.list_id }) !== undefined,
    created_at: timestamp(store.created_at),
    updated_at: timestamp(store.updated_at),
    _links: renderLinks(tx, 'Store', { store_id: store.id }),
  }
}

/** The newest automation of a type for a store that is not archived. */
function findStoreAutomation(tx: ReadTx, { id, list_id }: StoreRow, workflow_type: 'abandonedCart' | 'abandonedBrowse') {
  const newest = tx
    .range(automations.byList, { list_id, workflow_type })
    .all()
    .findLast((each) => each.store_id === id && each.status !== 'archived')
  return newest && newest.status !== 'archived' ? { id: newest.id, status: newest.status } : {}
}
