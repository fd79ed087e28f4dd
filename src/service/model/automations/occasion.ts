import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'

/** What an email is about, such as a cart. */
export interface EmailSubject {
  /** By which the links of the email name it; empty for an order. */
  readonly id: string
  /** The values of its merge tags, by tag. */
  readonly tags: { readonly [tag: string]: string }
}

/**
 * What a contact entered a workflow about a store for: a cart, a viewed product, or an order. A contact may enter such a workflow several times, for
 * one cart or product each, and waits for one email each time.
 */
export interface OccasionRow extends Row {
  readonly workflow_id: string
  readonly contact_id: string
  /** The id of the cart or of the viewed product; empty for an order, for which a contact enters once. */
  readonly about_id: string
  /** The order; otherwise empty. */
  readonly order_id: string
  readonly store_id: string
  readonly list_id: string
  readonly entered_at: Seconds
  /** The email for which the contact waits; empty if there is none. */
  readonly email_id: string
  /** When that email is due, with the fraction of the second; 0 if there is none. */
  readonly next_send: Seconds
  /** The position of the last email that went out, or was passed over; 0 before that. */
  readonly last_position: number
  /** When an email last went out; 0 before that. */
  readonly last_sent: Seconds
  /** Whether no email follows: something was bought, or the contact has left. */
  readonly ended: boolean
  /** The values of the merge tags about the cart, the product or the order. */
  readonly tags: EmailSubject['tags']
}

export const automationOccasions = defineTable<OccasionRow>()('automation_occasions', {
  key: ['workflow_id', 'contact_id', 'about_id'],
  indexes: {
    byDue: ['email_id', 'next_send'],
    ofContact: ['contact_id', 'workflow_id'],
    about: ['store_id', 'about_id'],
    byList: ['list_id'],
  },
})
