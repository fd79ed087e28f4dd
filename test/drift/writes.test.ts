import { describe, expect, test } from 'vitest'
import { runWrites } from '../../src/kit/drift/story/writes.ts'
import { WriteTransport } from '../../src/kit/drift/run/transport.ts'
import { BASE, differencesOf, KEY, serviceOf, virtualClock, type Bend, type Service } from './bent-service.ts'

/** A service whose time goes on while the run waits. */
async function written(service: Service, bend?: Bend, options: { maxCalls?: number; signal?: AbortSignal } = {}) {
  const clock = virtualClock()
  const wait = async (ms: number): Promise<void> => {
    await service.double.pass(`PT${ms / 1000}S`)
    await clock.wait(ms)
  }
  return runWrites({
    base: BASE,
    key: KEY,
    send: service.send(bend),
    clock: { now: clock.now, wait },
    rate: undefined,
    maxCalls: 300,
    domain: 'example.com',
    values: true,
    ...options,
  })
}

async function listsOf({ double }: Service): Promise<readonly string[]> {
  const { body } = await double.call('GET /3.0/lists?count=100')
  return body.lists.map(({ id }: { id: string }) => id)
}

describe('drift --writes', () => {
  test('a service that is the double itself does not differ, and the list is gone afterwards', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    const before = await listsOf(service)
    const result = await written(service)
    expect(differencesOf(result)).toEqual([])
    expect(result.outcome).toBe('agrees')
    expect(result.stopped).toBeUndefined()
    expect(await listsOf(service)).toEqual(before)
    expect(result.seen.operations.seen).toBeGreaterThan(20)
  })

  test('no path is called that the run has not created', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    await written(service)
    const [created = '', ...others] = service.calls
    expect(created).toBe('POST /3.0/lists')
    const own = /^GET \/3\.0(\/lists\/\w+)$/.exec(others[0] ?? '')?.[1] ?? 'none'
    const foreign = others.filter((call) => {
      const path = call.replace(/^\w+ \/3\.0/, '')
      return !path.startsWith(own) && !/^\/batches(?:\/\w+)?$/.test(path)
    })
    expect(foreign).toEqual([])
    expect(service.calls.at(-1)).toBe(`DELETE /3.0${own}`)
  })

  test('the transport refuses what is not below the list of the run', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    const transport = new WriteTransport({
      base: BASE,
      key: KEY,
      send: service.send(),
      clock: virtualClock(),
      rate: undefined,
      maxCalls: 9,
      remark: () => {},
    })
    const [other = ''] = await listsOf(service)
    await expect(transport.within('DELETE', `/lists/${other}`)).rejects.toThrow('only calls what it has created')
    await transport.create('/lists', {}, () => '/lists/own')
    for (const path of [`/lists/${other}`, '/lists/own/../x', '/lists/own/%2e%2e/x', '/lists/owner', '/lists'])
      await expect(transport.within('DELETE', path)).rejects.toThrow('only calls what it has created')
    await expect(transport.startBatch('/batches', {}, [`/lists/${other}/members`], () => undefined)).rejects.toThrow(
      'A batch only calls',
    )
    await expect(transport.create('/lists', {}, () => undefined)).rejects.toThrow('one list only')
    expect(service.calls).toEqual(['POST /3.0/lists'])
  })

  test.each([
    [
      'the service cannot be reached any more for a change',
      (): Bend => (answer) => {
        if (answer.number === 30) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
      },
    ],
    ['the maximum of calls is reached', (): Bend => () => {}],
  ])('the list is deleted when %s', async (name, bend) => {
    const service = await serviceOf({ scenario: 'starter' })
    const before = await listsOf(service)
    const result = await written(service, bend(), name.includes('maximum') ? { maxCalls: 25 } : {})
    expect(result.stopped).toBeDefined()
    expect(await listsOf(service)).toEqual(before)
  })

  test('the list is deleted when the run is interrupted', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    const before = await listsOf(service)
    const interrupted = new AbortController()
    const result = await written(
      service,
      ({ number }) => {
        if (number === 20) interrupted.abort()
      },
      { signal: interrupted.signal },
    )
    expect(result.stopped).toBe('The run was interrupted.')
    expect(await listsOf(service)).toEqual(before)
  })

  test('a list that cannot be deleted is named in the report', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    const result = await written(
      service,
      (answer) => {
        if (answer.method === 'DELETE' && /^\/lists\/\w+$/.test(answer.path)) answer.status = 403
      },
      { maxCalls: 10 },
    )
    expect(result.stopped).toContain('could not be deleted. Its name begins with "maildouble drift"')
  })

  test('another answer to a step is found, at its operation', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    const result = await written(service, (answer) => {
      if (answer.status === 400 && answer.body.title === 'Member Exists') answer.body.title = 'Conflict'
      if (answer.method === 'PUT' && answer.body?.vip === true) answer.body.language = 'fr'
    })
    expect(differencesOf(result)).toContainEqual(
      expect.objectContaining({ operation: 'addMember', aspect: 'replay', at: 'add a member twice' }),
    )
    expect(differencesOf(result)).toContainEqual(
      expect.objectContaining({
        operation: 'setMember',
        aspect: 'replay',
        at: 'update a member by PUT /language',
        found: 'another value',
      }),
    )
  })
})
