import { createStore, useStore } from './store.ts'

/** The state of the page that its address holds: the world, the page, its filters and its selection. */
export type Address = Readonly<Record<string, string>>

/** Changes to the address; `undefined` removes a parameter. */
export type AddressChange = Readonly<Record<string, string | undefined>>

const address = createStore<Address>(Object.fromEntries(new URLSearchParams(location.search)))

addEventListener('popstate', () => address.set(Object.fromEntries(new URLSearchParams(location.search))))

/** The parameters of the address. */
export function useAddress(): Address {
  return useStore(address)
}

/** The parameters of the address now, outside of components. */
export function currentAddress(): Address {
  return address.get()
}

/** The link that leads to the address with changes. A change of `page` drops everything except the world. */
export function linkTo(change: AddressChange): string {
  const search = new URLSearchParams(applyChange(change)).toString()
  return search === '' ? location.pathname : `?${search}`
}

/** Changes the address. Without `isStep`, Back does not return to the one before: for filters and for moves within a list. */
export function go(change: AddressChange, { isStep = true } = {}): void {
  const link = linkTo(change)
  if (link === location.search) return
  if (isStep) history.pushState(null, '', link)
  else history.replaceState(null, '', link)
  address.set(applyChange(change))
}

function applyChange(change: AddressChange): Address {
  const now = address.get()
  const kept = 'page' in change && change['page'] !== now['page'] ? { world: now['world'] } : now
  const entries = Object.entries({ ...kept, ...change }).filter((each): each is [string, string] => Boolean(each[1]))
  return Object.fromEntries(entries)
}
