import { interests } from '../../../src/service/model/interests/interest.ts'
import type { Tx } from '../../../src/kernel/world/tx.ts'
import type { Dice } from '../dice.ts'
import type { Bodies } from './bodies.ts'

/** The people who subscribe and unsubscribe in a walk. */
export const ADDRESSES = ['ada', 'BOB', 'cyd', 'dan', 'eve', 'fay', 'gus', 'hal', 'ivy', 'jon', 'kim', 'lou'].map(
  (name) => `${name}@acme.test`,
)
const STATUSES = ['subscribed', 'subscribed', 'unsubscribed', 'pending', 'cleaned', 'transactional']
const WORDS = ['red', 'green', 'blue', '', 'ärger', 'x'.repeat(300), '2026-01-15', '01/15', '12345', 'http://acme.test', '7']
const TYPES = ['text', 'number', 'address', 'phone', 'date', 'url', 'imageurl', 'radio', 'dropdown', 'birthday', 'zip']
const CONDITIONS = [
  { field: 'EMAIL', op: 'contains', value: 'a' },
  { condition_type: 'MemberRating', field: 'rating', op: 'greater', value: 1 },
  { condition_type: 'VIP', field: 'vip_flag', op: 'member' },
  { condition_type: 'TextMerge', field: 'FNAME', op: 'starts', value: 'r' },
  { condition_type: 'Date', field: 'timestamp_opt', op: 'greater', value: 'date', extra: '2026-01-01' },
  { condition_type: 'Aim', field: 'aim', op: 'noopen', value: 'any' },
  { condition_type: 'EcommPurchased', field: 'ecomm_purchased', op: 'member' },
  { condition_type: 'EcommSpent', field: 'ecomm_spent_all', op: 'greater', value: 10 },
  { condition_type: 'EcommCategory', field: 'ecomm_prod', op: 'not', value: 'Hat' },
  { condition_type: 'EcommStore', field: 'ecomm_store', op: 'is', value: 'shop' },
  { condition_type: 'Nonsense', field: 'x', op: 'y' },
  { field: 'EMAIL', op: 'sounds like', value: 'a' },
]

const tags = (dice: Dice) => Array.from({ length: dice.upTo(3) }, () => dice.oneOf(['vip', 'press', 'friend', 'VIP']))

function changes(dice: Dice, tx: Tx): Record<string, unknown> {
  const interest = tx.range(interests.key).all()
  return {
    ...(dice.often(60)
      ? {
          merge_fields: {
            FNAME: dice.oneOf(WORDS),
            LNAME: dice.oneOf(WORDS),
            [dice.oneOf(['MMERGE5', 'COLOUR', 'PHONE'])]: dice.oneOf<unknown>([...WORDS, 5, null]),
          },
        }
      : {}),
    ...(dice.often(30) && interest.length > 0 ? { interests: { [dice.oneOf(interest).id]: dice.often(50) } } : {}),
    ...(dice.often(20) ? { vip: dice.often(50) } : {}),
    ...(dice.often(20) ? { language: dice.oneOf(['en', 'no', '']) } : {}),
    ...(dice.often(10) ? { location: { latitude: dice.upTo(90), longitude: dice.upTo(180) } } : {}),
    ...(dice.often(5) ? { ip_signup: dice.oneOf(['203.0.113.9', 'nowhere']) } : {}),
  }
}

const newMember = (dice: Dice, tx: Tx) => ({
  email_address: dice.oneOf(ADDRESSES),
  status: dice.oneOf(STATUSES),
  ...changes(dice, tx),
  ...(dice.often(20) ? { tags: tags(dice) } : {}),
})

const options = (dice: Dice) => ({
  match: dice.oneOf(['any', 'all']),
  conditions: Array.from({ length: 1 + dice.upTo(3) }, () => dice.oneOf(CONDITIONS)),
})

/** Bodies for operations on lists and their members; some are invalid. */
export const audienceBodies: Bodies = {
  createList: (dice) => ({
    name: dice.oneOf(['News', 'Offers']),
    permission_reminder: 'You asked for it',
    email_type_option: dice.often(50),
    double_optin: dice.often(50),
    notify_on_subscribe: dice.oneOf(['', 'boss@acme.test']),
    notify_on_unsubscribe: dice.oneOf(['', 'boss@acme.test']),
    marketing_permissions: dice.often(30),
    contact: { company: 'Acme', address1: '1 Main St', city: 'Oslo', country: dice.oneOf(['NO', 'Narnia']) },
    campaign_defaults: { from_name: 'Acme', from_email: dice.oneOf(['news@acme.test', 'news']), subject: '', language: 'en' },
  }),
  updateList: (dice) => ({
    name: dice.oneOf(['News', 'Offers', '']),
    ...(dice.often(30) ? { marketing_permissions: dice.often(50) } : {}),
    ...(dice.often(50) ? { double_optin: dice.often(50) } : {}),
  }),
  batchSubscribe: (dice, tx) => ({
    members: Array.from({ length: dice.upTo(5) }, () => newMember(dice, tx)),
    update_existing: dice.often(50),
    sync_tags: dice.often(30),
  }),
  customizeSignupForm: () => ({ header: { text: 'Join us' } }),
  addMember: newMember,
  setMember: (dice, tx) => ({
    email_address: dice.oneOf(ADDRESSES),
    ...(dice.often(80) ? { status_if_new: dice.oneOf(STATUSES) } : {}),
    ...changes(dice, tx),
  }),
  updateMember: (dice, tx) => ({
    ...(dice.often(50) ? { status: dice.oneOf(STATUSES) } : {}),
    ...(dice.often(15) ? { email_address: dice.oneOf(ADDRESSES) } : {}),
    ...changes(dice, tx),
  }),
  updateMemberTags: (dice) => ({ tags: tags(dice).map((name) => ({ name, status: dice.oneOf(['active', 'inactive']) })) }),
  createMemberNote: (dice) => ({ note: dice.oneOf(['Called', 'x'.repeat(1_001)]) }),
  updateMemberNote: () => ({ note: 'Called again' }),
  createMemberEvent: (dice) => ({ name: dice.oneOf(['bought', 'x']), properties: { colour: 'red' } }),
  addMergeField: (dice) => {
    const type = dice.oneOf(TYPES)
    return {
      name: 'Extra',
      type,
      tag: dice.oneOf(['', 'COLOUR', 'SIZE']),
      required: dice.often(10),
      ...(['radio', 'dropdown'].includes(type) ? { options: { choices: ['red', 'blue'] } } : {}),
    }
  },
  updateMergeField: (dice) => ({
    name: 'Renamed',
    required: dice.often(10),
    ...(dice.often(20) ? { tag: dice.oneOf(['FNAME', 'COLOUR', 'SIZE', 'SHADE']) } : {}),
  }),
  createInterestCategory: (dice) => ({ title: 'Colours', type: dice.oneOf(['checkboxes', 'radio', 'x']) }),
  updateInterestCategory: () => ({ title: 'Shades', type: 'checkboxes' }),
  createInterest: (dice) => ({ name: dice.oneOf(['Red', 'Green', 'Blue']) }),
  updateInterest: () => ({ name: 'Crimson' }),
  createSegment: (dice) => ({
    name: dice.oneOf(['vip', 'press', 'mine']),
    ...(dice.often(50) ? { static_segment: ADDRESSES.slice(0, dice.upTo(5)) } : { options: options(dice) }),
  }),
  updateSegment: (dice) => ({
    name: dice.oneOf(['vip', 'other']),
    ...(dice.often(30) ? { options: options(dice) } : {}),
    ...(dice.often(30) ? { static_segment: ADDRESSES.slice(0, 2) } : {}),
  }),
  batchSegmentMembers: (dice) => ({
    members_to_add: ADDRESSES.slice(0, dice.upTo(6)),
    members_to_remove: ADDRESSES.slice(4, 4 + dice.upTo(4)),
  }),
  addSegmentMember: (dice) => ({ email_address: dice.oneOf(ADDRESSES) }),
}
