import { beforeAll, expect, test } from 'vitest'
import { routes } from '../../src/kernel/contract/service.ts'
import { transact, type Tx } from '../../src/kernel/world/tx.ts'
import { rules } from '../../src/server/runtime/rules.ts'
import { campaignActions } from '../../src/service/model/campaigns/campaign.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { confirmations } from '../../src/service/model/members/confirmation.ts'
import { members } from '../../src/service/model/members/member.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { orders } from '../../src/service/model/orders/order.ts'
import { makeProduct } from '../../src/service/rules/products/make.ts'
import { makeSegment } from '../../src/service/rules/segments/make.ts'
import { makeStore } from '../../src/service/rules/stores/make.ts'
import { tableRows } from '../control/bundles/bundle-world.ts'
import { mock } from '../mock.ts'
import { ADDRESSES } from './bodies/audience.ts'
import { BODIES } from './bodies/index.ts'
import { Dice } from './dice.ts'
import { pathOf } from './paths.ts'
import { expectSalesToBalance, salesShown } from './commerce-books.ts'
import { expectShopsToBalance } from './shop-books.ts'
import type { WalkStep } from './steps.ts'
import { take } from './take.ts'
import { nextTrigger } from './triggers.ts'

const SEEDS = Array.from({ length: Number(process.env['SHOP_WALKS'] ?? 3) }, (_, place) => `shop ${place}`)
const STEPS = 400

const OPERATIONS = routes.filter(
  ({ path, method, id }) => path.startsWith('/ecommerce/') && method !== 'GET' && id !== 'deleteStore',
)
const MORE = OPERATIONS.filter(({ id }) => /^(?:create|update)(?:Order|Cart)$/.test(id))
const TOUCHES = ['campaign.send', 'campaign.open', 'campaign.click', 'member.unsubscribe', 'member.bounce'] as const
const TRADE = ['order.place', 'order.update', 'cart.fill'] as const

const DAY = 86_400

/** A list in which people have every status, with a store that sells hats. */
function plantShop(tx: Tx): void {
  const list = makeList(tx, { id: 'c0ffee0001', name: 'News', double_optin: true })
  const statuses = ['subscribed', 'subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional', 'archived'] as const
  for (const [place, status] of statuses.entries()) makeMember(tx, list, { email_address: ADDRESSES[place] ?? '', status })
  const conditions = [{ condition_type: 'EcommPurchased', field: 'ecomm_purchased', op: 'member' } as const]
  makeSegment(tx, list, { name: 'Buyers', type: 'saved', options: { match: 'all', conditions } })
  const store = makeStore(tx, { id: 'shop', list_id: list.id, name: 'Acme Shop', currency_code: 'USD' })
  makeProduct(tx, store, { id: 'hat', title: 'Hat', variants: [{ id: 'hat', title: 'Hat' }] })
}

/** The next step of a walk among shops, whether it is one of trade, and its operation. */
function nextStep(tx: Tx, dice: Dice): { step: WalkStep; trades: boolean; id?: string } {
  if (dice.often(8)) return { step: { pass: dice.oneOf(['PT1S', 'PT4M', 'P1D', 'P3D']) }, trades: false }
  if (dice.often(20)) return { step: { trigger: nextTrigger(tx, dice, dice.oneOf(TOUCHES)) }, trades: false }
  if (dice.often(10)) return { step: { trigger: nextTrigger(tx, dice, dice.oneOf(TRADE)) }, trades: true }
  const route = dice.oneOf(dice.often(30) ? MORE : OPERATIONS)
  const body = BODIES[route.id]?.(dice, tx)
  return {
    step: { line: `${route.method} /3.0${pathOf(tx, route, dice)}`, ...(body === undefined ? {} : { body }) },
    trades: true,
    id: route.id,
  }
}

/** A walk among shops, with the steps that broke a law. */
async function walkAmongShops(seed: string, attribution: 'last_touch' | 'touch_only') {
  const double = mock({ seed, settings: { webhooks: { mode: 'record' }, commerce: { attribution } } })
  await double.ready
  await double.plant(plantShop)
  const dice = new Dice(seed)
  const broken = { refusal: [], repetition: [], consent: [], touch: [] } as Record<
    'refusal' | 'repetition' | 'consent' | 'touch',
    unknown[]
  >
  const succeeded = new Set<string>()
  let repeated = 0
  let touched = 0
  const read = <T>(run: (tx: Tx) => T): T => transact(double.handle().world, rules, run).result
  for (let i = 0; i < STEPS; i++) {
    const before = double.handle().world
    const [{ step, trades, id }, consents] = read((tx) => [nextStep(tx, dice), consentsIn(tx)])
    const answer = await take(double, step)
    if (answer.status >= 400) {
      if (double.handle().world !== before) broken.refusal.push(step)
      continue
    }
    if (id !== undefined) succeeded.add(id)
    if (!trades) continue
    const after = read(consentsIn)
    if (after.confirmations !== consents.confirmations) broken.consent.push({ step })
    for (const [contact_id, status] of consents.statuses) {
      const now = after.statuses.get(contact_id)
      if (now !== status && !(status === 'transactional' && now === 'subscribed') && status !== 'archived')
        broken.consent.push({ step, status, now })
    }
    if (attribution === 'touch_only') {
      const reached = read(reachedOrders)
      touched += reached.filter((order) => order !== undefined).length
      if (reached.includes(undefined)) broken.touch.push(step)
    }
    if ('line' in step && step.line.startsWith('P')) {
      repeated++
      const rows = tableRows(double.handle().world.tables)
      const again = await take(double, step)
      const isPost = step.line.startsWith('POST')
      const fits = isPost
        ? again.status === 400 && /already exists/.test(again.text)
        : again.status === 200 && again.text === answer.text
      if (!fits) broken.repetition.push({ step, first: answer.text, again: again.text })
      expect(tableRows(double.handle().world.tables), JSON.stringify(step)).toEqual(rows)
    }
  }
  return { double, broken, succeeded, repeated, touched }
}

function consentsIn(tx: Tx) {
  const statuses = new Map(
    tx
      .range(members.key)
      .all()
      .map(({ contact_id, status }) => [contact_id, status]),
  )
  return { statuses, confirmations: tx.range(confirmations.key).count }
}

/** The orders with a campaign; `undefined` for one whose contact did not click or open an email of it in the days before. */
function reachedOrders(tx: Tx): unknown[] {
  return tx
    .range(orders.key)
    .all()
    .filter(({ campaign_id }) => campaign_id !== '')
    .map((order) => {
      const { campaign_id, attribution, ordered_at } = order
      const isTouch = tx
        .range(campaignActions.key)
        .all()
        .some(({ campaign_id: id, action, at }) => {
          const days = action === 'click' ? 30 : action === 'open' ? 5 : 0
          return id === campaign_id && at === attribution?.touched_at && at <= ordered_at && ordered_at - at <= days * DAY
        })
      return isTouch ? order : undefined
    })
}

let walks: Awaited<ReturnType<typeof walkAmongShops>>[]

beforeAll(async () => {
  walks = await Promise.all(SEEDS.map((seed, place) => walkAmongShops(seed, place % 2 === 0 ? 'touch_only' : 'last_touch')))
})

test('walks among shops succeed with every operation of e-commerce that writes', () => {
  const succeeded = new Set(walks.flatMap((each) => [...each.succeeded]))
  expect(OPERATIONS.map(({ id }) => id).filter((id) => !succeeded.has(id))).toEqual([])
})

test('a refused step of a walk among shops changes nothing', () => {
  expect(walks.flatMap(({ broken }) => broken.refusal)).toEqual([])
})

test('no write of a shop ends a consent, changes who has left a list, or asks for a confirmation', () => {
  expect(walks.flatMap(({ broken }) => broken.consent)).toEqual([])
})

test('a repeated PUT or PATCH of a shop changes nothing, and a repeated POST is refused with "already exists"', () => {
  expect(walks.flatMap(({ broken }) => broken.repetition)).toEqual([])
  expect(walks.reduce((sum, { repeated }) => sum + repeated, 0)).toBeGreaterThan(100)
})

test('with commerce.attribution touch_only, an order with a campaign has a click or open in the window before it', () => {
  expect(walks.flatMap(({ broken }) => broken.touch)).toEqual([])
  expect(Math.max(...walks.map(({ touched }) => touched))).toBeGreaterThan(0)
})

test('stores, their contents and their sums balance after a walk among shops', async () => {
  let counted = 0
  for (const { double } of walks) {
    await expectShopsToBalance(double)
    counted += await expectSalesToBalance(double)
    expect(double.defects).toEqual([])
  }
  expect(counted).toBeGreaterThan(3)
})

test('a deleted store takes its rows with it and leaves members and reports as before it, after any walk in it', async () => {
  let sold = 0
  for (const [place, { double }] of walks.entries()) {
    const { call, plant } = double
    const shown = await salesShown(double)
    const store = { id: 'outlet', list_id: 'c0ffee0001', name: 'Outlet', currency_code: 'EUR' }
    expect((await call('POST /3.0/ecommerce/stores', store)).status).toBe(200)
    const dice = new Dice(`outlet ${place}`)
    const product = { id: 'hat', title: 'Hat', variants: [{ id: 'hat', title: 'Hat' }] }
    await call('POST /3.0/ecommerce/stores/outlet/products', product)
    for (let i = 0; i < 100; i++) {
      const route = dice.oneOf(dice.often(60) ? MORE : OPERATIONS)
      const { path, body } = await plant((tx) => ({ path: pathOf(tx, route, dice), body: BODIES[route.id]?.(dice, tx) }))
      if (!path.startsWith('/ecommerce/stores/')) continue
      const inOutlet = path.replace(/stores\/[^/]+/, 'stores/outlet')
      const { status } = await call(`${route.method} /3.0${inOutlet}`, body)
      if (status < 400 && route.id === 'createOrder') sold++
    }
    expect((await call('DELETE /3.0/ecommerce/stores/outlet')).status).toBe(204)
    const rows = Object.entries(tableRows(double.handle().world.tables))
    const left = rows.filter(([name]) => /^(?:store|promo_)/.test(name)).flatMap(([, some]) => some)
    expect(JSON.stringify(left)).not.toContain('"store_id":"outlet"')
    expect(await salesShown(double)).toMatchObject(shown)
    await expectSalesToBalance(double)
  }
  expect(sold).toBeGreaterThan(0)
})
