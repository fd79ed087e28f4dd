import { readQuery, parseSearch } from '../calls/query.ts'
import { routes, validators, type OperationId } from '../contract/public.ts'
import { allowed, routerOf } from '../contract/router.ts'
import type { Pacer } from '../host/pacer.ts'
import type { Cell, Worlds } from '../host/worlds.ts'
import { readText } from '../http/body.ts'
import type { HttpCall } from '../http/call.ts'
import { realNow } from '../support/time.ts'
import { ApiError, Defect } from '../world/errors.ts'
import { readFields, type Fields } from './fields.ts'
import { publicOperations } from './index.ts'
import { namedWorld } from './named-world.ts'
import type { Reply } from './operation.ts'
import { refusalAt } from './refuse.ts'
import { nothing, text } from './reply.ts'

/** A form of a sign-in is small. */
const FORM_BYTES_MAX = 65_536

/** What is reached without the key of the API: the biography of a call for a page, a file, or of the sign-in. */
export class PublicApi {
  readonly #worlds: Worlds
  readonly #pacer: Pacer
  readonly #find = routerOf(routes)
  readonly #log: (message: string) => void

  constructor(worlds: Worlds, pacer: Pacer, log: (message: string) => void) {
    this.#worlds = worlds
    this.#pacer = pacer
    this.#log = log
  }

  /** `below` is the path below the world's address. */
  async handle(call: HttpCall, prefixed: Cell | undefined, below: string): Promise<Response> {
    try {
      return responseOf(await this.#reply(call, prefixed, below))
    } catch (error) {
      if (error instanceof ApiError) {
        return responseOf(this.#numbered(prefixed, text(error.word === 'ResourceNotFound' ? 404 : 400, error.refusal.detail)))
      }
      this.#log(
        `DEFECT of maildouble at ${below.slice(0, 200)}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
      const reply = text(500, `Defect of maildouble: ${error instanceof Error ? error.message : String(error)}`)
      return responseOf({ ...reply, headers: { ...reply.headers, 'x-maildouble-defect': '1' } })
    }
  }

  async #reply(call: HttpCall, prefixed: Cell | undefined, below: string): Promise<Reply> {
    const found = this.#find(below)
    if (!found) return this.#numbered(prefixed, text(404, `Nothing is served at ${below.slice(0, 200)}.`))
    const route = found.item[call.method === 'HEAD' ? 'GET' : call.method]
    if (!route) {
      const allow = allowed(found.item)
      if (call.method === 'OPTIONS') return this.#numbered(prefixed, nothing({ allow }))
      return this.#numbered(prefixed, refusalAt(below, 405, `${call.method} is not allowed here. What is: ${allow}.`, { allow }))
    }
    const load = validators[route.resource]
    if (!load) throw new Defect(`There are no checks for ${route.resource}.`)
    const checks = await load()
    const form = route.body === 'none' ? NO_FIELDS : await readForm(call)
    if (!form) return this.#numbered(prefixed, refusalAt(below, 413, `A form has at most ${FORM_BYTES_MAX} bytes.`))
    const named = prefixed ?? (route.resource === 'sign-in' ? namedWorld(this.#worlds, call, form) : undefined)
    const cell = named ?? this.#worlds.default
    cell.usedAt = realNow()
    this.#pacer.sync(cell)
    const handler = publicOperations[route.id as OperationId] as (call: object) => Reply | Promise<Reply>
    const query = readQuery(route.query, parseSearch(call.search))
    const request = cell.nextRequestId()
    const run = (work: Parameters<Pacer['run']>[1]) => this.#pacer.run(cell, work, { request })
    const { values, repeated } = form
    const reply = await handler({
      call,
      worlds: this.#worlds,
      cell,
      path: found.path,
      query,
      form: values,
      repeated,
      checks,
      run,
    })
    return numbered(reply, request)
  }

  /** An answer to a call that did not come as far as a handler. */
  #numbered(prefixed: Cell | undefined, reply: Reply): Reply {
    return numbered(reply, (prefixed ?? this.#worlds.default).nextRequestId())
  }
}

/** Every answer says which request it belongs to. */
function numbered(reply: Reply, request: string): Reply {
  return { ...reply, headers: { ...reply.headers, 'x-request-id': request } }
}

const NO_FIELDS = readFields('')

async function readForm(call: HttpCall): Promise<Fields | undefined> {
  const body = await readText(call, FORM_BYTES_MAX)
  return typeof body === 'string' ? readFields(body) : undefined
}

function responseOf({ status, headers, body }: Reply): Response {
  return new Response(body, { status, headers })
}
