import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mock } from '../mock.ts'
import { LITTLE_DATA } from '../scenarios/little-data.ts'
import { ROOT } from '../scenarios/scenario-world.ts'
import { expectWorldToBalance } from './all-books.ts'

/** The names of all shipped scenarios, so that a new one is checked as well. */
const scenarios = readdirSync(join(ROOT, 'scenarios')).flatMap((file) => /^(.+)\.yaml$/.exec(file)?.[1] ?? [])

test('there are shipped scenarios to check', () => {
  expect(scenarios).toContain('newsletter')
})

test.each(scenarios)('a world of the scenario %s obeys the laws that worlds made by calls obey', async (scenario) => {
  // The members that a scenario generates are all made alike: a tenth of 100,000 says as much.
  const options = scenario === 'big-audience' ? { scenarios: LITTLE_DATA } : {}
  const double = mock({ scenario, settings: { service_time: 0 } }, options)
  await double.ready
  // Faults would answer instead of the service.
  await double.call('DELETE /_control/faults')
  await expectWorldToBalance(double)
  expect(double.defects).toEqual([])
})
