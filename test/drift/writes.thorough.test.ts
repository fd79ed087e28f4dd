import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readNotes } from '../../src/kit/drift/story/left-behind.ts'
import { runWrites } from '../../src/kit/drift/story/writes.ts'
import { WriteTransport } from '../../src/kit/drift/run/transport.ts'
import { BASE, differencesOf, KEY, serviceOf, virtualClock, type Bend, type Bendable, type Service } from './bent-service.ts'

let notes: string
beforeEach(() => void (notes = mkdtempSync(join(tmpdir(), 'maildouble-writes-'))))
afterEach(() => rmSync(notes, { recursive: true }))

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
    notes,
    ...options,
  })
}

/** Bends the answer to the creation of the list. */
function createdWith(change: (answer: Bendable) => void): Bend {
  return (answer) => {
    if (answer.method === 'POST' && answer.path === '/lists') change(answer)
  }
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
    expect(readdirSync(notes)).toEqual([])
  })

  test('no path is called that the run has not created', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    await written(service)
    const [created = '', ...others] = service.calls
    expect(created).toBe('POST /3.0/lists')
    const own = /^GET \/3\.0(\/lists\/\w+)$/.exec(others[0] ?? '')?.[1] ?? 'none'
    expect(others.filter((call) => !call.replace(/^\w+ \/3\.0/, '').startsWith(own))).toEqual([])
    expect(service.calls.slice(-3)).toEqual([`GET /3.0${own}`, `DELETE /3.0${own}`, `GET /3.0${own}`])
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
    await expect(transport.recognise('/lists/own', () => true)).rejects.toThrow('Nothing was created')
    await transport.create('/lists', { name: 'x' })
    expect(transport.mayBeLeft).toBe(false)
    const created = new WriteTransport({
      base: BASE,
      key: KEY,
      send: service.send((answer) => void (answer.status = 200)),
      clock: virtualClock(),
      rate: undefined,
      maxCalls: 9,
      remark: () => {},
    })
    await created.create('/lists', {})
    expect(await created.recognise('/lists/other', () => false)).toBe(false)
    await expect(created.within('GET', '/lists/other')).rejects.toThrow('only calls what it has created')
    expect(await created.recognise('/lists/own', () => true)).toBe(true)
    for (const path of [`/lists/${other}`, '/lists/own/../x', '/lists/own/%2e%2e/x', '/lists/owner', '/lists'])
      await expect(created.within('DELETE', path)).rejects.toThrow('only calls what it has created')
    await expect(created.create('/lists', {})).rejects.toThrow('one list only')
    expect(service.calls).toEqual(['POST /3.0/lists', 'POST /3.0/lists', 'GET /3.0/lists/other', 'GET /3.0/lists/own'])
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

  test.each<[string, Bend]>([
    [
      'is still there after its deletion',
      async (answer, ask) => {
        if (answer.status === 404 && /^\/lists\/\w+$/.test(answer.path)) Object.assign(answer, await ask('/'), { status: 200 })
      },
    ],
    ['was answered with 201', createdWith((answer) => void (answer.status = 201))],
    ['was answered with unreadable JSON', createdWith((answer) => void (answer.raw = Buffer.from('{"id":')))],
    ['was answered with an id that is no id', createdWith((answer) => void (answer.body.id = '../campaigns'))],
    ['was answered with 500', createdWith((answer) => void (answer.status = 500))],
    [
      'was not answered',
      createdWith(() => {
        throw new Error('reset')
      }),
    ],
  ])('a list that %s is named in the report, and by the next run', async (_, bend) => {
    const service = await serviceOf({ scenario: 'starter' })
    const { stopped } = await written(service, bend, { maxCalls: 10 })
    const [, name = 'none'] = /A list named "(maildouble drift [^"]+)" may have been created/.exec(stopped ?? '') ?? []
    expect(name).toMatch(/[0-9a-f-]{36} \(can be deleted\)$/)
    const [note = ''] = await readNotes(notes)
    expect(note).toContain(name)
    expect(note).toContain(BASE.host)
  })

  test('the list is on disk before the service is asked for it', async () => {
    const service = await serviceOf({ scenario: 'empty' })
    const seen: string[] = []
    await written(
      service,
      createdWith((answer) => {
        for (const file of readdirSync(notes)) seen.push(readFileSync(join(notes, file), 'utf8'))
        answer.status = 400
      }),
    )
    expect(seen).toEqual([expect.stringContaining('a list named "maildouble drift ')])
    // The service has refused to create it.
    expect(await readNotes(notes)).toEqual([])
  })

  test('a run that cannot note what it creates sends nothing', async () => {
    const service = await serviceOf({ scenario: 'empty' })
    notes = join(notes, '\0')
    await expect(written(service)).rejects.toThrow('Nothing was sent')
    expect(service.calls).toEqual([])
    notes = mkdtempSync(join(tmpdir(), 'maildouble-writes-'))
  })

  test('another list that the answer to the creation names is not changed', async () => {
    const service = await serviceOf({ scenario: 'starter' })
    const [other = ''] = await listsOf(service)
    const before = (await service.double.call(`GET /3.0/lists/${other}`)).body
    const result = await written(
      service,
      createdWith((answer) => void (answer.body.id = other)),
    )
    expect(result.stopped).toContain('may have been created')
    expect(service.calls).toEqual(['POST /3.0/lists', `GET /3.0/lists/${other}`, `GET /3.0/lists/${other}`])
    expect((await service.double.call(`GET /3.0/lists/${other}`)).body).toEqual(before)
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
