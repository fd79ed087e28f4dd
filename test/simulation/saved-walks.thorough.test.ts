import { describe, expect, test } from 'vitest'
import type { Store } from '../../src/server/persistence/store.ts'
import { rules } from '../../src/server/runtime/rules.ts'
import { openLowdbStore } from '../../src/server/persistence/lowdb/lowdb-store.ts'
import { MemoryStore } from '../persistence/memory-store.ts'
import { transact } from '../../src/kernel/world/tx.ts'
import { makeOneOfEach } from '../contract/one-of-each.ts'
import { contentsOf } from '../control/bundles/bundle-world.ts'
import { processOn } from '../processes.ts'
import { dataFolder } from '../persistence/data-folder.ts'
import { Dice } from './dice.ts'
import { nextStep } from './steps.ts'
import { take } from './take.ts'

/** Number of walks over each kind of store. */
const WALKS = Number(process.env['SAVED_WALKS'] ?? 4)

/** Number of steps of a walk, and of parts: a server is started for each part. */
const STEPS = 200

const FAULTS = [
  { match: { method: 'GET' }, when: { every: 9 }, effect: { problem: { preset: 'TooManyRequests' } } },
  { match: { method: 'POST' }, when: { probability: 0.1 }, effect: { problem: { preset: 'Forbidden' } } },
  { match: { via: 'batch' }, when: { every: 3 }, effect: { problem: { status: 418, title: 'Teapot' } } },
]

type Opening = () => Promise<Store>

/** Walks over successive servers on one store, each of which continues where the last one stopped. Returns all responses. */
async function walkOver(seed: string, parts: number, open: Opening): Promise<{ answers: string[]; contents: unknown }> {
  const dice = new Dice(seed)
  const plan = { scenario: 'empty', seed, settings: { webhooks: { mode: 'record' as const } } }
  const answers: string[] = []
  const hasContents = dice.often(50)
  let before: unknown
  for (let part = 0; part < parts; part++) {
    const store = await open()
    const double = await processOn(store, plan)
    if (part > 0) expect(contentsOf(double, 'default')).toEqual(before)
    if (part === 0) {
      if (hasContents) await double.plant(makeOneOfEach)
      for (const fault of FAULTS) expect((await double.call('POST /_control/faults', fault)).status).toBe(201)
    }
    for (let i = part * (STEPS / parts); i < (part + 1) * (STEPS / parts); i++) {
      if (i % 40 === 10) answers.push((await double.call('POST /_control/snapshots', { name: `at ${i}` })).text)
      if (i % 60 === 55) answers.push((await double.call(`POST /_control/snapshots/${encodeURIComponent('at 10')}/restore`)).text)
      if (i === 150) answers.push((await double.call('POST /_control/reset')).text)
      if (i === 30 || i === 151) for (const fault of FAULTS) await double.call('POST /_control/faults', fault)
      const step = transact(double.handle().world, rules, (tx) => nextStep(tx, dice)).result
      const { status, headers, text } = await take({ ...double, call: (line, body) => double.call(line, body) }, step)
      answers.push(`${i} ${JSON.stringify(step)} ${status} ${headers.get('x-request-id')} ${text}`)
    }
    for (const path of ['faults', 'snapshots', 'settings', 'clock', 'state', 'emails', 'deliveries'])
      if (part === parts - 1) answers.push((await double.call(`GET /_control/${path}`)).text)
    before = contentsOf(double, 'default')
    expect(double.said).toEqual([])
    await double.stop()
  }
  return { answers, contents: before }
}

describe('a random walk over successive servers', () => {
  const seeds = Array.from({ length: WALKS }, (_, i) => `saved-${i}`)

  test.each(seeds)(
    'the random walk %s over successive servers gets the same bytes as on one server that never stopped, in memory',
    async (seed) => {
      const [one, other] = [new MemoryStore(), new MemoryStore()]
      const straight = await walkOver(seed, 1, async () => one.view())
      expect(await walkOver(seed, 4, async () => other.view())).toEqual(straight)
    },
  )

  test.each(seeds.slice(0, 2))(
    'the random walk %s over successive servers gets the same bytes as on one server that never stopped, in a folder',
    async (seed) => {
      const folder = await dataFolder()
      const one = new MemoryStore()
      const straight = await walkOver(seed, 1, async () => one.view())
      expect(await walkOver(seed, 4, () => openLowdbStore(folder, { recover: false, log: () => {} }))).toEqual(straight)
    },
  )
})
