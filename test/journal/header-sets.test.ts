import { describe, expect, test } from 'vitest'
import { headersOf, HeaderSets, type GivenHeaders } from '../../src/journal/header-sets.ts'

const GIVEN = { host: 'maildouble.test', accept: '*/*', 'user-agent': 'client/1' }

/** Shared sets of headers without redaction. */
function sets() {
  const secrets = new Set<unknown>()
  const keep = (headers: GivenHeaders) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secrets.has(value) ? '{{secret}}' : String(value)]))
  const made = new HeaderSets('content-length', {
    get version() {
      return secrets.size
    },
    keep,
  })
  return {
    made,
    learn: (secret: string) => secrets.add(secret),
    of: (given: GivenHeaders) => made.find(given) ?? made.add(given),
  }
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
    expect(found.map(([set, varying]) => Object.entries(headersOf(set, varying)))).toEqual(
      sent.map((each) => Object.entries(each)),
    )
  })

  test('are separate for another order or another set of headers', () => {
    const { of } = sets()
    const { accept, ...others } = GIVEN
    const found = [GIVEN, { accept, ...others }, others, { ...GIVEN, 'x-run': '7' }].map(of)
    expect(new Set(found).size).toBe(4)
  })

  test('are stored again once something in them has become a secret', () => {
    const { of, learn } = sets()
    const [before, other] = [of({ ...GIVEN, 'x-app': 'hush' }), of(GIVEN)]
    learn('hush')
    expect(of({ ...GIVEN, 'x-app': 'hush' }).kept).toEqual({ ...GIVEN, 'x-app': '{{secret}}' })
    expect(before.kept['x-app']).toBe('hush')
    expect(of({ ...GIVEN })).toBe(other)
  })

  test('are not shared if they are long', () => {
    const { made, of } = sets()
    const long = { ...GIVEN, authorization: `Bearer ${'x'.repeat(200_000)}` }
    const first = of(long)
    expect(made.find(long)).toBe(first)
    of(GIVEN)
    expect(made.find({ ...long })).toBeUndefined()
    expect(made.find({ ...GIVEN })).toBeDefined()
  })
})
