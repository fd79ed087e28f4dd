import { expect, test } from 'vitest'
import { type Body, mock } from '../../mock.ts'

const add = (list: string) => `POST /3.0/lists/${list}/members`
const person = (name: string) => ({
  email_address: `${name}@acme.test`,
  status: 'subscribed',
  merge_fields: { FNAME: 'Zoe', COMPANY: 'Acme' },
})

/** A world in which things happen on two lists, and the code of the test of its latest call. */
function story() {
  const { call } = mock({ scenario: 'starter' })
  return {
    call,
    latestTest: async (): Promise<string> => {
      const { requests } = (await call('GET /_control/requests?order=desc&limit=1&via=http')).body
      return (await call(`GET /_control/requests/${requests[0].id}/snippets`)).body.test
    },
  }
}

test('the test of a call leaves out calls about other lists, and reads', async () => {
  const { call, latestTest } = story()
  await call(add('bbbbbbbbbb'), person('other'))
  await call('PATCH /3.0/lists/bbbbbbbbbb', { name: 'Other' })
  await call(add('aaaaaaaaaa'), person('zoe'))
  await call('GET /3.0/lists')
  await call('GET /3.0/lists/aaaaaaaaaa/members/zoe@acme.test')
  const code = await latestTest()
  expect(code).toContain("world.fetch('/lists/aaaaaaaaaa/members', {")
  expect(code).not.toContain('bbbbbbbbbb')
  expect(code).not.toContain("world.fetch('/lists')")
})

test('a call about another list stays if ids of later rows would differ without it', async () => {
  const { call, latestTest } = story()
  const list = (await call('GET /3.0/lists/aaaaaaaaaa')).body
  const made = async (name: string): Promise<Body> =>
    (await call('POST /3.0/lists', { ...LIST, name, contact: list.contact, campaign_defaults: list.campaign_defaults })).body
  await made('First')
  const second = await made('Second')
  await made('Third')
  await call(add(second.id), person('zoe'))
  const code = await latestTest()
  expect(code).toMatch(/First[\s\S]*Second/)
  expect(code).not.toContain('Third')
})

test.each([
  ['a call that is about no list', async (call: Call) => call('GET /3.0/campaigns')],
  [
    'a call after a fault, which counts calls',
    async (call: Call) => {
      await call('POST /_control/faults', { when: { every: 9 }, effect: { latency: 1 } })
      await call('GET /3.0/lists/aaaaaaaaaa')
    },
  ],
  [
    'a call after the restore of a snapshot',
    async (call: Call) => {
      await call('POST /_control/snapshots', { name: 'here' })
      await call('POST /_control/snapshots/here/restore')
      await call('GET /3.0/lists/aaaaaaaaaa')
    },
  ],
])('the test of %s leaves out no write', async (_, act) => {
  const { call, latestTest } = story()
  await call(add('bbbbbbbbbb'), person('other'))
  await act(call)
  expect(await latestTest()).toContain('bbbbbbbbbb')
})

type Call = ReturnType<typeof story>['call']

const LIST = { permission_reminder: 'You signed up.', email_type_option: false }
