// Reads: what lists, pages and statistics do not tell.
import { countSubscribers, isSubscribed, overview, subscribe, subscribers } from '#client'
import { ADA, EVE, expect, NEWS, pain } from './pain.ts'

pain('a list has more than ten members', { symptom: /members: expected 10 to be 21/ }, async ({ api }) => {
  const counts = [...(await overview(api, NEWS)).values()]
  expect(
    counts.reduce((sum, count) => sum + count),
    'members',
  ).toBe(21)
})

pain('a page takes too long', { symptom: /timeout/, timeLimit: 1000 }, async ({ world, api }) => {
  await world.settings.update({ service_times: { operations: { getMembers: { row: 'PT0.07S' } } } })
  expect(await subscribers(api, NEWS, 20)).toHaveLength(16)
})

pain('a list changes between two pages', { symptom: /to include 'ken@hooli.test'/ }, async ({ world, api }) => {
  const match = { operation: 'getMembers' } as const
  const trigger = { trigger: 'member.unsubscribe', list_id: NEWS, email_address: ADA } as const
  await world.faults.add({ match, when: { nth: 1 }, effect: { trigger }, must_fire: true })
  const found = (await subscribers(api, NEWS, 10)).map(({ email_address }) => email_address)
  for (const { email_address } of (await world.get(`/lists/${NEWS}/members?status=subscribed&count=100`)).body.members ?? [])
    expect(found).toContain(email_address)
})

pain('a list does not show a new member yet', { symptom: /expected false to be true/ }, async ({ world, api }) => {
  await world.settings.update({ 'staleness.lag': 'PT10M' })
  await world.clock.advance('PT1S')
  await subscribe(api, NEWS, EVE)
  expect(await isSubscribed(api, NEWS, EVE)).toBe(true)
})

pain('the statistics of a list are five minutes old', { symptom: /expected 16 to be 17/ }, async ({ world, api }) => {
  await world.settings.update({ stats_cache: 'PT5M' })
  await countSubscribers(api, NEWS)
  await subscribe(api, NEWS, EVE)
  expect(await countSubscribers(api, NEWS)).toBe(17)
})

pain('the service adds a status', { symptom: /Unknown status/ }, async ({ world, api }) => {
  await world.faults.add({ match: { operation: 'getMembers' }, effect: { mutate: 'new_enum_values' }, must_fire: true })
  const counts = [...(await overview(api, NEWS)).values()]
  expect(counts.reduce((sum, count) => sum + count)).toBe(21)
})
