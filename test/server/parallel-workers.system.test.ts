import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../../src/index.ts'
import { receiver } from '../receiver.ts'
import { differencesBetween, workersAtOnce } from './workers-at-once.ts'

let server: RunningServer
let hooks: Awaited<ReturnType<typeof receiver>>
const logged: string[] = []

beforeAll(async () => {
  server = await startServer({ clock: { mode: 'frozen', rate: 0 }, log: (message) => logged.push(message) })
  hooks = await receiver()
})

afterAll(async () => {
  hooks.close()
  await server.stop()
})

test('fifty workers on one port do the same at once without affecting each other', async () => {
  const left = await workersAtOnce(server.url, hooks)
  const [first] = left
  expect(left).toHaveLength(50)
  expect(differencesBetween(left, first)).toEqual([])
  expect(first?.['clock']).toContain('2026-01-15T09:57:')
  expect(logged).toEqual([])
})
