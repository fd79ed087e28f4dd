import type { Maildouble, World } from '../client/index.ts'
import { realNow } from '../support/time.ts'

/** A world that a test made itself. */
interface MadeWorld {
  readonly world: World
  /** The id of the world that it was forked from, directly or not; `undefined` if it is no fork. */
  readonly origin: string | undefined
  /** When it was made, in milliseconds of real time. */
  readonly made: number
}

/** The worlds that were made through a connection, by their ids. */
const madeThrough = new WeakMap<Maildouble, Map<string, MadeWorld>>()

/** Remembers the worlds that are made through a connection, so that a failed test can show those it made itself. */
export function rememberWorlds(maildouble: Maildouble): Maildouble {
  if (madeThrough.has(maildouble)) return maildouble
  const known = new Map<string, MadeWorld>()
  madeThrough.set(maildouble, known)
  const { worlds } = maildouble
  const create = worlds.create.bind(worlds)
  worlds.create = async (options) => remembered(known, await create(options), undefined)
  return maildouble
}

function remembered(known: Map<string, MadeWorld>, world: World, origin: string | undefined): World {
  known.set(world.id, { world, origin, made: realNow() })
  const fork = world.fork.bind(world)
  world.fork = async (options) => remembered(known, await fork(options), origin ?? world.id)
  return world
}

/** Stops remembering a world, such as the one that a fixture made. Its forks are still remembered. */
export function forgetWorld(maildouble: Maildouble, { id }: World): void {
  madeThrough.get(maildouble)?.delete(id)
}

/**
 * The remembered worlds that still exist and can be those of a test: the forks of its world, and unless other tests run at the same
 * time all worlds that are no forks.
 */
export async function worldsMadeBeside(maildouble: Maildouble, { id }: World, isConcurrent: boolean): Promise<readonly World[]> {
  return (await existing(maildouble)).flatMap(({ world, origin }) =>
    origin === id || (origin === undefined && !isConcurrent) ? [world] : [],
  )
}

/** The remembered worlds that still exist and were made since an instant in milliseconds of real time, the last one first. */
export async function worldsMadeSince(maildouble: Maildouble, begun: number): Promise<readonly World[]> {
  const made = (await existing(maildouble)).filter((each) => each.made >= begun)
  return made.map(({ world }) => world).toReversed()
}

/** The remembered worlds that still exist, in the order in which they were made. Others are forgotten. */
async function existing(maildouble: Maildouble): Promise<readonly MadeWorld[]> {
  const known = madeThrough.get(maildouble)
  if (!known || known.size === 0) return []
  const ids = new Set((await maildouble.worlds.list()).map(({ id }) => id))
  for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
  return [...known.values()]
}
