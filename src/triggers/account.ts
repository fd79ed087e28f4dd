import { accountOf, plantAccount } from '../resources/root/account.ts'
import type { Tx } from '../world/tx.ts'
import type { Outcome, Triggers } from './trigger.ts'

/** The service shuts the account, or opens it again. */
export const accountTriggers = {
  'account.disable': (tx) => setDisabled(tx, true),
  'account.enable': (tx) => setDisabled(tx, false),
} satisfies Partial<Triggers>

function setDisabled(tx: Tx, disabled: boolean): Outcome {
  if (accountOf(tx).disabled === disabled) return { changed: [] }
  return { changed: [{ entity: 'account', id: plantAccount(tx, { disabled }).account_id }] }
}
