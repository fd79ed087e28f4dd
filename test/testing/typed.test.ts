import { test as base } from 'vitest'
import { expect, fixtures, it, test, type MaildoubleFixtures } from '../../src/kit/testing/vitest.ts'

// The compiler checks half of this test: the types of the combined fixtures.
const combined = base.extend<{ list: string }>({ list: 'aaaaaaaaaa' }).extend<MaildoubleFixtures>(fixtures)

combined('the fixtures of maildouble can be combined with your own', async ({ world, list }) => {
  expect((await world.fetch(`/lists/${list}`)).status).toBe(200)
})

combined.describe('in a describe block', () => {
  combined.override({ worldOptions: { scenario: 'empty' } })
  combined('worldOptions sets the options of the world', ({ world }) => expect(world.scenario).toBe('empty'))
})

test.describe('in an inline scenario', () => {
  test.override({
    worldOptions: {
      scenario_inline: { name: 'two-lists', description: 'Two lists.', lists: [{ name: 'One' }, { name: 'Two' }] },
    },
  })

  // behaviour:inline-scenario
  test('worldOptions takes the scenario itself', async ({ world }) => {
    expect(world.scenario).toBe('two-lists')
    expect((await world.status()).counts['lists']).toBe(2)
  })
})

test.describe('in an outage', () => {
  test.override({ worldOptions: { scenario: 'flaky', outage: 'maintenance' } })

  test('worldOptions makes the world start in an outage, which can be ended', async ({ world }) => {
    expect((await world.fetch('/lists')).status).toBe(503)
    await world.outages.end('maintenance')
    expect((await world.fetch('/lists')).status).toBe(200)
  })
})

test('the fixtures of `test` have types, and `it` is the same function', ({ maildouble, world }) => {
  expect(world.baseUrl).toBe(`${maildouble.url}/_worlds/${world.id}`)
  expect(it).toBe(test)
})
