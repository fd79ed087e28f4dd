import { expect, test } from 'vitest'
import { isInstantName } from '../../src/kernel/support/instant-names.ts'
import { withIsoInstant } from '../../src/kernel/support/instants.ts'

const NOON = 1_768_478_400 // 2026-01-15T12:00:00Z

test.each([
  'at',
  'cancelled_at_foreign',
  'created_at',
  'campaign_last_sent',
  'date_created',
  'first_payment',
  'last_changed',
  'last_login',
  'last_sub_date',
  'last_sent',
  'member_since',
  'send_time',
  'timestamp_opt',
  'verification_sent',
])('the field %s holds an instant', (name) => {
  expect(isInstantName(name)).toBe(true)
  expect(withIsoInstant(name, NOON)).toBe('2026-01-15T12:00:00.000Z')
  expect(withIsoInstant(name, NOON * 1_000)).toBe('2026-01-15T12:00:00.000Z')
})

test.each([
  'date_field',
  'date_format',
  'emails_sent',
  'last_fired_request',
  'last_known',
  'last_name',
  'last_position',
  'open_rates',
])('the field %s holds no instant', (name) => {
  expect(isInstantName(name)).toBe(false)
  expect(withIsoInstant(name, NOON)).toBe(NOON)
})

test('a small number is no instant', () => {
  expect(withIsoInstant('created_at', 12)).toBe(12)
})
