import { readQuery, parseSearch } from '../calls/query.ts'
import { routes, validators, type OperationId } from '../contract/public.ts'
import { allowed, routerOf } from '../contract/router.ts'
import type { Pacer } from '../host/pacer.ts'
import type { Cell, Worlds } from '../host/worlds.ts'
import { readText } from '../http/body.ts'
import type { HttpCall } from '../http/call.ts'
import { realNow } from '../support/time.ts'
import { ApiError, Defect } from '../world/errors.ts'
import { publicOperations } from './index.ts'
import type { Reply } from './operation.ts'
import { text } from './reply.ts'

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
      if (error instanceof ApiError) return responseOf(text(error.word === 'ResourceNotFound' ? 404 : 400, error.refusal.detail))
      this.#log(
        `DEFECT of maildouble at ${below.slice(0, 200)}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
      return responseOf(text(500, `Defect of maildouble: ${error instanceof Error ? error.message : String(error)}`))
    }
  }

  async #reply(call: HttpCall, prefixed: Cell | undefined, below: string): Promise<Reply> {
    const found = this.#find(below)
    if (!found) return text(404, `Nothing is served at ${below.slice(0, 200)}.`)
    const route = found.item[call.method === 'HEAD' ? 'GET' : call.method]
    if (!route) {
      const reply = text(405, `${call.method} is not allowed here.`)
      return { ...reply, headers: { ...reply.headers, allow: allowed(found.item) } }
    }
    const load = validators[route.resource]
    if (!load) throw new Defect(`There are no checks for ${route.resource}.`)
    const checks = await load()
    const form = route.body === 'none' ? NO_FIELDS : await readForm(call)
    if (!form) return text(413, `A form has at most ${FORM_BYTES_MAX} bytes.`)
    const cell = prefixed ?? this.#worlds.default
    cell.usedAt = realNow()
    this.#pacer.sync(cell)
    const handler = publicOperations[route.id as OperationId] as (call: object) => Reply | Promise<Reply>
    const query = readQuery(route.query, parseSearch(call.search))
    const run = (work: Parameters<Pacer['run']>[1]) => this.#pacer.run(cell, work)
    return handler({ call, worlds: this.#worlds, cell, path: found.path, query, form, checks, run })
  }
}

const NO_FIELDS: ReadonlyMap<string, string> = new Map()

async function readForm(call: HttpCall): Promise<ReadonlyMap<string, string> | undefined> {
  const body = await readText(call, FORM_BYTES_MAX)
  return typeof body === 'string' ? new Map(new URLSearchParams(body)) : undefined
}

function responseOf({ status, headers, body }: Reply): Response {
  return new Response(body, { status, headers })
}
