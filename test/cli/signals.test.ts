import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { endOnSignals } from '../../src/kit/cli/signals.ts'

/** A stopping process with a call in flight that is never answered. */
function stopping() {
  const events = new EventEmitter()
  const codes: number[] = []
  const signals: string[] = []
  let now = 0
  const end = endOnSignals(
    { onSignal: (signal) => void signals.push(signal), stop: () => new Promise(() => {}) },
    { on: (signal, listener) => events.on(signal, listener), exit: (code) => void codes.push(code), now: () => now },
  )
  const signal = (name: string, at: number): void => {
    now = at
    events.emit(name, name)
  }
  return { signal, end, codes, signals }
}

test.each([
  ['SIGTERM', 'SIGINT', 130],
  ['SIGINT', 'SIGTERM', 143],
])('a process that gets %s and then %s exits immediately with %i', (first, second, status) => {
  const { signal, codes, signals } = stopping()
  signal(first, 1_000)
  expect(codes).toEqual([])
  signal(second, 1_001)
  expect([signals, codes]).toEqual([[first], [status]])
})

test('a signal delivered twice by one key press counts once', () => {
  const { signal, codes, signals } = stopping()
  signal('SIGINT', 1_000)
  signal('SIGINT', 1_249)
  expect([signals, codes]).toEqual([['SIGINT'], []])
})

test('a signal repeated after a quarter of a second exits immediately', () => {
  const { signal, codes, signals } = stopping()
  signal('SIGINT', 1_000)
  signal('SIGINT', 1_250)
  expect([signals, codes]).toEqual([['SIGINT'], [130]])
})

test('a process that stops for another reason exits immediately at the first signal, and stops once', () => {
  const { signal, end, codes, signals } = stopping()
  expect([end(), end()]).toEqual([true, false])
  expect(codes).toEqual([])
  signal('SIGTERM', 1_000)
  expect([signals, codes]).toEqual([[], [143]])
})

test('a process that got a signal does not stop for another reason as well', () => {
  const { signal, end } = stopping()
  signal('SIGTERM', 1_000)
  expect(end()).toBe(false)
})
