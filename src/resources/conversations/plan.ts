import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'

/** Refuses when the plan of the account has no conversations. */
export function needConversations(tx: Tx): void {
  if (tx.settings.conversations === 'off') throw errors.forbidden('The plan of this account has no conversations.')
}
