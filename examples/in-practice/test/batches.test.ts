// Nightly imports in batches.
import { importNightly } from '#client'
import { ADA, EVE, expect, NEWS, pain } from './pain.ts'

const PEOPLE = [
  { email: ADA, name: 'Ada' },
  { email: EVE, name: 'Eve' },
  { email: 'forgotten@acme.test', name: 'Fred' },
]

pain('a batch finishes with errors', { symptom: /the failures/, world: { scenario: 'batch-lifecycle' } }, async ({ api }) => {
  const { failed } = await importNightly(api, NEWS, PEOPLE, { name: 'monday', batches: new Map() })
  const why = expect.stringContaining('Forgotten Email Not Subscribed')
  expect(failed, 'the failures').toEqual([{ email: 'forgotten@acme.test', why }])
})

pain('a batch is stuck for hours', { symptom: /did not finish/ }, async ({ world, api }) => {
  const match = { operation: 'createBatch' } as const
  await world.faults.add({ match, effect: { stuck: { phase: 'pending', for: 'PT7H' } }, must_fire: true })
  const batches = new Map<string, string>()
  const run = () => importNightly(api, NEWS, PEOPLE, { name: 'monday', batches })
  expect(await run()).toMatchObject({ running: true })
  await world.clock.advance('PT7H')
  expect(await run()).toMatchObject({ running: false, failed: [{ email: 'forgotten@acme.test' }] })
  await world.requests.verify({ match, count: { exactly: 1 } })
})
