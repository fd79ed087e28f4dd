import { Dice } from '../simulation/dice.ts'
import type { Received } from '../receiver.ts'
import { Line, Unanswered } from './line.ts'
import { DEADLINE_MS } from '../deadline.ts'
import { Mirror } from './mirror.ts'
import { compare, end, openSeason, type Stage } from './season.ts'
import { ShortWorlds } from './short-worlds.ts'
import { takeRandomStep } from './step.ts'
import type { Subject } from './subject.ts'

/** How to crash a server. */
export interface Plan {
  readonly seed: string
  readonly kills: number
  /** No further kill after this many milliseconds, beyond the first few. */
  readonly ms: number
  readonly hooks: { readonly url: string; readonly received: readonly Received[] }
}

/** The result. */
export interface CrashResult {
  readonly kills: number
  /** Number of acknowledged writes, and of things compared with them. */
  readonly acknowledged: number
  readonly compared: number
  /** Number of calls without a response, and how many of these had been done. */
  readonly unanswered: number
  readonly done: number
  readonly wrong: readonly string[]
}

/** After this many kills, worlds end with a final comparison and others start. */
const SEASON = 25

/** Minimum number of kills, however slow the machine is. */
const KILLS_MIN = 2

/** Stops looking after this many findings. */
const WRONG_MAX = 10

/** Runs clients, kills the server during their calls, restarts it, and compares its state with the acknowledged writes. */
export async function crash(subject: Subject, plan: Plan): Promise<CrashResult> {
  return new Crash(subject, plan).run()
}

class Crash {
  readonly #subject: Subject
  readonly #plan: Plan
  readonly #dice: Dice
  readonly #wrong: string[] = []
  readonly #began = performance.now()
  #line: Line
  #stages: readonly Stage[] = []
  #mirrors: readonly Mirror[] = []
  #shorts: ShortWorlds
  #kills = 0
  #compared = 0
  #acknowledged = 0
  #unanswered = 0
  #done = 0

  constructor(subject: Subject, plan: Plan) {
    this.#subject = subject
    this.#plan = plan
    this.#dice = new Dice(plan.seed)
    this.#line = this.#lineThat(() => {})
    this.#shorts = new ShortWorlds(this.#dice, this.#report)
  }

  async run(): Promise<CrashResult> {
    try {
      await this.#subject.start()
      for (let season = 1; this.#goesOn(); season++) await this.#season(season)
    } catch (error) {
      this.#report(`it could not go on: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    }
    await this.#line.cut()
    await this.#subject.end()
    this.#subject.complaints().forEach(this.#report)
    return {
      kills: this.#kills,
      acknowledged: this.#acknowledged,
      compared: this.#compared,
      unanswered: this.#unanswered,
      done: this.#done,
      wrong: this.#wrong,
    }
  }

  readonly #report = (what: string): void => {
    if (this.#wrong.length < WRONG_MAX) this.#wrong.push(`after ${this.#kills} kills: ${what}`)
  }

  #goesOn(): boolean {
    const { kills, ms } = this.#plan
    const isInTime = performance.now() - this.#began < ms || this.#kills < KILLS_MIN
    return this.#kills < kills && isInTime && this.#wrong.length === 0
  }

  async #season(number: number): Promise<void> {
    const { seed, hooks } = this.#plan
    await this.#reopen()
    this.#shorts = new ShortWorlds(this.#dice, this.#report)
    this.#stages = await openSeason(this.#line, number, { seed, hooks: hooks.url, report: this.#report })
    this.#mirrors = [
      await Mirror.open(this.#line, `all-${number}`, 'empty', seed, this.#report),
      await Mirror.open(this.#line, `more-${number}`, 'peopled', seed, this.#report),
    ]
    for (let rounds = 0; rounds < SEASON && this.#goesOn(); rounds++) await this.#round()
    this.#count()
    if (this.#wrong.length > 0) return
    await Promise.all(this.#stages.map((stage) => end(this.#line, stage, this.#report)))
    await this.#reports()
    await this.#shorts.clear(this.#line)
    const others = [...this.#stages.map(({ access }) => access.id), ...this.#mirrors.map(({ id }) => id)]
    for (const id of others) if (id !== 'default') await this.#line.call(`DELETE /_control/worlds/${id}`)
    this.#mirrors = []
    await this.#shorts.compare(this.#line, ['default'])
  }

  #count(): void {
    this.#acknowledged += this.#shorts.acknowledged
    for (const { acknowledged, unanswered, done } of [...this.#stages.map(({ ledger }) => ledger), ...this.#mirrors]) {
      this.#acknowledged += acknowledged
      this.#unanswered += unanswered
      this.#done += done
    }
  }

  async #reopen(onAnswer: (answers: number) => void = () => {}): Promise<void> {
    await this.#line.cut()
    this.#line = this.#lineThat(onAnswer)
    for (const { workers } of this.#stages) for (const { worker } of workers) worker.line = this.#line
  }

  #lineThat(onAnswer: (answers: number) => void): Line {
    return new Line(this.#subject.url, onAnswer, this.#report)
  }

  /** Clients work until the server is killed, after a number of responses or at an instant; then it is restarted. */
  async #round(): Promise<void> {
    const answers = this.#dice.often(50) ? 5 + this.#dice.upTo(150) : Number.POSITIVE_INFINITY
    let isOver = false
    let strike = (): void => {}
    const killed = new Promise<void>((resolve, reject) => {
      strike = () => {
        if (isOver) return
        isOver = true
        const cut = this.#subject.isOne ? this.#line.cut() : undefined
        this.#subject
          .kill()
          .then(() => cut)
          .then(resolve, reject)
      }
    })
    await this.#reopen((count) => count >= answers && strike())
    if (answers === Number.POSITIVE_INFINITY) setTimeout(strike, 10 + this.#dice.upTo(400))
    const all = this.#stages.flatMap(({ workers }) => workers)
    const works = all.map((each) => () => takeRandomStep(each.worker, each.steps))
    works.push(() => this.#shorts.step(this.#line).then(() => {}))
    for (const mirror of this.#mirrors) works.push(() => mirror.step(this.#line))
    await Promise.all(works.map((work) => this.#repeat(work, () => isOver)))
    await killed
    this.#kills++
    // A kill while the server loads its data loses nothing either.
    if (this.#subject.isOne && this.#dice.often(15)) {
      await this.#subject.start(this.#dice.upTo(500))
      this.#kills++
    }
    await this.#subject.start()
    await this.#reopen()
    await this.#compare()
  }

  async #repeat(work: () => Promise<void>, isOver: () => boolean): Promise<void> {
    while (!isOver() && this.#wrong.length < WRONG_MAX) {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error
        if (!isOver())
          throw new Error(`${error.message} was not answered although the server had not been killed.`, { cause: error })
      }
    }
  }

  async #compare(): Promise<void> {
    const compared = await Promise.all([
      ...this.#stages.map((stage) => compare(this.#line, stage, this.#report)),
      ...this.#mirrors.map((mirror) => mirror.compare(this.#line)),
    ])
    this.#compared += compared.reduce((sum, count) => sum + count, 0)
    await this.#shorts.compare(this.#line, [...this.#stages.map(({ access }) => access.id), ...this.#mirrors.map(({ id }) => id)])
    this.#subject.complaints().forEach(this.#report)
  }

  /** Waits for the webhooks of acknowledged changes. */
  async #reports(): Promise<void> {
    const missing = new Set(this.#stages.flatMap(({ ledger }) => [...ledger.books.reports]))
    const until = performance.now() + DEADLINE_MS
    const { received } = this.#plan.hooks
    for (let seen = 0; missing.size > 0;) {
      for (; seen < received.length; seen++) {
        const { path = '', body = '' } = received[seen] ?? {}
        missing.delete(`${path} ${new URLSearchParams(body).get('data[email]')}`)
      }
      if (missing.size === 0 || performance.now() > until) break
      // Calls the world, since some jobs wait for a call to its world.
      await this.#line.call('GET /_control/health')
    }
    if (missing.size > 0) this.#report(`${missing.size} webhooks never arrived, such as ${[...missing][0]}`)
  }
}
