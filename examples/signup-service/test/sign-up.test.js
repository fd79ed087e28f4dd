import { expect, LIST, test } from './service.js'

const ADA = 'ada@example.com'

test('a person who signs up and opens the link in the email is subscribed', async ({ world, service }) => {
  const answer = await service.signUp(ADA)
  expect(answer.status).toBe(202)
  expect(service.statusOf(ADA)).toBe('pending')

  const { links } = await world.emails.waitFor({ to: ADA, kind: 'confirm_subscription' })
  await fetch(links[0])

  await world.deliveries.waitFor({ event: 'subscribe', status: 'delivered' })
  expect(service.statusOf(ADA)).toBe('subscribed')
  const { merge_fields } = await (await world.fetch(`/lists/${LIST}/members/${ADA}`)).json()
  expect(merge_fields.FNAME).toBe('Ada')
})

test('a person who signs up twice gets one email and is on the list once', async ({ world, service }) => {
  await service.signUp(ADA)
  await service.signUp(' Ada@Example.com')
  expect((await world.requests.list({ operation: 'setMember' })).map(({ status }) => status)).toEqual([200, 200])
  expect(await world.emails.list({ to: ADA })).toHaveLength(1)
  expect(await membersNamed(world, ADA)).toBe(1)
})

test('a subscribed person who signs up again stays subscribed and sees the usual message', async ({ world, service }) => {
  const known = await service.signUp('confirmed@acme.test')
  const unknown = await service.signUp(ADA)
  expect(known.status).toBe(unknown.status)
  expect(await known.text()).toBe(await unknown.text())
  expect(service.statusOf('confirmed@acme.test')).toBe('subscribed')
  expect(await world.emails.list({ to: 'confirmed@acme.test' })).toEqual([])
})

test('a person who left is asked to confirm again', async ({ world, service }) => {
  expect((await service.signUp('left@acme.test')).status).toBe(202)
  expect(service.statusOf('left@acme.test')).toBe('pending')
  expect(await world.emails.list({ to: 'left@acme.test' })).toHaveLength(1)
})

test('an address that bounced is rejected with a readable message', async ({ world, service }) => {
  await world.trigger('member.bounce', { list_id: LIST, email_address: 'confirmed@acme.test', bounce: 'hard' })
  const answer = await service.signUp('confirmed@acme.test')
  expect(answer.status).toBe(409)
  expect(await answer.text()).toBe('We cannot write to this address. Please give another one.')
})

test('an address that was permanently deleted is rejected as well', async ({ world, service }) => {
  await world.fetch(`/lists/${LIST}/members/confirmed@acme.test/actions/delete-permanent`, { method: 'POST' })
  expect((await service.signUp('confirmed@acme.test')).status).toBe(409)
})

test('a malformed address is rejected by us, or by the email service', async ({ world, service }) => {
  expect((await service.signUp('nobody')).status).toBe(422)
  expect(await world.requests.list({ operation: 'setMember' })).toEqual([])
  expect((await service.signUp('nobody@nowhere')).status).toBe(422)
})

test('a person added by a concurrent call is told to check the inbox', async ({ world, service }) => {
  const effect = { problem: { preset: 'MemberExists' } }
  await world.faults.add({ match: { operation: 'setMember' }, when: { first: 1 }, effect, must_fire: true })
  expect((await service.signUp(ADA)).status).toBe(202)
})

/** The number of members of the list with this address. */
async function membersNamed(world, email) {
  const { members } = await (await world.fetch(`/lists/${LIST}/members?count=1000&fields=members.email_address`)).json()
  return members.filter((member) => member.email_address.toLowerCase() === email).length
}
