import type { Beside } from '../world/world.ts'
import { FaultTallies, type Met } from '../faults/tallies.ts'
import type { Told } from '../resources/reactions.ts'
import type { WorldEvent } from '../world/tx.ts'
import type { World } from '../world/world.ts'
import { VARYING } from './entry.ts'
import { HeaderSets } from './header-sets.ts'
import { Journal } from './journal.ts'
import type { Budget } from './budget.ts'
import type { Performed } from './performed.ts'
import { isOwnSecret, redactedHeaders } from './redact.ts'
import { RequestNumbers } from './request-numbers.ts'
import { Seals } from './seals.ts'
import { Secrets } from './secrets.ts'
import { StandIns } from './stand-ins.ts'
import { Steps } from './steps.ts'

/** What the log has to know of the cell that it belongs to. */
type Place = ConstructorParameters<typeof Journal>[0] &
  ConstructorParameters<typeof Secrets>[0] &
  ConstructorParameters<typeof Steps>[0]

/** The headers of one side of the calls, as the journal keeps them. */
function headerSets(side: keyof typeof VARYING, secrets: Secrets): HeaderSets {
  return new HeaderSets(VARYING[side], {
    get version() {
      return secrets.version
    },
    keep: (headers) => redactedHeaders(secrets, headers),
  })
}

/** How much room there is in all for what is kept of the worlds of a server. */
export interface Budgets {
  readonly journals?: Budget
  readonly steps?: Budget
}

/**
 * What happened to a world, beside what it is: a reset clears it, coming back to a snapshot keeps it, and a fork begins with
 * an empty one.
 */
export class Log implements Beside {
  readonly journal: Journal
  readonly secrets: Secrets
  readonly faults = new FaultTallies()
  readonly steps: Steps
  readonly seals = new Seals()
  readonly numbers = new RequestNumbers()
  #performed: Performed[] = []
  /** Jobs that have run since the last reset. */
  jobs = 0
  /** Whether what happens is a replay: real time does not pass then, and nothing is sent. */
  replaying = false

  constructor(cell: Place, { journals, steps }: Budgets = {}) {
    this.secrets = new Secrets(cell)
    const requests = headerSets('request', this.secrets)
    this.journal = new Journal(cell, this.secrets, { requests, responses: headerSets('response', this.secrets) }, journals)
    const standIns = new StandIns((secret) => isOwnSecret(this.secrets, secret))
    this.steps = new Steps(cell, requests, standIns, steps)
  }

  /** The number of the next request since the last reset. */
  get requestNumber(): number {
    return this.numbers.next
  }

  set requestNumber(number: number) {
    this.numbers.next = number
  }

  /**
   * Takes down what was told in a transaction that has been committed. Where the world is kept, operations are written down once they are:
   * what does not stand in the end was not performed.
   */
  hear(told: readonly WorldEvent[], { clock, history }: World, isKept: boolean): void {
    let met: readonly Met[] = []
    for (const event of told as readonly Told[]) {
      if (event.type === 'faults.met') {
        met = event.met
        for (const each of met) this.faults.count(each)
      } else if (event.type === 'operation.performed')
        this.#performed.push({ call: event, met, at: clock.now, job: this.jobs, chapter: history.younger?.number })
    }
    if (!isKept) this.writeDown()
  }

  /** How many operations have been performed and are not written down yet. */
  get unwritten(): number {
    return this.#performed.length
  }

  /** Writes down so many of them. */
  writeDown(count = this.#performed.length): void {
    for (const each of this.#performed.splice(0, count)) this.journal.perform(each)
  }

  /** They do not count. */
  unhear(): void {
    this.#performed = []
  }

  /** Forgets everything. */
  clear(): void {
    this.journal.clear()
    this.unhear()
    this.faults.clear()
    this.seals.clear()
    this.numbers.clear()
    this.jobs = 0
  }
}
