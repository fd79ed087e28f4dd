import type { Schemas } from '../../client/contract.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { type ToolAnswer, call, dataLine, dataText, ToolError } from '../answer.ts'
import { declareFunction, declareOperation } from '../tool.ts'
import { OWN_WORLD } from '../world-access.ts'

export const listWorlds = declareFunction({
  name: 'list_worlds',
  title: 'List worlds and scenarios',
  description:
    'Lists the worlds of the server (each is an account with its own data, clock and history), and the scenarios that new worlds can ' +
    'be made from. Begin here.',
  operations: ['getWorlds', 'getScenarios'],
  changes: 'nothing',
  async run(_, { maildouble, access }) {
    const [worlds, unreadable, scenarios] = await Promise.all([
      maildouble.worlds.statuses(),
      maildouble.worlds.unreadable(),
      maildouble.scenarios.list(),
    ])
    // The newest worlds belong to running tests, and `default` is the first one.
    const shown = worlds.length > WORLDS_MAX ? [...worlds.slice(0, 1), ...worlds.slice(1 - WORLDS_MAX)] : worlds
    return {
      headline: `The server at ${maildouble.url} has ${formatCount(worlds.length, 'world')}. You may change those with "may_change".`,
      data: [
        ...shown.map((world) => {
          const { id, scenario, base_url } = world
          return dataLine({ world: id, scenario, base_url, may_change: access.isWritable(world) })
        }),
        ...unreadable.slice(0, UNREADABLE_MAX).map((each) => dataLine({ unreadable_world: each.id, reason: each.reason })),
        ...scenarios.map(({ name, description, error }) => dataLine({ scenario: name, description, error })),
      ],
      noun: 'worlds and scenarios',
      omitted: {
        count: worlds.length - shown.length + Math.max(unreadable.length - UNREADABLE_MAX, 0),
        how: 'Worlds in the middle of the list are not shown. Every world can be named by its id.',
      },
      next: [
        'Make a world of your own with create_world, or copy one with fork_world. All worlds can be read.',
        'A test has failed? Look at its calls: list_requests with the id of its world.',
      ],
    }
  },
})

/** Maximum number of worlds in an answer, so that there is room for the scenarios. */
const WORLDS_MAX = 25
const UNREADABLE_MAX = 5

export const createWorld = declareOperation({
  name: 'create_world',
  description:
    'Creates a world of your own from a scenario, named or given inline; its clock is frozen unless `clock` says otherwise. Answers with the base URL and ' +
    'the API key for the application under test.',
  operation: 'createWorld',
  takes: ['id', 'scenario', 'scenario_inline', 'seed', 'now', 'clock', 'settings'],
  changes: 'new world',
  complete({ settings, ...given }) {
    if ((settings?.assistants ?? OWN_WORLD.assistants) !== OWN_WORLD.assistants)
      throw new ToolError('A world of your own can be changed: leave the setting assistants out, or set it to "change".')
    return { ...given, settings: { ...settings, ...OWN_WORLD } }
  },
  show: (world) => showWorld(world, `Created the world ${world.id} from the scenario ${dataText(world.scenario)}.`),
})

export const forkWorld = declareOperation({
  name: 'fork_world',
  title: 'Copy a world',
  description:
    'Creates a world of your own with the same state as another: its data, clock and faults, but not its calls, deliveries and ' +
    'emails. The other world stays as it is.',
  operation: 'forkWorld',
  takes: ['world', 'id'],
  changes: 'new world',
  complete: (given) => ({ ...given, settings: OWN_WORLD }),
  show(world, { world: source }) {
    const answer = showWorld(world, `Created the world ${world.id} as a copy of ${source}.`)
    const states = { world: world.id, from: `world:${source}` }
    return { ...answer, next: [...answer.next, `${call('diff', states)} compares it with the original.`] }
  },
})

export const deleteWorld = declareOperation({
  name: 'delete_world',
  description: 'Deletes a world with all its data and history. The world `default` cannot be deleted.',
  operation: 'deleteWorld',
  needsWorld: true,
  changes: 'world',
  isDestructive: true,
  show: (_, { world }) => ({ headline: `Deleted the world ${world}.`, next: ['list_worlds shows those that are left.'] }),
})

function showWorld(world: Schemas['World'], headline: string): ToolAnswer {
  const { id, base_url, api_key, root_url, now, clock, counts } = world
  return {
    headline,
    data: [
      dataLine({ world: id, base_url, api_key, root_url, now, clock: clock.mode }),
      dataLine({ rows: omitEmptyTables(counts) }),
    ],
    next: [
      'Give the application under test this base URL (the API is below it at /3.0) and this key, and run it.',
      `${call('list_requests', { world: id })} then shows what it called.`,
    ],
  }
}

export function omitEmptyTables(counts: Schemas['World']['counts']): Schemas['World']['counts'] {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}
