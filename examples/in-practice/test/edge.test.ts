// What stands between us and the service: firewalls, gateways and networks.
import { addNote, subscribe, subscribeAll } from '#client'
import type { World } from 'maildouble/client'
import { BOB, EVE, expect, NEWS, pain } from './pain.ts'

const writes = { operation: 'setMember' } as const

/** The statuses with which writes were answered. */
async function answersOf(world: World) {
  return (await world.requests.list({ operation: 'setMember' })).map(({ status }) => status)
}

async function notesOf(world: World) {
  return (await world.get(`/lists/${NEWS}/members/${BOB}/notes`)).body.notes?.map(({ note }) => note)
}

pain(
  'more than ten calls run at once',
  // Longer calls than those of the scenario, so that a slow machine has more than ten in flight as well.
  { symptom: /Too Many Requests/, world: { scenario: 'throttled', settings: { service_time: 200 } } },
  async ({ world, api }) => {
    const people = Array.from({ length: 30 }, (_, at) => ({ email: `person${at}@example.com`, name: 'Ada' }))
    expect(new Set(await subscribeAll(api, NEWS, people))).toEqual(new Set(['subscribed']))
    expect(await world.requests.list({ status: 429 })).toEqual([])
  },
)

pain('a firewall blocks the calls', { symptom: /undefined: undefined/ }, async ({ world, api }) => {
  await world.faults.add({ match: writes, effect: { answer: { preset: 'EdgeBlocked' } }, must_fire: true })
  await expect(subscribe(api, NEWS, EVE)).rejects.toMatchObject({ kind: 'blocked', status: 403 })
  expect(await answersOf(world)).toEqual([403])
})

pain('a firewall asks for a minute of silence', { symptom: /undefined: undefined/ }, async ({ world, api }) => {
  const when = { between: ['PT0S', 'PT60S'] }
  await world.faults.add({ match: writes, when, effect: { answer: { preset: 'EdgeThrottled' } }, must_fire: true })
  expect(await subscribe(api, NEWS, EVE)).toBe('subscribed')
  expect(await answersOf(world)).toEqual([429, 200])
})

pain('a gateway answers with an HTML page', { symptom: /undefined: undefined/ }, async ({ world, api }) => {
  await world.faults.add({ match: writes, when: { first: 2 }, effect: { answer: { preset: 'BadGateway' } }, must_fire: true })
  expect(await subscribe(api, NEWS, EVE)).toBe('subscribed')
})

pain('a gateway gives up on a call that is carried out', { symptom: /undefined: undefined/ }, async ({ world, api }) => {
  const match = { operation: 'createMemberNote' } as const
  const effect = { answer: { preset: 'GatewayTimeout', after: 0 } } as const
  await world.faults.add({ match, when: { first: 1 }, stage: 'after', effect, must_fire: true })
  await addNote(api, NEWS, BOB, 'Prefers letters.')
  expect(await notesOf(world)).toEqual(['Prefers letters.'])
})

pain('the answer to a write is lost', { symptom: /the notes/ }, async ({ world, api }) => {
  const match = { operation: 'createMemberNote' } as const
  await world.faults.add({ match, when: { first: 1 }, stage: 'after', effect: { connection: 'close' }, must_fire: true })
  await addNote(api, NEWS, BOB, 'Prefers letters.')
  expect(await notesOf(world), 'the notes').toEqual(['Prefers letters.'])
})

pain('the service is down for an hour', { symptom: /undefined: undefined/ }, async ({ world, api }) => {
  const when = { between: ['PT0S', 'PT1H'] }
  await world.faults.add({ when, effect: { answer: { preset: 'Maintenance' } }, must_fire: true })
  // A person does not wait for an hour, a nightly job does.
  await expect(api.call('GET', '/lists')).rejects.toMatchObject({ kind: 'busy', retryAfterMs: 3_600_000 })
  await api.call('GET', '/lists', { patience: 2 * 3_600_000 })
  expect((await world.requests.list()).map(({ status }) => status)).toEqual([503, 503, 200])
})

pain('a proxy redirects the calls to another host', { symptom: /fetch failed/ }, async ({ world, api }) => {
  await world.faults.add({ match: writes, effect: { answer: { preset: 'Redirected' } }, must_fire: true })
  await expect(subscribe(api, NEWS, EVE)).rejects.toMatchObject({ kind: 'blocked', status: 302 })
})

pain('a proxy changes the content type', { symptom: /expected undefined to be 'subscribed'/ }, async ({ world, api }) => {
  await world.faults.add({ match: writes, effect: { answer: { preset: 'WrongContentType' } }, must_fire: true })
  expect(await subscribe(api, NEWS, EVE)).toBe('subscribed')
})

pain('a success has no body', { symptom: /Unexpected end of JSON input/ }, async ({ world, api }) => {
  await world.faults.add({ match: writes, when: { first: 1 }, effect: { answer: { preset: 'EmptyBody' } }, must_fire: true })
  expect(await subscribe(api, NEWS, EVE)).toBe('subscribed')
})
