import { readCustomers } from '../src/import-customers.ts'
import { ADA, BUSY_FOR_TWO_MINUTES, CLARA, expect, type Fault, LENA, LOST, memberAt, test, UNAVAILABLE } from './service.ts'

const named = (email: string) => ({ email, first_name: 'Ada' })
/** Five hundred customers, two of whom are on the list or were, and two of whom cannot be imported. */
const EMAILS = [...Array.from({ length: 496 }, (_, at) => `customer${at}@example.com`), CLARA, LENA, 'no address', ADA]

test('the nightly import subscribes five hundred customers and reports those who could not be', async ({ world, service }) => {
  // At a tenth of a second per operation it takes a minute, and the import has to poll several times.
  await world.settings.update({ 'batch.operation': 'PT0.1S' })
  await service.signUp(ADA)
  await world.post(`${memberAt(ADA)}/actions/delete-permanent`)
  const failed = ['no address', ADA].map((email) => ({ email, why: expect.any(String) }))
  expect(await service.import(EMAILS.map(named))).toEqual({ added: 496, known: 2, failed })
  expect((await service.answersTo('getBatch')).length).toBeGreaterThan(2)
  expect((await world.get(memberAt('customer7@example.com'))).body.merge_fields).toMatchObject({ FNAME: 'Ada' })
  // A person who left stays unsubscribed, and a second import adds no member again.
  expect((await world.get(memberAt(LENA))).body.status).toBe('unsubscribed')
  expect(await service.import(EMAILS.slice(0, 20).map(named))).toEqual({ added: 0, known: 20, failed: [] })
})

// A POST that may have been done must not be repeated automatically.
test.for<[title: string, fault: Fault, calls: number, seconds: number]>([
  ['again after the service could not accept it temporarily', { when: { first: 1 }, effect: UNAVAILABLE }, 2, 0],
  ['again after two minutes if the service asks for that', { when: { first: 1 }, effect: BUSY_FOR_TWO_MINUTES }, 2, 120],
  ['only once if its status is unknown', { effect: { problem: { preset: 'InternalServerError' } } }, 1, 0],
  ['only once if its answer was lost', LOST, 1, 0],
])('an import is submitted %s', async ([, fault, calls, seconds], { world, service }) => {
  await service.fail('createBatch', fault)
  const { added } = await service.import([named(ADA)]).catch(() => ({ added: 0 }))
  const times = (await world.requests.list({ operation: 'createBatch' })).map(({ at }) => Date.parse(at))
  expect([added, times.length]).toEqual([calls - 1, calls])
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThanOrEqual(seconds * 1000)
})

test('an error says which request failed, for the support of the email service', async ({ world, service }) => {
  await service.fail('createBatch', { effect: { problem: { preset: 'Forbidden' } } })
  const message = await service.import([named(ADA)]).catch(String)
  expect(message).toContain((await world.requests.list({ operation: 'createBatch' }))[0]?.id)
})

test('a CSV file exported from a spreadsheet is parsed', () => {
  const csv = '\uFEFFemail,first_name\r\na@b.test,"Ada, L."\r\n'
  expect(readCustomers(csv)).toEqual([{ email: 'a@b.test', first_name: 'Ada, L.' }])
})
