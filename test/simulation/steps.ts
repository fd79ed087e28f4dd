import { routes } from '../../src/kernel/contract/service.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import { products } from '../../src/service/model/products/product.ts'
import { readAccount } from '../../src/service/model/root/account.ts'
import { stores } from '../../src/service/model/stores/store.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { BODIES } from './bodies/index.ts'
import type { Dice } from './dice.ts'
import { pathOf } from './paths.ts'
import { nextTrigger } from './triggers.ts'
import { nextVisit, type Visit } from './visits.ts'

/**
 * One step of a walk: a call of the service, an advance of the clock, a trigger, a call of the control API, or a visit to a page.
 */
export type WalkStep =
  | { readonly line: string; readonly body?: unknown }
  | { readonly pass: string }
  | { readonly trigger: object }
  | { readonly control: string; readonly body?: unknown }
  | Visit

const QUERIES = [
  '',
  '',
  '',
  '?count=3',
  '?offset=2',
  '?fields=total_items',
  '?exclude_fields=_links',
  '?count=1000&offset=1',
  '?sort_dir=DESC',
  '?status=subscribed',
]

/** How often an operation is called; the others have weight 2. */
const WEIGHTS: Readonly<Record<string, number>> = {
  deleteStore: 1,
  createCustomer: 4,
  createCart: 6,
  createOrder: 10,
  updateOrder: 4,
}
const WEIGHED = routes.flatMap((route) => Array.from({ length: WEIGHTS[route.id] ?? 2 }, () => route))

/** The next step of a walk, mostly but not always chosen to fit the world. */
export function nextStep(tx: Tx, dice: Dice): WalkStep {
  if (dice.often(8)) return { pass: dice.oneOf(['PT1S', 'PT4M', 'PT5M', 'P1D', 'P31D']) }
  const { disabled, key_revoked } = readAccount(tx)
  const reopening = disabled ? 'account.enable' : key_revoked ? 'api_key.restore' : undefined
  if (dice.often(reopening ? 50 : 15)) return { trigger: nextTrigger(tx, dice, reopening) }
  if (dice.often(6)) return nextVisit(tx, dice)
  const first = firstOfShop(tx)
  const route = (dice.often(25) && routes.find(({ id }) => id === first)) || dice.oneOf(WEIGHED)
  const made = BODIES[route.id]
  return {
    line: `${route.method} /3.0${pathOf(tx, route, dice)}${route.method === 'GET' ? dice.oneOf(QUERIES) : ''}`,
    ...(made ? { body: made(dice, tx) } : {}),
  }
}

/** The operation without which most operations of e-commerce are refused. Many steps of a walk take place in a shop. */
function firstOfShop(tx: Tx): string | undefined {
  if (tx.range(stores.key).count === 0) return tx.range(lists.key).count > 0 ? 'createStore' : undefined
  return tx.range(products.key).count === 0 ? 'createProduct' : undefined
}

/** Calls that reset and restore a world, which are also made by a walk over a server that is killed. */
export function nextControlStep(dice: Dice): WalkStep {
  const name = `s${dice.upTo(3)}`
  return dice.oneOf<WalkStep>([
    { control: 'POST /snapshots', body: { name } },
    { control: 'POST /snapshots', body: { name } },
    { control: `POST /snapshots/${name}/restore` },
    { control: `DELETE /snapshots/${name}` },
    { control: 'POST /faults', body: { match: { path: '/lists/elsewhere' }, effect: { problem: { preset: 'Forbidden' } } } },
    { control: 'POST /delivery-faults', body: { match: { url: 'http://elsewhere.test/*' }, effect: 'duplicate' } },
    { control: 'PATCH /settings', body: { search_limit: 1 + dice.upTo(30) } },
    { control: 'POST /reset' },
  ])
}
