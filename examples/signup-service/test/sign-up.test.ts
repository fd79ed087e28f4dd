import type { World } from 'maildouble/client'
import { ADA, BUSY_FOR_TWO_MINUTES, CLARA, expect, type Fault, LENA, LIST, LOST, memberAt, test, UNAVAILABLE } from './service.ts'

test('a person who signs up twice gets one email, and is subscribed by the link in it', async ({ world, service }) => {
  for (const email of [ADA, ' Ada@Example.com']) expect((await service.signUp(email)).status).toBe(202)
  expect(service.rowOf(ADA)?.status).toBe('pending')
  const [email, ...others] = await world.emails.list({ to: ADA })
  expect([email?.kind, others]).toEqual(['confirm_subscription', []])
  await world.fetch(email?.links[0] ?? '')
  expect((await service.hooks.next('subscribe')).data).toMatchObject({ merges: { FNAME: 'Ada' } })
  expect(service.rowOf(ADA)?.status).toBe('subscribed')
})

type Before = (world: World) => Promise<unknown>
const bounce: Before = (world) => world.trigger('member.bounce', { list_id: LIST, email_address: CLARA, bounce: 'hard' })
const erase: Before = (world) => world.post(`${memberAt(CLARA)}/actions/delete-permanent`)
function failing(fault: Fault): Before {
  return (world) => world.faults.add({ match: { operation: 'setMember' }, must_fire: true, ...fault })
}
const TWICE: Fault = { when: { first: 2 }, effect: UNAVAILABLE }
const EXISTS: Fault = { when: { first: 1 }, effect: { problem: { preset: 'MemberExists' } } }
const OUTAGE: Fault = { effect: { connection: 'close' } }

test.for<[title: string, email: string, answer: string, firstCalls: (number | null)[], ours?: string, before?: Before]>([
  ['a person who left is asked to confirm again', LENA, '202 Please open the link', [200, 200], 'pending'],
  ['a subscribed person sees the usual message', CLARA, '202 Please open the link', [200], 'subscribed'],
  ['an address that bounced is rejected', CLARA, '409 We cannot write to this address', [200, 400], 'cleaned', bounce],
  ['an address that was permanently deleted is rejected', CLARA, '409 We cannot write', [400], undefined, erase],
  ['a malformed address is rejected by us', 'nobody', '422 This is not an email address', []],
  ['a malformed address is rejected by the email service', 'nobody@nowhere', '422 This is not', [400]],
  ['a call is attempted a third time after two failures', ADA, '202', [503, 503, 200], 'pending', failing(TWICE)],
  ['no person waits for two minutes', ADA, '503 Please try again', [429], undefined, failing({ effect: BUSY_FOR_TWO_MINUTES })],
  ['a lost answer does not create a duplicate member', ADA, '202', [null, 200], 'pending', failing(LOST)],
  ['a person added by a concurrent call is told to check the inbox', ADA, '202', [400], undefined, failing(EXISTS)],
  ['an outage ends in a message after several attempts', ADA, '503', [null, null, null, null], undefined, failing(OUTAGE)],
])('%s', async ([, email, expected, firstCalls, ours, before], { world, service }) => {
  await before?.(world)
  await world.clock.advance(0)
  const answer = await service.signUp(email)
  expect(`${answer.status} ${await answer.text()}`).toContain(expected)
  expect(answer.headers.has('retry-after')).toBe(answer.status === 503)
  expect((await service.answersTo('setMember')).slice(0, 4)).toEqual(firstCalls)
  expect(service.rowOf(email)?.status).toBe(ours)
  expect(await world.emails.list({ to: email })).toHaveLength(ours === 'pending' ? 1 : 0)
})

test('thirty concurrent sign-ups all succeed', async ({ world, service }) => {
  await world.settings.update({ service_time: 50 })
  const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => service.signUp(`person${at}@example.com`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  expect(await world.requests.list({ status: 429 })).toEqual([])
})

test('a sign-up waits while another program uses all ten connections', async ({ world, service }) => {
  await service.fail('getLists', { effect: { connection: 'hang' } })
  const other = new AbortController()
  const held = Array.from({ length: 10 }, () => world.fetch('/lists', { signal: other.signal }).catch(() => 'gone'))
  await world.requests.verify({ match: { operation: 'getLists' }, count: { at_least: 10 }, within: 'PT2M' })
  service.onPause = () => other.abort()
  expect((await service.signUp(ADA)).status).toBe(202)
  expect((await service.answersTo('setMember'))[0]).toBe(429)
  await Promise.all(held)
})
