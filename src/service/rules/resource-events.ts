import type { Pausable } from '../../kernel/world/pausable.ts'
import type { Tx, DomainEvent } from '../../kernel/world/tx.ts'
import type { BatchRow } from '../model/batches/batch.ts'
import type { CampaignRow, RecipientRow } from '../model/campaigns/campaign.ts'
import type { CartRow } from '../model/carts/cart.ts'
import type { ListRow } from '../model/lists/list.ts'
import type { MemberRow, MemberEventType } from '../model/members/member.ts'
import type { OrderRow } from '../model/orders/order.ts'
import type { ProductRow } from '../model/products/product.ts'
import type { Caller } from '../model/requests/call.ts'
import type { SegmentRow } from '../model/segments/segment.ts'
import type { StoreRow } from '../model/stores/store.ts'

/** All events that other resources may react to. */
export interface ResourceEvents {
  'list.created': { readonly list: ListRow }
  'list.deleted': { readonly list: ListRow }
  /** `before` is undefined for a new member, `after` for a permanently deleted one. */
  'member.changed': {
    readonly list: ListRow
    readonly before: MemberRow | undefined
    readonly after: MemberRow | undefined
    readonly diff: readonly MemberEventType[]
    readonly by: Caller
  }
  /** A member got a tag, and automations may react. */
  'member.tagged': { readonly member: MemberRow; readonly segment: SegmentRow }
  'member.deleted': { readonly list: ListRow; readonly member: MemberRow }
  /** The user revoked the access of an application. */
  'application.revoked': { readonly client_id: string }
  'batch.finished': { readonly batch: BatchRow }
  /** Emails of a campaign went out to these recipients. */
  'campaign.delivered': { readonly campaign: CampaignRow; readonly recipients: readonly RecipientRow[] }
  /** A campaign was sent, or cancelled. */
  'campaign.ended': { readonly list: ListRow; readonly campaign: CampaignRow }
  /** A recipient opened a campaign, or clicked a link in it. */
  'recipient.acted': { readonly campaign: CampaignRow; readonly member: MemberRow; readonly action: 'open' | 'click' }
  /** A store is about to be deleted, with what it owns. */
  'store.deleted': { readonly store: StoreRow }
  /** A cart was made, changed or deleted; so was one of its lines. `before` is undefined for a new cart, `after` for a deleted one. */
  'cart.changed': { readonly store: StoreRow; readonly before: CartRow | undefined; readonly after: CartRow | undefined }
  /**
   * An order was made, changed or deleted; so was one of its lines. `before` is undefined for a new order, `after` for a deleted one. Not emitted for
   * the orders of a deleted store.
   */
  'order.changed': {
    readonly store: StoreRow
    readonly before: OrderRow | undefined
    readonly after: OrderRow | undefined
    /** Whether nothing is sent about the change. */
    readonly quiet?: boolean | undefined
  }
  /** A known contact looked at a product on a page with the script of the store's site. */
  'product.viewed': { readonly store: StoreRow; readonly product: ProductRow; readonly member: MemberRow }
}

/** One of these events, with its type. */
export type ResourceEvent = {
  readonly [Type in keyof ResourceEvents]: { readonly type: Type } & ResourceEvents[Type]
}[keyof ResourceEvents]

export function emit<Type extends keyof ResourceEvents>(tx: Tx, type: Type, event: ResourceEvents[Type]): void {
  tx.emit({ type, ...event } as DomainEvent)
}

/** Emits an event with very many consequences. */
export function emitWithPauses<Type extends keyof ResourceEvents>(tx: Tx, type: Type, event: ResourceEvents[Type]): Pausable {
  return tx.emitWithPauses({ type, ...event } as DomainEvent)
}

/** An event with its type. All events are emitted by `emit`. */
export function asResourceEvent(event: DomainEvent): ResourceEvent {
  return event as ResourceEvent
}

/** The events of a transaction so far. */
export function eventsIn(tx: Tx): readonly ResourceEvent[] {
  return tx.events.map(asResourceEvent)
}
