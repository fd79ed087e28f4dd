import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { differencesOf, driftAgainst, serviceOf } from './bent-service.ts'

/** The names of all shipped scenarios, so that a new one is checked as well. */
const scenarios = readdirSync('scenarios').flatMap((file) => /^(.+)\.yaml$/.exec(file)?.[1] ?? [])

test('there are shipped scenarios to compare', () => {
  expect(scenarios).toContain('newsletter-live')
})

test.each(scenarios)('a service that is the double itself, in a world of %s, does not differ', async (scenario) => {
  const service = await serviceOf({ scenario })
  const result = await driftAgainst(service.send(), { maxCalls: 150 })
  expect(differencesOf(result)).toEqual([])
  expect(result.outcome).toBe('agrees')
  expect(result.seen.reads.seen).toBeGreaterThan(25)
})
