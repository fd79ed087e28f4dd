import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { pick } from '../../../kernel/support/objects.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { ADDRESS_TEXTS, BLANK_ADDRESS, coordinatesIn } from '../requests/address.ts'
import { removeOwned } from '../remove-owned.ts'
import { emit } from '../resource-events.ts'
import { connectSite, disconnectSite, domainKey, updateSite } from './site.ts'
import { makeBlank } from '../../model/fields.ts'
import { type StoreAddress, storeFields, type StoreRow, stores } from '../../model/stores/store.ts'

type StoreAddressInput = ServiceSchemas['StoreAddressInput']

/** The fields of a new store: those that a new store needs, and optionally any other field of its row. */
export type NewStore = Pick<StoreRow, 'id' | 'list_id' | 'name' | 'currency_code'> &
  Partial<Omit<StoreRow, 'seq' | 'address' | 'domain_key' | 'site_foreign_id' | 'site_made'>> & {
    readonly address?: StoreAddressInput | undefined
  }

/** Creates a store, with a connected site if it has a domain. Throws 400 if another store has its id or domain. */
export function makeStore(tx: Tx, { address = {}, ...fields }: NewStore): StoreRow {
  const { created_at = tx.now, domain = '' } = fields
  if (tx.first(stores.key, { id: fields.id })) throw errors.idTaken('A store')
  refuseTakenDomain(tx, domain, fields.platform ?? '')
  const store = tx.insert(stores, {
    ...BLANK_STORE,
    updated_at: created_at,
    ...fields,
    currency_code: fields.currency_code.toUpperCase(),
    domain,
    domain_key: domainKey(domain),
    address: changeStoreAddress(NO_ADDRESS, address),
    created_at,
  })
  return connectSite(tx, store)
}

/** The fields of a store that can change. */
export type StoreChange = Partial<Omit<NewStore, 'id' | 'list_id' | 'created_at' | 'updated_at'>>

/** Changes a store. Returns it as it was if nothing changes. Throws 400 if another store has its new domain. */
export function changeStore(tx: Tx, store: StoreRow, { address = {}, ...fields }: StoreChange): StoreRow {
  const { domain = store.domain, currency_code = store.currency_code } = fields
  const domain_key = domainKey(domain)
  if (domain_key !== store.domain_key) refuseTakenDomain(tx, domain, fields.platform ?? store.platform)
  const changed = tx.amend(stores, store, {
    ...fields,
    currency_code: currency_code.toUpperCase(),
    domain_key,
    address: changeStoreAddress(store.address, address),
  })
  return changed === store ? store : updateSite(tx, store, tx.put(stores, { ...changed, updated_at: tx.now }))
}

/** Deletes a store with everything below it. The members of the list stay. */
export function removeStore(tx: Tx, store: StoreRow): void {
  emit(tx, 'store.deleted', { store })
  removeOwned(tx, stores, store)
  tx.remove(stores, disconnectSite(tx, store))
}

const NO_ADDRESS: StoreAddress = Object.freeze({ ...BLANK_ADDRESS, longitude: 0, latitude: 0 })

/** A store before anything is set. It has all fields of a row, so that all rows have one shape. */
const BLANK_STORE: Omit<StoreRow, 'seq'> = {
  id: '',
  list_id: '',
  ...makeBlank(storeFields),
  domain_key: '',
  address: NO_ADDRESS,
  read_only: false,
  notifications: undefined,
  site_foreign_id: '',
  site_made: false,
  created_at: 0,
  updated_at: 0,
}

function changeStoreAddress(address: StoreAddress, changes: StoreAddressInput): StoreAddress {
  return { ...address, ...pick(changes, ADDRESS_TEXTS), ...coordinatesIn(changes) }
}

function refuseTakenDomain(tx: ReadTx, domain: string, platform: string): void {
  const domain_key = domainKey(domain)
  if (domain_key === '' || !tx.first(stores.byDomain, { domain_key })) return
  const named = platform === '' ? domain : `${domain} and platform ${platform}`
  throw errors.badRequest(`Not processed. A store with the domain ${named} already exists in the account.`)
}
