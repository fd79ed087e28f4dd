import type { Contract } from '../../kernel/contract/openapi.ts'
import { documents } from '../../kernel/contract/documents.ts'
import { loadOperationIndex, type OperationIndex } from '../../kernel/contract/operation-index.ts'
import type { Route } from '../../kernel/contract/route.ts'
import { errorCatalogue } from '../../kernel/contract/service.ts'
import { isObject } from '../../kernel/support/is-object.ts'
import { jsonIn, tooDeep } from '../../service/calls/json.ts'
import { parseSearch } from '../../service/calls/query.ts'
import type { GivenVocabulary } from '../../service/vocabulary/definition.ts'
import { Vocabulary } from '../../service/vocabulary/vocabulary.ts'
import type { Exchange } from './exchange.ts'
import { describeValue, Findings, formatValue, type Aspect, type Difference, type Finding } from './finding.ts'
import { checkLinks } from './links-check.ts'
import { findOperationParts, type OperationParts } from './parts.ts'
import { resolvedNode, SchemaCheck, type SchemaNode } from './schema-check.ts'

/** An exchange in the words of the reference, and how it compares with the contract. */
export interface CheckResult {
  /** The operation; `undefined` if the contract has none with this method at this path. */
  readonly route: Route | undefined
  /** The values of the parameters in the path. */
  readonly path: { readonly [parameter: string]: string }
  readonly query: ReadonlyMap<string, string>
  /** The JSON of the request, in the words of the reference. */
  readonly request: unknown
  /** The JSON of the answer, in the words of the reference. `undefined` if the body is empty or not JSON. */
  readonly answer: unknown
  /** The error of the catalogue with which the call was refused. */
  readonly error: string | undefined
  readonly findings: readonly Finding[]
}

interface CheckerOptions {
  /** The words of the server, if they are not those of the reference. */
  readonly vocabulary?: GivenVocabulary | undefined
  /** Whether links may lead to another server than the one that answered: recordings often have changed names of hosts. */
  readonly linksAnywhere?: boolean
}

/** Loads what is needed to compare exchanges with the contract. */
export async function loadChecker(options: CheckerOptions = {}): Promise<Checker> {
  const contract = await documents.service()
  const index = await loadOperationIndex('service')
  loadedParts ??= findOperationParts(contract)
  const vocabulary = new Vocabulary(options.vocabulary ?? {}, contract)
  return new Checker({ contract, index, parts: loadedParts, vocabulary, linksAnywhere: options.linksAnywhere ?? false })
}

let loadedParts: ReadonlyMap<string, OperationParts> | undefined

interface CheckerParts {
  readonly contract: Contract
  readonly index: OperationIndex
  readonly parts: ReadonlyMap<string, OperationParts>
  readonly vocabulary: Vocabulary
  readonly linksAnywhere: boolean
}

/** Compares exchanges with the contract, each by itself. */
export class Checker {
  readonly contract: Contract
  /** What the contract says about each operation. */
  readonly parts: ReadonlyMap<string, OperationParts>
  readonly vocabulary: Vocabulary
  readonly #index: OperationIndex
  readonly #linksAnywhere: boolean

  constructor({ contract, index, parts, vocabulary, linksAnywhere }: CheckerParts) {
    this.contract = contract
    this.parts = parts
    this.vocabulary = vocabulary
    this.#index = index
    this.#linksAnywhere = linksAnywhere
  }

  /** The assumptions about a query parameter, and about one of its values. */
  assumptionsOfParameter(operation: string, name: string, value?: string): string[] {
    const parameter = this.#index.of(operation)?.parameters.find(({ at }) => at === name)
    const place = parameter?.values?.findIndex((each) => String(each) === value) ?? -1
    const numbers = [...(parameter?.assumptions ?? []), ...(parameter?.valueAssumptions?.[place] ?? [])]
    return numbers.flatMap((number) => this.#index.assumptions[number] ?? [])
  }

  check(exchange: Exchange): CheckResult {
    const [, base = '', below = '/'] = /^(.*?)\/3\.0(\/.*)?$/.exec(exchange.url.origin + exchange.url.pathname) ?? []
    const place = below.length > 1 ? below.replace(/\/$/, '') : below
    const found = this.vocabulary.find(place)?.match
    const route = found?.item[exchange.method]
    const sent = parseSearch(exchange.url.search.slice(1))
    const query = route ? this.vocabulary.queryOf(route, sent) : sent
    const check = new ExchangeCheck({
      exchange,
      contract: this.contract,
      index: this.#index,
      vocabulary: this.vocabulary,
      parts: route && this.parts.get(route.id),
      path: found?.path ?? {},
      isPathKnown: found !== undefined,
      query,
      base: this.#linksAnywhere ? undefined : base,
    })
    check.run()
    return {
      route,
      path: found?.path ?? {},
      query,
      request: check.request,
      answer: check.answer,
      error: check.error,
      findings: check.findings.all,
    }
  }
}

interface Parts {
  readonly exchange: Exchange
  readonly contract: Contract
  readonly index: OperationIndex
  readonly vocabulary: Vocabulary
  readonly parts: OperationParts | undefined
  readonly path: { readonly [parameter: string]: string }
  readonly isPathKnown: boolean
  readonly query: ReadonlyMap<string, string>
  readonly base: string | undefined
}

/** The comparison of one exchange. */
class ExchangeCheck {
  readonly findings = new Findings()
  request: unknown
  answer: unknown
  error: string | undefined
  readonly #given: Parts

  constructor(parts: Parts) {
    this.#given = parts
  }

  run(): void {
    const { exchange, parts } = this.#given
    // A failure of the server tells nothing about the operation.
    if (exchange.status >= 500) return
    if (exchange.status >= 200 && exchange.status < 300) this.#success()
    else if (exchange.status >= 400) this.#refusal()
    else
      this.#note('status', String(exchange.status), [], {
        expected: 'a success or a problem',
        found: `the status ${exchange.status}`,
      })
    if (parts) this.#requestBody(parts)
  }

  #success(): void {
    const { exchange, parts } = this.#given
    if (!parts) {
      const difference = { expected: 'no operation', found: `a success with the status ${exchange.status}` }
      return this.#note(
        'operation',
        `${exchange.method} ${this.#given.isPathKnown ? 'at a known path' : 'at an unknown path'}`,
        [],
        difference,
      )
    }
    const { route, assumption, answer: schema } = parts
    const own = assumption === undefined ? [] : [assumption]
    const statuses = route.statusSetting === undefined ? [route.status] : [200, 204]
    const isExpected = statuses.includes(exchange.status)
    this.#note(
      'status',
      String(route.status),
      own,
      isExpected ? undefined : { expected: `the status ${statuses.join(' or ')}`, found: `the status ${exchange.status}` },
    )
    this.#requestId()
    if (!schema || exchange.status === 204) {
      if (exchange.body !== '') this.#note('body', '', own, { expected: 'no body', found: describeValue(exchange.body) })
      return
    }
    const kind = route.collection ? 'Collection' : 'Instance'
    this.#contentType('application/json')
    this.#describedBy(`/schema/3.0/${route.schemaName}/${kind}.json`)
    const value = this.#json(own)
    if (value === undefined) return
    this.answer = this.#given.vocabulary.answerOf(route, value)
    const isPartial = this.#given.query.has('fields') || this.#given.query.has('exclude_fields')
    this.#schema('member', this.answer, schema, { assumption, isPartial, isClosed: true })
  }

  #refusal(): void {
    const { exchange, parts, isPathKnown, index } = this.#given
    this.#requestId()
    this.#contentType('application/problem+json')
    this.#describedBy('/schema/3.0/Definitions/ProblemDetailDocument.json')
    const value = this.#json([CATALOGUE])
    if (value === undefined) return
    const problem = this.#given.vocabulary.problemOf(value)
    this.answer = problem
    this.#schema(
      'problem',
      problem,
      { $ref: '#/components/schemas/ProblemDocument' },
      { assumption: CATALOGUE, isPartial: false, isClosed: true },
    )
    if (!isObject(problem)) return
    const { title, status } = problem
    if (status !== exchange.status)
      this.#note('problem', '/status', [CATALOGUE], {
        expected: `the status of the answer, ${exchange.status}`,
        found: describeValue(status),
        value: formatValue(status),
      })
    const reference = typeof title === 'string' ? this.#referenceTitle(title) : undefined
    const words = Object.entries(errorCatalogue).filter(([, each]) => each.status === exchange.status)
    const word = words.find(([, each]) => each.title === reference)?.[0]
    if (word === undefined) {
      const titles = [...new Set(words.map(([, each]) => each.title))]
      const expected = titles.length === 0 ? 'another status' : `one of ${titles.join(', ')}`
      return this.#note('problem', '/title', [CATALOGUE], {
        expected: `${expected} (status ${exchange.status})`,
        found: describeValue(title),
        value: formatValue(title),
      })
    }
    this.error = word
    this.#note('problem', '/title', [CATALOGUE])
    const entry = parts && index.of(parts.route.id)
    const allowed = entry
      ? [...entry.errors, ...index.common]
      : isPathKnown
        ? ['MethodNotAllowed', ...index.common]
        : ['ResourceNotFound', ...index.common]
    const own = [...(parts?.assumption === undefined ? [] : [parts.assumption]), CATALOGUE]
    this.#note(
      'status',
      word,
      own,
      allowed.includes(word) ? undefined : { expected: `a success, or one of ${allowed.join(', ')}`, found: word },
    )
  }

  #requestBody({ request: schema, route }: OperationParts): void {
    const { requestBody, status } = this.#given.exchange
    const sent = schema && jsonIn(requestBody ?? '')
    if (!schema || sent === undefined) return
    this.request = this.#given.vocabulary.bodyOf(route, sent)
    // A refused request may be wrong in any way.
    if (status < 300) this.#schema('request', this.request, schema, { assumption: undefined, isPartial: false, isClosed: false })
  }

  #json(assumptions: readonly string[]): unknown {
    const { body } = this.#given.exchange
    const value = jsonIn(body)
    if (value !== undefined) return value
    const text = /^\s*</.test(body) ? 'HTML or XML' : `other text of ${body.length} characters`
    const found = body === '' ? 'an empty body' : tooDeep(body) ? 'JSON that is nested too deep' : text
    this.#note('body', '', assumptions, { expected: 'JSON', found })
    return undefined
  }

  #schema(
    aspect: Aspect,
    value: unknown,
    schema: SchemaNode,
    { assumption, isPartial, isClosed }: { assumption: string | undefined; isPartial: boolean; isClosed: boolean },
  ): void {
    const { schemas } = this.#given.contract.components
    const visitor = {
      agrees: (at: string, assumptions: readonly string[]) => this.#note(aspect, at, assumptions),
      differs: (at: string, assumptions: readonly string[], difference: Difference) =>
        this.#note(
          aspect,
          at,
          assumptions,
          aspect === 'request' ? { ...difference, found: `${difference.found}, which was accepted` } : difference,
        ),
      linked: (holder: { readonly [name: string]: unknown }, name: string, at: string) => this.#links(holder, name, at),
    }
    new SchemaCheck(schemas, visitor, { isClosed, isPartial }).check(value, schema, { at: '', assumption })
  }

  #links(holder: { readonly [name: string]: unknown }, name: string, at: string): void {
    const { base, contract, path } = this.#given
    const schema: SchemaNode = contract.components.schemas[name] ?? {}
    const { own } = resolvedNode(contract.components.schemas, schema.properties?.['_links'] ?? {})
    const context = { base, path: at === '' ? path : {} }
    for (const { rel, difference } of checkLinks(name, holder['_links'], schema['x-optional-links'] ?? [], context))
      this.#note('link', `${at}/_links${rel === '' ? '' : `/${rel}`}`, own, difference)
  }

  #requestId(): void {
    const name = this.#given.vocabulary.header('x-request-id')
    const isSent = (this.#given.exchange.headers.get(name) ?? '') !== ''
    this.#note('header', name, [], isSent ? undefined : { expected: 'an id', found: 'no such header' })
  }

  #contentType(expected: string): void {
    const given = this.#given.exchange.headers.get('content-type')
    const [type = '', ...parameters] = (given ?? '')
      .toLowerCase()
      .split(';')
      .map((each) => each.trim())
    const charset = parameters
      .find((each) => each.startsWith('charset='))
      ?.slice('charset='.length)
      .replaceAll('"', '')
    const isRight = type === expected && (charset === undefined || charset === 'utf-8')
    this.#note(
      'header',
      'content-type',
      [],
      isRight
        ? undefined
        : { expected: `${expected}; charset=utf-8`, found: given === undefined ? 'no such header' : typeInWords(type, charset) },
    )
  }

  #describedBy(path: string): void {
    const given = this.#given.exchange.headers.get('link')
    const [folder = '', rest = ''] = [path.slice(0, '/schema/3.0'.length), path.slice('/schema/3.0'.length)]
    const url =
      folder +
      rest.replace(
        /^(\/Definitions)?(\/.*)$/,
        (_, definitions: string | undefined, name: string) =>
          `${definitions ?? ''}${this.#given.vocabulary.schemaPath(name, 'toDeployment')}`,
      )
    const found = /<([^>]*)>\s*;\s*rel="?describedBy"?/i.exec(given ?? '')?.[1]
    const isRight = found !== undefined && found.endsWith(url)
    this.#note(
      'header',
      'link',
      [],
      isRight
        ? undefined
        : {
            expected: `a describedBy that ends with ${url}`,
            found: given === undefined ? 'no such header' : 'another link',
            ...(given === undefined ? {} : { value: formatValue(given) }),
          },
    )
  }

  #referenceTitle(title: string): string {
    return (
      Object.values(errorCatalogue).find((each) => this.#given.vocabulary.value('title', each.title) === title)?.title ?? title
    )
  }

  #note(aspect: Aspect, at: string, assumptions: readonly string[], difference?: Difference): void {
    this.findings.add({ operation: this.#given.parts?.route.id, aspect, at, assumptions, difference })
  }
}

/** The media types of the service, which are no data of an account. */
function typeInWords(type: string, charset: string | undefined): string {
  const known = /^[a-z]+\/[a-z0-9.+-]{1,40}$/.test(type) ? type : describeValue(type)
  return charset === undefined || !/^[a-z0-9-]{1,20}$/.test(charset) ? known : `${known}; charset=${charset}`
}

/** The assumption about all errors of the service. */
const CATALOGUE = 'errors.catalogue'
