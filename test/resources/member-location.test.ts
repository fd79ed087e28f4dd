import { expect, test } from 'vitest'
import { ADA, withList } from './member-world.ts'

const NOWHERE = { latitude: 0, longitude: 0, gmtoff: 0, dstoff: 0, country_code: '', timezone: '', region: '' }

test.each([
  [51.5, -0.12, { timezone: 'Europe/London', gmtoff: 0, dstoff: 1 }],
  [40.7, -74, { timezone: 'America/New_York', gmtoff: -5, dstoff: -4 }],
  [-36.85, 174.76, { timezone: 'Pacific/Auckland', gmtoff: 12, dstoff: 13 }],
  [28.6, 77.2, { timezone: 'Asia/Kolkata', gmtoff: 5, dstoff: 5 }],
  [47.56, -52.71, { timezone: 'America/St_Johns', gmtoff: -4, dstoff: -3 }],
  [0, -170, { timezone: 'Etc/GMT+11', gmtoff: -11, dstoff: -11 }],
  [-90, 180, { timezone: 'Antarctica/McMurdo', gmtoff: 12, dstoff: 13 }],
])('a member at latitude %d, longitude %d has the time zone of the place', async (latitude, longitude, expected) => {
  const { add } = await withList()
  const { body } = await add(ADA, { location: { latitude, longitude } })
  expect(body.location).toEqual({ ...NOWHERE, latitude, longitude, ...expected })
})

test('the location of a member has another time zone after a PATCH of one coordinate, and none after both are set to 0', async () => {
  const { add, call, ada } = await withList()
  await add(ADA, { location: { latitude: 40.7, longitude: -74 } })
  const moved = await call(`PATCH ${ada}`, { location: { longitude: -118.2 } })
  expect(moved.body.location).toMatchObject({ latitude: 40.7, longitude: -118.2, timezone: 'America/Los_Angeles', gmtoff: -8 })
  const { body } = await call(`PATCH ${ada}`, { location: { latitude: 0, longitude: 0 } })
  expect(body.location).toEqual(NOWHERE)
})

test('the location of a member keeps the values of a scenario as long as its coordinates do not change', async () => {
  const { make, call, ada } = await withList()
  const location = {
    latitude: 40.7,
    longitude: -74,
    gmtoff: 3,
    dstoff: 4,
    country_code: 'US',
    timezone: 'Own/Zone',
    region: 'NY',
  }
  await make({ email_address: ADA, location })
  const same = await call(`PATCH ${ada}`, { location: { latitude: 40.7 } })
  expect(same.body.location).toEqual(location)
  const moved = await call(`PATCH ${ada}`, { location: { latitude: 41 } })
  expect(moved.body.location).toMatchObject({ gmtoff: -5, timezone: 'America/New_York', country_code: 'US', region: 'NY' })
})

test('a member with coordinates beyond the earth has no time zone', async () => {
  const { add } = await withList()
  const { body } = await add(ADA, { location: { latitude: 91, longitude: 500 } })
  expect(body.location).toEqual({ ...NOWHERE, latitude: 91, longitude: 500 })
})

test('the location of a member has a time zone after a batch subscription too', async () => {
  const { call, list, row } = await withList()
  const members = [{ email_address: ADA, status: 'subscribed', location: { latitude: 52.5, longitude: 13.4 } }]
  expect((await call(`POST /3.0/lists/${list.id}`, { members })).status).toBe(200)
  expect((await row())?.location).toMatchObject({ timezone: 'Europe/Berlin', gmtoff: 1, dstoff: 2 })
})
