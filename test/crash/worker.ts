import { hasValues, type Claim, type Claims } from './claim.ts'
import type { Books, Ledger } from './ledger.ts'
import { Unanswered, type Answer, type Line } from './line.ts'
import { neutral, type WorldAccess, type View } from './view.ts'
import type { Body } from '../mock.ts'
import type { Dice } from '../simulation/dice.ts'

/** The effect of a write. */
export interface ExpectedEffect {
  /** Expected once it is answered. */
  readonly ifAnswered: (answer: Body) => Claims
  /** Expected if it was done without a response. */
  readonly ifUnanswered: Claims
  /** Follows in either case. */
  readonly done?: (view?: View) => void
}

/** A client that takes one step after the other on its own things in a world and records the responses. */
export class Worker {
  readonly name: string
  readonly access: WorldAccess
  readonly ledger: Ledger
  readonly dice: Dice
  /** Where webhooks are sent. */
  readonly hooks: string
  readonly report: (wrong: string) => void
  /** The notes about each member, by name. */
  readonly notes = new Map<string, string[]>()
  /** The fault that it has created. */
  fault: { readonly list: string; readonly first: number; refused: number; doubtful: number } | undefined
  /** What it may restore. */
  readonly snapshots = new Map<string, Books>()
  origin: Books | undefined
  /** Codes that were exchanged for a token, and one whose result is unknown. */
  readonly spent: Record<string, string>[] = []
  code: Record<string, string> | undefined
  /** Tokens that were invalidated by a reset or restore. */
  readonly lost = new Set<string>()
  line!: Line
  #named = 0

  constructor(parts: {
    readonly name: string
    readonly access: WorldAccess
    readonly ledger: Ledger
    readonly dice: Dice
    readonly hooks: string
    readonly report: (wrong: string) => void
  }) {
    this.name = parts.name
    this.access = parts.access
    this.ledger = parts.ledger
    this.dice = parts.dice
    this.hooks = parts.hooks
    this.report = parts.report
  }

  /** A name that was never used before. */
  fresh(kind: string): string {
    return `${this.name}-${kind}-${++this.#named}`
  }

  call(line: string, body?: unknown): Promise<Answer> {
    return this.line.call(line, body, this.access.key)
  }

  control(line: string, body?: unknown): Promise<Answer> {
    return this.line.call(line.replace(' ', ` /_control/worlds/${this.access.id}`), body)
  }

  /** Calls the service for a write and records the result. A rejected write changes nothing. */
  async write(line: string, body: unknown, options: ExpectedEffect): Promise<Answer> {
    return this.take(line, options, () => this.call(line, body))
  }

  /** The same for the control API. */
  async arrange(line: string, body: unknown, options: ExpectedEffect): Promise<Answer> {
    return this.take(line, options, () => this.control(line, body))
  }

  /** The same with a custom call. */
  async take(
    what: string,
    { ifAnswered: sure, ifUnanswered: maybe, done }: ExpectedEffect,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const answer = await send().catch((error: unknown) => {
      if (error instanceof Unanswered)
        this.ledger.doubt({ what: `${this.access.id}: ${what}`, after: maybe, ...(done ? { done } : {}) })
      throw error
    })
    if (answer.status >= 400) return answer
    done?.()
    this.ledger.acknowledge(sure(answer.body))
    return answer
  }

  /** Reads a thing after a write whose response did not contain it. */
  async renew(name: string, path: string): Promise<void> {
    const { status, body } = await this.call(`GET ${path}`)
    const claim = this.ledger.books.claims.get(name)
    const found = this.neutral(body)
    if (status !== 200 || claim?.is !== 'like' || !claim.fits(found)) {
      this.report(`${name} is not what was acknowledged right away: ${status} ${JSON.stringify(body)}`)
      return
    }
    this.ledger.books.claims.set(name, { is: 'exactly', body: found })
  }

  neutral(body: Body): Body {
    return neutral(body, this.access)
  }

  /** Its acknowledged lists that members can join immediately. */
  lists(): Body[] {
    return this.#exact('list ').filter(({ name, double_optin }) => this.isOwn(name) && !double_optin)
  }

  /** In a world with several workers each has its own lists. */
  isOwn(name: string): boolean {
    return this.isAlone || name.startsWith(`${this.name}-`)
  }

  get isAlone(): boolean {
    return this.name === 'alone'
  }

  /** The acknowledged members of a list. */
  members(list: string): Body[] {
    return this.#exact(`member ${list}/`)
  }

  namesOf(prefix: string): string[] {
    return [...this.ledger.books.claims.keys()].filter((name) => name.startsWith(prefix))
  }

  /** The previous values except for some fields. */
  changed(before: Body, values: object, ...apart: readonly string[]): Claim {
    const same = Object.fromEntries(
      Object.entries(before).filter(([name]) => !apart.includes(name) && !Object.hasOwn(values, name)),
    )
    return { is: 'like', fits: (body) => hasValues(body, { ...same, ...values }) }
  }

  /** The pending work in a list, which must not be deleted meanwhile. */
  hasOpenBatch(list: string): boolean {
    const { batches, finished } = this.ledger.books
    return [...batches].some(([label, batch]) => batch.list === list && !finished.has(label))
  }

  #exact(prefix: string): Body[] {
    return [...this.ledger.books.claims].flatMap(([name, claim]) =>
      name.startsWith(prefix) && claim.is === 'exactly' ? [claim.body] : [],
    )
  }
}
