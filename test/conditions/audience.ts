import type { ConditionAudience, MemberFacts, MergeType } from '../../src/service/conditions/condition.ts'
import { readInstant } from '../../src/kernel/support/time.ts'

/** Parses an instant. */
export const at = (text: string): number => readInstant(text) ?? 0

const NEWS = { id: 'aaaaaaaaaa', send_time: at('2026-01-10T12:00:00Z') }
const SALE = { id: 'bbbbbbbbbb', send_time: at('2026-01-12T12:00:00Z') }

/** A list with two campaigns, one interest category, and segments; it is 2026-01-15T09:00:00Z. */
export const audience: ConditionAudience = {
  now: at('2026-01-15T09:00:00Z'),
  mergeType: (tag) => MERGE_TYPES.get(tag),
  hasCategory: (category) => category === '7' || category === '51d15ef0e9',
  interestId: (category, interest) => (audience.hasCategory(category) ? INTERESTS.get(interest) : undefined),
  inSegment: (id, type) =>
    (type === 'static' && id === 10001) || (type === 'fuzzy' && id === 10002) ? new Set(['ada']) : undefined,
  campaign: (webId) =>
    new Map([
      ['101', NEWS],
      ['102', SALE],
    ]).get(webId),
  lastCampaign: () => SALE,
  sentTo: (campaign) => new Set(campaign === SALE ? ['bob'] : ['ada', 'bob']),
  reactedTo: (deed, campaign) => new Set(campaign === SALE ? [] : DEEDS[deed]),
  automation: (webId) => (webId === '201' ? 'fafafafafa' : undefined),
  purchases: () =>
    new Map([
      ['ada', PURCHASES.ada],
      ['bob', PURCHASES.bob],
    ]),
  baskets: () =>
    new Map([
      ['ada', { items: 5, products: [HAT, { title: 'Cup', category: 'Glass & Co' }] }],
      ['bob', { items: 1, products: [{ title: 'Pen', category: '' }] }],
    ]),
  inAutomation: (progress) => new Set(progress === 'started' ? ['ada', 'bob'] : ['ada']),
}

const HAT = { title: 'Blue Hat', category: 'Acme' }

/** Ada ordered twice, three days and one hour ago; Bob once in 2025. */
const PURCHASES = {
  ada: { orders: 2, spent: 41.5, largest: 31.5, smallest: 10, last_at: at('2026-01-12T08:00:00Z'), stores: ['shop', 'outlet'] },
  bob: { orders: 1, spent: 5, largest: 5, smallest: 5, last_at: at('2025-03-01T12:00:00Z'), stores: ['outlet'] },
}

const MERGE_TYPES: ReadonlyMap<string, MergeType> = new Map([
  ['FNAME', 'text'],
  ['AGE', 'number'],
  ['ADDRESS', 'address'],
  ['ZIP', 'zip'],
  ['BORN', 'birthday'],
  ['SINCE', 'date'],
  ['COLOUR', 'dropdown'],
])

const INTERESTS = new Map<string | number, string>([
  [1, 'music'],
  ['1ecfb1d267', 'music'],
  [2, 'art'],
  ['2222222222', 'art'],
])
const DEEDS = { open: ['ada'], click: ['ada'], reply: ['ada'] }

const NOWHERE = { latitude: 0, longitude: 0, country_code: '', region: '' }

/** A member with default values except for the given fields. */
export function member(facts: Partial<MemberFacts>): MemberFacts {
  return {
    contact_id: 'nobody',
    email_address: 'nobody@acme.test',
    merge_fields: {},
    interests: [],
    language: '',
    vip: false,
    rating: 2,
    location: NOWHERE,
    email_client: '',
    source: 'API - Generic',
    timestamp_opt: at('2025-06-01'),
    last_changed: at('2025-06-01'),
    ...facts,
  }
}
