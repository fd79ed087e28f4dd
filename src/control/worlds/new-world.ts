import type { WorldDirectory } from '../../persistence/directory.ts'
import { ScenarioError } from '../../scenarios/read/scenario-error.ts'
import type { WorldWish } from '../../scenarios/scenarios.ts'
import { UnreadableWorld } from '../../persistence/store.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { WORLDS_MAX } from '../../runtime/worlds.ts'
import type { World } from '../../world/world.ts'
import { ControlError, unusable } from '../errors.ts'
import type { ControlContext } from '../context.ts'

/** Makes a world from a scenario. */
export async function built(stage: ControlContext, wish: WorldWish): Promise<World> {
  try {
    return await stage.build(wish)
  } catch (error) {
    if (error instanceof ScenarioError) throw unusable('/scenario', error.message)
    throw error
  }
}

/** Takes a new world in, and lets its time begin; resolves once it is kept. */
export async function added(
  stage: ControlContext,
  world: World,
  origin: World = world,
  ancestors: readonly string[] = [],
): Promise<WorldHandle> {
  const handle = stage.worlds.add(world, origin, ancestors)
  stage.pacer.watch(handle)
  await keptOrThrow(handle)
  return handle
}

/** Resolves once a new world is kept. Another process may have made one of that id at the same time. */
export async function keptOrThrow(handle: WorldHandle): Promise<void> {
  if ((await handle.persisted()) === false) throw inUse(handle.world.id)
}

/** A refusal names so many worlds. */
const NAMED_MAX = 10

/** The id that a new world is to have: one that is wanted, if it is free, or a fresh one. */
export function freeId({ worlds }: ControlContext, wanted: string | undefined): string {
  if (worlds.size >= WORLDS_MAX) {
    const idle = worlds.idlest(NAMED_MAX).map(({ world }) => world.id)
    throw new ControlError(
      409,
      `This server holds ${WORLDS_MAX} worlds, which is as many as it may. Delete some; unused for the longest: ${idle.join(', ')}.`,
    )
  }
  if (wanted === undefined) return worlds.nextId()
  const unreadable = worlds.unreadable.of(wanted)
  if (unreadable) throw inUseUnread(unreadable, '/id')
  if (!worlds.byId(wanted)) return wanted
  throw inUse(wanted)
}

function inUse(id: string): ControlError {
  return new ControlError(
    409,
    `The id ${id} is in use. Choose another, leave it out to get a fresh one, or delete that world first.`,
    [{ pointer: '/id', message: 'is in use' }],
  )
}

/** The id or the key of a world that can't be read is in use: its data is still there. */
function inUseUnread({ world, message }: UnreadableWorld, pointer: '/id' | '/api_key'): ControlError {
  return new ControlError(
    409,
    `The ${pointer.slice(1)} is in use by the world ${world}, which is kept and can't be read. Choose another, or leave it out to get a fresh one. ${message}`,
    [{ pointer, message: 'is in use' }],
  )
}

/** What a new world is to be called, and what opens it. */
interface Wanted {
  readonly id?: string
  readonly api_key?: string
}

/** So often a fresh id is tried: other processes may choose the same one at the same time. */
const TRIES_MAX = 20

/** Makes a world; where other processes have worlds too, theirs count when its id is chosen, and there is room for one more. */
export async function withRoom<Result>(stage: ControlContext, wanted: Wanted, make: () => Promise<Result>): Promise<Result> {
  const { attendance } = stage
  if (!attendance) {
    if (wanted.api_key !== undefined)
      await readable(() => stage.worlds.unreadable.assertKeyReadable(wanted.api_key ?? ''), '/api_key')
    return make()
  }
  for (let tries = 1; ; tries++) {
    await prepare(stage, attendance, wanted)
    try {
      return await make()
    } catch (error) {
      const isTaken = error instanceof ControlError && error.errors.some(({ pointer }) => pointer === '/id')
      if (wanted.id !== undefined || !isTaken || tries === TRIES_MAX) throw error
    }
  }
}

async function prepare({ worlds }: ControlContext, attendance: WorldDirectory, { id, api_key }: Wanted): Promise<void> {
  if (id !== undefined) await readable(() => attendance.load(id), '/id')
  else worlds.avoid(await attendance.ids())
  if (api_key !== undefined) await readable(() => attendance.loadByKey(api_key), '/api_key')
  attendance.makeRoom()
}

/** Looks at the world to which an id or a key leads, and refuses it if that world can't be read. */
async function readable(look: () => Promise<unknown>, pointer: '/id' | '/api_key'): Promise<void> {
  try {
    await look()
  } catch (error) {
    throw error instanceof UnreadableWorld ? inUseUnread(error, pointer) : error
  }
}

/** Refuses a key that opens another world. */
export function assertKeyFree({ worlds }: ControlContext, key: string | undefined): void {
  if (key === undefined || typeof worlds.byKey(key) !== 'object') return
  throw new ControlError(409, 'The api_key is in use by another world. Leave it out to get one that is not.', [
    { pointer: '/api_key', message: 'is in use' },
  ])
}
