import { check } from '../contract/check.ts'
import type { Route } from '../contract/route.ts'
import { allowed, routerOf } from '../contract/router.ts'
import { errors as catalogue, routes, validators, type ErrorWord } from '../contract/service.ts'
import type { Validators } from '../contract/validator.ts'
import type { Pacer } from '../host/pacer.ts'
import type { Cell, Worlds } from '../host/worlds.ts'
import { errors } from '../resources/errors.ts'
import { runOperation } from '../resources/index.ts'
import { Rendered } from '../resources/rendered.ts'
import { realDelay } from '../support/time.ts'
import { ApiError, Defect } from '../world/errors.ts'
import { rules } from '../resources/rules.ts'
import { transact } from '../world/tx.ts'
import type { Settings } from '../world/world.ts'
import { readText, TOO_LARGE, tooDeep } from './body.ts'
import { headerOf, type HttpCall } from './call.ts'
import { credentialOf } from './credential.ts'
import { dropFields, keepFields } from './fields.ts'
import { holdSlot } from './slots.ts'
import { decode, parseSearch, readQuery } from './query.ts'
import { defect, plain, problem, success, wordOf } from './response.ts'

/** A path has at most so many segments after `/3.0`. */
const SEGMENTS_MAX = 8

type Answer = Response | Promise<Response>

/** A call of the service on its way: what has been found out about it so far. */
interface Passage {
  readonly call: HttpCall
  readonly cell: Cell
  readonly route: Route
  readonly path: { readonly [parameter: string]: string }
  readonly origin: { readonly base_url: string; readonly request_id: string }
}

/**
 * The service's API: the biography of a call, from the path below `/3.0` to the answer. Everything that a client can
 * do wrong ends as a problem object; only a bug of ours ends as a Defect.
 */
export class ServiceApi {
  readonly #worlds: Worlds
  readonly #pacer: Pacer
  readonly #find = routerOf(routes)
  readonly #loaded = new Map<string, Validators>()
  readonly #log: (message: string) => void

  constructor(worlds: Worlds, pacer: Pacer, log: (message: string) => void) {
    this.#worlds = worlds
    this.#pacer = pacer
    this.#log = log
  }

  /** `prefixed` is the world that the path names, if it names one; `below` is the path after `/3.0`. */
  handle(call: HttpCall, prefixed: Cell | undefined, below: string): Answer {
    const cell = this.#worldOf(call, prefixed)
    const origin = { base_url: cell.world.base_url, request_id: cell.nextRequestId() }
    try {
      return this.#withoutBody(call, this.#receive(call, cell, prefixed, below, origin))
    } catch (error) {
      return this.#refuse(error, origin)
    }
  }

  /** A path outside of everything that is served. */
  nowhere(call: HttpCall, prefixed: Cell | undefined): Response {
    const cell = this.#worldOf(call, prefixed)
    const origin = { base_url: cell.world.base_url, request_id: cell.nextRequestId() }
    return this.#refuse(errors.notFound(`nothing is served at ${call.pathname.slice(0, 200)}; every resource lives under /3.0`), origin)
  }

  /** A world in the path that is not there: its keys are refused, and nobody else is told more than that. */
  noWorld(call: HttpCall, id: string): Response {
    const cell = this.#worldOf(call, undefined)
    const origin = { base_url: cell.world.base_url, request_id: cell.nextRequestId() }
    const presented = credentialOf(call)
    const issued = typeof presented === 'object' && this.#worlds.byKey(presented.key) !== undefined
    const detail = `There is no world ${id.slice(0, 63)} here (any more). GET /_control/worlds lists worlds and their keys.`
    return this.#refuse(new ApiError(issued ? 'APIKeyInvalid' : 'ResourceNotFound', { detail }), origin)
  }

  /** The world a call is for: by its path, by its credential, or the default one. */
  #worldOf(call: HttpCall, prefixed: Cell | undefined): Cell {
    if (prefixed) return prefixed
    const presented = credentialOf(call)
    const cell = typeof presented === 'object' ? this.#worlds.byKey(presented.key) : undefined
    const found = typeof cell === 'object' ? cell : this.#worlds.byId('default')
    if (!found) throw new Defect('There is no world `default`.')
    return found
  }

  #receive(call: HttpCall, cell: Cell, prefixed: Cell | undefined, below: string, origin: Passage['origin']): Answer {
    // The tester's own wish comes first: it needs neither a known path nor a credential.
    const wanted = headerOf(call, 'x-trigger-error')
    if (wanted !== undefined && Object.hasOwn(catalogue, wanted)) {
      return problem(wanted as ErrorWord, { detail: 'Answered because the request asked for it by X-Trigger-Error.' }, origin)
    }
    // The override decides which operation is meant, so it comes before routing.
    const method = this.#methodOf(call)

    // An unknown path is unknown to everybody: 404 and 405 come before 401.
    const path = below.length > 1 && below.endsWith('/') ? below.slice(0, -1) : below || '/'
    if (path.split('/').length - 1 > SEGMENTS_MAX) {
      throw new ApiError('ResourceNestingTooDeep', { detail: `A path has at most ${SEGMENTS_MAX} segments after /3.0.` })
    }
    const found = this.#find(path)
    if (!found) throw errors.notFound(unknownPath(path))
    const allow = allowed(found.item)
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow, 'x-request-id': origin.request_id } })
    const route = found.item[method === 'HEAD' ? 'GET' : method]
    if (!route) throw errors.wrongState(`The method ${method} is not allowed at this path. Allowed: ${allow}.`, allow)

    // Who calls.
    this.#authenticate(call, cell, prefixed)

    // A limit that is met only while calls take time: see the setting `service_time`.
    const release = holdSlot(cell, call)
    const passage = { call, cell, route, origin, path: decodeAll(found.path) }
    const validate = this.#loaded.get(route.resource)
    const time = cell.world.settings.service_time
    if (validate && time === 0 && route.body === 'none') return this.#finish(passage, validate, undefined, release)
    return this.#later(passage, time, release)
  }

  /** The same for calls that have to wait: for the body, for the checks of a resource, for the service time. */
  async #later(passage: Passage, time: number, release: () => void): Promise<Response> {
    const { call, cell, route, origin } = passage
    const { epoch } = cell
    try {
      if (time > 0) await realDelay(time)
      const validate = await this.#validatorsOf(route)
      const text = route.body === 'none' ? undefined : await readText(call, cell.world.settings.body_limit)
      if (cell.epoch !== epoch) throw errors.notFound('the world was reset while the call was on its way')
      const body = text === undefined ? undefined : readJson(text, cell.world.settings.body_limit)
      if (text !== undefined) checkBody(route, validate, body, cell.world.settings)
      return this.#finish(passage, validate, body, release)
    } catch (error) {
      release()
      return this.#refuse(error, origin)
    }
  }

  #finish({ call, cell, route, path, origin }: Passage, validate: Validators, body: unknown, release: () => void): Response {
    try {
      this.#pacer.sync(cell)
      const given = call.search === '' ? NO_PARAMETERS : parseSearch(call.search)
      const query = readQuery(route.query, given)
      const select = selectionOf(query)

      const before = cell.world
      const caller = { ip: before.settings.caller_address, source: 'api' as const }
      const { world, result } = transact(before, rules, (tx) => runOperation(route.id, { tx, path, query, body, caller, checks: validate }))
      if (world !== before && route.method === 'GET' && !route.writes) throw new Defect(`${route.id} wrote although it is a GET.`)
      checkAnswer(route, validate, result)
      cell.world = world
      if (world !== before && world.clock.mode !== 'frozen') this.#pacer.watch(cell)
      return success(route, origin, select ? select(plain(result)) : result)
    } catch (error) {
      return this.#refuse(error, origin)
    } finally {
      release()
    }
  }

  /** POST may stand for another method; nothing else may. */
  #methodOf(call: HttpCall): string {
    const override = headerOf(call, 'x-http-method-override')
    if (override === undefined) return call.method
    if (call.method === 'POST') return override.toUpperCase()
    throw new ApiError('InvalidMethodOverride', { detail: 'X-HTTP-Method-Override is understood on POST only.' })
  }

  #authenticate(call: HttpCall, cell: Cell, prefixed: Cell | undefined): void {
    const presented = credentialOf(call)
    if (presented === 'none') {
      throw new ApiError('APIKeyMissing', { detail: 'Your request did not include an API key. Send it as the password of Basic, or as Bearer.' })
    }
    const owner = presented === 'contradiction' ? 'gone' : this.#worlds.byKey(presented.key)
    const known = owner === cell || (owner === undefined && cell.world.settings.credentials === 'any')
    if (known) return
    const hint = prefixed ? `The world in the path is not the one this key belongs to.` : 'No world of this server gave out this key.'
    throw new ApiError('APIKeyInvalid', {
      detail: `Your API key may be invalid, or you've attempted to access the wrong datacenter. ${hint} GET /_control/worlds lists worlds and their keys.`,
    })
  }

  async #validatorsOf(route: Route): Promise<Validators> {
    const loaded = this.#loaded.get(route.resource)
    if (loaded) return loaded
    const load = validators[route.resource]
    if (!load) throw new Defect(`There are no checks for ${route.resource}.`)
    const made = await load()
    this.#loaded.set(route.resource, made)
    return made
  }

  #refuse(error: unknown, origin: Passage['origin']): Response {
    if (error instanceof ApiError) return problem(wordOf(error), error.refusal, origin)
    this.#log(`DEFECT of maildouble in request ${origin.request_id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return defect(error, origin.request_id)
  }

  /** HEAD is GET without the body. */
  #withoutBody(call: HttpCall, answer: Answer): Answer {
    if (call.method !== 'HEAD') return answer
    if (answer instanceof Promise) return answer.then((response) => new Response(null, response))
    return new Response(null, answer)
  }
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map()

function unknownPath(path: string): string {
  return `nothing is served at ${path.slice(0, 200)}; maildouble does not have this resource, or the path is misspelled`
}

function decodeAll(path: Passage['path']): Passage['path'] {
  return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, value.includes('%') ? decode(value, '+') : value]))
}

function readJson(text: string | typeof TOO_LARGE, limit: number): unknown {
  if (text === TOO_LARGE) throw new ApiError('RequestEntityTooLarge', { detail: `The body is larger than ${limit} bytes.` })
  if (text === '') return undefined
  if (tooDeep(text)) throw new ApiError('JSONParseError', { detail: 'The JSON of the body is nested deeper than 64 levels.' })
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    throw new ApiError('JSONParseError', { detail: `We encountered an unspecified JSON parsing error. ${why}` })
  }
}

function checkBody(route: Route, validate: Validators, body: unknown, settings: Settings): void {
  if (body === undefined) {
    if (route.body === 'required') throw errors.invalid({ field: '', message: 'A JSON object is needed as the body; there is none.' })
    return
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const kind = Array.isArray(body) ? 'array' : body === null ? 'null' : typeof body
    throw errors.invalid({ field: '', message: `Schema describes object, ${kind} found instead.` })
  }
  const { id, bodyWhen } = route
  const validator = validate[bodyWhen && settings[bodyWhen.setting] === bodyWhen.is ? `request_${id}_when` : `request_${id}`]
  const complaint = validator && check(validator, body)
  if (complaint) throw errors.invalid(complaint)
}

/** What leaves us keeps to the contract. Records that were rendered and held against it before are not looked at again. */
function checkAnswer(route: Route, validate: Validators, answer: unknown): void {
  const validator = validate[`response_${route.id}`]
  if (!validator) {
    if (answer !== undefined) throw new Defect(`${route.id} answered although the contract shows no body.`)
    return
  }
  const records = recordsIn(answer)
  const fresh = records.some((record) => !record.valid)
  if (!fresh && answer instanceof Rendered) return
  const complaint = check(validator, fresh ? plain(answer) : withoutRecords(answer))
  if (complaint) throw new Defect(`The answer of ${route.id} breaks the contract at ${complaint.field || 'its top'}: ${complaint.message}`)
  for (const record of records) record.valid = true
}

function recordsIn(answer: unknown): Rendered<unknown>[] {
  if (answer instanceof Rendered) return [answer]
  if (typeof answer !== 'object' || answer === null) return []
  return Object.values(answer).flatMap((value) => (Array.isArray(value) ? value.filter((item) => item instanceof Rendered) : recordsIn(value)))
}

function withoutRecords(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.some((item) => item instanceof Rendered) ? [] : answer
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, withoutRecords(value)]))
}

type Select = (answer: unknown) => unknown

/** `fields` keeps, `exclude_fields` drops; both together contradict each other. */
function selectionOf({ fields, exclude_fields: excluded }: Record<string, unknown>): Select | undefined {
  if (Array.isArray(fields) && Array.isArray(excluded)) {
    throw errors.badRequest('`fields` and `exclude_fields` cannot be used together.')
  }
  if (Array.isArray(fields)) return (answer) => keepFields(answer, fields)
  if (Array.isArray(excluded)) return (answer) => dropFields(answer, excluded)
  return undefined
}
