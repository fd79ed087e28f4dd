import { describe, expect, test } from 'vitest'
import { mock } from '../../mock.ts'

const DOWN = { effect: { problem: { preset: 'TooManyRequests' } } }

/** A world with a fault, and a function that moves its clock and returns the status of a call and the state of the window. */
async function withWindow(when: object, options: Parameters<typeof mock>[0] = {}) {
  const { call } = mock(options)
  const { status, body } = await call('POST /_control/faults', { ...DOWN, when })
  const at = async (to: string) => {
    await call('POST /_control/clock/advance', { to })
    const { window } = (await call('GET /_control/faults/1')).body
    return [(await call('GET /3.0/ping')).status, window?.state]
  }
  return { status, body, call, at }
}

describe('the condition between', () => {
  test.each([
    ['instants', ['2026-01-15T09:10:00Z', '2026-01-15T09:30:00Z']],
    ['durations from now', ['PT10M', 1_800_000]],
  ])('an outage given by %s begins and ends by the clock of the world', async (_, between) => {
    const { body, at } = await withWindow({ between })
    expect(body.when).toEqual({ between: ['2026-01-15T09:10:00.000Z', '2026-01-15T09:30:00.000Z'] })
    expect(body.window).toEqual({ state: 'coming', from: '2026-01-15T09:10:00.000Z', to: '2026-01-15T09:30:00.000Z' })
    expect(await at('2026-01-15T09:09:59.999Z')).toEqual([200, 'coming'])
    expect(await at('2026-01-15T09:10:00Z')).toEqual([429, 'active'])
    expect(await at('2026-01-15T09:29:59.999Z')).toEqual([429, 'active'])
    expect(await at('2026-01-15T09:30:00Z')).toEqual([200, 'past'])
  })

  test.each([
    [['PT30M', 'PT10M'], 'must end after its start'],
    [['2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z'], 'and after 2026-01-15T09:00:00.000Z, the time of the world'],
    [[0, 1e300], 'must be two ISO 8601 instants, or durations from now'],
    [['PT0S', `P${'9'.repeat(30)}D`], 'must be two ISO 8601 instants, or durations from now'],
    [['soon', 'PT1H'], 'must be two ISO 8601 instants, or durations from now'],
  ])('the window %j is refused', async (between, message) => {
    const { status, body } = await withWindow({ between })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ pointer: '/when/between', message: expect.stringContaining(message) }])
  })
})

describe('the condition daily', () => {
  test('an outage happens at the same time of each day', async () => {
    const { at, body } = await withWindow({ daily: { from: '10:00', for: 'PT20M' } })
    expect(body.when).toEqual({ daily: { from: '10:00', for: 'PT20M' } })
    expect(await at('2026-01-15T09:59:00Z')).toEqual([200, 'coming'])
    expect(await at('2026-01-15T10:00:00Z')).toEqual([429, 'active'])
    expect(await at('2026-01-15T10:20:00Z')).toEqual([200, 'coming'])
    expect(await at('2026-01-16T10:19:59Z')).toEqual([429, 'active'])
  })

  test('a daily outage may reach past midnight', async () => {
    const { at } = await withWindow({ daily: { from: '23:30', for: 'PT1H' } })
    expect(await at('2026-01-15T23:29:59Z')).toEqual([200, 'coming'])
    expect(await at('2026-01-16T00:29:59Z')).toEqual([429, 'active'])
    expect(await at('2026-01-16T00:30:00Z')).toEqual([200, 'coming'])
  })

  test.each([
    [{ daily: { from: '10:00', for: 'PT0S' } }, '/when/daily/for'],
    [{ daily: { from: '10:00', for: 'P2D' } }, '/when/daily/for'],
    [{ daily: { from: '25:00', for: 'PT1H' } }, '/when/daily/from'],
    [{ daily: { from: '10:00', for: 'PT1H' }, between: [0, 'PT1H'] }, '/when/daily'],
    [{ ramp: 1 }, '/when/ramp'],
    [{ between: ['PT1H', 'PT2H'], until: '2026-01-15T09:30:00Z' }, '/when/until'],
  ])('the condition %j is refused at %s', async (when, pointer) => {
    const { status, body } = await withWindow(when)
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ pointer }])
  })
})

describe('the condition ramp', () => {
  /** Number of failed calls among ten, for each tenth of a window of an hour. */
  async function failures(seed: string) {
    const { call } = await withWindow({ between: [0, 'PT1H'], ramp: 1 }, { seed })
    const counts: number[] = []
    for (let part = 0; part < 10; part++) {
      await call('POST /_control/clock/advance', { by: part === 0 ? 'PT3M' : 'PT6M' })
      let failed = 0
      for (let i = 0; i < 10; i++) if ((await call('GET /3.0/ping')).status === 429) failed++
      counts.push(failed)
    }
    return counts
  }

  test('the share of failures rises until the middle of the window, falls to its end, and depends only on the seed', async () => {
    const counts = await failures('one')
    const sum = (from: number, to: number) => counts.slice(from, to).reduce((all, each) => all + each, 0)
    expect(sum(4, 6)).toBeGreaterThan(sum(0, 2) + sum(8, 10))
    expect(counts[0]).toBeLessThan(5)
    expect(sum(4, 6)).toBeGreaterThan(12)
    expect(await failures('one')).toEqual(counts)
    expect(await failures('two')).not.toEqual(counts)
  })
})
