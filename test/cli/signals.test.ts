import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { endOnSignals } from '../../src/cli/signals.ts'

/** A process that is told to stop, while a call in flight is never answered. */
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
])('a process that is told by %s and then by %s exits at once with %i', (first, second, status) => {
  const { signal, codes, told } = stopping()
  signal(first, 1_000)
  expect(codes).toEqual([])
  signal(second, 1_001)
  expect([told, codes]).toEqual([[first], [status]])
})

test('a signal that comes twice from one key press counts once', () => {
  const { signal, codes, told } = stopping()
  signal('SIGINT', 1_000)
  signal('SIGINT', 1_249)
  expect([told, codes]).toEqual([['SIGINT'], []])
})

test('a signal that comes again a quarter of a second later exits at once', () => {
  const { signal, codes, told } = stopping()
  signal('SIGINT', 1_000)
  signal('SIGINT', 1_250)
  expect([told, codes]).toEqual([['SIGINT'], [130]])
})
