import { AsyncLocalStorage } from 'node:async_hooks'
import type { Maildouble, World } from '../client/index.ts'
import { realNow } from '../../kernel/support/time.ts'

/** A world that a test made itself. */
interface MadeWorld {
  readonly world: World
  /** The id of the original world of a fork, or of a fork of a fork; `undefined` for other worlds. */
  readonly origin: string | undefined
  /** When it was made, in milliseconds of real time. */
  readonly made: number
  /** The number of worlds that had been made before it. */
  readonly number: number
  /** The test that made the world; `undefined` if no other test ran at the same time. */
  readonly maker: object | undefined
}

/** The test whose code runs, if tests run at the same time. Other suites do not use this storage, so it costs them nothing. */
const concurrentTest = new AsyncLocalStorage<object>()

/** Assigns all worlds that the caller makes from now on, itself or through other functions, to a test that runs beside others. */
export function enterConcurrentTest(test: object): void {
  concurrentTest.enterWith(test)
}

let madeCount = 0

/** Number of worlds that were made so far, through any connection. */
export function countMade(): number {
  return madeCount
}

/** Functions that are called before a remembered world is deleted. */
const beforeDeletion = new Set<() => Promise<void>>()

/** Calls a function before a remembered world is deleted. Returns an unsubscribe function. */
export function onDeletion(run: () => Promise<void>): () => void {
  beforeDeletion.add(run)
  return () => void beforeDeletion.delete(run)
}

/** The worlds that were made through a connection, by their ids. */
const madeThrough = new WeakMap<Maildouble, Map<string, MadeWorld>>()

/** Remembers the worlds that are made through a connection, for the reports of failed tests. */
export function rememberWorlds(maildouble: Maildouble): Maildouble {
  if (madeThrough.has(maildouble)) return maildouble
  const known = new Map<string, MadeWorld>()
  madeThrough.set(maildouble, known)
  const { worlds } = maildouble
  const create = worlds.create.bind(worlds)
  worlds.create = async (options) => {
    const maker = concurrentTest.getStore()
    return recordMadeWorld(known, await create(options), { origin: undefined, maker })
  }
  return maildouble
}

function recordMadeWorld(
  known: Map<string, MadeWorld>,
  world: World,
  { origin, maker }: Pick<MadeWorld, 'origin' | 'maker'>,
): World {
  known.set(world.id, { world, origin, maker, made: realNow(), number: ++madeCount })
  const fork = world.fork.bind(world)
  world.fork = async (options) => recordMadeWorld(known, await fork(options), { origin: origin ?? world.id, maker })
  world.delete = new Proxy(world.delete, {
    async apply(remove, self, given) {
      // With a path, it deletes something in the world.
      if (given.length === 0) for (const run of beforeDeletion) await run()
      return Reflect.apply(remove, self, given) as unknown
    },
  })
  return world
}

/** Forgets a world, for example the world of a fixture. The forks of the world are still remembered. */
export function forgetWorld(maildouble: Maildouble, { id }: World): void {
  madeThrough.get(maildouble)?.delete(id)
}

/**
 * The remembered worlds that still exist and may belong to a test: the forks of its world and, unless other tests run at the same
 * time, all worlds that are no forks.
 */
export async function worldsMadeBeside(maildouble: Maildouble, { id }: World, isConcurrent: boolean): Promise<readonly World[]> {
  return (await listExisting(maildouble)).flatMap(({ world, origin }) =>
    origin === id || (origin === undefined && !isConcurrent) ? [world] : [],
  )
}

/** The remembered worlds that still exist and were made since an instant in milliseconds of real time, the last one first. */
export async function worldsMadeSince(maildouble: Maildouble, begun: number): Promise<readonly World[]> {
  const made = (await listExisting(maildouble)).filter((each) => each.made >= begun)
  return made.map(({ world }) => world).toReversed()
}

/** The worlds of a test that has no world of its own, in the order in which they were made. */
interface WorldsAround {
  /** Existing worlds that were made since the test began. */
  readonly own: readonly World[]
  /** Existing worlds from before the test, perhaps shared with other tests. */
  readonly shared: readonly World[]
  /** The ids of worlds that were made since the test began and are deleted. */
  readonly deleted: readonly string[]
}

/**
 * The worlds that may belong to a test. `before` is the number of worlds that had been made when the test began. If `maker` is given,
 * other tests run at the same time, and only worlds that this test made are returned.
 */
export async function worldsAround(maildouble: Maildouble, before: number, maker: object | undefined): Promise<WorldsAround> {
  const known = [...(madeThrough.get(maildouble)?.values() ?? [])].filter((each) => maker === undefined || each.maker === maker)
  const left = new Set(await listExisting(maildouble))
  const worlds = (isOwn: boolean, exists: boolean): readonly World[] =>
    known.flatMap((each) => (each.number > before === isOwn && left.has(each) === exists ? [each.world] : []))
  return { own: worlds(true, true), shared: worlds(false, true), deleted: worlds(true, false).map(({ id }) => id) }
}

/** The remembered worlds that still exist, in the order in which they were made. Others are forgotten. */
async function listExisting(maildouble: Maildouble): Promise<readonly MadeWorld[]> {
  const known = madeThrough.get(maildouble)
  if (!known || known.size === 0) return []
  const ids = new Set((await maildouble.worlds.list()).map(({ id }) => id))
  for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
  return [...known.values()]
}
