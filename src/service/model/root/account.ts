import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'

export type Account = ServiceSchemas['Account']

/** The account of the world; there is at most one. Times are epoch seconds, 0 if unset. */
export interface AccountRow
  extends Row, Omit<Account, 'member_since' | 'first_payment' | 'last_login' | 'total_subscribers' | '_links'> {
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

export type AccountFields = Omit<AccountRow, 'seq'>

export const accounts = defineTable<AccountRow>()('account', {
  key: ['account_id'],
  word: 'account',
  shownBy: 'account_name',
})

/** The account as it was planted, or the default one. */
export function readAccount(tx: ReadTx): AccountFields {
  return tx.range(accounts.key).first() ?? defaultAccount(tx)
}

/** 2019-02-11T08:15:00+00:00, and a month later. */
const MEMBER_SINCE = 1_549_872_900
const FIRST_PAYMENT = 1_552_292_100

export function defaultAccount(tx: ReadTx): AccountFields {
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
export function fullName(tx: ReadTx): string {
  const { first_name, last_name, username } = readAccount(tx)
  return `${first_name} ${last_name}`.trim() || username
}
