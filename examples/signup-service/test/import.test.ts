import { readCustomers } from '../src/customers.js'
import { importCustomers } from '../src/import-customers.js'
import { BUSY_FOR_TWO_MINUTES, CLARA, expect, LIST, MEMBERS, test, UNAVAILABLE } from './service.js'

/** Five hundred customers, two of whom cannot be imported and one of whom is already on the list. */
const CUSTOMERS = Array.from({ length: 497 }, (_, at) => `customer${at}@example.com`)
  .concat(CLARA, 'no address', 'gone@example.com')
  .map((email, at) => ({ email, firstName: `Customer ${at}` }))
const run = ({ api, pause }, customers = [{ email: 'ada@example.com', firstName: 'Ada' }]) =>
  importCustomers({ api, listId: LIST, customers, pause })

test('the nightly import subscribes five hundred customers and reports those who could not be', async ({ world, service }) => {
  // At a tenth of a second per operation it takes a minute, and the import has to poll several times.
  await world.settings.update({ 'batch.operation': 'PT0.1S' })
  // An import cannot add a permanently deleted address again.
  await service.signUp('gone@example.com')
  await world.post(`${MEMBERS}/gone@example.com/actions/delete-permanent`)
  const failed = ['no address', 'gone@example.com'].map((email) => ({ email, why: expect.any(String) }))
  expect(await run(service, CUSTOMERS)).toEqual({ added: 497, known: 1, failed })
  expect((await service.answersTo('getBatch')).length).toBeGreaterThan(2)
  expect((await world.get(`${MEMBERS}/customer7@example.com`)).body).toMatchObject({ merge_fields: { FNAME: 'Customer 7' } })
})

test('a repeated import adds no members', async ({ service }) => {
  await run(service, CUSTOMERS.slice(0, 20))
  expect(await run(service, CUSTOMERS.slice(0, 20))).toEqual({ added: 0, known: 20, failed: [] })
})

test('an import waits for two minutes if the service asks for it', async ({ world, service }) => {
  await service.fail('createBatch', { when: { first: 1 }, effect: BUSY_FOR_TWO_MINUTES })
  await run(service)
  const [refused, accepted] = await world.requests.list({ operation: 'createBatch' })
  expect(Date.parse(accepted.at) - Date.parse(refused.at)).toBe(120_000)
})

// A POST that may have been done must not be repeated automatically.
test.for([
  ['again after the service could not accept it temporarily', { when: { first: 1 }, effect: UNAVAILABLE }, 2],
  ['only once if its status is unknown', { effect: { problem: { preset: 'InternalServerError' } } }, 1],
  ['only once if its response was lost', { stage: 'after', effect: { connection: 'reset' } }, 1],
])('an import is submitted %s', async ([, fault, calls], { service }) => {
  await service.fail('createBatch', fault)
  const added = (await run(service).catch(() => 'failed')).added
  expect([added, (await service.answersTo('createBatch')).length]).toEqual([calls === 2 ? 1 : undefined, calls])
})

test('an import does not resubscribe people who left', async ({ world, service }) => {
  await run(service, [{ email: 'left@acme.test', firstName: 'Lena' }])
  expect((await world.get(`${MEMBERS}/left@acme.test`)).body).toMatchObject({ status: 'unsubscribed' })
})

test('a CSV file exported from a spreadsheet is parsed', () => {
  expect(readCustomers('\uFEFFemail,first_name\r\na@b.test,"Ada, L."\r\n')).toEqual([{ email: 'a@b.test', firstName: 'Ada, L.' }])
})
