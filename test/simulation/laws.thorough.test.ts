import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transact } from '../../src/kernel/world/tx.ts'
import { rules } from '../../src/server/runtime/rules.ts'
import type { WorldState } from '../../src/kernel/world/world.ts'
import { tableRows } from '../control/bundles/bundle-world.ts'
import { mock, type Body } from '../mock.ts'
import { Dice } from './dice.ts'
import { nextStep } from './steps.ts'
import { take } from './take.ts'

/** All rows of a world, as data. */
function contents({ clock, counters, tables }: WorldState): unknown {
  return { clock, counters: [...counters], rows: tableRows(tables) }
}

/** Takes some random steps in a world of a server, by the key of that world. */
async function wander(double: ReturnType<typeof mock>, id: string, seed: string, steps: number): Promise<string[]> {
  const handle = double.context.worlds.byId(id)
  if (!handle) throw new Error(`There is no world ${id}.`)
  const dice = new Dice(seed)
  const answers: string[] = []
  for (let i = 0; i < steps; i++) {
    const step = transact(handle.world, rules, (tx) => nextStep(tx, dice)).result
    const { status, text } = await take(double, step, id)
    answers.push(`${status} ${text}`)
  }
  return answers
}

/** The field that binds a form to its page; it differs for each page and is invalid after a reset. */
const SEAL = /name="page" value="[^"]*"/

/** Results of deliveries come from outside; none are given here. */
const SILENT = { webhooks: { mode: 'record' } } as const

const seeds = fc.string({ minLength: 1, maxLength: 8 })

describe('after any random steps', () => {
  test('a fork never changes its original, nor the original its fork', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const double = mock({ scenario: 'starter', settings: SILENT })
        await double.ready
        await wander(double, 'default', seed, 10)
        await double.call('POST /_control/fork', { id: 'fork' })
        const origin = contents(double.handle().world)
        await wander(double, 'fork', `${seed}!`, 25)
        expect(contents(double.handle().world)).toEqual(origin)
        const fork = contents(double.context.worlds.byId('fork')?.world as WorldState)
        await wander(double, 'default', `${seed}?`, 25)
        expect(contents(double.context.worlds.byId('fork')?.world as WorldState)).toEqual(fork)
      }),
      { numRuns: 12 },
    )
  })

  test('a fork answers as its original would have, except for URLs and secrets', async () => {
    const double = mock({ scenario: 'starter', settings: SILENT })
    await double.ready
    await double.call('POST /_control/fork', { id: 'fork' })
    const [inOrigin, inFork] = [await wander(double, 'default', 'same', 120), await wander(double, 'fork', 'same', 120)]
    const clients = double.context.worlds.all().map(({ world }) => world.credentials.client_id)
    const plain = (answer: string) =>
      clients
        .reduce((text, client_id) => text.replaceAll(client_id, 'client'), answer)
        .replaceAll('/_worlds/fork', '')
        .replace(/"(?:instance|code)":"[^"]+"|sig=\w+/g, '')
        .replace(SEAL, '')
    expect(inFork.map(plain)).toEqual(inOrigin.map(plain))
  })

  test('a reset restores the very beginning', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const double = mock({ scenario: 'starter', settings: { credentials: 'known', ...SILENT } })
        const { world } = await double.ready
        const first = await wander(double, 'default', seed, 30)
        await double.call('POST /_control/reset')
        expect(double.handle().world).toBe(world)
        const again = await wander(double, 'default', seed, 30)
        expect(again.map((answer) => answer.replace(SEAL, ''))).toEqual(first.map((answer) => answer.replace(SEAL, '')))
      }),
      { numRuns: 8 },
    )
  })

  test('a renamed merge tag keeps each member in the same saved segments', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const double = mock({ scenario: 'starter', settings: SILENT })
        await double.ready
        await wander(double, 'default', seed, 20)
        await double.call('POST /_control/triggers', { trigger: 'account.enable' })
        await double.call('POST /_control/triggers', { trigger: 'api_key.restore' })
        const at = '/3.0/lists/aaaaaaaaaa'
        const fields: Body[] = (await double.call(`GET ${at}/merge-fields?count=100`)).body.merge_fields ?? []
        for (const { tag } of fields) {
          // The types have different ops; each has one of these.
          const wishes = [
            { field: tag, op: 'blank_not' },
            { field: tag, op: 'contains', value: 'a' },
          ]
          for (const [place, wish] of wishes.entries())
            await double.call(`POST ${at}/segments`, { name: `${tag} ${place}`, options: { conditions: [wish] } })
        }
        const audiences = async (): Promise<unknown> => {
          const { body } = await double.call(`GET ${at}/segments?count=1000&type=saved`)
          const found = (body.segments ?? []).map(async ({ id }: Body) => {
            const { members } = (await double.call(`GET ${at}/segments/${id}/members?count=1000&fields=members.contact_id`)).body
            return [id, members]
          })
          return Promise.all(found)
        }
        const before = await audiences()
        for (const { merge_id } of fields) await double.call(`PATCH ${at}/merge-fields/${merge_id}`, { tag: `NEW${merge_id}` })
        expect(await audiences()).toEqual(before)
      }),
      { numRuns: 6 },
    )
  })

  test('an advance in two steps has the same result as in one after any random steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 5 }), async (waits) => {
        const read = async (parts: readonly number[]) => {
          const double = mock({ scenario: 'starter', settings: SILENT })
          await double.ready
          await wander(double, 'default', 'before', 20)
          for (const seconds of parts) await double.pass(`PT${seconds}S`)
          return (await double.call('GET /3.0/lists')).text
        }
        expect(await read(waits)).toBe(await read([waits.reduce((sum, seconds) => sum + seconds, 0)]))
      }),
      { numRuns: 10 },
    )
  })
})
