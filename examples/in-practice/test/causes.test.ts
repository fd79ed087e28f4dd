import { expect, test } from 'maildouble/vitest'

test('the second write of a member is blocked, lists lag behind, and a colleague requires a field', async ({ world }) => {
  const match = { operation: ['addMember', 'setMember'] } as const
  await world.faults.add({ match, when: { nth: 2 }, effect: { answer: { preset: 'EdgeBlocked' } }, must_fire: true })
  await world.deliveryFaults.add({ match: { event: 'unsubscribe' }, effect: 'duplicate', must_fire: false })
  await world.trigger('merge_field.require', { list_id: 'aaaaaaaaaa', tag: 'COMPANY' })
  await world.settings.update({ 'staleness.lag': 'PT10M' })

  // Your application in place of this call:
  const signUp = () => world.put('/lists/aaaaaaaaaa/members/ada@acme.test', { status: 'subscribed' })
  expect([(await signUp()).status, (await signUp()).status]).toEqual([400, 403])
})
