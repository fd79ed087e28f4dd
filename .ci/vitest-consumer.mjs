// A suite of a user, two of whose tests fail. It runs with every supported line of Vitest.
/* eslint-disable vitest/no-standalone-expect -- the linter does not know that this `test` is one */
import { describe, expect, test as base } from 'vitest'
import { fixtures, test } from 'maildouble/vitest'

test('fails', async ({ world }) => {
  await world.fetch('/lists?count=1')
  expect(1).toBe(2)
})

test('fails because of a fault', async ({ world }) => {
  await world.faults.add({ match: { operation: 'createBatch' }, effect: { latency: 1 }, must_fire: true })
})

test('has a world of its own', async ({ world, maildouble }) => {
  expect(world.id).toMatch(/^has-a-world-of-its-own-[0-9a-f]{6}$/)
  expect((await maildouble.worlds.list()).map(({ id }) => id)).toContain(world.id)
})

describe('with options', () => {
  // Vitest 3.2 has `override` under its former name.
  test[test.override ? 'override' : 'scoped']({ worldOptions: { scenario: 'newsletter' } })
  test('has the world that they describe', async ({ world }) => {
    expect(await (await world.fetch('/lists?fields=total_items')).json()).toEqual({ total_items: 2 })
  })
})

// With Vitest 3.2, options that extend `test` have no effect, as docs/testing.md says.
const worldOptions = { scenario: 'newsletter' }
const extended = test.override ? test.extend({ worldOptions }) : base.extend({ ...fixtures, worldOptions })
extended('has the world that its extension describes', ({ world }) => expect(world.scenario).toBe('newsletter'))

test('has the fixtures for a test of its own', () => {
  expect(Object.keys(fixtures)).toContain('world')
})
