import type { Beside } from '../world/world.ts'
import { FaultTallies, type Met } from '../faults/tallies.ts'
import type { Told } from '../resources/reactions.ts'
import type { WorldEvent } from '../world/tx.ts'
import { VARYING } from './entry.ts'
import { HeaderSets } from './header-sets.ts'
import { Journal } from './journal.ts'
import type { Budget } from './budget.ts'
import { redactedHeaders } from './redact.ts'
import { Seals } from './seals.ts'
import { Secrets } from './secrets.ts'
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
  /** Requests since the last reset. */
  requestNumber = 0
  /** Jobs that have run since the last reset. */
  jobs = 0
  /** Whether what happens is a replay: real time does not pass then, and nothing is sent. */
  replaying = false

  constructor(cell: Place, { journals, steps }: Budgets = {}) {
    this.secrets = new Secrets(cell)
    const requests = headerSets('request', this.secrets)
    this.journal = new Journal(cell, this.secrets, { requests, responses: headerSets('response', this.secrets) }, journals)
    this.steps = new Steps(cell, requests, steps)
  }

  /** Takes down what was told in a transaction that has been committed. */
  hear(told: readonly WorldEvent[]): void {
    let met: readonly Met[] = []
    for (const event of told as readonly Told[]) {
      if (event.type === 'faults.met') {
        met = event.met
        for (const each of met) this.faults.count(each)
      } else if (event.type === 'operation.performed') this.journal.perform(event, met)
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.journal.clear()
    this.faults.clear()
    this.seals.clear()
    this.requestNumber = 0
    this.jobs = 0
  }
}
