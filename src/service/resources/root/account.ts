import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp, type Seconds } from '../../../kernel/support/time.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { linksOf } from '../answers/links.ts'
import { lists } from '../lists/list.ts'
import { runningCounts } from '../lists/stats.ts'

type Account = ServiceSchemas['Account']

/** The account of the world; there is at most one. Times are epoch seconds, 0 if unset. */
export interface AccountRow extends Omit<
  Account,
  'member_since' | 'first_payment' | 'last_login' | 'total_subscribers' | '_links'
> {
  readonly seq: number
  readonly member_since: Seconds
  readonly first_payment: Seconds
  readonly last_login: Seconds
  /** Whether the service has disabled the account: every call is rejected. */
  readonly disabled: boolean
  /** Whether its API key was revoked: every call with an API key is rejected. It was not if it is missing. */
  readonly key_revoked?: boolean
  /** Ids of the connected stores; there are none if it is missing. */
  readonly stores?: readonly string[]
}

type AccountFields = Omit<AccountRow, 'seq'>

export const accounts = defineTable<AccountRow>()('account', { key: ['account_id'] })

/** Sets fields of the account; missing ones stay as they were. */
export function plantAccount(tx: Tx, fields: Partial<AccountFields>): AccountRow {
  const before = tx.range(accounts.key).first()
  if (before) tx.remove(accounts, before)
  const { seq: _seq, ...known } = before ?? { seq: 0, ...defaultAccount(tx) }
  return tx.insert(accounts, { ...known, ...fields })
}

/** The account as it was planted, or the default one. */
export function accountOf(tx: Tx): AccountFields {
  return tx.range(accounts.key).first() ?? defaultAccount(tx)
}

export function accountView(tx: Tx): Account {
  const { account_id, login_id, account_name, email, first_name, last_name, username, ...account } = accountOf(tx)
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
    _links: linksOf(tx, 'Account'),
  }
}

function totalSubscribers(tx: Tx): number {
  let total = 0
  tx.range(lists.key).each((list) => (total += runningCounts(tx, list).subscribed))
  return total
}

/** 2019-02-11T08:15:00+00:00, and a month later. */
const MEMBER_SINCE = 1_549_872_900
const FIRST_PAYMENT = 1_552_292_100

function defaultAccount(tx: Tx): AccountFields {
  return {
    account_id: '8d3a3db4d97663a9074efcc16',
    login_id: '42',
    account_name: 'Acme',
    email: 'owner@acme.test',
    first_name: 'Ada',
    last_name: 'Lovelace',
    username: 'acme',
    avatar_url: '',
    role: 'owner',
    member_since: MEMBER_SINCE,
    pricing_plan_type: 'monthly',
    first_payment: FIRST_PAYMENT,
    account_timezone: 'Europe/London',
    account_industry: 'Software and Web App',
    contact: { company: 'Acme', addr1: '1 High Street', addr2: '', city: 'London', state: '', zip: 'N1 9GU', country: 'GB' },
    pro_enabled: false,
    last_login: Math.floor(tx.world.started_at / 1000),
    industry_stats: { open_rate: 0.2131, bounce_rate: 0.0065, click_rate: 0.0221 },
    disabled: false,
  }
}

/** The full name of the account's user, or the user name if there is none. */
export function fullName(tx: Tx): string {
  const { first_name, last_name, username } = accountOf(tx)
  return `${first_name} ${last_name}`.trim() || username
}
