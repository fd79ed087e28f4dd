import { DAY_S } from '../../../kernel/support/units-of-time.ts'
import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { durationMs } from '../../../kernel/contract/settings.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import type { VariantRow } from '../../model/products/product.ts'
import type { Posting, CampaignRecipient } from './campaign-posting.ts'
import { type Chance, quota } from './people.ts'
import type { GeneratedMember } from './members.ts'

/** A customer to generate, with the member who is its contact. */
export interface Shopper {
  readonly member: GeneratedMember
  readonly opted_in: boolean
}

/** A shop to generate. What it sells and sells to is drawn step by step, while the scenario is planted. */
export interface Shop {
  /** Its place in the scenario. */
  readonly at: readonly (string | number)[]
  readonly wishes: ScenarioSchemas['Shop']
  readonly list: ListRow
  readonly chance: Chance
  readonly since: Seconds
  readonly shoppers: readonly Shopper[]
}

/** A piece of goods in an order or a cart. */
export interface DrawnLine {
  readonly variant: VariantRow
  readonly quantity: number
}

/** An order that was drawn. */
export interface DrawnOrder {
  readonly shopper: Shopper
  readonly at: Seconds
  /** The campaign that led to it; empty if none did. */
  readonly campaign_id: string
  readonly lines: readonly DrawnLine[]
  readonly status: 'paid' | 'pending' | 'refunded' | 'cancelled'
  /** When it was cancelled; 0 otherwise. */
  readonly cancelled_at: Seconds
}

/** A cart that was filled and left. */
export interface DrawnCart {
  readonly shopper: Shopper
  readonly at: Seconds
  readonly lines: readonly DrawnLine[]
}

const REPEAT = 0.35
const FROM_CAMPAIGNS = 0.3
/** Longest time from a campaign to a click that leads to an order, from there to the order, and from an order to its cancellation. */
const CLICKED_WITHIN_S = 4 * DAY_S
const ORDERED_WITHIN_S = DAY_S
const CANCELLED_WITHIN_S = 3 * DAY_S
const LINES_MAX = 4
const PIECES_MAX = 3
/** Draws of a time at which nothing led to an order, before the customer orders at once. */
const DRAWS_MAX = 20

/** A campaign that a shopper got. */
interface SentMailing {
  readonly posting: Posting
  readonly recipient: CampaignRecipient
}

/** Whether campaigns can lead to as many orders as the scenario says. Without a word about it there may be none. */
export function canAttribute(shop: Shop, postings: readonly Posting[], isSample: boolean): boolean {
  const { orders = 0, from_campaigns = 0 } = shop.wishes
  if (Math.round(from_campaigns * orders) === 0) return true
  // A sample of the customers may miss those who got a campaign.
  return isSample ? postings.length > 0 : sentTo(shop, postings).size > 0
}

/** Draws the orders of a shop, oldest first. Shares are exact. Clicks before orders are added to the campaigns. */
export function drawOrders(tx: ReadTx, shop: Shop, goods: readonly VariantRow[], postings: readonly Posting[]): DrawnOrder[] {
  const { chance, wishes } = shop
  const { orders: count = 0, from_campaigns = FROM_CAMPAIGNS } = wishes
  const sent = sentTo(shop, postings)
  const buyers = drawBuyers(shop, sent, Math.round(from_campaigns * count))
  const touches = new Touches(tx, postings)
  // Clicks first, since no other order may follow on one of them.
  const placed: PlacedOrder[] = []
  for (const { shopper, isLed } of buyers) if (isLed) placed.push(followCampaign(tx, chance, shopper, sent, touches))
  for (const { shopper, isLed } of buyers) if (!isLed) placed.push(orderByItself(tx, shop, shopper, touches))
  placed.sort((a, b) => a.at - b.at)
  const statusOf = makeStatusDrawer(chance, wishes)
  return placed.map(({ shopper, at, campaign_id }) => {
    const status = statusOf()
    const cancelled_at = status === 'cancelled' ? Math.min(tx.now, at + 1 + chance.below(CANCELLED_WITHIN_S)) : 0
    return { shopper, at, campaign_id, lines: drawLines(chance, goods), status, cancelled_at }
  })
}

/** Draws carts, the youngest of which is twenty minutes old. */
export function drawCarts(
  tx: ReadTx,
  { wishes: { carts: count = 0 }, shoppers, chance }: Shop,
  goods: readonly VariantRow[],
): DrawnCart[] {
  const youngest = tx.now - CART_AGE_S
  const known = shoppers.filter(({ member }) => member.created_at <= youngest)
  const all = known.length > 0 ? known : shoppers
  const isChosen = quota(chance, all.length, Math.min(count, all.length))
  const chosen = all.filter(() => isChosen())
  const drawn = Array.from({ length: count }, (_, n): DrawnCart => {
    const shopper = chosen[n % chosen.length] as Shopper
    const age = n === 0 ? 0 : 1 + chance.below(CARTS_WITHIN_S)
    return { shopper, at: Math.max(Math.min(youngest, tx.now) - age, shopper.member.created_at), lines: drawLines(chance, goods) }
  })
  return drawn.toSorted((a, b) => a.at - b.at)
}

const CART_AGE_S = 20 * 60
const CARTS_WITHIN_S = 14 * DAY_S

/** The campaigns that each shopper got and that did not bounce. */
function sentTo({ shoppers, since }: Shop, postings: readonly Posting[]): ReadonlyMap<Shopper, SentMailing[]> {
  const byContact = new Map(shoppers.map((shopper) => [shopper.member.contact_id, shopper]))
  const found = new Map<Shopper, SentMailing[]>()
  for (const posting of postings) {
    const { send_time } = posting.campaign
    if (send_time < since) continue
    const bounced = new Set(posting.actions.flatMap(({ action, contact_id }) => (action === 'bounce' ? [contact_id] : [])))
    for (const recipient of posting.audience) {
      const { contact_id } = recipient.member
      const shopper = byContact.get(contact_id)
      // Those who left at once had no time to click.
      if (!shopper || bounced.has(contact_id) || recipient.until <= send_time + 1) continue
      const all = found.get(shopper)
      if (all) all.push({ posting, recipient })
      else found.set(shopper, [{ posting, recipient }])
    }
  }
  return found
}

interface Buyer {
  readonly shopper: Shopper
  /** Whether a campaign leads to the order. */
  readonly isLed: boolean
}

/** Draws the customer of each order. As many have a single order as the share of repeated orders leaves. */
function drawBuyers({ wishes, shoppers, chance }: Shop, sent: ReadonlyMap<Shopper, SentMailing[]>, led: number): Buyer[] {
  const { orders: count = 0, repeat = REPEAT } = wishes
  if (count === 0) return []
  const firsts = Math.min(shoppers.length, Math.max(1, count - Math.round(repeat * count)))
  const isBuyer = quota(chance, shoppers.length, firsts)
  const once = shoppers.filter(() => isBuyer())
  const one = (all: readonly Shopper[]): Shopper => all[chance.below(all.length)] as Shopper
  const again = Array.from({ length: count - firsts }, () => one(once))
  const readers = once.filter((shopper) => sent.has(shopper))
  const all = [...once, ...again]
  let missing = readers.length === 0 ? 0 : led - all.filter((shopper) => sent.has(shopper)).length
  for (let n = firsts; n < all.length && missing > 0; n++) {
    if (sent.has(all[n] as Shopper)) continue
    all[n] = one(readers)
    missing--
  }
  const able = all.filter((shopper) => sent.has(shopper)).length
  const isLed = quota(chance, able, Math.min(led, able))
  return all.map((shopper) => ({ shopper, isLed: sent.has(shopper) && isLed() }))
}

type PlacedOrder = Pick<DrawnOrder, 'shopper' | 'at' | 'campaign_id'>

/** A shopper clicks a campaign and orders. */
function followCampaign(
  tx: ReadTx,
  chance: Chance,
  shopper: Shopper,
  sent: ReadonlyMap<Shopper, SentMailing[]>,
  touches: Touches,
): PlacedOrder {
  const all = sent.get(shopper) ?? []
  const { posting, recipient } = all[chance.below(all.length)] as SentMailing
  const { send_time, id } = posting.campaign
  const end = Math.min(tx.now, recipient.until - 1)
  const clicked = Math.min(end, send_time + 1 + early(chance, CLICKED_WITHIN_S))
  const { contact_id, ip_opt } = shopper.member
  posting.click(
    recipient,
    clicked,
    ip_opt || tx.settings.caller_address,
    `https://${readSenderDomain(posting)}/shop/${1 + chance.below(5)}`,
  )
  touches.add(contact_id, clicked, 'click')
  return { shopper, at: Math.min(tx.now, clicked + early(chance, ORDERED_WITHIN_S)), campaign_id: id }
}

function readSenderDomain({ campaign }: Posting): string {
  return campaign.from_email.split('@')[1] || 'example.com'
}

/** A shopper orders while no click or open is recent enough to have led to it. */
function orderByItself(tx: ReadTx, { chance, since }: Shop, shopper: Shopper, touches: Touches): PlacedOrder {
  const { contact_id, created_at } = shopper.member
  const begin = Math.max(since, created_at)
  for (let n = 0; n < DRAWS_MAX; n++) {
    const at = begin + Math.floor(chance.share() * (tx.now - begin))
    if (!touches.lead(contact_id, at)) return { shopper, at, campaign_id: '' }
  }
  // Nobody clicks before they are on the list.
  return { shopper, at: created_at, campaign_id: '' }
}

/** The clicks and opens of contacts, and how long they lead to orders. Opens that clicks imply lead to none. */
class Touches {
  readonly #byContact = new Map<string, { readonly at: Seconds; readonly window: Seconds }[]>()
  readonly #windows: { readonly click: Seconds; readonly open: Seconds }

  constructor(tx: ReadTx, postings: readonly Posting[]) {
    const { click_window, open_window } = tx.settings.commerce
    this.#windows = { click: durationMs(click_window) / 1000, open: durationMs(open_window) / 1000 }
    for (const { actions } of postings)
      for (const { action, contact_id, at, implied } of actions)
        if ((action === 'click' || action === 'open') && !implied) this.add(contact_id, at, action)
  }

  add(contact_id: string, at: Seconds, kind: 'click' | 'open'): void {
    const touch = { at, window: this.#windows[kind] }
    const all = this.#byContact.get(contact_id)
    if (all) all.push(touch)
    else this.#byContact.set(contact_id, [touch])
  }

  /** Whether a click or an open would lead to an order of that time. */
  lead(contact_id: string, ordered: Seconds): boolean {
    const all = this.#byContact.get(contact_id)
    return all !== undefined && all.some(({ at, window }) => at <= ordered && ordered - at <= window)
  }
}

function drawLines(chance: Chance, goods: readonly VariantRow[]): DrawnLine[] {
  // Two draws, the smaller of which counts: most orders have few lines.
  const count = Math.min(goods.length, 1 + Math.min(chance.below(LINES_MAX), chance.below(LINES_MAX)))
  const first = chance.below(goods.length)
  return Array.from({ length: count }, (_, n) => ({
    variant: goods[(first + n) % goods.length] as VariantRow,
    quantity: 1 + Math.min(chance.below(PIECES_MAX), chance.below(PIECES_MAX)),
  }))
}

/** Draws the statuses of orders, in exact numbers. */
function makeStatusDrawer(
  chance: Chance,
  { orders = 0, cancelled = 0, pending = 0, refunded = 0 }: Shop['wishes'],
): () => DrawnOrder['status'] {
  const left = (['cancelled', 'pending', 'refunded'] as const).map((status, n) => ({
    status,
    count: Math.round(([cancelled, pending, refunded][n] ?? 0) * orders),
  }))
  let total = orders
  return () => {
    let drawn = chance.below(total--)
    for (const each of left) {
      if (drawn < each.count) {
        each.count--
        return each.status
      }
      drawn -= each.count
    }
    return 'paid'
  }
}

/** A random delay: most are much shorter than the limit. */
function early(chance: Chance, limit: Seconds): Seconds {
  const share = chance.share()
  return Math.floor(share * share * limit)
}
