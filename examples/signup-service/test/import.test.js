import { readCustomers } from '../src/customers.js'
import { importCustomers } from '../src/import-customers.js'
import { expect, LIST, test } from './service.js'

const ADA = [{ email: 'ada@example.com', firstName: 'Ada' }]

/** Five hundred customers, two of whom cannot be imported and one of whom is already on the list. */
const CSV = `email,first_name
${Array.from({ length: 497 }, (_, at) => `customer${at}@example.com,Customer ${at}`).join('\n')}
confirmed@acme.test,Clara
no address,Norbert
gone@example.com,Gunnar
`

test('the nightly import subscribes five hundred customers and reports those who could not be', async ({ world, service }) => {
  // At a tenth of a second per operation it takes a minute, and the import has to poll several times.
  await world.settings.update({ 'batch.operation': 'PT0.1S' })
  await forget(world, 'gone@example.com')

  const report = await importCustomers({ api: service.api, listId: LIST, customers: readCustomers(CSV), pause: service.pause })

  expect(report).toEqual({
    added: 497,
    known: 1,
    failed: [
      { email: 'no address', why: expect.any(String) },
      { email: 'gone@example.com', why: expect.any(String) },
    ],
  })
  expect((await world.requests.list({ operation: 'getBatch' })).length).toBeGreaterThan(2)
  const { merge_fields } = await (await world.fetch(`/lists/${LIST}/members/customer7@example.com`)).json()
  expect(merge_fields.FNAME).toBe('Customer 7')
})

test('a repeated import adds no members', async ({ service }) => {
  const again = { api: service.api, listId: LIST, customers: readCustomers(CSV).slice(0, 20), pause: service.pause }
  await importCustomers(again)
  expect(await importCustomers(again)).toEqual({ added: 0, known: 20, failed: [] })
})

test('an import waits for two minutes if the service asks for it', async ({ world, service }) => {
  const effect = { problem: { preset: 'TooManyRequests' }, headers: { 'retry-after': '120' } }
  await world.faults.add({ match: { operation: 'createBatch' }, when: { first: 1 }, effect, must_fire: true })
  await importCustomers({ api: service.api, listId: LIST, customers: ADA, pause: service.pause })
  const [refused, accepted] = await world.requests.list({ operation: 'createBatch' })
  expect(Date.parse(accepted.at) - Date.parse(refused.at)).toBe(120_000)
})

test('an import is submitted again after the service could not accept it temporarily', async ({ world, service }) => {
  const effect = { problem: { status: 503, title: 'Service Unavailable', detail: 'Back soon.' } }
  await world.faults.add({ match: { operation: 'createBatch' }, when: { first: 1 }, effect, must_fire: true })
  const report = await importCustomers({ api: service.api, listId: LIST, customers: ADA, pause: service.pause })
  expect(report.added).toBe(1)
})

// A POST that may have been done must not be repeated automatically.
test.for([
  ['an error status', { effect: { problem: { preset: 'InternalServerError' } } }],
  ['a lost response', { stage: 'after', effect: { connection: 'reset' } }],
])('an import is not submitted twice after %s', async ([, fault], { world, service }) => {
  const match = { operation: 'createBatch' }
  await world.faults.add({ match, ...fault, must_fire: true })
  const running = importCustomers({ api: service.api, listId: LIST, customers: ADA, pause: service.pause })
  await expect(running).rejects.toThrow()
  await world.requests.verify({ match, count: { exactly: 1 } })
})

test('an import does not resubscribe people who left', async ({ world, service }) => {
  const customers = [{ email: 'left@acme.test', firstName: 'Lena' }]
  await importCustomers({ api: service.api, listId: LIST, customers, pause: service.pause })
  expect(await (await world.fetch(`/lists/${LIST}/members/left@acme.test?fields=status`)).json()).toEqual({
    status: 'unsubscribed',
  })
})

test('a CSV file exported from a spreadsheet is parsed', () => {
  expect(readCustomers('\uFEFFemail,first_name\r\nada@example.com,"Lovelace, Ada"\r\n')).toEqual([
    { email: 'ada@example.com', firstName: 'Lovelace, Ada' },
  ])
})

/** An import cannot add a permanently deleted address again. */
async function forget(world, email) {
  await world.fetch(`/lists/${LIST}/members`, {
    method: 'POST',
    body: JSON.stringify({ email_address: email, status: 'subscribed' }),
  })
  await world.fetch(`/lists/${LIST}/members/${email}/actions/delete-permanent`, { method: 'POST' })
}
