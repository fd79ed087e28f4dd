import { exactly, mismatch, type Claim, type Claims } from './claim.ts'
import type { View } from './view.ts'

/** A call without a response: its changes happened completely or not at all. */
export interface Doubt {
  readonly what: string
  readonly after: Claims
  /** Runs once it is known that the call was done. */
  readonly done?: (view: View) => void
}

/** A batch that was acknowledged, or may have been. */
export interface BatchPlan {
  readonly list: string
  readonly operations: number
  /** Its new members and notes, by name, and the members announced to a webhook. */
  readonly makes: Claims
  readonly reported: readonly string[]
}

/** The expected state of a world, derived from the responses. */
export interface Books {
  readonly claims: Map<string, Claim>
  /** Which thing has an id or a web id; none is used twice. */
  readonly owners: Map<string, string>
  readonly batches: Map<string, BatchPlan>
  readonly finished: Set<string>
  /** Jobs reported by an advance, each of which runs once. */
  readonly ran: Set<string>
  /** Webhooks that must arrive. */
  readonly reports: Set<string>
  readonly tokens: Set<string>
}

/** What is known of a world, and how much of it was acknowledged. */
export class Ledger {
  books: Books = emptyBooks()
  acknowledged = 0
  /** Number of calls without a response, and how many of these had been done. */
  unanswered = 0
  done = 0
  #doubts: Doubt[] = []
  #early: string[] = []
  /** Notes of the scenario. The scenario chose their ids, which are free again after their deletion. */
  readonly #planted = new Set<string>()

  /** Records the changes of an answered call. */
  acknowledge(after: Claims): void {
    this.acknowledged++
    for (const [name, claim] of after) this.#put(name, claim)
    const exact = [...after].flatMap(([name, claim]) => (claim.is === 'exactly' ? [[name, claim.body] as const] : []))
    this.#early.push(...this.own(new Map(exact)))
  }

  /** Records a call without a response. */
  doubt(doubt: Doubt): void {
    this.unanswered++
    this.#doubts.push(doubt)
  }

  /** Compares actual with expected state, resolves calls without a response, and returns the differences. */
  settle(view: View): string[] {
    const wrong = this.#early.splice(0)
    wrong.push(...this.#doubts.splice(0).flatMap((doubt) => this.#learn(doubt, view)))
    this.#endBatches(view)
    for (const [name, claim] of this.books.claims) {
      const found = view.get(name)
      const what = mismatch(claim, found)
      if (what !== undefined) wrong.push(`${name} ${what}`)
      this.#adopt(name, claim, found)
    }
    for (const [name, found] of view) {
      if (this.books.claims.has(name)) continue
      wrong.push(`${name} exists, but no answer said so: ${JSON.stringify(found)}`)
      this.books.claims.set(name, exactly(found))
    }
    wrong.push(...this.own(view))
    return wrong
  }

  /** Adopts the actual state as the expected one, at the start of a world. */
  begin(view: View): void {
    for (const [name, found] of view) this.books.claims.set(name, exactly(found))
    for (const name of view.keys()) if (name.startsWith('note ')) this.#planted.add(name)
    this.own(view)
  }

  /** Records the owner of each id and reports ids used twice. */
  own(view: View): string[] {
    return [...view].flatMap(([name, found]) =>
      (this.#planted.has(name) ? [] : idsOf(name, found)).flatMap((id) => {
        const owner = this.books.owners.get(id)
        if (owner === undefined) this.books.owners.set(id, name)
        return owner === undefined || owner === name ? [] : [`${id} was given to ${owner}, and then to ${name}`]
      }),
    )
  }

  #learn({ what, after, done }: Doubt, view: View): string[] {
    const { claims } = this.books
    const wrongIf = (claimOf: (name: string) => Claim | undefined): string[] =>
      [...after.keys()].flatMap((name) => {
        const wrong = mismatch(claimOf(name) ?? { is: 'gone' }, view.get(name))
        return wrong === undefined ? [] : [`${name} ${wrong}`]
      })
    const before = wrongIf((name) => claims.get(name))
    if (before.length === 0) return []
    const then = wrongIf((name) => after.get(name))
    for (const [name, claim] of after) this.#put(name, claim)
    if (then.length === 0) {
      this.done++
      done?.(view)
      return []
    }
    for (const name of after.keys()) this.#adopt(name, after.get(name) ?? { is: 'gone' }, view.get(name))
    return [`"${what}" was done by half: as if not done, ${before[0]}; as if done, ${then[0]}`]
  }

  /** The results of a finished batch are expected from now on. */
  #endBatches(view: View): void {
    const { batches, finished, claims, reports } = this.books
    for (const [label, { makes, reported }] of batches) {
      if (finished.has(label) || view.get(`batch ${label}`)?.status !== 'finished') continue
      finished.add(label)
      for (const [name, claim] of makes) claims.set(name, claim)
      for (const report of reported) reports.add(report)
    }
  }

  #adopt(name: string, claim: Claim, found: unknown): void {
    if (claim.is === 'perhaps' || (claim.is === 'like' && claim.moves)) return
    if (found === undefined) this.books.claims.delete(name)
    else this.books.claims.set(name, exactly(found))
  }

  #put(name: string, claim: Claim): void {
    if (claim.is === 'gone') this.books.claims.delete(name)
    else this.books.claims.set(name, claim)
  }
}

export function emptyBooks(): Books {
  return {
    claims: new Map(),
    owners: new Map(),
    batches: new Map(),
    finished: new Set(),
    ran: new Set(),
    reports: new Set(),
    tokens: new Set(),
  }
}

/** A ledger to restore later. */
export function copyOf(books: Books): Books {
  return {
    claims: new Map(books.claims),
    owners: new Map(books.owners),
    batches: new Map(books.batches),
    finished: new Set(books.finished),
    ran: new Set(books.ran),
    // Work in flight is dropped.
    reports: new Set(),
    tokens: new Set(books.tokens),
  }
}

/** The ids of a thing. Those of lists and members are unique in a world, and so are the web ids of both. */
function idsOf(name: string, { id, web_id, contact_id }: { id?: unknown; web_id?: unknown; contact_id?: unknown }): string[] {
  const kind = name.slice(0, name.indexOf(' '))
  // The id of a member is the digest of the address.
  const ids = kind === 'member' || id === undefined ? [] : [`the id ${String(id)} of a ${kind}`]
  if (web_id !== undefined) ids.push(`the web id ${String(web_id)}`)
  if (contact_id !== undefined) ids.push(`the contact id ${String(contact_id)}`)
  return ids
}
