import { expect, test } from 'vitest'
import { Project } from './project.ts'

const RECEIVERS = `
import { expect, test } from 'maildouble/vitest'

const list = 'd0b1e00001'
const leaver = { list_id: list, email_address: 'confirmed@acme.test' }
test.override({ worldOptions: { scenario: 'double-opt-in' } })

test('an application receives without a socket', async ({ world }) => {
  const hooks = await world.receiver({ list, url: 'https://app.test/hooks', app: () => new Response('Thanks') })
  await world.trigger('member.unsubscribe', leaver)
  expect((await hooks.next('unsubscribe')).data.email).toBe(leaver.email_address)
})

test('a function throws, and the test does not look', async ({ world }) => {
  const hooks = await world.receiver({ list })
  hooks.answer((request) => {
    expect(request.method).toBe('PUT')
  })
  await world.trigger('member.unsubscribe', leaver)
  await world.clock.advance(0)
})

test('a function throws, and the test expects it', async ({ world }) => {
  const hooks = await world.receiver({ list })
  hooks.answer(() => { throw new Error('Not today.') })
  await world.trigger('member.unsubscribe', leaver)
  await expect(hooks.next('unsubscribe')).rejects.toThrow('Not today.')
})
`

test('a test fails if a function that answers webhooks throws, unless the test has seen it', async () => {
  const project = await Project.of({ 'receivers.test.js': RECEIVERS })
  const { tests, out } = await project.vitest()
  expect(
    Object.entries(tests).map(([title, { status }]) => `${title}: ${status}`),
    out,
  ).toEqual([
    'an application receives without a socket: passed',
    'a function throws, and the test does not look: failed',
    'a function throws, and the test expects it: passed',
  ])
  const { messages } = tests['a function throws, and the test does not look'] ?? { messages: '' }
  expect(messages).toMatch(
    /^WebhookHandlerError: The function that answers webhooks threw at unsubscribe of confirmed@acme\.test: AssertionError: expected 'POST' to be 'PUT'/,
  )
  expect(out).toContain('maildouble-failures')
})

test('a receiver without a socket is refused if the server of the run is in another process', async () => {
  const config = `export default { test: { globalSetup: 'maildouble/vitest/setup' } }`
  const project = await Project.of({ 'receivers.test.js': RECEIVERS, 'vitest.config.js': config })
  const { tests, out } = await project.vitest({}, '-t', 'without a socket')
  expect(tests['an application receives without a socket']?.messages, out).toMatch(
    /https:\/\/app\.test\/hooks can't be received without a socket: .*unless `maildouble\/vitest\/setup` or MAILDOUBLE_URL is in use/,
  )
})
