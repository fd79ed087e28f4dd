import { describe, expect, test } from 'vitest'
import { ReadTransport } from '../../src/kit/drift/run/transport.ts'
import { resultText } from '../../src/kit/cli/comparison/text.ts'
import { BASE, differencesOf, driftAgainst, KEY, serviceOf, virtualClock, wayTo } from './bent-service.ts'

const SOME = wayTo('getMember', 'getReport', 'getCampaign')

describe('a run of drift', () => {
  test('nothing but GET is sent, one call at a time', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    let inFlight = 0
    let most = 0
    const send = service.send()
    const result = await driftAgainst(
      async (request) => {
        most = Math.max(most, ++inFlight)
        return send(request).finally(() => inFlight--)
      },
      { maxCalls: 120 },
    )
    expect(service.calls.length).toBe(120)
    expect(service.calls.filter((call) => !call.startsWith('GET '))).toEqual([])
    expect(most).toBe(1)
    expect(result.outcome).toBe('agrees')
  })

  test('the transport that reads refuses every other method before anything is sent', async () => {
    class Writing extends ReadTransport {
      post(): Promise<unknown> {
        return this.call({ method: 'POST', path: '/lists', body: '{}' })
      }
    }
    const service = await serviceOf({ scenario: 'empty' })
    const transport = new Writing({
      base: BASE,
      key: KEY,
      send: service.send(),
      clock: virtualClock(),
      rate: undefined,
      maxCalls: 10,
      remark: () => {},
    })
    await expect(transport.post()).rejects.toThrow('This run never sends POST.')
    expect(service.calls).toEqual([])
  })

  test('calls are at least as far apart as the rate says', async () => {
    const service = await serviceOf({ scenario: 'empty' })
    const clock = virtualClock()
    const begun = clock.at
    const starts: number[] = []
    const send = service.send()
    await driftAgainst(
      (request) => {
        starts.push(clock.at - begun)
        return send(request)
      },
      { clock, rate: 2, maxCalls: 20 },
    )
    expect(starts).toEqual(Array.from({ length: 20 }, (_, i) => i * 500))
  })

  test('a call that was answered with 429 waits as long as Retry-After says', async () => {
    const service = await serviceOf({ scenario: 'empty' })
    const clock = virtualClock()
    let isFirst = true
    const send = service.send((answer) => {
      if (!isFirst) return
      isFirst = false
      answer.status = 429
      answer.headers.set('retry-after', '42')
    })
    const result = await driftAgainst(send, { clock, only: wayTo('getRoot') })
    expect(clock.waits).toEqual([42_000])
    expect(result.outcome).toBe('agrees')
  })

  test('a service that throttles without end stops the run, and nothing is said about it', async () => {
    const service = await serviceOf({ scenario: 'empty' })
    const result = await driftAgainst(service.send((answer) => void (answer.status = 429)))
    expect(result.outcome).toBe('unknown')
    expect(result.stopped).toContain('answered with 429 again and again')
    expect(service.calls.length).toBe(6)
  })

  test('a redirect to another server is not followed', async () => {
    const service = await serviceOf({ scenario: 'empty' })
    const result = await driftAgainst(
      service.send((answer) => {
        if (answer.path !== '/lists') return
        answer.status = 302
        answer.headers.set('location', 'http://elsewhere.test/3.0/lists')
      }),
      { only: wayTo('getLists') },
    )
    expect(service.requests.filter(({ url }) => url.host !== BASE.host)).toEqual([])
    expect(differencesOf(result)).toMatchObject([{ operation: 'getLists', aspect: 'status', at: '302' }])
  })

  test('a link to another server is not followed', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    await driftAgainst(
      service.send((answer) => {
        if (answer.body !== undefined)
          answer.body = JSON.parse(JSON.stringify(answer.body).replaceAll('maildouble.test', 'elsewhere.test'))
      }),
      { maxCalls: 60 },
    )
    expect(service.requests.filter(({ url }) => url.host !== BASE.host)).toEqual([])
  })

  test('a run that is interrupted keeps what it has found', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    const interrupted = new AbortController()
    const send = service.send(({ number }) => {
      if (number === 30) interrupted.abort()
    })
    const result = await driftAgainst(send, { only: SOME, signal: interrupted.signal })
    expect(result.stopped).toBe('The run was interrupted.')
    expect(result.outcome).toBe('unknown')
    expect(result.calls).toBe(30)
    expect(service.calls.length).toBe(30)
  })

  test('a broken connection ends the run, which keeps what it has found', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    const result = await driftAgainst(
      service.send(({ number }) => {
        if (number > 20) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      }),
    )
    expect(result.outcome).toBe('unknown')
    expect(result.stopped).toContain('cannot be reached')
    expect(result.seen.reads.seen).toBeGreaterThan(10)
  })
})

describe('a report of drift', () => {
  /** Texts of the account, bent into texts that are easy to find. */
  const MARK = /zq\d+x/
  const marked = async (values: boolean) => {
    const service = await serviceOf({ scenario: 'newsletter' })
    let marks = 0
    const mark = (value: unknown, name: string): unknown => {
      if (Array.isArray(value)) return value.map((each) => mark(each, name))
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, key === '_links' ? each : mark(each, key)]))
      return typeof value === 'string' && name !== 'rel' ? `zq${marks++}x` : value
    }
    return driftAgainst(
      service.send((answer) => void (answer.body = mark(answer.body, ''))),
      { values, maxCalls: 150 },
    )
  }

  test('no value of the account and no key is in a report', async () => {
    const result = await marked(false)
    expect(differencesOf(result).length).toBeGreaterThan(50)
    for (const text of [JSON.stringify(result), resultText(result)]) {
      expect(text).not.toMatch(MARK)
      expect(text).not.toContain(KEY)
    }
  })

  test('values are in a report that was asked for them, and never the key', async () => {
    const result = await marked(true)
    expect(JSON.stringify(result)).toMatch(MARK)
    expect(JSON.stringify(result)).not.toContain(KEY)
  })

  test('no line of the text is wider than 80 columns', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    const result = await driftAgainst(
      service.send((answer) => {
        if (answer.body?._links) answer.body._links.reverse()
      }),
      { maxCalls: 80, values: false },
    )
    expect(result.outcome).toBe('differs')
    expect(
      resultText(result)
        .split('\n')
        .filter((line) => line.length > 80),
    ).toEqual([])
  })
})
