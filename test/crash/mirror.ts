import { isDeepStrictEqual } from 'node:util'
import { routes } from '../../src/kernel/contract/service.ts'
import { ownScenarios } from '../../src/service/scenarios/read/own-scenarios.ts'
import { rules } from '../../src/server/runtime/rules.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import { peek, transact } from '../../src/kernel/world/tx.ts'
import { tableRows } from '../control/bundles/bundle-world.ts'
import { mock, type Body } from '../mock.ts'
import { Dice } from '../simulation/dice.ts'
import { nextControlStep, nextStep, type WalkStep } from '../simulation/steps.ts'
import { callOf, take, type StepCall } from '../simulation/take.ts'
import { SCENARIO_DIR } from './subject.ts'
import { Unanswered, type Answer, type Line } from './line.ts'

/** Page size of the reads of a table. */
const PAGE = 1_000

/** The contents of a world: the rows of each non-empty table, and the state beside them. */
interface Contents {
  readonly tables: Readonly<Record<string, readonly Body[]>>
  readonly beside: Readonly<Record<string, Body>>
}

type Ask = (line: string, body?: unknown) => Promise<Answer>

/**
 * A world of the server under test, and the same world on a server in this process that is never killed. A walk over all operations
 * and
 * triggers takes each step in both: the responses must be equal, and after each kill so must the rows of every table. A step
 * without
 * a response was done either completely or not at all.
 */
export class Mirror {
  readonly id: string
  readonly #dice: Dice
  readonly #report: (wrong: string) => void
  readonly #twin: ReturnType<typeof mock>
  /** The step that the server under test has not answered. */
  #open: WalkStep | undefined
  acknowledged = 0
  unanswered = 0
  /** Number of steps that were done despite a missing response. */
  done = 0

  private constructor(id: string, dice: Dice, twin: ReturnType<typeof mock>, report: (wrong: string) => void) {
    this.id = id
    this.#dice = dice
    this.#twin = twin
    this.#report = (wrong) => report(`${id}: ${wrong}`)
  }

  /** Creates a world of a scenario on both servers. */
  static async open(line: Line, id: string, scenario: string, seed: string, report: (wrong: string) => void): Promise<Mirror> {
    // Settings of the server from its environment must not make the two differ.
    const settings = { connections: 0, stats_cache: 'PT5M', webhooks: { mode: 'record', timeout: 'PT10S' } }
    const options = { id, scenario, seed, settings }
    const { status, body } = await line.call('POST /_control/worlds', options)
    if (status !== 201) throw new Error(`The world ${id} could not be created: ${status} ${JSON.stringify(body)}`)
    const twin = mock({}, { publicUrl: body.base_url.replace(`/_worlds/${id}`, ''), scenarios: await ownScenarios(SCENARIO_DIR) })
    await twin.call('POST /_control/worlds', options)
    return new Mirror(id, new Dice(`${seed}/${id}`), twin, report)
  }

  /** Takes a step in both worlds. */
  async step(line: Line): Promise<void> {
    const { world } = this.#handle()
    const step = this.#dice.often(6)
      ? nextControlStep(this.#dice)
      : transact(world, rules, (tx) => nextStep(tx, this.#dice)).result
    const found = await this.#take(line, step)
    if (found.status < 400) this.acknowledged++
    const expected = await this.#mirror(step)
    if (!isDeepStrictEqual(found, expected))
      this.#report(`${JSON.stringify(step)} was answered ${shown(found)} instead of ${shown(expected)}`)
  }

  /**
   * Determines whether a step without a response was done, compares both worlds, and returns the number of rows and reads compared.
   */
  async compare(line: Line): Promise<number> {
    const ask: Ask = (path, body) => line.call(path, body)
    await this.#settle(ask)
    const [found, expected] = [await this.#read(ask), await this.#readTwin()]
    const difference = differenceBetween(found, expected)
    if (difference !== undefined) this.#report(difference)
    const reads = this.#reads()
    for (const read of reads) {
      const { line: path } = callOf(read, this.#handle().world)
      const [there, here] = [await this.#take(line, read), await this.#mirror(read)]
      if (!isDeepStrictEqual(there, here)) this.#report(`${path} is answered ${shown(there)} instead of ${shown(here)}`)
    }
    return Object.values(found.tables).flat().length + reads.length
  }

  async #settle(ask: Ask): Promise<void> {
    const step = this.#open
    if (!step) return
    this.#open = undefined
    this.unanswered++
    const control = `/_control/worlds/${this.id}`
    if ('pass' in step) {
      // An interrupted advance has stopped partway. It is continued to its end.
      const { body } = await this.#mirror(step)
      await ask(`POST ${control}/clock/advance`, { to: body.to })
      return
    }
    if ('control' in step && step.control === 'POST /snapshots') {
      // A retaken snapshot looks as before if the instant and the number of rows are the same.
      const name = (step.body as { readonly name: string }).name
      await ask(`DELETE ${control}/snapshots/${name}`)
      await this.#askTwin(`DELETE ${control}/snapshots/${name}`)
      return
    }
    const found = await this.#read(ask)
    const asIfNot = differenceBetween(found, await this.#readTwin())
    if (asIfNot === undefined) return
    await this.#mirror(step)
    this.done++
    const asIfDone = differenceBetween(found, await this.#readTwin())
    if (asIfDone !== undefined)
      this.#report(`${JSON.stringify(step)} was done by half: as if not done, ${asIfNot}; as if done, ${asIfDone}`)
  }

  #handle() {
    const handle = this.#twin.context.worlds.byId(this.id)
    if (!handle) throw new Error(`There is no world ${this.id}.`)
    return handle
  }

  async #take(line: Line, step: WalkStep): Promise<Answer> {
    const { line: path, body, form, key }: StepCall = callOf(step, this.#handle().world)
    try {
      return plain(await line.call(path, form ? new URLSearchParams(form) : body, key))
    } catch (error) {
      if (error instanceof Unanswered) this.#open = step
      throw error
    }
  }

  async #mirror(step: WalkStep): Promise<Answer> {
    return plain(answerOf(await take(this.#twin, step, this.id)))
  }

  /** The reads of all collections of the account and of one of its lists. */
  #reads(): WalkStep[] {
    const list = peek(this.#handle().world, (tx) => tx.range(lists.key).all()).map(({ id }) => id)
    const paths = routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
    const ofAccount = paths.filter((path) => !path.includes('{') && !path.startsWith('/search'))
    const ofList = list.length > 0 ? paths.filter((path) => /^[^{]*\{list_id\}[^{]*$/.test(path)) : []
    const chosen = list.length > 0 ? this.#dice.oneOf(list) : ''
    return [...ofAccount, ...ofList].map((path) => ({ line: `GET /3.0${path.replace('{list_id}', chosen)}` }))
  }

  /** Reads the world of the server under test. */
  async #read(ask: Ask): Promise<Contents> {
    const get = this.#reader(ask)
    const counts: Readonly<Record<string, number>> = (await get('/state')).tables
    const tables = Object.entries(counts).map(async ([name, count]) => {
      const rows: Body[] = []
      for (let offset = 0; offset < count; offset += PAGE)
        rows.push(...(await get(`/state/${name}?count=${PAGE}&offset=${offset}`)).rows)
      return [name, rows.map(withoutRequest)] as const
    })
    return { tables: Object.fromEntries(await Promise.all(tables)), beside: await besideOf(get) }
  }

  /** Reads the same world on the server in this process. */
  async #readTwin(): Promise<Contents> {
    const rows: Readonly<Record<string, Body[]>> = JSON.parse(JSON.stringify(tableRows(this.#handle().world.tables)))
    const tables = Object.entries(rows).map(([name, of]) => [name, of.map(withoutRequest)])
    return { tables: Object.fromEntries(tables), beside: await besideOf(this.#reader((line) => this.#askTwin(line))) }
  }

  #reader(ask: Ask): (path: string) => Promise<Body> {
    return async (path) => {
      const line = `GET /_control/worlds/${this.id}${path}`
      const { status, body } = await ask(line)
      if (status !== 200) throw new Error(`${line} was answered ${status}: ${JSON.stringify(body)}`)
      return body
    }
  }

  async #askTwin(line: string, body?: unknown): Promise<Answer> {
    return answerOf(await this.#twin.call(line, body))
  }
}

/** Reads the state of a world beside its rows. */
async function besideOf(get: (path: string) => Promise<Body>): Promise<Contents['beside']> {
  const names = ['clock', 'settings', 'snapshots']
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await get(`/${name}`)] as const)))
}

function answerOf({ status, text }: { readonly status: number; readonly text: string }): Answer {
  return { status, body: /^\s*[[{]/.test(text) ? JSON.parse(text) : text }
}

/** The field that binds a form to its page, unique to each page. */
const PAGE_FIELD = /name="page" value="[^"]*"/

/** A response without the values that depend on the number of earlier calls: the request id, and values derived from the id. */
function plain({ status, body }: Answer): Answer {
  if (body instanceof Uint8Array || typeof body === 'string') {
    return { status, body: Buffer.from(body).toString().replace(PAGE_FIELD, '') }
  }
  const { instance: _, ...rest } = body ?? {}
  return { status, body: Array.isArray(body) ? body : rest }
}

/** A row without the id of the request that caused it. */
function withoutRequest({ cause, ...row }: Body): Body {
  if (cause === undefined) return row
  const { request: _, ...rest } = cause
  return { ...row, cause: rest }
}

/** Describes the first difference; `undefined` if there is none. */
function differenceBetween(found: Contents, expected: Contents): string | undefined {
  for (const name of new Set([...Object.keys(expected.tables), ...Object.keys(found.tables)])) {
    const [there, wanted] = [found.tables[name] ?? [], expected.tables[name] ?? []]
    if (isDeepStrictEqual(there, wanted)) continue
    const access = Array.from({ length: Math.max(there.length, wanted.length) }, (_, i) => i).find(
      (i) => !isDeepStrictEqual(there[i], wanted[i]),
    )
    const counts = `${there.length} rows instead of ${wanted.length}`
    return `the table ${name} has ${counts}; row ${access} is ${shown(there[access ?? 0])} instead of ${shown(wanted[access ?? 0])}`
  }
  for (const name of Object.keys(expected.beside)) {
    const [there, wanted] = [found.beside[name], expected.beside[name]]
    if (!isDeepStrictEqual(there, wanted)) return `the ${name} read ${shown(there)} instead of ${shown(wanted)}`
  }
  return undefined
}

const SHOWN_MAX = 600

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, SHOWN_MAX)
}
