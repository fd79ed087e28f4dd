import { timestamp } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'

/** The instant of a transaction as webhooks write it, in UTC: `2021-07-28 08:06:59`. */
export function firedAt(tx: Tx): string {
  return timestamp(tx.now).slice(0, 19).replace('T', ' ')
}
