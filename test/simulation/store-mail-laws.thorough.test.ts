import { beforeAll, expect, test } from 'vitest'
import { routes } from '../../src/kernel/contract/service.ts'
import { peek, rehearse, type Tx } from '../../src/kernel/world/tx.ts'
import { automationEmails } from '../../src/service/model/automations/automation.ts'
import { automationOccasions } from '../../src/service/model/automations/occasion.ts'
import { recipients } from '../../src/service/model/campaigns/campaign.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { members } from '../../src/service/model/members/member.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { makeProduct } from '../../src/service/rules/products/make.ts'
import { makeStore } from '../../src/service/rules/stores/make.ts'
import { type StoreRow, stores } from '../../src/service/model/stores/store.ts'
import { mock } from '../mock.ts'
import { SHOP_TYPES, shopPlan } from './automation-plans.ts'
import { expectAutomationsToBalance } from './automation-books.ts'
import { ADDRESSES } from './bodies/audience.ts'
import { BODIES } from './bodies/index.ts'
import { Dice } from './dice.ts'
import { pathOf } from './paths.ts'
import { StoreMailLaws } from './store-mail-laws.ts'
import type { WalkStep } from './steps.ts'
import { take } from './take.ts'
import { nextTrigger } from './triggers.ts'

const SEEDS = Array.from({ length: Number(process.env['MAIL_WALKS'] ?? 6) }, (_, place) => `mail ${place}`)
const STEPS = 500

const NOTIFICATIONS = ['confirmation', 'invoice', 'shipping', 'refund', 'cancellation'] as const
const TRADE = ['order.place', 'order.update', 'cart.fill', 'cart.fill', 'product.view'] as const
const OPERATIONS = routes.filter(({ id }) => /^(?:create|update|delete)(?:Order|Cart)(?:Line)?$|^create(?:Order|Cart)$/.test(id))
const QUEUES = routes.filter(({ id }) => /^addToAutomationQueue$|^(?:start|pause)Automation|^removeSubscriber$/.test(id))

/** A list in which most people are subscribed, with two stores that sell the same hats. */
function plantStores(tx: Tx): void {
  const list = makeList(tx, { id: 'c0ffee0001', name: 'News' })
  const others = ['unsubscribed', 'cleaned', 'transactional', 'transactional'] as const
  for (const [place, email_address] of ADDRESSES.entries())
    makeMember(tx, list, { email_address, status: others[place] ?? 'subscribed' })
  for (const id of ['shop', 'outlet']) {
    const store = makeStore(tx, { id, list_id: list.id, name: id, domain: `${id}.acme.test`, currency_code: 'USD' })
    for (const [title, vendor] of [
      ['hat', 'Hatters'],
      ['cap', 'Acme'],
    ] as const)
      makeProduct(tx, store, { id: title, title, vendor, variants: [{ id: title, title, price: 17 }] })
  }
}

function nextStep(tx: Tx, dice: Dice): WalkStep {
  const store = dice.oneOf(tx.range(stores.key).all())
  if (dice.often(15)) return { pass: dice.oneOf(['PT1S', 'PT1H', 'PT6H', 'P1D', 'P3D']) }
  if (dice.often(10)) return syncStep(dice, store)
  if (dice.often(12)) return { trigger: { trigger: 'automation.create', ...shopPlan(dice, tx, store) } }
  if (dice.often(8)) return { trigger: actionOfReader(dice, tx) }
  if (dice.often(10)) return { trigger: orderOfWaiting(dice, tx) }
  if (dice.often(30)) return { trigger: nextTrigger(tx, dice, dice.oneOf(TRADE)) }
  if (dice.often(8)) return { trigger: nextTrigger(tx, dice, 'automation.enter') }
  const route = dice.oneOf(dice.often(20) ? QUEUES : OPERATIONS)
  const body = BODIES[route.id]?.(dice, tx)
  return {
    line: `${route.method} /3.0${pathOf(tx, route, dice)}`,
    ...(body === undefined ? {} : { body: { ...moreOf(dice, route.id), ...body } }),
  }
}

/** Members of carts and orders without which no email goes out. */
function moreOf(dice: Dice, operation: string): object {
  if (operation.endsWith('Cart')) return { checkout_url: 'https://acme.test/c' }
  if (!operation.endsWith('Order')) return {}
  return {
    financial_status: dice.oneOf(['paid', 'PENDING', 'refunded', 'cancelled', '']),
    fulfillment_status: dice.oneOf(['', 'Shipped']),
  }
}

function syncStep(dice: Dice, { id, is_syncing }: StoreRow): WalkStep {
  return { line: `PATCH /3.0/ecommerce/stores/${id}`, body: { is_syncing: is_syncing ? dice.often(20) : dice.often(60) } }
}

/** A recipient of an email of a workflow opens it or clicks, so that the next email may follow. */
function actionOfReader(dice: Dice, tx: Tx): object {
  const sent = tx.range(recipients.key).all()
  const own = sent.filter(({ campaign_id: id }) => tx.first(automationEmails.key, { id }))
  const { campaign_id, email_address } = own.length > 0 ? dice.oneOf(own) : { campaign_id: 'none', email_address: 'none' }
  return { trigger: dice.oneOf(['campaign.open', 'campaign.click']), workflow_email_id: campaign_id, email_address }
}

/** Somebody who waits for an email about a store orders there. */
function orderOfWaiting(dice: Dice, tx: Tx): object {
  const waiting = tx
    .range(automationOccasions.key)
    .all()
    .filter(({ email_id }) => email_id !== '')
  if (waiting.length === 0) return nextTrigger(tx, dice, 'order.place')
  const { store_id, contact_id } = dice.oneOf(waiting)
  const { email_address = 'none' } = tx.first(members.key, { contact_id }) ?? {}
  return {
    trigger: 'order.place',
    store_id,
    order: { customer: { email_address }, lines: [{ product_id: dice.oneOf(['hat', 'cap']) }] },
  }
}

async function walkWithMail(seed: string) {
  const settings = { webhooks: { mode: 'record' as const }, commerce: { order_notifications: [...NOTIFICATIONS] } }
  const double = mock({ seed, settings })
  await double.ready
  await double.plant(plantStores)
  const dice = new Dice(seed)
  const laws = new StoreMailLaws()
  for (let i = 0; i < STEPS; i++) {
    const before = double.handle().world
    await take(
      double,
      rehearse(before, (tx) => nextStep(tx, dice)),
    )
    const after = double.handle().world
    if (after !== before) peek(before, (then) => peek(after, (now) => laws.check(then, now)))
  }
  return { double, laws }
}

let walks: Awaited<ReturnType<typeof walkWithMail>>[]

beforeAll(async () => {
  walks = await Promise.all(SEEDS.map(walkWithMail))
})

test('no email about a store leaves while it syncs, for what happened meanwhile, for a deleted cart, or after an order', () => {
  expect(walks.flatMap(({ laws }) => laws.broken)).toEqual([])
})

test('workflows, their emails and their queues balance after a walk in which stores sync', async () => {
  for (const { double } of walks) {
    await double.plant(expectAutomationsToBalance)
    expect(double.defects).toEqual([])
  }
})

test('walks in which stores sync have emails of every workflow and notification, and emails that a syncing store or an order holds back', () => {
  const seen = new Set(walks.flatMap(({ laws }) => [...laws.seen.keys()]))
  const wanted = [...SHOP_TYPES, ...NOTIFICATIONS.map((kind) => `notification ${kind}`)]
  const held = ['held: about', 'held: queued', 'held: notification', 'ended by an order', 'to a transactional contact']
  expect([...wanted, ...held].filter((each) => !seen.has(each))).toEqual([])
})
