import type { Schemas } from '../../client/contract.ts'
import { formatCount } from '../../../kernel/support/format-count.ts'
import type { World } from '../../client/world.ts'
import { type Answer, call, dataLine, dataText } from '../answer.ts'
import { defineTool, worldOf } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
import { OWN_WORLD } from '../world-access.ts'

export const listWorlds = defineTool({
  name: 'list_worlds',
  title: 'List worlds and scenarios',
  description:
    'Lists the worlds of the server (each is an account with its own data, clock and history), and the scenarios that new worlds can ' +
    'be made from. Begin here.',
  operations: ['getWorlds'],
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

export const createWorld = defineTool({
  name: 'create_world',
  title: 'Create a world',
  description:
    'Creates a world of your own from a scenario, named or given inline; its clock is frozen unless `clock` says otherwise. Answers with the base URL and ' +
    'the API key for the application under test.',
  operations: ['createWorld'],
  takes: ['id', 'scenario', 'scenario_inline', 'seed', 'now', 'clock', 'settings'],
  changes: 'new world',
  async run(given, { maildouble }) {
    const { settings } = given
    if (settings && (settings.assistants ?? OWN_WORLD.assistants) !== OWN_WORLD.assistants)
      throw new ToolError('A world of your own can be changed: leave the setting assistants out, or set it to "change".')
    const world = await maildouble.worlds.create({ ...given, settings: { ...settings, ...OWN_WORLD } })
    return made(world, `Created the world ${world.id} from the scenario ${dataText(world.scenario)}.`)
  },
})

export const forkWorld = defineTool({
  name: 'fork_world',
  title: 'Copy a world',
  description:
    'Creates a world of your own with the same state as another: its data, clock and faults, but not its calls, deliveries and ' +
    'emails. The other world stays as it is.',
  operations: ['forkWorld'],
  takes: ['world', 'id'],
  changes: 'new world',
  async run({ world: of, ...options }, { maildouble }) {
    const source = await maildouble.worlds.get(worldOf({ world: of }))
    const world = await source.fork({ ...options, settings: OWN_WORLD })
    const answer = await made(world, `Created the world ${world.id} as a copy of ${source.id}.`)
    const states = { world: world.id, from: `world:${source.id}` }
    return { ...answer, next: [...answer.next, `${call('diff', states)} compares it with the original.`] }
  },
})

export const deleteWorld = defineTool({
  name: 'delete_world',
  title: 'Delete a world',
  description: 'Deletes a world with all its data and history. The world `default` cannot be deleted.',
  operations: ['deleteWorld'],
  needs: ['world'],
  changes: 'world',
  isDestructive: true,
  async run({ world: id }, { maildouble }) {
    await (await maildouble.worlds.get(id)).delete()
    return { headline: `Deleted the world ${id}.`, next: ['list_worlds shows those that are left.'] }
  },
})

async function made(world: World, headline: string): Promise<Answer> {
  const { now, clock, counts } = await world.status()
  return {
    headline,
    data: [
      dataLine({
        world: world.id,
        base_url: world.baseUrl,
        api_key: world.apiKey,
        root_url: world.rootUrl,
        now,
        clock: clock.mode,
      }),
      dataLine({ rows: filled(counts) }),
    ],
    next: [
      'Give the application under test this base URL (the API is below it at /3.0) and this key, and run it.',
      `${call('list_requests', { world: world.id })} then shows what it called.`,
    ],
  }
}

/** The tables that have rows. */
export function filled(counts: Schemas['World']['counts']): Schemas['World']['counts'] {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}
