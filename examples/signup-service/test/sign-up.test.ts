import { CLARA, expect, LIST, MEMBERS, test } from './service.js'

const ADA = 'ada@example.com'

test('a person who signs up and opens the link in the email is subscribed', async ({ world, service }) => {
  expect((await service.signUp(ADA)).status).toBe(202)
  expect(service.statusOf(ADA)).toBe('pending')
  await fetch((await world.emails.waitFor({ to: ADA, kind: 'confirm_subscription' })).links[0])
  expect((await service.hooks.next('subscribe')).data).toMatchObject({ email: ADA, merges: { FNAME: 'Ada' } })
  expect(service.statusOf(ADA)).toBe('subscribed')
})

test('a person who signs up twice gets one email and is on the list once', async ({ world, service }) => {
  await service.signUp(ADA)
  await service.signUp(' Ada@Example.com')
  expect(await service.answersTo('setMember')).toEqual([200, 200])
  expect(await world.emails.list({ to: ADA })).toHaveLength(1)
  expect((await world.get(`/search-members?query=${ADA}`)).body).toMatchObject({ exact_matches: { total_items: 1 } })
})

const ASKED = [202, 'Please open the link in the message that we have sent you.']
const REJECTED = [409, 'We cannot write to this address. Please give another one.']
const INVALID = [422, 'This is not an email address.']
const bounce = (world) => world.trigger('member.bounce', { list_id: LIST, email_address: CLARA, bounce: 'hard' })
const erase = (world) => world.post(`${MEMBERS}/${CLARA}/actions/delete-permanent`)

test.for([
  ['a person who left is asked to confirm again', 'left@acme.test', ASKED, 'pending', [200, 200]],
  ['a subscribed person sees the usual message and stays subscribed', CLARA, ASKED, 'subscribed', [200]],
  ['an address that bounced is rejected with a readable message', CLARA, REJECTED, 'cleaned', [200, 400], bounce],
  ['an address that was permanently deleted is rejected as well', CLARA, REJECTED, undefined, [400], erase],
  ['a malformed address is rejected by us', 'nobody', INVALID, undefined, []],
  ['a malformed address is rejected by the email service', 'nobody@nowhere', INVALID, undefined, [400]],
])('%s', async ([, email, expected, ours, calls, before], { world, service }) => {
  await before?.(world)
  await world.clock.advance(0)
  const answer = await service.signUp(email)
  expect([answer.status, await answer.text()]).toEqual(expected)
  expect(service.statusOf(email)).toBe(ours)
  expect(await service.answersTo('setMember')).toEqual(calls)
  expect(await world.emails.list({ to: email })).toHaveLength(ours === 'pending' ? 1 : 0)
})
