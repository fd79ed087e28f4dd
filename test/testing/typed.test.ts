import { test as base } from 'vitest'
import { expect, fixtures, it, test, type MaildoubleFixtures } from '../../src/kit/testing/vitest.ts'

// Half of this test is that it compiles.
const combined = base.extend<{ list: string }>({ list: 'aaaaaaaaaa' }).extend<MaildoubleFixtures>(fixtures)

combined('fixtures can be combined with your own', async ({ world, list }) => {
  expect((await world.fetch(`/lists/${list}`)).status).toBe(200)
})

combined.describe('in a describe block', () => {
  combined.override({ worldOptions: { scenario: 'empty' } })
  combined('worldOptions sets the options of the world', ({ world }) => expect(world.scenario).toBe('empty'))
})

test('hooks have typed fixtures, too', ({ maildouble, world }) => {
  expect(world.baseUrl).toBe(`${maildouble.url}/_worlds/${world.id}`)
  expect(it).toBe(test)
})
