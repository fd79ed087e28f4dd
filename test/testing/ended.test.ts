import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type World } from '../../src/kit/client/index.ts'
import { createDouble, type Double } from '../../src/index.ts'
import { TestWorld } from '../../src/kit/testing/test-world.ts'

let double: Double

beforeAll(async () => {
  double = await createDouble()
})

afterAll(() => double.stop())

const attempt = { project: '', file: 'ended.test.ts', title: 'ended', repeat: 0, retry: 0 }
const outcome = { hasRun: true, hasFailed: false, isMeantToFail: false }

const thrownBy = (call: Promise<unknown>) => call.then(String, (error: Error) => error)

test.each<[string, (world: World) => Promise<unknown>]>([
  ['control API', (world) => world.faults.list()],
  ['service', (world) => world.get('/lists')],
])('a call of the %s after a test says that an await is missing, at the line of the call', async (_, call) => {
  const testWorld = await TestWorld.begin(connect(double), attempt, {})
  await testWorld.end(outcome)
  expect(await thrownBy(call(testWorld.world))).toMatchObject({
    name: 'MaildoubleError',
    message: 'The world of this test has been deleted: an await is missing.',
    stack: expect.stringMatching(/^MaildoubleError: The world .*\n.*ended\.test\.ts:\d+/),
  })
})

test('a call that the end of its test interrupts says that an await is missing, at the line of the call', async () => {
  const maildouble = connect(double)
  const testWorld = await TestWorld.begin(maildouble, attempt, {})
  const waiting = thrownBy(testWorld.world.deliveries.waitFor({ wait: 'PT4M' }))
  await testWorld.end(outcome)
  expect(await waiting).toMatchObject({
    message: 'The world of this test has been deleted: an await is missing.',
    stack: expect.stringMatching(/\n.*ended\.test\.ts:\d+/),
  })

  // The next run of the test gets a world with the same id.
  const next = await TestWorld.begin(maildouble, attempt, {})
  expect(next.world.id).toBe(testWorld.world.id)
  expect((await next.world.get('/lists')).status).toBe(200)
  await next.end(outcome)
})
