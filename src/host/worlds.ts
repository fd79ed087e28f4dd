import { hex32, stream, type Stream } from '../support/random.ts'
import { realNow, type Millis } from '../support/time.ts'
import { Defect } from '../world/errors.ts'
import { transact, type Rules, type Tx } from '../world/tx.ts'
import type { World } from '../world/world.ts'

/** A server holds at most so many worlds. */
export const WORLDS_MAX = 1_000

/** So many keys of worlds that are gone are remembered as such. */
const GONE_KEYS_KEPT_MAX = 100_000

/** The one place where a world changes: it holds the current version, and the log beside it. */
export class Cell {
  /** The world as its scenario made it. */
  readonly origin: World
  world: World
  /** Raised whenever the world is put back; what was in the air before belongs to another epoch. */
  epoch = 0
  /** Requests since the last reset. */
  requests = 0
  /** Requests that are being answered. */
  inFlight = 0
  /** When somebody last asked something of it or about it, in real time. */
  usedAt: Millis = realNow()

  /** Chance for request ids; a cell keeps its world's seed and id for life. */
  readonly #requestIds: Stream

  constructor(world: World, origin: World) {
    this.origin = origin
    this.world = world
    this.#requestIds = stream(`${world.seed}/${world.id}`, 'request')
  }

  /** Runs a function against the current version and keeps what comes out. */
  run<Result>(rules: Rules, run: (tx: Tx) => Result): Result {
    const { world, result } = transact(this.world, rules, run)
    this.world = world
    return result
  }

  /** Back to the scenario's start. */
  reset(): void {
    this.world = this.origin
    this.requests = 0
    this.inFlight = 0
    this.epoch++
  }

  /** A UUID that depends on the world and on the number of the request in it. */
  nextRequestId(): string {
    this.usedAt = realNow()
    const at = 4 * this.requests++
    const [a, b, c, d] = [at, at + 1, at + 2, at + 3].map((draw) => hex32(this.#requestIds(draw))) as [
      string,
      string,
      string,
      string,
    ]
    return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${'89ab'[Number.parseInt(c[0] ?? '0', 16) & 3]}${c.slice(1, 4)}-${c.slice(4)}${d}`
  }
}

/** All worlds of a server, found by id or by the credentials they gave out. */
export class Worlds {
  readonly #cells = new Map<string, Cell>()
  readonly #byKey = new Map<string, Cell>()
  readonly #gone = new Set<string>()
  #named = 0

  get size(): number {
    return this.#cells.size
  }

  all(): Cell[] {
    return [...this.#cells.values()]
  }

  /** Those worlds that nobody has used for the longest time. */
  idlest(count: number): Cell[] {
    return this.all()
      .toSorted((a, b) => a.usedAt - b.usedAt)
      .slice(0, count)
  }

  byId(id: string): Cell | undefined {
    return this.#cells.get(id)
  }

  /** The world of requests that name no other; a server has it from the start. */
  get default(): Cell {
    const cell = this.#cells.get('default')
    if (!cell) throw new Defect('There is no world `default`.')
    return cell
  }

  /** The world that gave out a key, `gone` if it is no more, `undefined` for a string that no world gave out. */
  byKey(key: string): Cell | 'gone' | undefined {
    return this.#byKey.get(key) ?? (this.#gone.has(key) ? 'gone' : undefined)
  }

  /** A name that no world has: world-1, world-2 ... */
  nextId(): string {
    do this.#named++
    while (this.#cells.has(`world-${this.#named}`))
    return `world-${this.#named}`
  }

  /** Takes a world in; `origin` is what a reset leads back to. */
  add(world: World, origin: World = world): Cell {
    const cell = new Cell(world, origin)
    this.#cells.set(world.id, cell)
    for (const key of keysOf(world)) {
      this.#byKey.set(key, cell)
      this.#gone.delete(key)
    }
    return cell
  }

  delete(cell: Cell): void {
    cell.epoch++
    this.#cells.delete(cell.world.id)
    if (this.#gone.size >= GONE_KEYS_KEPT_MAX) this.#gone.clear()
    for (const key of keysOf(cell.world)) {
      this.#byKey.delete(key)
      this.#gone.add(key)
    }
  }
}

function keysOf(world: World): string[] {
  return [world.credentials.api_key]
}
