import type { Omission } from '../../kernel/world/history.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import type { WebhookEvent } from '../model/deliveries/delivery.ts'
import type { Caller } from '../model/requests/call.ts'

/** The member about whom nothing was sent. */
interface AboutMember {
  readonly list_id: string
  readonly contact_id: string
}

/** The event that a webhook did not get. `contact_id` is empty if the event is not about a member, `list_id` for webhooks of batches. */
interface AboutWebhook extends AboutMember {
  readonly event: WebhookEvent
  readonly webhook_id: string
}

/** Everything that the service may leave undone, by the code of the reason. */
interface Omissions {
  /** No webhook: the change is of no kind that webhooks report. */
  no_event: AboutMember
  /** No webhook, no email: the call asked for silence. */
  quiet: AboutMember
  /** No webhook: there is none on the list; for a finished batch, none in the account. */
  no_webhook: Omit<AboutWebhook, 'webhook_id'>
  event_off: AboutWebhook
  source_off: AboutWebhook & { readonly source: Caller['source'] }
  /** No webhook: a batch webhook is switched off. */
  webhook_off: AboutWebhook
  /** No webhook: nothing more is sent to it, and why. */
  webhook_ended: AboutWebhook & { readonly reason: string }
  /** No email that asks for a confirmation: the member is not pending. */
  not_pending: AboutMember & { readonly status: string }
  /** No email that asks for a confirmation: the list subscribes people at once. */
  single_optin: AboutMember
  /** No email that asks for a confirmation: the member has been asked before. */
  asked_before: AboutMember
  /** No email to the owner of the list: the list names no address. */
  no_notification: AboutMember & { readonly event: 'subscribe' | 'unsubscribe' }
  /** No email of an automation: it does not take members who join by the API. */
  automation_without_imports: AboutMember & { readonly workflow_id: string }
  /** No email of an automation: the member cannot enter it or leaves it, and why. */
  automation_closed: AboutMember & { readonly workflow_id: string; readonly reason: string }
  /** No email of an automation about a cart: the cart has no address to check out. */
  cart_without_url: AboutMember & { readonly workflow_id: string; readonly store_id: string; readonly cart_id: string }
  /** No email of a journey: the member waits in it already or leaves it, and why. */
  journey_closed: AboutMember & { readonly journey_id: string; readonly reason: string }
  /** No notification about an order: the store does not send it, is syncing, or cannot reach the contact. */
  no_order_notification: AboutMember & {
    readonly store_id: string
    readonly notification: string
    readonly obstacle: 'off' | 'syncing' | 'contact'
  }
}

export type OmissionCode = keyof Omissions

/** Something that the service left undone, with the reason. */
export type ServiceOmission = { readonly [Code in OmissionCode]: { readonly code: Code } & Omissions[Code] }[OmissionCode]

/** Notes what the service leaves undone, where it decides so. */
export function omit(tx: Tx, omission: ServiceOmission): void {
  tx.omit(omission)
}

/** Records why a contact gets no email of an automation. `contact_id` is empty if the contact is unknown. */
export function omitFrom(
  tx: Tx,
  { id, list_id }: { readonly id: string; readonly list_id: string },
  contact_id: string,
  reason: string,
): void {
  omit(tx, { code: 'automation_closed', list_id, contact_id, workflow_id: id, reason })
}

/** An omission with its details. All omissions are noted by `omit`. */
export function asServiceOmission(omission: Omission): ServiceOmission {
  return omission as ServiceOmission
}
