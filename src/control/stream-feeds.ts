import type { Cell, Worlds } from '../host/worlds.ts'
import { after, breathe, realNow, type Millis } from '../support/time.ts'
import type { Committed } from '../world/tx.ts'
import type { Clock, World } from '../world/world.ts'
import type { Stage } from './operation.ts'
import { clockView, newsOf, requestView } from './stream-events.ts'
import { Feed } from './stream-feed.ts'

/** When nobody has listened for so long, nothing is taken down any more. */
const LINGER_MS = 60_000

/** A clock that runs is told of at most so often. */
const CLOCK_TOLD_MS = 1_000

/** What is told of one world, and how far that has come. */
class Station {
  readonly feed = new Feed()
  readonly #cell: Cell
  /** Stops listening to the journal; nothing while it does not listen at all. */
  #unfollow: (() => void) | undefined
  #stopLingering = (): void => {}
  #rest = (): void => {}
  #epoch = 0
  /** When the clock was last told of, in real time; and how it stands, if it has moved since without that. */
  #clockToldAt: Millis = 0
  #untold: Clock | undefined

  constructor(cell: Cell) {
    this.#cell = cell
  }

  /** Takes down what happens, from now on if it has not done so before. */
  open(): void {
    this.#stopLingering()
    if (this.#unfollow) return
    this.feed.begin()
    this.#epoch = this.#cell.epoch
    this.#clockToldAt = realNow()
    this.#rest = this.#cell.listen()
    this.#unfollow = this.#cell.log.journal.follow((entry) => {
      const view = requestView(entry)
      this.#tell('request', () => view)
    })
  }

  /** Goes on for a while, in case somebody comes back. */
  linger(): void {
    if (this.feed.listeners.size > 0) return
    this.#stopLingering()
    this.#stopLingering = after(LINGER_MS, () => this.close())
  }

  /** Takes nothing down any more, and forgets what it knows but how far it has counted. */
  close(): void {
    if (!this.#unfollow) return
    this.#unfollow()
    this.#unfollow = undefined
    this.#rest()
    this.#untold = undefined
    this.feed.rest()
  }

  /** Hears of a new version of the world. */
  hear(before: World, committed: Committed<unknown> | undefined): void {
    if (!this.#unfollow) return
    if (this.#cell.deleted) {
      this.feed.end('The world was deleted.')
      return this.close()
    }
    const { clock, history } = this.#cell.world
    if (this.#epoch !== this.#cell.epoch) return this.#tellPutBack()
    if (before.clock !== clock) this.#hearClock(before.clock, clock)
    if (!committed || committed.changes.length === 0) return
    const cause = before.history === history ? undefined : history.younger?.cause
    const occasion = { at: clock.now, cause, secrets: this.#cell.log.secrets }
    for (const { type, data } of newsOf(committed.changes, occasion)) this.#tell(type, data)
  }

  /** Looks whether the world was put back; one that had not changed is the very same afterwards, of which nobody hears. */
  look(): void {
    if (this.#unfollow && this.#epoch !== this.#cell.epoch) this.#tellPutBack()
  }

  #tellPutBack(): void {
    const { world, origin, log, epoch } = this.#cell
    this.#epoch = epoch
    this.#tellClock(world === origin && log.requestNumber === 0 ? 'reset' : 'restore')
  }

  #hearClock(before: Clock, clock: Clock): void {
    if (before.mode !== clock.mode || before.rate !== clock.rate) return this.#tellClock('pace')
    if (clock.mode !== 'frozen') {
      if (realNow() - this.#clockToldAt >= CLOCK_TOLD_MS) this.#tellClock('time')
      return
    }
    // Time may go through very many instants at which there is nothing to tell.
    this.#untold = clock
    void breathe().then(() => this.#catchUp())
  }

  #catchUp(): void {
    const clock = this.#untold
    this.#untold = undefined
    if (clock) this.feed.tell('clock', () => clockView(clock, 'time'))
  }

  #tellClock(reason: Parameters<typeof clockView>[1]): void {
    this.#clockToldAt = realNow()
    const { clock } = this.#cell.world
    this.#tell('clock', () => clockView(clock, reason))
  }

  #tell(type: Parameters<Feed['tell']>[0], data: () => object): void {
    this.#catchUp()
    this.feed.tell(type, data)
  }
}

const stationsIn = new WeakMap<Worlds, WeakMap<Cell, Station>>()

/** What is told of a world. A server's worlds are followed from the first time that somebody listens. */
export function stationOf(stage: Stage, cell: Cell): Station {
  const stations = stationsIn.get(stage.worlds) ?? followed(stage)
  const known = stations.get(cell)
  if (known) return known
  const station = new Station(cell)
  stations.set(cell, station)
  return station
}

/** Lets listeners know that a world was put back. */
export function tellPutBack(stage: Stage, cell: Cell): void {
  stationsIn.get(stage.worlds)?.get(cell)?.look()
}

function followed({ worlds, ended }: Stage): WeakMap<Cell, Station> {
  const stations = new WeakMap<Cell, Station>()
  stationsIn.set(worlds, stations)
  worlds.follow((cell, before, committed) => stations.get(cell)?.hear(before, committed))
  ended.addEventListener('abort', () => {
    for (const cell of worlds.all()) stations.get(cell)?.feed.end('The server stops.')
  })
  return stations
}
