import type { RecipientRates } from '../../model/triggers/engagement.ts'

/** Typical reactions to newsletters: shares of all recipients, from 0 to 1. */
export const DEFAULT_RATES = {
  open: 0.36,
  click: 0.07,
  soft_bounce: 0.004,
  hard_bounce: 0.0012,
  unsubscribe: 0.0018,
  complaint: 0.0002,
  reply: 0.002,
  forward: 0.003,
  like: 0.004,
} satisfies RecipientRates & { readonly [rate: string]: number }
