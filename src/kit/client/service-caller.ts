import type { Schemas } from './contract.ts'
import {
  type CallOptions,
  checkFetchBody,
  readAnswer,
  composeRequest,
  type ServiceAnswer,
  resolveServiceCall,
  type ServiceMethod,
  type WithBody,
  type WithoutBody,
} from './service-call.ts'
import type { Transport } from './transport.ts'

/** Calls the service in a world, as an application would. Every `World` is one. */
export abstract class ServiceCaller {
  readonly #transport: Transport
  /** The id of the world. */
  readonly id: string
  /** The API key of the application; it selects this world. */
  readonly apiKey: string
  /** The base URL of the service's API for this world, up to but not including `/3.0`. */
  readonly baseUrl: string

  /** Created as a part of `World`. @internal */
  constructor(transport: Transport, { id, api_key, base_url }: Schemas['World']) {
    this.#transport = transport
    this.id = id
    this.apiKey = api_key
    this.baseUrl = base_url
  }

  /**
   * Calls the service as an application would. `path` is relative to `/3.0` and may include it. The key is sent unless `init` has
   * its own. URLs that this world issued, such as links in emails, are opened without the key. Redirects are not followed unless
   * `init.redirect` says otherwise. Fails like `fetch`.
   *
   * @throws MaildoubleError if the body is an object, which `fetch` would send as the text `[object Object]`, and after the end of the test
   * whose fixture the world is.
   * @example
   * const answer = await world.fetch('/lists/3eb0000001/members/ada@acme.test?fields=status')
   * console.log(await answer.json()) // { status: 'subscribed' }
   */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    this.#transport.assertOngoing(this.id, new Error())
    checkFetchBody(init)
    const call = resolveServiceCall(this.id, this.baseUrl, path)
    const headers = new Headers(init.headers)
    if (call.isKeyed && !headers.has('authorization')) headers.set('authorization', `Bearer ${this.apiKey}`)
    return this.#transport.fetch(call.path, { redirect: 'manual', ...init, headers })
  }

  /**
   * Calls the service with GET, and reads the answer. The path decides the type of `body`: members of the answer and of a problem object
   * can be read alike, and comparing `status` leaves one of the two. At a path that is not known, `body` is `unknown`.
   *
   * @throws MaildoubleError if the answer is broken JSON, which only a fault causes.
   * @example
   * const { status, body } = await world.get('/lists', { query: { count: 1 } })
   * console.log(status, body.lists?.[0]?.name) // 200 Acme Hooks
   */
  get<Path extends string>(path: Path, ...given: WithoutBody<'GET', Path>): Promise<ServiceAnswer<'GET', Path>> {
    return this.callService('GET', path, undefined, given[1] ?? given[0])
  }

  /**
   * Calls the service with POST. The body is sent as JSON, and the path decides its type. A string is sent as it is.
   *
   * @example
   * const member = { email_address: 'eve@acme.test', status: 'subscribed' } as const
   * const { body } = await world.post('/lists/3eb0000001/members', member)
   * console.log(body.status, body.email_address) // subscribed eve@acme.test
   * const again = await world.post('/lists/3eb0000001/members', member)
   * if (again.status === 400) console.log(again.body.title) // Member Exists
   */
  post<Path extends string>(path: Path, ...[body, options]: WithBody<'POST', Path>): Promise<ServiceAnswer<'POST', Path>> {
    return this.callService('POST', path, body, options)
  }

  /**
   * Calls the service with PUT, like `post`.
   *
   * @example
   * const path = '/lists/3eb0000001/members/bob@acme.test'
   * const { status } = await world.put(path, { email_address: 'bob@acme.test', status_if_new: 'subscribed' })
   * console.log(status) // 200
   */
  put<Path extends string>(path: Path, ...[body, options]: WithBody<'PUT', Path>): Promise<ServiceAnswer<'PUT', Path>> {
    return this.callService('PUT', path, body, options)
  }

  /**
   * Calls the service with PATCH, like `post`.
   *
   * @example
   * const { body } = await world.patch('/lists/3eb0000001/members/bob@acme.test', { vip: true })
   * console.log(body.vip) // true
   */
  patch<Path extends string>(path: Path, ...[body, options]: WithBody<'PATCH', Path>): Promise<ServiceAnswer<'PATCH', Path>> {
    return this.callService('PATCH', path, body, options)
  }

  /** Calls the service with any method, and reads the answer. @internal */
  protected async callService<Method extends ServiceMethod, Path extends string>(
    method: Method,
    path: Path,
    body: unknown,
    options: CallOptions<object> = {},
  ): Promise<ServiceAnswer<Method, Path>> {
    const response = await this.fetch(...composeRequest(method, path, body, options))
    // The double checks its answers against the contract from which the types are made.
    return (await readAnswer(`${method} ${path}`, response)) as ServiceAnswer<Method, Path>
  }
}
