import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { endOnSignals } from '../../src/cli/signals.ts'

/** A stopping process with a call in flight that is never answered. */
function stopping() {
  const events = new EventEmitter()
  const codes: number[] = []
  const told: string[] = []
  let now = 0
  endOnSignals(
    { onSignal: (signal) => void told.push(signal), stop: () => new Promise(() => {}) },
    { on: (signal, listener) => events.on(signal, listener), exit: (code) => void codes.push(code), now: () => now },
  )
  const signal = (name: string, at: number): void => {
    now = at
    events.emit(name, name)
  }
  return { signal, codes, told }
}

test.each([
  ['SIGTERM', 'SIGINT', 130],
  ['SIGINT', 'SIGTERM', 143],
])('a process that gets %s and then %s exits immediately with %i', (first, second, status) => {
  const { signal, codes, told } = stopping()
  signal(first, 1_000)
  expect(codes).toEqual([])
  signal(second, 1_001)
  expect([told, codes]).toEqual([[first], [status]])
})

test('a signal delivered twice by one key press counts once', () => {
  const { signal, codes, told } = stopping()
  signal('SIGINT', 1_000)
  signal('SIGINT', 1_249)
  expect([told, codes]).toEqual([['SIGINT'], []])
})

test('a signal repeated after a quarter of a second exits immediately', () => {
  const { signal, codes, told } = stopping()
  signal('SIGINT', 1_000)
  signal('SIGINT', 1_250)
  expect([told, codes]).toEqual([['SIGINT'], [130]])
})
