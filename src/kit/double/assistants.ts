import { connect } from '../client/connect.ts'
import type { ControlContext } from '../../server/control/context.ts'
import { ControlError } from '../../server/control/errors.ts'
import { type Access, admit } from '../../server/control/guard.ts'
import { readJsonBody } from '../../server/control/input.ts'
import { refuse } from '../../server/control/errors.ts'
import type { HttpCall } from '../../server/http/request.ts'
import { type HttpAssistants, serveOverHttp } from '../mcp/http.ts'
import { MissingSdk } from '../mcp/sdk.ts'
import { WorldAccess } from '../mcp/world-access.ts'
import { stackOf } from '../../kernel/support/thrown.ts'
import type { InProcessFetch } from './in-process.ts'

/** What an assistant is told if other processes serve the same worlds. */
const SHARED_STORE =
  'Other processes may serve the same worlds. Over this connection, data, clocks, faults, webhooks and emails are complete, but calls, histories ' +
  '(why) and bundles are those of one process: the user can start `maildouble mcp --url` with the address of the load balancer instead.'

/** The endpoint `/_mcp`: the tools for assistants over HTTP, with the access rules of the control API. */
export class AssistantsEndpoint {
  readonly #context: ControlContext
  readonly #access: Access
  readonly #fetch: InProcessFetch
  readonly #load: typeof serveOverHttp
  #served: Promise<HttpAssistants> | undefined

  /** `fetch` answers requests for paths of this server. */
  constructor(context: ControlContext, access: Access, fetch: InProcessFetch, load = serveOverHttp) {
    this.#context = context
    this.#access = access
    this.#fetch = fetch
    this.#load = load
  }

  /** Handles a call; `below` is the path after `/_mcp`. */
  async handle(call: HttpCall, below: string): Promise<Response> {
    try {
      admit(call, this.#access)
      if (below !== '' && below !== '/')
        throw new ControlError(404, 'There is nothing below /_mcp. Assistants connect to /_mcp itself.')
      if (call.method !== 'POST') throw new ControlError(405, NOT_POST, [], 'POST')
      const body = await readJsonBody(call)
      const { answer } = await this.#assistants()
      return await answer(call.hono.req.raw, body)
    } catch (error) {
      return refuse(error instanceof MissingSdk ? new ControlError(501, error.message) : error, this.#context)
    }
  }

  /** Loads the tools at the first call. If they can't be loaded, the next call tries again: the package may have been installed. */
  #assistants(): Promise<HttpAssistants> {
    this.#served ??= this.#serve().catch((error: unknown) => {
      this.#served = undefined
      throw error
    })
    return this.#served
  }

  async #serve(): Promise<HttpAssistants> {
    const { publicUrl, persistence, ended, log } = this.#context
    const assistants = await this.#load({
      // The tools call the control API as any client does, only without a socket.
      maildouble: connect({
        url: publicUrl,
        controlToken: this.#access.token,
        fetch: (url, init) => this.#fetch(new URL(url.slice(publicUrl.length), publicUrl), init),
      }),
      access: new WorldAccess(),
      onDefect: (tool, error) => log(`DEFECT of maildouble in the tool ${tool}: ${stackOf(error)}`, 'defect'),
      ...(persistence.isShared ? { notice: SHARED_STORE } : {}),
    })
    ended.addEventListener('abort', () => void assistants.close(), { once: true })
    return assistants
  }
}

const NOT_POST =
  'Assistants send each message to /_mcp with POST. There are no sessions, so there is no stream to open with GET and nothing to end with DELETE.'
