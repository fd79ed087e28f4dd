import { readDuration, type Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { linkParameter } from '../../vocabulary/words.ts'
import { campaignActions, type CampaignRow, reportedType } from '../../model/campaigns/campaign.ts'
import { landingPages } from '../../model/landing-pages/page.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import { campaignFor } from '../stores/campaign-check.ts'
import type { Attribution, OrderRow, Outreach } from '../../model/orders/order.ts'

/** The fields of an order for its campaign or outreach, and for the rule that decided. */
type Attributed = Pick<OrderRow, 'campaign_id' | 'outreach_id' | 'outreach' | 'attribution'>

/** The fields by which these are decided. */
type Basis = Attributed & Pick<OrderRow, 'contact_id' | 'ordered_at' | 'sent' | 'landing_site'>

/**
 * Decides which campaign or outreach led to an order: the last click or open of the contact before the order, or else what the client sent. The
 * setting `commerce.attribution` can leave out either.
 */
export function attributeOrder(tx: ReadTx, store: StoreRow, order: Basis): Attributed {
  const { attribution } = tx.settings.commerce
  const touch = attribution === 'given' ? undefined : lastTouch(tx, store, order)
  if (touch) return toCampaign(touch.campaign, { by: touch.by, touched_at: touch.at })
  return attribution === 'touch_only' ? NOTHING : attributeAsSent(tx, store, order)
}

/** Whether the campaign of an order has to be decided anew. */
export function mustBeDecided(before: OrderRow, after: OrderRow): boolean {
  return (
    before.sent.campaign_id !== after.sent.campaign_id ||
    before.sent.outreach_id !== after.sent.outreach_id ||
    before.landing_site !== after.landing_site ||
    before.processed_at_foreign !== after.processed_at_foreign ||
    before.customer_id !== after.customer_id
  )
}

const NOTHING: Attributed = Object.freeze({ campaign_id: '', outreach_id: '', outreach: undefined, attribution: undefined })

/** A click or open of a contact. */
interface Touch {
  readonly campaign: CampaignRow
  readonly by: 'click' | 'open'
  readonly at: Seconds
}

/** The last click or open before an order that is recent enough. A click beats an open of the same second. */
function lastTouch(tx: ReadTx, store: StoreRow, order: Basis): Touch | undefined {
  const { click_window, open_window } = tx.settings.commerce
  const click = findLastTouch(tx, store, order, 'click', click_window)
  const open = findLastTouch(tx, store, order, 'open', open_window)
  return click && open && open.at > click.at ? open : (click ?? open)
}

const SECOND_MS = 1_000

function findLastTouch(
  tx: ReadTx,
  store: StoreRow,
  { contact_id, ordered_at: until }: Basis,
  by: Touch['by'],
  duration: string,
): Touch | undefined {
  const window = Math.floor((readDuration(duration) ?? 0) / SECOND_MS)
  if (window <= 0 || contact_id === '') return undefined
  const recent = tx
    .range(campaignActions.byContact, { contact_id, action: by })
    .all()
    .filter(({ at, implied }) => at <= until && at >= until - window && !implied)
    .toSorted((a, b) => b.at - a.at || b.seq - a.seq)
  for (const { campaign_id, at } of recent) {
    const campaign = campaignFor(tx, store, campaign_id)
    if (campaign) return { campaign, by, at }
  }
  return undefined
}

function attributeAsSent(tx: ReadTx, store: StoreRow, order: Basis): Attributed {
  const { sent, landing_site } = order
  if (sent.campaign_id !== '') {
    const campaign = campaignFor(tx, store, sent.campaign_id)
    if (campaign) return toCampaign(campaign, { by: 'campaign_id', touched_at: 0 })
    return toDeletedCampaign(order, sent.campaign_id, 'campaign_id')
  }
  if (sent.outreach_id !== '') {
    const campaign = campaignFor(tx, store, sent.outreach_id)
    if (campaign) return toCampaign(campaign, { by: 'outreach', touched_at: 0 })
    return toOutreach(tx, order, sent.outreach_id)
  }
  const campaign = campaignNamedBy(tx, store, landing_site)
  return campaign ? toCampaign(campaign, { by: 'landing_site', touched_at: 0 }) : NOTHING
}

function toCampaign(campaign: CampaignRow, attribution: Attribution): Attributed {
  const { id, title, send_time } = campaign
  const outreach = { id, name: title, type: reportedType(campaign), published_time: send_time }
  return { campaign_id: id, outreach_id: id, outreach, attribution }
}

/** A campaign that was deleted after the order had named it: the order shows it as last known. */
function toDeletedCampaign(order: Basis, id: string, by: Attribution['by']): Attributed {
  const outreach = order.outreach_id === id ? order.outreach : unknownOutreach(id)
  return { campaign_id: id, outreach_id: id, outreach, attribution: { by, touched_at: 0 } }
}

/** A landing page, or an outreach with an id that names nothing. */
function toOutreach(tx: ReadTx, order: Basis, id: string): Attributed {
  if (order.campaign_id === id) return toDeletedCampaign(order, id, 'outreach')
  const page = tx.first(landingPages.key, { id })
  const outreach: Outreach = page
    ? { id, name: page.content.name, type: 'landing_page', published_time: page.published_at }
    : order.outreach?.id === id
      ? order.outreach
      : unknownOutreach(id)
  return { campaign_id: '', outreach_id: id, outreach, attribution: { by: 'outreach', touched_at: 0 } }
}

function unknownOutreach(id: string): Outreach {
  return { id, name: '', type: '', published_time: 0 }
}

/** The campaign of the store's list that a parameter of a URL names. */
function campaignNamedBy(tx: ReadTx, store: StoreRow, url: string): CampaignRow | undefined {
  const [address = ''] = url.split('#')
  const mark = address.indexOf('?')
  if (mark === -1) return undefined
  const word = linkParameter(tx.settings, 'cid')
  for (const [name, value] of new URLSearchParams(address.slice(mark))) {
    const campaign = name === word || /(?:^|_)cid$/.test(name) ? campaignFor(tx, store, value) : undefined
    if (campaign) return campaign
  }
  return undefined
}
