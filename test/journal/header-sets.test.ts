import { describe, expect, test } from 'vitest'
import { allHeaders, HeaderSets, type GivenHeaders } from '../../src/server/log/header-sets.ts'
import { Secrets } from '../../src/server/log/secrets.ts'
import { mock } from '../mock.ts'

const GIVEN = { host: 'maildouble.test', accept: '*/*', 'user-agent': 'client/1' }

function sets() {
  const made = new HeaderSets('content-length')
  return { made, of: (given: GivenHeaders) => made.of(given) }
}

describe('shared headers', () => {
  test('are restored unchanged, with the varying one in its place', () => {
    const { made, of } = sets()
    const sent = [
      { ...GIVEN, 'content-length': '1' },
      { host: GIVEN.host, 'content-length': '22', accept: GIVEN.accept, 'user-agent': GIVEN['user-agent'] },
      GIVEN,
      { 'content-length': '333', ...GIVEN },
    ]
    const found = sent.map((given) => [of(given), made.varyingOf(given)] as const)
    expect(new Set(found.map(([set]) => set)).size).toBe(1)
    expect(found.map(([set, varying]) => Object.entries(allHeaders(set, varying)))).toEqual(
      sent.map((each) => Object.entries(each)),
    )
  })

  test('are separate for another order or another set of headers', () => {
    const { of } = sets()
    const { accept, ...others } = GIVEN
    const found = [GIVEN, { accept, ...others }, others, { ...GIVEN, 'x-run': '7' }].map(of)
    expect(new Set(found).size).toBe(4)
  })

  test('are read without what has become a secret since they were stored', async () => {
    const { world } = await mock().ready
    let current = world
    const secrets = new Secrets({
      get world() {
        return current
      },
      origin: world,
    })
    const set = sets().of({ ...GIVEN, 'x-app': 'an-application-key' })
    expect(set.redacted(secrets)['x-app']).toBe('an-application-key')
    current = { ...world, credentials: { ...world.credentials, api_key: 'an-application-key' } }
    expect(set.redacted(secrets)).toEqual({ ...GIVEN, 'x-app': '{{api_key}}' })
    current = world
    expect(set.redacted(secrets)['x-app'], 'what was a secret stays one').toBe('{{api_key}}')
  })

  test('are not shared if they are long', () => {
    const { of } = sets()
    const long = { ...GIVEN, authorization: `Bearer ${'x'.repeat(200_000)}` }
    expect(of(long)).not.toBe(of(long))
    expect(of({ ...GIVEN })).toBe(of(GIVEN))
  })
})
