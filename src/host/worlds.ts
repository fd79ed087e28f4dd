import { hex32, stream, type Stream } from '../support/random.ts'
import { realNow, type Millis } from '../support/time.ts'
import { tokens } from '../resources/oauth/token.ts'
import { Defect } from '../world/errors.ts'
import { peek, transact, type Rules, type Tx } from '../world/tx.ts'
import type { World } from '../world/world.ts'

/** A server holds at most so many worlds. */
export const WORLDS_MAX = 1_000

/** So many keys of worlds that are gone are remembered as such. */
const GONE_KEYS_KEPT_MAX = 100_000

/** Hears of each new version of a world; the one before is given along. */
export type Changed = (cell: Cell, before: World) => void

/** The one place where a world changes: it holds the current version, and the log beside it. */
export class Cell {
  /** The world as its scenario made it. */
  readonly origin: World
  #world: World
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

  readonly #changed: Changed

  constructor(world: World, origin: World, changed: Changed = () => {}) {
    this.origin = origin
    this.#world = world
    this.#changed = changed
    this.#requestIds = stream(`${world.seed}/${world.id}`, 'request')
  }

  /** The current version. Whoever puts another in its place makes it known to all who follow the world. */
  get world(): World {
    return this.#world
  }

  set world(world: World) {
    const before = this.#world
    this.#world = world
    if (world !== before) this.#changed(this, before)
  }

  /** Runs a function against the current version and keeps what comes out. */
  run<Result>(rules: Rules, run: (tx: Tx) => Result): Result {
    const { world, result } = transact(this.world, rules, run)
    this.world = world
    return result
  }

  /** Back to the scenario's start. */
  reset(): void {
    // Whoever hears of the change finds the new epoch.
    this.epoch++
    this.requests = 0
    this.inFlight = 0
    this.world = this.origin
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
  readonly #byClient = new Map<string, Cell>()
  readonly #gone = new Set<string>()
  readonly #followers: Changed[] = []
  #named = 0

  /** Lets somebody hear of every new version of every world. */
  follow(follower: Changed): void {
    this.#followers.push(follower)
  }

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

  /** The world in which an application is registered. */
  byClient(client_id: string): Cell | undefined {
    return this.#byClient.get(client_id)
  }

  /** A name that no world has: world-1, world-2 ... */
  nextId(): string {
    do this.#named++
    while (this.#cells.has(`world-${this.#named}`))
    return `world-${this.#named}`
  }

  /** Takes a world in; `origin` is what a reset leads back to. */
  add(world: World, origin: World = world): Cell {
    const cell = new Cell(world, origin, (each, before) => this.#changed(each, before))
    this.#cells.set(world.id, cell)
    this.#open(cell, keysOf(world))
    for (const id of clientsOf(world)) if (!this.#byClient.has(id)) this.#byClient.set(id, cell)
    return cell
  }

  delete(cell: Cell): void {
    cell.epoch++
    this.#cells.delete(cell.world.id)
    this.#close(cell, keysOf(cell.world))
    for (const [id, owner] of this.#byClient) if (owner === cell) this.#byClient.delete(id)
  }

  #changed(cell: Cell, before: World): void {
    if (before.tables[tokens.number] !== cell.world.tables[tokens.number]) {
      const keys = keysOf(cell.world)
      this.#close(
        cell,
        keysOf(before).filter((key) => !keys.includes(key)),
      )
      this.#open(cell, keys)
    }
    for (const follower of this.#followers) follower(cell, before)
  }

  /** Lets keys lead to a world. A fork holds the tokens of the world it comes from, to which they go on leading. */
  #open(cell: Cell, keys: readonly string[]): void {
    for (const key of keys) {
      if (this.#byKey.has(key)) continue
      this.#byKey.set(key, cell)
      this.#gone.delete(key)
    }
  }

  #close(cell: Cell, keys: readonly string[]): void {
    if (this.#gone.size >= GONE_KEYS_KEPT_MAX) this.#gone.clear()
    for (const key of keys) {
      if (this.#byKey.get(key) !== cell) continue
      this.#byKey.delete(key)
      this.#gone.add(key)
    }
  }
}

/** What opens a world: its key, and the tokens of applications that have not been taken back. */
function keysOf(world: World): string[] {
  const issued = peek(world, (tx) => tx.range(tokens.key).all())
  return [world.credentials.api_key, ...issued.filter(({ status }) => status === 'valid').map(({ token }) => token)]
}

function clientsOf(world: World): string[] {
  return [world.credentials.client_id]
}
