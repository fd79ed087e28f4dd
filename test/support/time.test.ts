import { describe, expect, test } from 'vitest'
import {
  afterRunning,
  yieldToEventLoop,
  day,
  instantInZone,
  isoMillis,
  month,
  isoDuration,
  readDuration,
  readInstant,
  realDelay,
  startOfDay,
  timestamp,
  yearOffsets,
} from '../../src/kernel/support/time.ts'

const NOON = 1_768_478_400 // 2026-01-15T12:00:00Z

describe('readInstant', () => {
  test.each([
    ['2026-01-15', NOON - 43_200],
    ['2026-01-15T12:00', NOON],
    ['2026-01-15 12:00:00', NOON],
    ['2026-01-15T12:00:00Z', NOON],
    ['2026-01-15T12:00:00.999Z', NOON],
    ['2026-01-15T14:00:00+02:00', NOON],
    ['2026-01-15T06:30:00-0530', NOON],
    ['2024-02-29', 1_709_164_800],
    ['2023-02-29', undefined],
    ['2026-13-01', undefined],
    ['2026-01-15T24:00:00Z', undefined],
    ['2026-01-15T12:00:00+24:00', undefined],
    ['2026-01-15T12:00:00+02:60', undefined],
    ['15.01.2026', undefined],
    ['1970-01-01', 0],
    ['0001-01-01T00:00:00', -62_135_596_800],
    ['0000-01-01T00:00:00Z', -62_167_219_200],
    ['0000-01-01T00:00:00+00:01', undefined],
    ['9999-12-31T23:59:59Z', 253_402_300_799],
    ['9999-12-31T23:59:59-00:01', undefined],
    ['2026-01-15T12:00:00+24:00', undefined],
    ['2026-01-15T12:00:00+00:60', undefined],
    ['1768478400', undefined],
    ['', undefined],
  ])('the instant %s is read as %s', (text, expected) => expect(readInstant(text)).toBe(expected))
})

describe('readDuration', () => {
  test.each([
    ['PT31S', 31_000],
    ['PT0.2S', 200],
    ['P1D', 86_400_000],
    ['P1W', 604_800_000],
    ['P1DT2H3M4S', 93_784_000],
    ['-P3D', -259_200_000],
    [1500, 1500],
    ['P1M', undefined],
    ['P1Y', undefined],
    ['P', undefined],
    ['PT', undefined],
    ['31', undefined],
    [null, undefined],
  ])('the duration %s is read as %s', (value, expected) => expect(readDuration(value)).toBe(expected))
})

describe('instantInZone', () => {
  test.each([
    ['of a normal day', 'Europe/Berlin', '2026-01-15T06:00', '2026-01-15T05:00'],
    ['that occurs twice in the east is the first occurrence', 'Europe/Berlin', '2026-10-25T02:00', '2026-10-25T00:00'],
    ['before one that occurs twice', 'Europe/Berlin', '2026-10-25T01:59', '2026-10-24T23:59'],
    ['after one that occurs twice', 'Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00'],
    ['that occurs twice in the west is the first occurrence', 'America/New_York', '2026-11-01T01:00', '2026-11-01T05:00'],
    ['after one that occurs twice in the west', 'America/New_York', '2026-11-01T02:00', '2026-11-01T07:00'],
    ['that occurs twice before midnight is the first occurrence', 'Asia/Beirut', '2026-10-24T23:00', '2026-10-24T20:00'],
    [
      'that half an hour makes occur twice is the first occurrence',
      'Australia/Lord_Howe',
      '2026-04-05T01:30',
      '2026-04-04T14:30',
    ],
    ['that is skipped in the east is an hour later', 'Europe/Berlin', '2026-03-29T02:00', '2026-03-29T01:00'],
    ['that is skipped in the west is an hour later', 'America/New_York', '2026-03-08T02:00', '2026-03-08T07:00'],
    ['on the day after a change', 'America/New_York', '2026-03-09T02:00', '2026-03-09T06:00'],
    ['far in the east', 'Pacific/Kiritimati', '2026-01-15T06:00', '2026-01-14T16:00'],
    ['in an unknown zone is one in UTC', 'Nowhere', '2026-01-15T06:00', '2026-01-15T06:00'],
  ])('the instant of a local time %s', (_, zone, local, expected) => {
    expect(isoMillis(1000 * instantInZone(zone, readInstant(local) ?? 0)).slice(0, 16)).toBe(expected)
  })
})

test('instants are rendered with an offset, and an unset one is empty', () => {
  expect(timestamp(NOON)).toBe('2026-01-15T12:00:00+00:00')
  expect(timestamp(0)).toBe('')
  expect(timestamp(-62_135_596_800)).toBe('0001-01-01T00:00:00+00:00')
  expect(day(NOON)).toBe('2026-01-15')
  expect(month(NOON)).toBe('2026-01')
  expect(isoMillis(NOON * 1000 + 5)).toBe('2026-01-15T12:00:00.005Z')
  expect(startOfDay(NOON)).toBe(NOON - 43_200)
})

test('a deadline is not missed in a process that was suspended for longer', async () => {
  let isOver = false
  const over = new Promise<void>((resolve) => {
    afterRunning(40, () => {
      isOver = true
      resolve()
    })
  })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 80)
  // What became due in between is done now.
  await yieldToEventLoop()
  await yieldToEventLoop()
  expect(isOver).toBe(false)
  await over
})

test('a cancelled deadline never fires', async () => {
  let isOver = false
  const cancel = afterRunning(4, () => (isOver = true))
  await realDelay(2)
  cancel()
  await realDelay(20)
  expect(isOver).toBe(false)
})

describe('isoDuration', () => {
  test.each([
    [0, 'PT0S'],
    [200, 'PT0.2S'],
    [31_000, 'PT31S'],
    [4_500_000, 'PT1H15M'],
    [86_400_000, 'P1D'],
    [93_784_005, 'P1DT2H3M4.005S'],
  ])('the span %s is written as the duration %s', (span, text) => {
    expect(isoDuration(span)).toBe(text)
    expect(readDuration(text)).toBe(span)
  })
})

describe('yearOffsets', () => {
  // Zones whose rules are the same in the data of every supported Node; those of Africa/Casablanca, for one, are not.
  test.each([
    ['Europe/London', 0, 1],
    ['Europe/Dublin', 0, 1],
    ['Europe/Berlin', 1, 2],
    ['America/New_York', -5, -4],
    ['America/Los_Angeles', -8, -7],
    ['America/Santiago', -4, -3],
    ['Pacific/Auckland', 12, 13],
    ['Australia/Lord_Howe', 10.5, 11],
    ['Asia/Kolkata', 5.5, 5.5],
    ['Etc/UTC', 0, 0],
    ['No/Where', 0, 0],
  ])('the yearly offsets are the same in every week of the year in %s', (zone, standard, daylight) => {
    const weeks = Array.from({ length: 53 }, (_, week) => NOON + week * 604_800)
    expect(new Set(weeks.map((at) => yearOffsets(zone, at).standard / 3_600))).toEqual(new Set([standard]))
    expect(new Set(weeks.map((at) => yearOffsets(zone, at).daylight / 3_600))).toEqual(new Set([daylight]))
  })
})
