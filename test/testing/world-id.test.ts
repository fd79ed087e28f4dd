import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeWorldId } from '../../src/kit/testing/test-world.ts'

const attempt = {
  project: '',
  file: 'test/sign-up.test.ts',
  title: 'sign up > an address signs up only once',
  repeat: 0,
  retry: 0,
}

// behaviour:reproducible-world
test("the id of a world consists of the test's title and a digest, and is the same in each run", () => {
  expect(makeWorldId(attempt)).toBe('sign-up-an-address-signs-up-only-once-946f0f')
  expect(makeWorldId({ ...attempt, file: 'test\\sign-up.test.ts' })).toBe(makeWorldId(attempt))
})

test('tests with the same title have world ids that differ by project, file and place', () => {
  const others = [{}, { project: 'jsdom' }, { file: 'test/other.test.ts' }, { nth: 1 }].map((each) =>
    makeWorldId({ ...attempt, ...each }),
  )
  expect(new Set(others).size).toBe(4)
})

test('repetitions and retries are part of the world id', () => {
  expect(makeWorldId({ ...attempt, title: 'x', repeat: 2, retry: 1 })).toMatch(/^x-[0-9a-f]{6}-repeat2-retry1$/)
})

test.each([
  ['Ärger im Café: 50 % off!', /^arger-im-cafe-50-off-[0-9a-f]{6}$/],
  ['登録', /^test-[0-9a-f]{6}$/],
  ['--- ---', /^test-[0-9a-f]{6}$/],
  ['the Server answers', /^the-srv-answers-[0-9a-f]{6}$/],
  ['observers of SERVERS and ſerver', /^obsrvs-of-srvs-and-srv-[0-9a-f]{6}$/],
  [`${'x'.repeat(37)}servers`, /^x{37}srv-[0-9a-f]{6}$/],
  ['word '.repeat(50), /^(?:word-){8}[0-9a-f]{6}$/],
])('the test title %j becomes a valid world id', (title, expected) => {
  expect(makeWorldId({ ...attempt, title })).toMatch(expected)
})

test('the longest world id leaves room for a number', () => {
  const longest = makeWorldId({ ...attempt, title: 'x'.repeat(300), repeat: 99_999, retry: 99_999 })
  expect(longest).toHaveLength(59)
  expect(longest).toMatch(/^x+-[0-9a-f]{6}-repeat99999-retry99999$/)
})

test('no world id contains the word "server", which an SDK replaces in base URLs', () => {
  const part = fc.constantFrom('server', 'SERVER', 'Sërver', 'ser', 'ver', 'se', 'rver', 'srv', 'r', '-', ' ', 'x'.repeat(10))
  const text = fc.oneof(
    fc.array(part).map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme' }),
  )
  const attempts = fc.record({ project: text, file: text, title: text, nth: fc.nat(9), repeat: fc.nat(99), retry: fc.nat(99) })
  fc.assert(
    fc.property(attempts, (each) => {
      const id = makeWorldId(each)
      expect(id).toMatch(/^[a-z0-9][a-z0-9-]{0,58}$/)
      expect(id).not.toContain('server')
      expect(makeWorldId(each)).toBe(id)
    }),
    { numRuns: 1_000 },
  )
})

test('titles that differ only in the replacement of the word "server" have different world ids', () => {
  const titles = ['a server', 'a Server', 'a srv', 'a SRV', 'a servers', 'a-server']
  expect(new Set(titles.map((title) => makeWorldId({ ...attempt, title }))).size).toBe(titles.length)
})
