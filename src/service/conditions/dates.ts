import { DAY_S } from '../../kernel/support/units-of-time.ts'
import { readInstant, startOfDay, type Seconds } from '../../kernel/support/time.ts'
import {
  type ConditionAudience,
  type AnyCondition,
  type ConditionKind,
  type ConditionOf,
  type MemberFacts,
  matchesNone,
  not,
  type ConditionViolation,
  type MemberPredicate,
} from './condition.ts'

type DateCondition = ConditionOf<'Date'>

/** A period of time, from `from` (included) to `to` (excluded). */
interface Period {
  readonly from: Seconds
  readonly to: Seconds
}

export const date: ConditionKind<'Date'> = {
  about: { words: ['timestamp_opt', 'info_changed', 'ecomm_date'] },
  check: checkDate,
  ops: {
    greater: (condition, audience) => comparedWith(condition, audience, (at, { to }) => at >= to),
    less: (condition, audience) => comparedWith(condition, audience, (at, { from }) => at < from),
    is: sameDay,
    not: (condition, audience) => not(sameDay(condition, audience)),
    blank: ({ field }, audience) => not(isSet(field, audience)),
    blank_not: ({ field }, audience) => isSet(field, audience),
    within: withinLastDays,
    notwithin: (condition, audience) => not(withinLastDays(condition, audience)),
  },
}

export const newSubscribers: ConditionKind<'NewSubscribers'> = {
  about: { words: ['timestamp_opt'] },
  ops: {
    date_within: ({ field, value }, audience) => inPeriod(readers[field](audience), lastDays(audience, Number(value))),
  },
}

/** Whether the members that match a condition depend on the current instant. */
export function dependsOnNow({ op }: AnyCondition): boolean {
  return op === 'within' || op === 'notwithin' || op === 'date_within'
}

/** Reads the instant in a field of a member; 0 if it is not set. */
type ReadAt = (member: MemberFacts) => Seconds

const readers: { readonly [Field in DateCondition['field']]: (audience: ConditionAudience) => ReadAt } = {
  timestamp_opt: () => (member) => member.timestamp_opt,
  info_changed: () => (member) => member.last_changed,
  ecomm_date(audience) {
    const purchases = audience.purchases()
    return ({ contact_id }) => purchases.get(contact_id)?.last_at ?? 0
  },
}

function comparedWith(
  condition: DateCondition,
  audience: ConditionAudience,
  compare: (at: Seconds, point: Period) => boolean,
): MemberPredicate {
  const read = readers[condition.field](audience)
  const point = findReference(condition, audience)
  if (!point) return matchesNone
  return (member) => {
    const at = read(member)
    return at !== 0 && compare(at, point)
  }
}

function sameDay(condition: DateCondition, audience: ConditionAudience): MemberPredicate {
  const point = findReference(condition, audience)
  return point ? inPeriod(readers[condition.field](audience), wholeDay(point.from)) : matchesNone
}

function withinLastDays(condition: DateCondition, audience: ConditionAudience): MemberPredicate {
  return inPeriod(readers[condition.field](audience), lastDays(audience, Number(condition.extra)))
}

function isSet(field: DateCondition['field'], audience: ConditionAudience): MemberPredicate {
  const read = readers[field](audience)
  return (member) => read(member) !== 0
}

function inPeriod(read: ReadAt, { from, to }: Period): MemberPredicate {
  return (member) => {
    const at = read(member)
    return at !== 0 && at >= from && at < to
  }
}

/** The last days, counted from the current second. */
function lastDays({ now }: ConditionAudience, days: number): Period {
  return { from: now - days * DAY_S, to: now + 1 }
}

/** What a date is compared with: a whole day, or the instant at which a campaign was sent. */
function findReference({ value, extra }: DateCondition, audience: ConditionAudience): Period | undefined {
  if (value === 'date') {
    const at = readInstant(String(extra))
    return at === undefined ? undefined : wholeDay(at)
  }
  const campaign = value === 'last' ? audience.lastCampaign() : audience.campaign(String(extra))
  return campaign && { from: campaign.send_time, to: campaign.send_time + 1 }
}

function wholeDay(at: Seconds): Period {
  const from = startOfDay(at)
  return { from, to: from + DAY_S }
}

function checkDate({ op, value, extra }: DateCondition): ConditionViolation | undefined {
  if (op === 'blank' || op === 'blank_not') return undefined
  if (op === 'within' || op === 'notwithin') return requires(isNumber(extra), 'a number of days')
  if (value === undefined) return { member: 'value', message: 'Value must be one of: date, campaign, last.' }
  if (value === 'date') return requires(isDay(extra), 'a day of the calendar as YYYY-MM-DD')
  return value === 'campaign' ? requires(isNumber(extra), 'the web id of a campaign') : undefined
}

function requires(isMet: boolean, what: string): ConditionViolation | undefined {
  return isMet ? undefined : { member: 'extra', message: `Value must be ${what}.` }
}

function isDay(extra: unknown): boolean {
  return typeof extra === 'string' && extra.includes('-') && readInstant(extra) !== undefined
}

function isNumber(extra: unknown): boolean {
  return /^\d{1,15}$/.test(String(extra))
}
