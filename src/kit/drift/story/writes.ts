import { isObject } from '../../../kernel/support/is-object.ts'
import { valueAt } from '../../../kernel/support/json-pointer.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import type { GivenVocabulary } from '../../../service/vocabulary/definition.ts'
import { createDouble, type Double } from '../../double/create-double.ts'
import { loadChecker, type Checker } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import { Ledger } from '../ledger.ts'
import type { Result } from '../result.ts'
import { Stopped, WriteTransport, type TransportOptions } from '../run/transport.ts'
import { compareAnswers, type SideAnswer } from './sides.ts'
import { storyBatch, storyList, storySteps, type StoryStep } from './story.ts'

export interface WritesOptions extends Omit<TransportOptions, 'remark'> {
  readonly vocabulary?: GivenVocabulary | undefined
  readonly values?: boolean
  /** The domain of the members of the list. */
  readonly domain: string
}

/** How often a batch is asked for, and the pause between two times. */
const POLLS_MAX = 30
const POLL_MS = 2_000

/**
 * Creates a list in the service, runs a fixed story below it and, in step, in a double in this process, compares each answer, and deletes the
 * list, also when the story breaks. Nothing else in the account is called.
 */
export async function runWrites(options: WritesOptions): Promise<Result> {
  const checker = await loadChecker({ vocabulary: options.vocabulary })
  const double = await createDouble({ scenario: 'empty' })
  try {
    return await new WritesRun(checker, double, options).run()
  } finally {
    await double.stop()
  }
}

class WritesRun {
  readonly #checker: Checker
  readonly #doubleChecker: Promise<Checker>
  readonly #double: Double
  readonly #options: WritesOptions
  readonly #transport: WriteTransport
  readonly #ledger: Ledger
  /** Values of earlier answers, by name: of the double and of the service. */
  readonly #kept = { double: new Map<string, string>(), service: new Map<string, string>() }

  constructor(checker: Checker, double: Double, options: WritesOptions) {
    this.#checker = checker
    this.#doubleChecker = loadChecker()
    this.#double = double
    this.#options = options
    const { base, clock, values = false } = options
    this.#ledger = new Ledger(checker, { kind: 'drift', source: base.host, at: clock.now(), values })
    this.#transport = new WriteTransport({
      ...options,
      remark: (_, text) => this.#ledger.remark({ operation: undefined, text, times: 1 }),
    })
  }

  async run(): Promise<Result> {
    const { domain, clock } = this.#options
    const list = storyList(isoMillis(clock.now()).slice(0, 19), domain)
    let stopped: string | undefined
    try {
      await this.#createList(list)
      for (const step of storySteps(domain)) await this.#step(step)
      await this.#batch(domain)
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      stopped = error.message
    } finally {
      if (!(await this.#transport.remove()))
        stopped = `${stopped === undefined ? '' : `${stopped} `}The list that this run created could not be deleted. Its name begins with "maildouble drift"; delete it by hand.`
    }
    return this.#ledger.result({ stopped })
  }

  async #createList(body: object): Promise<void> {
    const create = (exchange: Exchange): string | undefined => {
      const id = valueAt(this.#checker.check(exchange).answer, '/id')
      if (exchange.status !== 200 || typeof id !== 'string' || !/^[\w-]+$/.test(id)) return undefined
      this.#kept.service.set('list', id)
      return this.#deployed(`/lists/${id}`)
    }
    const service = await this.#transport
      .create(this.#deployed('/lists'), this.#bodyAsSent('POST', '/lists', body), create)
      .catch((error: unknown) => {
        if (error instanceof Stopped)
          throw new Stopped(`${error.message} A list whose name begins with "maildouble drift" may have been created.`)
        throw error
      })
    const double = await this.#askDouble('POST', '/lists', body)
    this.#kept.double.set('list', String(valueAt(double.checked.answer, '/id')))
    this.#compare('create a list', double, this.#counted(service))
    if (!this.#kept.service.has('list'))
      throw new Stopped(`The service did not create a list: it answered with the status ${service.status}.`)
  }

  async #step({ name, method, path, body, keep = {} }: StoryStep): Promise<void> {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, each = '']) => each)
    // A step that needs what one of the sides did not create tells nothing.
    if (names.some((each) => !this.#kept.service.has(each) || !this.#kept.double.has(each))) return
    const double = await this.#askDouble(method, this.#filled(`/lists/{list}${path}`, 'double'), body)
    const target = this.#filled(`/lists/{list}${path}`, 'service')
    const sent = body === undefined ? undefined : this.#bodyAsSent(method, target, body)
    const service = this.#counted(await this.#transport.within(method, this.#deployed(target), sent))
    this.#compare(name, double, service)
    if (
      path === '/members' &&
      method === 'POST' &&
      double.checked.error === undefined &&
      service.checked.error === 'InvalidResource'
    ) {
      this.#ledger.imply({ name: 'reserved_domains', value: 'refuse', times: 1 })
      throw new Stopped(`The service refuses addresses at ${this.#options.domain}. Give a domain of your own with --domain.`)
    }
    for (const [each, pointer] of Object.entries(keep))
      for (const [side, { checked }] of [
        ['double', double],
        ['service', service],
      ] as const) {
        const value = valueAt(checked.answer, pointer)
        if (checked.error === undefined && (typeof value === 'string' || typeof value === 'number'))
          this.#kept[side].set(each, String(value))
      }
  }

  /** Runs a batch on both sides until it has finished, and compares how many of its operations failed. */
  async #batch(domain: string): Promise<void> {
    const operations = (side: 'double' | 'service') =>
      storyBatch(domain).map(({ method, path, body }) => {
        const target = this.#filled(`/lists/{list}${path}`, side)
        const [place = '', search = ''] = target.split('?')
        const sent = body && (side === 'service' ? this.#bodyAsSent(method, place, body) : body)
        return {
          method,
          path: side === 'service' ? this.#deployed(place) : place,
          ...(search === '' ? {} : { params: Object.fromEntries(new URLSearchParams(search)) }),
          ...(sent ? { body: JSON.stringify(sent) } : {}),
        }
      })
    const own = operations('service')
    const pathOf = (exchange: Exchange): string | undefined => {
      const id = valueAt(this.#checker.check(exchange).answer, '/id')
      return typeof id === 'string' && /^[\w-]+$/.test(id) ? this.#deployed(`/batches/${id}`) : undefined
    }
    const started = await this.#transport.startBatch(
      this.#deployed('/batches'),
      this.#bodyAsSent('POST', '/batches', { operations: own }),
      own.map(({ path }) => path),
      pathOf,
    )
    const double = await this.#askDouble('POST', '/batches', { operations: operations('double') })
    this.#compare('start a batch', double, this.#counted(started))
    const path = pathOf(started)
    if (path === undefined) return
    const finished = await this.#polled(() => this.#transport.within('GET', path))
    await this.#control('/clock/advance', { by: 'PT1H' })
    const expected = await this.#askDouble('GET', `/batches/${String(valueAt(double.checked.answer, '/id'))}`)
    if (!finished) throw new Stopped('The batch of the story did not finish.')
    this.#compare('read a finished batch', expected, this.#counted(finished))
  }

  async #polled(read: () => Promise<Exchange>): Promise<Exchange | undefined> {
    for (let polls = 0; polls < POLLS_MAX; polls++) {
      const exchange = await read()
      if (valueAt(this.#checker.check(exchange).answer, '/status') === 'finished') return exchange
      await this.#options.clock.wait(POLL_MS, this.#options.signal)
    }
    return undefined
  }

  #counted(exchange: Exchange): SideAnswer {
    const checked = this.#checker.check(exchange)
    this.#ledger.add(checked)
    return { exchange, checked }
  }

  #compare(step: string, double: SideAnswer, service: SideAnswer): void {
    for (const noted of compareAnswers(this.#checker, step, double, service)) this.#ledger.note(noted)
  }

  async #askDouble(method: string, path: string, body?: unknown): Promise<SideAnswer> {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const url = new URL(`${this.#double.url}/3.0${path}`)
    const response = await this.#double.fetch(url.href, {
      method,
      headers: {
        authorization: `Bearer ${this.#double.apiKey}`,
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
    const exchange = {
      method,
      url,
      requestHeaders: new Map<string, string>(),
      requestBody: sent,
      status: response.status,
      headers: new Map(response.headers),
      body: await response.text(),
      at: undefined,
    }
    return { exchange, checked: (await this.#doubleChecker).check(exchange) }
  }

  async #control(path: string, body: object): Promise<void> {
    await this.#double.fetch(`${this.#double.url}/_control${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  #filled(path: string, side: 'double' | 'service'): string {
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(this.#kept[side].get(name) ?? ''))
  }

  /** A path with a query, in the words of the deployment. */
  #deployed(path: string): string {
    const [place = '', search] = path.split('?')
    const written = this.#checker.vocabulary.paths.toDeployment(place)
    if (search === undefined) return written
    const route = this.#checker.vocabulary.find(written)?.match.item['GET']
    const query = new Map(new URLSearchParams(search))
    const sent = route ? this.#checker.vocabulary.queryAsSent(route, query) : query
    return `${written}?${new URLSearchParams([...sent]).toString()}`
  }

  #bodyAsSent(method: string, path: string, body: unknown): unknown {
    const [place = ''] = path.split('?')
    const route = this.#checker.vocabulary.find(this.#checker.vocabulary.paths.toDeployment(place))?.match.item[method]
    return route && isObject(body) ? this.#checker.vocabulary.bodyAsSent(route, body) : body
  }
}
