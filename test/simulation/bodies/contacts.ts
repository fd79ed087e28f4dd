import type { Dice } from '../dice.ts'
import { ADDRESSES } from './audience.ts'
import type { Bodies } from './bodies.ts'

const PHONES = ['+4712345678', '+4712345679', '+14045550102', '+442071838750']
const CONSENTS = ['consented', 'confirmed', 'denied', 'unknown']
const TAGS = ['vip', 'press', { name: 'friend', status: 'active' }, { name: 'vip', status: 'inactive' }, { name: 'VIP' }]

const consent = (dice: Dice) => (dice.often(60) ? { marketing_consent: { status: dice.oneOf(CONSENTS) } } : {})

const smsConsent = (dice: Dice) =>
  dice.often(20)
    ? {
        marketing_consent: {
          status: 'confirmed',
          captured_at: dice.oneOf(['2026-01-10', '2026-02-31', '2027-01-01T00:00:00Z']),
          source: { name: 'Kiosk' },
        },
      }
    : consent(dice)

const changes = (dice: Dice) => ({
  ...(dice.often(60)
    ? { email_channel: { ...(dice.often(80) ? { email: dice.oneOf([...ADDRESSES, 'ada']) } : {}), ...consent(dice) } }
    : {}),
  ...(dice.often(50)
    ? { sms_channel: { ...(dice.often(80) ? { sms_phone: dice.oneOf([...PHONES, '4712345678']) } : {}), ...smsConsent(dice) } }
    : {}),
  ...(dice.often(40) ? { merge_fields: dice.oneOf([null, { FNAME: 'Ada' }, { LNAME: '' }, { COLOUR: 'red' }]) } : {}),
  ...(dice.often(20) ? { language: dice.oneOf(['en', 'no', '']) } : {}),
  ...(dice.often(30) ? { tags: [dice.oneOf<unknown>([...TAGS, 5])] } : {}),
})

/** Bodies for operations on contacts; some are invalid. */
export const contactBodies: Bodies = {
  createContact: (dice) => ({ ...changes(dice), ...(dice.often(50) ? { update_existing: dice.often(70) } : {}) }),
  updateContact: changes,
}
