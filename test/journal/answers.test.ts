import { describe, expect, test } from 'vitest'
import { WorldHandle } from '../../src/server/runtime/world-handle.ts'
import { JOURNAL_BYTES_MAX } from '../../src/server/log/journal.ts'
import type { Call } from '../../src/server/log/call.ts'
import { hmac } from '../../src/kernel/support/digest.ts'
import { mock } from '../mock.ts'
import { arrivedCall, NO_PARTS } from './arrived-call.ts'

const KIB = 'k'.repeat(1024)

/** The journal of a new world, and calls of a path that is answered with the given text. */
async function journal() {
  const { world } = await mock().ready
  const { log } = new WorldHandle(world, world)
  const { journal: kept } = log
  let number = 0
  const call = (answer: string, path = '/3.0/lists', method = 'GET'): Call => {
    const id = `id-${++number}`
    const entry = log.arrive(arrivedCall({ id, method, path }))
    log.answer(entry, { status: 200, headers: { 'x-request-id': id }, text: answer }, NO_PARTS)
    return entry
  }
  return { kept, call, weighed: () => kept.bytes }
}

describe('responses in the journal', () => {
  test('responses in the journal are stored once for equal calls with equal responses, whatever comes in between', async () => {
    const { call, weighed } = await journal()
    const [first, other, posted] = [call(KIB), call(`${KIB}!`, '/3.0/ping'), call(KIB, '/3.0/lists', 'POST')]
    const before = weighed()
    const again = call(KIB)
    expect(again.response).toBe(first.response)
    expect(again.response?.body).toBe(KIB)
    expect(weighed() - before).toBeLessThan(1024)
    expect([other.response?.body, posted.response === first.response]).toEqual([`${KIB}!`, false])
  })

  test('responses in the journal are stored separately when they differ', async () => {
    const { call } = await journal()
    const [first, changed, back] = [call(KIB), call(`${KIB}!`), call(KIB)]
    expect([changed.response?.body, back.response?.body]).toEqual([`${KIB}!`, KIB])
    expect(back.response).not.toBe(first.response)
  })

  test('responses in the journal longer than the recorded part are stored once if all of their bytes are equal', async () => {
    const { call, weighed } = await journal()
    const long = KIB.repeat(100)
    const first = call(long)
    const before = weighed()
    expect(call(long).response).toBe(first.response)
    expect(weighed() - before).toBeLessThan(1024)
    const others = [`${long}!`, `${long.slice(0, -1)}!`, `!${long.slice(1)}`].map((text) => call(text))
    expect(others.map(({ response }) => response === first.response)).toEqual([false, false, false])
    expect(others.map(({ response }) => response?.cut)).toEqual([36_865, 36_864, 36_864])
  })

  test('responses in the journal count towards the limit as long as one of their calls is kept', async () => {
    const { kept, call } = await journal()
    for (let i = 0; i < 3; i++) call(KIB)
    for (let left = 2; left > 0; left--) {
      kept.evictOldest()
      expect(kept.size).toBe(left)
      expect(kept.bytes).toBeGreaterThan(1024)
    }
    kept.evictOldest()
    expect([kept.size, kept.bytes]).toEqual([0, 0])
    call(KIB)
    expect(kept.bytes).toBeGreaterThan(1024)
  })

  test('repeated responses in the journal leave room for very many calls', async () => {
    const { kept, call } = await journal()
    for (let i = 0; i < 20_000; i++) call(KIB.repeat(32))
    expect([kept.size, kept.evicted]).toEqual([20_000, 0])
    expect(kept.bytes).toBeLessThan(JOURNAL_BYTES_MAX)
  })

  test('repeated responses in the journal start from zero after all are deleted', async () => {
    const { kept, call } = await journal()
    const before = call(KIB)
    kept.deleteAll()
    expect(call(KIB).response).not.toBe(before.response)
    expect(kept.bytes).toBeGreaterThan(1024)
  })
})

test('a repeated response is stored again once something in it has become a secret', async () => {
  const { world } = await mock().ready
  const handle = new WorldHandle(world, world)
  const token = hmac(`${world.seed}/${world.id}`, 'oauth.token/1').slice(0, 32)
  const ask = (id: string) => {
    const entry = handle.log.arrive(arrivedCall({ id, path: '/3.0/lists' }))
    handle.log.answer(entry, { status: 200, headers: { 'x-request-id': id }, text: `{"note":"${token}"}` }, NO_PARTS)
    return entry.response
  }
  const before = ask('one')
  expect(ask('two')).toBe(before)
  handle.world = { ...world, counters: new Map([...world.counters, ['secret:oauth.token', 1]]) }
  expect(ask('three')?.body).toBe('{"note":"{{token:1}}"}')
  expect(ask('four')?.body).toBe('{"note":"{{token:1}}"}')
})

test('a repeated response with a record is stored without its constant links and read back as sent', async () => {
  const { call, handle } = mock({ scenario: 'starter' })
  const path = `/3.0/lists/aaaaaaaaaa/members`
  const [{ email_address }] = (await call(`GET ${path}?count=1`)).body.members
  const sent = [await call(`GET ${path}/${email_address}`), await call(`GET ${path}/${email_address}`)]
  const [first, second] = handle().log.journal.all().slice(-2)
  expect(second?.response).toBe(first?.response)
  expect([first, second].map((entry) => entry?.response?.body)).toEqual(sent.map(({ text }) => text))
  expect(first?.response?.weight).toBeLessThan(sent[0]?.text.length ?? 0)
})

test('a repeated response with a record is stored as changed by a fault', async () => {
  const { call, handle } = mock({ scenario: 'starter' })
  const path = `/3.0/lists/aaaaaaaaaa/members`
  const [{ email_address }] = (await call(`GET ${path}?count=1`)).body.members
  const plain = await call(`GET ${path}/${email_address}`)
  await call('POST /_control/faults', { effect: { mutate: 'add_unknown_fields' } })
  const mutated = await call(`GET ${path}/${email_address}`)
  const kept = handle().log.journal.all().slice(-2)
  expect(mutated.text).not.toBe(plain.text)
  expect(kept.map(({ response }) => response?.body)).toEqual([plain.text, mutated.text])
})
