import { describe, expect, test } from 'vitest'
import { rules } from '../../src/server/runtime/rules.ts'
import type { WorldHandle } from '../../src/server/runtime/world-handle.ts'
import { transact } from '../../src/kernel/world/tx.ts'
import { makeOneOfEach } from '../contract/one-of-each.ts'
import { bundleOf, contentsOf, inWorld, journalOf, NEW_LIST, replay } from '../control/bundles/bundle-world.ts'
import { mock } from '../mock.ts'
import { receiver } from '../receiver.ts'
import { Dice } from './dice.ts'
import { nextStep, type WalkStep } from './steps.ts'
import { take } from './take.ts'

/** Number of walks in all. */
const WALKS = Number(process.env['BUNDLES'] ?? 10)

/** Number of steps of a walk. */
const STEPS = 200

const EVERYTHING = {
  events: { subscribe: true, unsubscribe: true, profile: true, cleaned: true, upemail: true, campaign: true },
  sources: { user: true, admin: true, api: true },
}

/** Faults of all kinds that fire now and then. */
const FAULTS = [
  { match: {}, when: { probability: 0.2 }, effect: { latency: { min: 0, max: 4 } } },
  { match: { method: 'POST' }, when: { probability: 0.1 }, effect: { connection: 'reset' } },
  { match: {}, when: { every: 13 }, effect: { problem: { preset: 'TooManyRequests' } } },
  { match: { method: 'POST' }, when: { every: 7 }, effect: { connection: 'truncate' }, stage: 'after' },
  { match: { method: 'GET' }, when: { every: 9 }, effect: { mutate: 'add_unknown_fields' } },
  { match: { via: 'batch' }, when: { every: 3 }, effect: { problem: { status: 418, title: 'Teapot' } } },
]

/** A world for a walk; every other one is a fork of a world with resources of all kinds. */
async function startWorld(seed: string, dice: Dice, options: object) {
  const server = mock({ seed })
  await server.ready
  if (dice.often(50)) {
    await server.plant(makeOneOfEach)
    await server.call('PATCH /_control/settings', options)
    await server.call('POST /_control/fork', { id: 'walk' })
  } else await server.call('POST /_control/worlds', { id: 'walk', scenario: 'empty', seed, settings: options })
  const handle = server.context.worlds.byId('walk')
  if (!handle) throw new Error('There is no world to walk in.')
  const world = inWorld(server, { id: 'walk', api_key: handle.world.credentials.api_key })
  for (const name of ['One', 'Two']) await world.service('POST /3.0/lists', { ...NEW_LIST, name })
  return { server, handle, ...world }
}

function choose(handle: WorldHandle, dice: Dice): WalkStep {
  return transact(handle.world, rules, (tx) => nextStep(tx, dice)).result
}

/** Replays a world on another server and compares everything observable of the two. */
async function expectSameElsewhere(source: Awaited<ReturnType<typeof startWorld>>): Promise<void> {
  const bundle = await bundleOf(source)
  const copy = await replay(bundle)
  expect(copy.replay).toEqual({ steps: bundle.steps.length, differences: [], differences_total: 0 })
  expect(contentsOf(copy.server, 'walk')).toEqual(contentsOf(source.server, 'walk'))
  expect(journalOf(copy.server, 'walk')).toEqual(journalOf(source.server, 'walk'))
  expect(await bundleOf(copy)).toEqual(bundle)
  expect(copy.server.defects).toEqual([])
}

describe('a random walk', () => {
  test.each(Array.from({ length: Math.ceil(WALKS * 0.6) }, (_, i) => `bundle-${i}`))(
    'the random walk %s is replayed identically on another server, step by step',
    async (seed) => {
      const dice = new Dice(seed)
      const source = await startWorld(seed, dice, { webhooks: { mode: 'record' } })
      for (let i = 0; i < STEPS; i++) await take(source.server, choose(source.handle, dice), 'walk')
      await expectSameElsewhere(source)
      const renamed = await replay(await bundleOf(source), source.server)
      expect(renamed.replay.differences).toEqual([])
    },
  )

  test.each(Array.from({ length: Math.floor(WALKS * 0.4) }, (_, i) => `crowd-${i}`))(
    'the random walk %s, one of many concurrent ones with faults, webhooks, snapshots and a running clock, is replayed identically',
    async (seed) => {
      const hooks = await receiver((_request, response, count) => {
        response.statusCode = count % 3 === 0 ? 500 : 200
        response.end()
      })
      const dice = new Dice(seed)
      const source = await startWorld(seed, dice, { connections: 3, webhooks: { validation: 'strict' } })
      const { service, control } = source
      for (const fault of FAULTS) expect((await control('POST /faults', fault)).status).toBe(201)
      const { body } = await service('GET /3.0/lists').catch(() => service('GET /3.0/lists'))
      for (const list of body.lists ?? [])
        await service(`POST /3.0/lists/${list.id}/webhooks`, { url: hooks.url, ...EVERYTHING }).catch(ignore)
      if (dice.often(50)) await control('PATCH /clock', { mode: 'scaled', rate: 3_000 })
      for (let i = 0; i < STEPS / 5; i++) {
        const steps = Array.from({ length: 5 }, () => choose(source.handle, dice))
        const crowd: Promise<unknown>[] = steps.map((step) => take(source.server, step, 'walk').catch(ignore))
        if (i === 12) crowd.push(control('POST /snapshots', { name: 'middle' }))
        if (i === 25) crowd.push(control('POST /snapshots/middle/restore'))
        await Promise.all(crowd)
      }
      await control('PATCH /clock', { mode: 'frozen' })
      await control('POST /clock/advance', { by: 'PT1H' })
      await control('POST /clock/advance', { by: 1 })
      const sent = hooks.received.length
      await expectSameElsewhere(source)
      expect(hooks.received).toHaveLength(sent)
      hooks.close()
    },
  )
})

function ignore(): undefined {
  return undefined
}
