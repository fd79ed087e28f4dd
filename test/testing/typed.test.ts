import { test as base } from 'vitest'
import { expect, fixtures, it, test, type MaildoubleFixtures } from '../../src/testing/vitest.ts'

// Half of this test is that it compiles.
const mine = base.extend<{ list: string }>({ list: 'aaaaaaaaaa' }).extend<MaildoubleFixtures>(fixtures)

mine('fixtures can be combined with your own', async ({ world, list }) => {
  expect((await world.fetch(`/lists/${list}`)).status).toBe(200)
})

mine.describe('within', () => {
  mine.override({ worldOptions: { scenario: 'empty' } })
  mine('options are those of a world', ({ world }) => expect(world.scenario).toBe('empty'))
})

test('hooks have typed fixtures, too', ({ maildouble, world }) => {
  expect(world.baseUrl).toBe(`${maildouble.url}/_worlds/${world.id}`)
  expect(it).toBe(test)
})
