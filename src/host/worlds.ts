import { hex32, stream, type Stream } from '../support/random.ts'
import { realNow, type Millis } from '../support/time.ts'
import { clients } from '../resources/oauth/client.ts'
import { keysOfToken, tokens } from '../resources/oauth/token.ts'
import { Defect } from '../world/errors.ts'
import { peek, transact, type Cause, type Rules, type Tx } from '../world/tx.ts'
import type { World } from '../world/world.ts'
import { Issued } from './issued.ts'

/** A server holds at most so many worlds. */
export const WORLDS_MAX = 1_000

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
  /** Whether the world was deleted: nothing happens in it any more. */
  deleted = false
  /** States that were kept, by name, in the order in which they were taken: a world is a value, so each is a reference. */
  readonly snapshots = new Map<string, World>()
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
  run<Result>(rules: Rules, run: (tx: Tx) => Result, cause?: Cause): Result {
    const { world, result } = transact(this.world, rules, run, cause)
    this.world = world
    return result
  }

  /** Back to the scenario's start. */
  reset(): void {
    this.requests = 0
    this.restore(this.origin)
  }

  /** Puts another version in the place of the current one; what is in the air belongs to neither. */
  restore(world: World): void {
    // Whoever hears of the change finds the new epoch.
    this.epoch++
    this.inFlight = 0
    this.world = world
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
  readonly #keys = new Issued<Cell>()
  readonly #clients = new Issued<Cell>()
  readonly #followers: Changed[] = []
  #named = 0

  /** Lets somebody hear of every new version of every world, and of worlds that come and go: these are their own version before. */
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
    return this.#keys.ownerOf(key)
  }

  /** The world in which an application is registered; of several worlds the one that had it first. */
  byClient(client_id: string): Cell | undefined {
    const owner = this.#clients.ownerOf(client_id)
    return owner === 'gone' ? undefined : owner
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
    this.#keys.change(cell, NONE, keysOf(world))
    this.#clients.change(cell, NONE, clientsOf(world))
    this.#tell(cell, world)
    return cell
  }

  delete(cell: Cell): void {
    cell.epoch++
    cell.deleted = true
    this.#cells.delete(cell.world.id)
    this.#keys.change(cell, keysOf(cell.world), NONE)
    this.#clients.change(cell, clientsOf(cell.world), NONE)
    // An application of that id may be registered in another world as well, and leads there from now on.
    for (const other of this.all()) this.#clients.change(other, NONE, clientsOf(other.world))
    this.#tell(cell, cell.world)
  }

  #tell(cell: Cell, before: World): void {
    for (const follower of this.#followers) follower(cell, before)
  }

  #changed(cell: Cell, before: World): void {
    const { world } = cell
    if (before.tables[tokens.number] !== world.tables[tokens.number]) this.#keys.change(cell, keysOf(before), keysOf(world))
    if (before.tables[clients.number] !== world.tables[clients.number])
      this.#clients.change(cell, clientsOf(before), clientsOf(world))
    this.#tell(cell, before)
  }
}

const NONE: ReadonlySet<string> = new Set()

/** What opens a world: its key, and the tokens of applications that have not been taken back. */
function keysOf(world: World): ReadonlySet<string> {
  const { api_key, dc } = world.credentials
  const issued = peek(world, (tx) => tx.range(tokens.key).all())
  return new Set([api_key, ...issued.flatMap(({ status, token }) => (status === 'valid' ? keysOfToken(token, dc) : []))])
}

/** The ids of the applications that are registered in a world. */
function clientsOf(world: World): ReadonlySet<string> {
  const further = peek(world, (tx) => tx.range(clients.key).all())
  return new Set([world.credentials.client_id, ...further.map(({ client_id }) => client_id)])
}
