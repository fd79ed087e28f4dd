import { isObject } from '../../../kernel/support/is-object.ts'
import { valueAt } from '../../../kernel/support/json-pointer.ts'
import type { GivenVocabulary } from '../../../service/vocabulary/definition.ts'
import { createDouble, type Double } from '../../double/create-double.ts'
import { loadChecker, type Checker } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import { Ledger } from '../ledger.ts'
import type { Result } from '../result.ts'
import { Stopped, WriteTransport, type TransportOptions } from '../run/transport.ts'
import { writeNote } from './left-behind.ts'
import { compareAnswers, type SideAnswer } from './sides.ts'
import { storyList, storySteps, type StoryStep } from './story.ts'

export interface WritesOptions extends Omit<TransportOptions, 'remark'> {
  readonly vocabulary?: GivenVocabulary | undefined
  readonly values?: boolean
  /** The domain of the members of the list. */
  readonly domain: string
  /** The folder for the note of what the run creates. */
  readonly notes: string
}

/** An id, or a number in its place, that is no other part of a path. */
const ID = /^[\w-]+$/

/**
 * Creates a list in the service, runs a fixed story below it and, in step, in a double in this process, compares each answer, and deletes the
 * list, also when the story breaks. Nothing else in the account is changed.
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
      remark: (_, text) => this.#ledger.remark(text),
    })
  }

  async run(): Promise<Result> {
    const { domain, clock, notes, base } = this.#options
    const note = await writeNote(notes, base.host, clock.now())
    const why: string[] = []
    try {
      await this.#createList(note.listName)
      for (const step of storySteps(domain)) await this.#step(step)
    } catch (error) {
      // The message of another error may hold values of the account.
      why.push(
        error instanceof Stopped ? error.message : `The run broke off (${error instanceof Error ? error.name : typeof error}).`,
      )
    }
    await this.#transport.remove()
    if (this.#transport.mayBeLeft)
      why.push(
        `A list named "${note.listName}" may have been created, and is not known to be deleted. If it is there, delete it by hand, and then the file ${note.file}.`,
      )
    else await note.remove()
    return this.#ledger.result(why.length === 0 ? undefined : why.join(' '))
  }

  async #createList(name: string): Promise<void> {
    const body = storyList(name, this.#options.domain)
    const service = await this.#transport.create(this.#deployed('/lists'), this.#bodyAsSent('POST', '/lists', body))
    const id = this.#idIn(service)
    const isRecognised = (exchange: Exchange): boolean => {
      const { answer } = this.#checker.check(exchange)
      return exchange.status === 200 && valueAt(answer, '/id') === id && valueAt(answer, '/name') === name
    }
    if (id !== undefined && (await this.#transport.recognise(this.#deployed(`/lists/${id}`), isRecognised)))
      this.#kept.service.set('list', id)
    const double = await this.#askDouble('POST', '/lists', body)
    this.#kept.double.set('list', String(valueAt(double.checked.answer, '/id')))
    this.#compare('create a list', double, this.#counted(service))
    if (!this.#kept.service.has('list'))
      throw new Stopped(`The service did not answer with the list that it was to create, but with the status ${service.status}.`)
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
      this.#ledger.imply({ name: 'reserved_domains', value: 'refuse' })
      throw new Stopped(`The service refuses addresses at ${this.#options.domain}. Give a domain of your own with --domain.`)
    }
    for (const [each, pointer] of Object.entries(keep))
      for (const [side, { checked }] of [
        ['double', double],
        ['service', service],
      ] as const) {
        const value = valueAt(checked.answer, pointer)
        if (checked.error === undefined && ID.test(String(value))) this.#kept[side].set(each, String(value))
      }
  }

  /** The id of what a call has created, as the service says. */
  #idIn(exchange: Exchange): string | undefined {
    const id = valueAt(this.#checker.check(exchange).answer, '/id')
    return exchange.status === 200 && typeof id === 'string' && ID.test(id) ? id : undefined
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
