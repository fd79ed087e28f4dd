import { DEFAULT_SETTINGS } from '../../src/kernel/contract/settings.ts'
import { defineMachine } from '../../src/kernel/world/machine.ts'
import { defineTable } from '../../src/kernel/world/table.ts'
import type { WorldRules } from '../../src/kernel/world/tx.ts'
import { emptyWorld, type WorldState } from '../../src/kernel/world/world.ts'

/** A sample table to test the kernel with. */
export interface ThingRow {
  readonly seq: number
  readonly id: number
  readonly colour: string
  readonly size: number
  readonly status: 'new' | 'used' | 'broken'
}

export const things = defineTable<ThingRow>()('test_things', {
  key: ['id'],
  indexes: { byColour: ['colour', 'size'] },
})

export const thingMachine = defineMachine(things, {
  name: 'thing',
  states: { new: 'initial', used: 'reached', broken: 'reached' },
  moves: {
    use: { from: ['new', 'used'], to: 'used', unless: (thing) => thing.size > 100 },
    break: { from: ['used'], to: 'broken' },
  },
  refuse: (thing, move) => new Error(`cannot ${move} what is ${thing.status}`),
})

export const rules: WorldRules = {
  react: () => {},
  jobs: {
    'thing.break': (tx, subject) => {
      const thing = tx.first(things.key, { id: Number(subject) })
      if (thing) tx.put(things, { ...thing, colour: `broken at ${tx.nowMs}` })
    },
    'thing.chain': (tx, subject) => {
      tx.insert(things, { id: tx.count('thing'), colour: `${subject}@${tx.nowMs}`, size: 0, status: 'new' })
      if (subject.length < 3) tx.schedule('thing.chain', subject.length === 1 ? 0 : 5, `${subject}+`)
    },
  },
}

/** An empty world at the instant zero. */
export function worldOfThings(seed = 'kernel'): WorldState {
  return emptyWorld({
    id: 'test',
    scenario: 'none',
    seed,
    base_url: 'http://maildouble.test',
    clock: { now: 0, mode: 'frozen', rate: 0 },
    // The kernel does not read settings.
    settings: DEFAULT_SETTINGS,
    credentials: { api_key: 'k-dc1', dc: 'dc1', client_id: '', client_secret: '', redirect_uri: '' },
  })
}
