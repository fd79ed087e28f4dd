import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../answers/links.ts'
import { lists, runningCounts } from '../../model/lists/list.ts'
import {
  type AccountFields,
  type AccountRow,
  accounts,
  defaultAccount,
  type Account,
  readAccount,
} from '../../model/root/account.ts'

/** Sets fields of the account; missing ones stay as they were. */
export function plantAccount(tx: Tx, fields: Partial<AccountFields>): AccountRow {
  const before = tx.range(accounts.key).first()
  if (before) tx.remove(accounts, before)
  const { seq: _seq, ...known } = before ?? { seq: 0, ...defaultAccount(tx) }
  return tx.insert(accounts, { ...known, ...fields })
}

export function accountView(tx: ReadTx): Account {
  const { account_id, login_id, account_name, email, first_name, last_name, username, ...account } = readAccount(tx)
  const { avatar_url, role, member_since, pricing_plan_type, first_payment, account_timezone, account_industry } = account
  const { contact, pro_enabled, last_login, industry_stats } = account
  return {
    account_id,
    login_id,
    account_name,
    email,
    first_name,
    last_name,
    username,
    avatar_url,
    role,
    member_since: timestamp(member_since),
    pricing_plan_type,
    first_payment: timestamp(first_payment),
    account_timezone,
    account_industry,
    contact,
    pro_enabled,
    last_login: timestamp(last_login),
    total_subscribers: totalSubscribers(tx),
    industry_stats,
    _links: renderLinks(tx, 'Account'),
  }
}

function totalSubscribers(tx: ReadTx): number {
  let total = 0
  tx.range(lists.key).each((list) => (total += runningCounts(tx, list).subscribed))
  return total
}
