// The tests of the suite. The same calls are answered by the subject that BENCH_SUBJECT names.
import { expect } from 'vitest'

/** @type {{ defineTest: import('./service.mjs').DefineTest }} */
const { defineTest } = await import(`./subjects/${process.env['BENCH_SUBJECT']}.mjs`)

const TESTS_OF_A_FILE = 30
/** A third of the tests receive a webhook, and a tenth, none of these, run a batch. */
const WEBHOOK_EVERY = 3
const WITH_BATCH = [1, 10, 19]
const OPERATIONS = 5

/** Defines the tests of one file. @param {number} file */
export function defineTests(file) {
  for (let number = 0; number < TESTS_OF_A_FILE; number++) defineSignUp(`${file}-${number}`, number)
}

/** @param {string} name @param {number} number */
function defineSignUp(name, number) {
  defineTest(name, async (service) => {
    const { application } = service
    const endpoint = number % WEBHOOK_EVERY === 0 ? await service.openEndpoint() : undefined
    if (endpoint) expect((await application.addWebhook(endpoint.url)).status).toBe(200)

    const fields = newMember(`${name}@acme.test`)
    const added = await application.addMember(fields)
    expect(added.status).toBe(200)
    expect(added.body.status).toBe('subscribed')

    const read = await application.readMember(fields.email_address)
    expect(read.status).toBe(200)
    expect(read.body.merge_fields?.['FNAME']).toBe('Ada')

    const again = await application.addMember(fields)
    expect(again).toMatchObject({ status: 400, body: { title: 'Member Exists' } })

    const page = await application.readMembers(10)
    expect(page.body.members).toHaveLength(10)
    expect(page.body.total_items).toBeGreaterThan(10)

    const updated = await application.updateMember(fields.email_address, { merge_fields: { FNAME: 'Grace' } })
    expect(updated.body.merge_fields?.['FNAME']).toBe('Grace')

    if (endpoint) {
      expect((await endpoint.nextOf('subscribe')).get('data[email]')).toContain('@acme.test')
      await endpoint.close()
    }
    if (WITH_BATCH.includes(number)) await testBatch(service, name)
  })
}

/** @param {import('./service.mjs').Service} service @param {string} name */
async function testBatch({ application, advance }, name) {
  const members = Array.from({ length: OPERATIONS }, (_, number) => newMember(`${name}-${number}@batch.test`))
  const batch = await application.startBatch(members)
  expect(batch.body.status).toBe('pending')
  await advance('PT1M')
  const ended = await application.readBatch(batch.body.id ?? '')
  expect(ended.body).toMatchObject({ status: 'finished', finished_operations: OPERATIONS, errored_operations: 0 })
}

/** @param {string} address */
function newMember(address) {
  return { email_address: address, status: 'subscribed', merge_fields: { FNAME: 'Ada', LNAME: 'Lovelace' } }
}
