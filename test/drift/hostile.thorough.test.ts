import { describe, expect, test } from 'vitest'
import { crawlAccount } from '../../src/kit/account/crawl.ts'
import { makeLikeness } from '../../src/kit/account/likeness.ts'
import { usableScenario } from '../../src/kit/account/usable.ts'
import { resultText } from '../../src/kit/cli/comparison/text.ts'
import { loadChecker } from '../../src/kit/drift/check.ts'
import { ReadTransport } from '../../src/kit/drift/run/transport.ts'
import { LIST, LISTS, SEGMENTS } from './bends.ts'
import { BASE, differencesOf, driftAgainst, KEY, serviceOf, virtualClock, wayTo, type Bend } from './bent-service.ts'

const failing: Bend = (given) => {
  if (LIST.test(given.path)) given.status = 500
}
const deep = (levels: number): string => `${'{"a":['.repeat(levels)}${']}'.repeat(levels)}`

describe('an operation that fails each time', () => {
  test('is not seen, and the report says so', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    const result = await driftAgainst(service.send(failing), { only: wayTo('getList') })
    expect(result.operations.find(({ operation }) => operation === 'getList')?.outcome).toBe('not seen')
    expect(result.outcome).toBe('unknown')
    expect(resultText(result).replaceAll(/\s+/g, ' ')).toContain(
      'The service failed at each call of getList, so nothing is known',
    )
    expect(resultText(result)).not.toContain('Everything that was seen agrees')
  })

  test('is no wrong number of a law', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    const send = service.send((given) => {
      if (given.path.endsWith('/members')) given.status = 503
    })
    const result = await driftAgainst(send, { only: wayTo('getMember') })
    expect(differencesOf(result)).toEqual([])
    expect(result.outcome).toBe('unknown')
  })
})

describe('an answer that cannot be used', () => {
  test('does not end the run', async () => {
    const service = await serviceOf({ scenario: 'newsletter' })
    const only = wayTo('getList', 'getCampaign')
    const send = service.send((given) => {
      if (LIST.test(given.path)) throw new Error('the status 101, which ends HTTP')
    })
    const result = await driftAgainst(send, { only })
    expect(result.outcome).toBe('unknown')
    expect(result.stopped).toContain('had no answer that can be used')
    expect(result.remarks.map(({ text }) => text).join()).toContain('the status 101, which ends HTTP')
    expect(result.operations.find(({ operation }) => operation === 'getCampaign')?.outcome).toBe('agrees')
  })

  test.each([65, 1_000, 100_000])('JSON that is nested %i levels deep is a difference', async (levels) => {
    const service = await serviceOf({ scenario: 'starter' })
    const send = service.send((given) => {
      if (LIST.test(given.path)) given.raw = Buffer.from(deep(levels))
    })
    const result = await driftAgainst(send, { only: wayTo('getList') })
    expect(differencesOf(result)).toContainEqual(
      expect.objectContaining({ operation: 'getList', aspect: 'body', found: 'JSON that is nested too deep' }),
    )
  })
})

test('a saved segment without options is a difference, a static one is none', async () => {
  const service = await serviceOf({ scenario: 'shop' })
  const send = service.send((given) => {
    if (SEGMENTS.test(given.path)) for (const each of given.body.segments) delete each.options
  })
  const differences = differencesOf(await driftAgainst(send, { only: wayTo('getSegments') }))
  expect(differences).toMatchObject([
    { operation: 'getSegments', aspect: 'member', at: '/segments/*/options', found: 'no member' },
  ])
  expect(differencesOf(await driftAgainst(service.send(), { only: wayTo('getSegments') }))).toEqual([])
})

describe('ids of a hostile service', () => {
  const IDS = [
    '../../other-app/delete?all=1',
    '..',
    '.',
    '%2e%2e',
    String.raw`..\..\..\other-app`,
    'a/../../../b',
    '.\t./.\t./other-app',
    '#',
    '',
  ]
  const EVERY =
    (id: string): Bend =>
    (given) => {
      const change = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(change)
        if (typeof value !== 'object' || value === null) return value
        return Object.fromEntries(
          Object.entries(value).map(([name, each]) => [
            name,
            name === 'id' || name.endsWith('_id')
              ? id
              : name === 'href'
                ? String(each).replaceAll(/[0-9a-f]{10,32}/g, id)
                : change(each),
          ]),
        )
      }
      if (given.status === 200) given.body = change(given.body)
    }
  const outside = (requests: readonly { readonly url: URL }[]): string[] =>
    requests.map(({ url }) => url.href).filter((href) => !href.startsWith(`${BASE.href}/`) || href.includes('all=1'))

  test.each(IDS)('drift calls nothing outside of the service: %j', async (id) => {
    const service = await serviceOf({ scenario: 'newsletter' })
    await driftAgainst(service.send(EVERY(id)), { maxCalls: 150 })
    expect(service.calls.length).toBeGreaterThan(15)
    expect(outside(service.requests)).toEqual([])
  })

  test.each(IDS)('a scenario is written from an account, and nothing else is called: %j', async (id) => {
    const service = await serviceOf({ scenario: 'newsletter' })
    const { sketch } = await crawlAccount(await loadChecker({ linksAnywhere: true }), {
      base: BASE,
      key: KEY,
      send: service.send(EVERY(id)),
      clock: virtualClock(),
      rate: undefined,
      maxCalls: 100,
    })
    expect(outside(service.requests)).toEqual([])
    expect(service.calls.at(-1)).toContain('/3.0/reports?')
    await usableScenario(await makeLikeness(sketch, { name: 'like', seed: 'a', now: 0, written: 3 }))
  })

  test('the transport sends no path that leads out of the service', async () => {
    const service = await serviceOf({ scenario: 'empty' })
    const transport = new ReadTransport({
      base: BASE,
      key: KEY,
      send: service.send(),
      clock: virtualClock(),
      rate: undefined,
      maxCalls: 9,
      remark: () => {},
    })
    for (const path of ['/lists/../../x', String.raw`/lists\..\..\x`, '/lists/.\n./x', '/%2E./x', '@elsewhere.test/'])
      await expect(transport.get(path)).rejects.toThrow('leads out of the service')
    expect(service.calls).toEqual([])
  })
})

describe('what a hostile service sends back', () => {
  test.each([
    ['in a content type', (given) => void given.headers.set('content-type', `application/${KEY}`)],
    ['in another case', (given) => void given.headers.set('content-type', `application/${KEY.toUpperCase()}`)],
    ['in a header', (given) => void given.headers.set('link', `<${KEY}>; rel="describedBy"`)],
    ['in a value', (given) => void (given.body = { ...given.body, name: [KEY] })],
    [
      'behind escapes',
      (given) =>
        void (given.raw = Buffer.from(
          JSON.stringify({ ...given.body, name: [KEY] }).replaceAll('secret', String.raw`\u0073ecret`),
        )),
    ],
    [
      'as a credential',
      (given) => void (given.body = { ...given.body, name: [Buffer.from(`maildouble:${KEY}`).toString('base64')] }),
    ],
  ] satisfies readonly (readonly [string, Bend])[])('the key is not in the report: %s', async (_, bend) => {
    const service = await serviceOf({ scenario: 'starter' })
    const result = await driftAgainst(
      service.send((given) => (LIST.test(given.path) ? bend(given) : undefined)),
      { only: wayTo('getList'), values: true },
    )
    expect(differencesOf(result).length).toBeGreaterThan(0)
    const text = JSON.stringify(result)
    expect(text).not.toMatch(new RegExp(KEY, 'i'))
    expect(text).not.toContain(Buffer.from(`maildouble:${KEY}`).toString('base64'))
  })

  const CONTROLS = '\u009b31m\u202e\u2066\u200f\u0085'
  test('control characters of values are escaped', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    const send = service.send((given) => {
      if (LISTS.test(given.path)) given.body = { ...given.body, lists: CONTROLS }
    })
    const text = resultText(await driftAgainst(send, { only: wayTo('getLists'), values: true }))
    expect(text).toContain(String.raw`\u009b31m\u202e\u2066\u200f\u0085`)
  })
})
