import { isLikeResponse } from '../../../kernel/support/like-response.ts'
import { readDuration } from '../../../kernel/support/time.ts'
import type { Duration, Schemas } from '../contract.ts'
import { MaildoubleError, WaitTimeoutError, WebhookHandlerError } from '../errors.ts'
import { abortablePause } from '../platform.ts'
import { WAIT, type Wait } from '../wait.ts'
import { aligned, describeProgress, span } from '../wording.ts'
import { payloadIn, type WebhookEventName, type WebhookPayload } from './webhook-form.ts'
import type { ReceiverWords } from './words.ts'

/** Answers a request: `app.fetch` of an application, or a function of your own. */
export type WebhookHandler = (request: Request) => Response | Promise<Response>

/** How a webhook is answered: a status, a response, or a function of the request. */
export type WebhookAnswer = number | Response | WebhookHandler

/** A webhook that has arrived and been answered. */
export interface ReceivedWebhook<Event extends WebhookEventName = WebhookEventName> {
  /** The event: the `type` of the payload. */
  readonly event: Event
  /** The payload, decoded, in the words of the reference, also if the world has the words of a deployment (setting `vocabulary`). */
  readonly payload: WebhookPayload<Event>
  /** The request as it arrived, in the words of the deployment; header names are in lower case. */
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  /** The status of the answer. `undefined` if there was none, since the function threw. */
  readonly status: number | undefined
  /** What the function threw. */
  readonly error?: unknown
}

/** A webhook as the service has answered its creation. */
export interface RegisteredWebhook {
  /** Its id, as in `GET /lists/{list_id}/webhooks/{webhook_id}`. */
  readonly id: string
  /** The list; a batch webhook has none. */
  readonly list_id?: string
  /** The secret that signs the deliveries, if the setting `webhooks.signing` is on. */
  readonly signing_secret?: string
}

/** What a receiver needs to know about its registration. */
export interface Registered {
  /** The URL of the webhook. */
  readonly url: string
  /** The events it is registered for. `undefined` if it is not registered by the receiver. */
  readonly events: readonly WebhookEventName[] | undefined
  /** The webhook. `undefined` if it is not registered by the receiver. */
  readonly webhook: RegisteredWebhook | undefined
  /** What the double has sent to the webhook, the latest first. */
  readonly sent: () => Promise<readonly Schemas['Delivery'][]>
  /** Resolves once the double has recorded that a webhook was answered, or soon after. */
  readonly recorded: (webhook: ReceivedWebhook) => Promise<void>
  /** Deletes the webhook and stops receiving. */
  readonly end: (mode: { readonly unregister: boolean }) => Promise<void>
}

interface ArrivedWebhook {
  readonly webhook: ReceivedWebhook
  /** Whether `next` has returned it. */
  isTaken: boolean
}

/** Maximum number of webhooks in a message. */
const SHOWN = 5

/** The status of answers by default. */
const OK = 200

/**
 * A receiver of webhooks, made by `world.receiver()`. It answers them, stores them, and waits for them.
 *
 * @example
 * await using hooks = await world.receiver({ list: '3eb0000001', events: ['unsubscribe'] })
 * await world.trigger('member.unsubscribe', { list_id: '3eb0000001', email_address: 'bob@acme.test' })
 * const { data } = await hooks.next('unsubscribe')
 * console.log(data.email) // bob@acme.test
 */
export class Receiver<Event extends WebhookEventName = WebhookEventName> {
  readonly #app: WebhookHandler | undefined
  readonly #words: ReceiverWords
  readonly #arrivals: ArrivedWebhook[] = []
  readonly #waiting = new Set<() => void>()
  readonly #closing = new AbortController()
  readonly #unreported = new Set<ReceivedWebhook>()
  #answers: readonly WebhookAnswer[] = []
  #registered: Registered | undefined
  #closed: Promise<void> | undefined
  #checks = 0

  /** Created by `world.receiver()`. @internal */
  constructor(app: WebhookHandler | undefined, words: ReceiverWords) {
    this.#app = app
    this.#words = words
  }

  /** The URL of the webhook. */
  get url(): string {
    return this.#registration.url
  }

  /** The webhook. `undefined` if the receiver was created without `list` and `batches`, and so without a registration. */
  get webhook(): Registered['webhook'] {
    return this.#registration.webhook
  }

  /** The secret with which the webhooks are signed, for `verifySignature`. `undefined` if they are not signed. */
  get secret(): string | undefined {
    return this.#registration.webhook?.signing_secret
  }

  /**
   * The webhooks that have arrived and been answered, in the order of their answers. The GET that validates the URL is not one of them.
   *
   * @example
   * await using hooks = await world.receiver({ list: '3eb0000001' })
   * await world.trigger('member.unsubscribe', { list_id: '3eb0000001', email_address: 'bob@acme.test' })
   * await hooks.next()
   * console.log(hooks.received.map(({ event, status }) => `${event} ${status}`).join()) // unsubscribe 200
   */
  get received(): readonly ReceivedWebhook<Event>[] {
    // A webhook gets only its registered events.
    return this.#arrivals.map(({ webhook }) => webhook as ReceivedWebhook<Event>)
  }

  /**
   * Says how the next webhooks are answered: with a status, a `Response`, or a function of the request. Of an array, each webhook takes
   * the next answer, and the last one stays. Without an argument, they are answered as at the start: by `app`, or with 200.
   *
   * @throws MaildoubleError if an answer is none of these.
   * @example
   * await using hooks = await world.receiver({ list: '3eb0000001' })
   * hooks.answer([503, 200])
   * await world.trigger('member.unsubscribe', { list_id: '3eb0000001', email_address: 'bob@acme.test' })
   * await world.clock.advance('PT5S')
   * console.log(hooks.received.map(({ status }) => status).join()) // 503,200
   */
  answer(answer: WebhookAnswer | readonly WebhookAnswer[] = []): void {
    const answers = [answer].flat()
    const wrong = answers.find((each) => typeof each !== 'function' && !(each instanceof Response) && !isStatus(each))
    if (wrong !== undefined)
      throw new MaildoubleError(
        `${JSON.stringify(wrong)} is no answer. answer() takes a status from 200 to 599, a Response, a function of a Request, or an array of these.`,
      )
    this.#answers = answers
  }

  /**
   * Waits for the next webhook, or the next one of an event, and returns its payload once it has been answered and the double has
   * recorded the answer. Each webhook is returned once: earlier webhooks come first, and webhooks of other events stay for a
   * later call. A retry is another webhook.
   *
   * @throws WaitTimeoutError if none arrives in time; the message lists the arrived webhooks and the sent ones.
   * @throws WebhookHandlerError if the function that answers the webhook threw.
   * @example
   * await using hooks = await world.receiver({ list: '3eb0000001', events: ['upemail', 'profile'] })
   * const new_email_address = 'robert@acme.test'
   * await world.trigger('member.change_email', { list_id: '3eb0000001', email_address: 'bob@acme.test', new_email_address })
   * const { data } = await hooks.next('upemail')
   * console.log(data.old_email, data.new_email) // bob@acme.test robert@acme.test
   */
  async next<Name extends Event = Event>(event?: Name, { wait = WAIT }: Wait = {}): Promise<WebhookPayload<Name>> {
    const { events } = this.#registration
    if (event !== undefined && events && !events.includes(event))
      throw new MaildoubleError(`This receiver gets no ${event} webhooks: it is registered for ${events.join(', ')}.`)
    const ms = readDuration(wait)
    if (ms === undefined || ms < 0)
      throw new MaildoubleError(
        `${JSON.stringify(wait)} is no time to wait. Give milliseconds or an ISO 8601 duration, such as "PT3S".`,
      )
    const arrival = await this.#arrivalOf(event, ms)
    if (!arrival) throw await this.#timeout(event, wait)
    const { webhook } = arrival
    await this.#registration.recorded(webhook)
    if ('error' in webhook) throw this.#reported(webhook)
    return webhook.payload as WebhookPayload<Name>
  }

  /**
   * Deletes the webhook and stops receiving. It happens at the end of an `await using`, and when the world is deleted.
   *
   * @throws WebhookHandlerError if a function that answers webhooks threw, and no call of `next` has said so.
   * @example
   * const hooks = await world.receiver({ list: '3eb0000001' })
   * await hooks.close()
   */
  async close(): Promise<void> {
    await this.end({ unregister: true })
    const [failed] = this.#unreported
    this.#unreported.clear()
    if (failed) throw this.#reported(failed)
  }

  /** Deletes the webhook and stops receiving, at the end of an `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  /** Stops receiving. @internal */
  end(mode: { readonly unregister: boolean }): Promise<void> {
    this.#closing.abort()
    return (this.#closed ??= this.#registration.end(mode))
  }

  /** Sets the registration. @internal */
  register(registered: Registered): void {
    this.#registered = registered
  }

  /** The number of GETs that have arrived at the URL. @internal */
  get checks(): number {
    return this.#checks
  }

  /** Answers a request to the receiver, at whatever path. @internal */
  async handle(request: Request, path: string): Promise<Response> {
    const isAtPath = new URL(request.url).pathname === path
    if (isAtPath && request.method === 'GET') this.#checks++
    const body = isAtPath && request.method === 'POST' ? await request.clone().text() : ''
    const payload = payloadIn(body, this.#words)
    if (!payload) return this.#beside(request, isAtPath)
    const { url, headers } = request
    const received = { event: payload.type, payload, request: { url, headers: Object.fromEntries(headers), body } }
    try {
      const response = await this.#answerTo(request)
      this.#arrive({ ...received, status: response.status })
      return response
    } catch (error) {
      this.#arrive({ ...received, status: undefined, error })
      throw error
    }
  }

  get #registration(): Registered {
    if (!this.#registered) throw new MaildoubleError('The receiver is not registered yet.')
    return this.#registered
  }

  /** Answers requests that are not webhooks: the GET that validates the URL, and other requests to the application. */
  #beside(request: Request, isAtPath: boolean): Response | Promise<Response> {
    if (this.#app) return this.#app(request)
    if (isAtPath && (request.method === 'GET' || request.method === 'HEAD')) return new Response('Ready for webhooks.')
    return new Response('This receiver takes webhooks at its own path only.', { status: 404 })
  }

  async #answerTo(request: Request): Promise<Response> {
    const [answer = this.#app ?? OK, ...others] = this.#answers
    if (others.length > 0) this.#answers = others
    if (typeof answer === 'number') return new Response(null, { status: answer })
    if (typeof answer !== 'function') return answer.clone()
    const response: unknown = await answer(request)
    if (isLikeResponse(response)) return response
    throw new MaildoubleError(`The function that answers webhooks returned ${String(response)} instead of a Response.`)
  }

  #arrive(webhook: ReceivedWebhook): void {
    this.#arrivals.push({ webhook, isTaken: false })
    if ('error' in webhook) this.#unreported.add(webhook)
    for (const look of this.#waiting) look()
  }

  /** The first webhook of an event that is not taken yet. Resolves with `undefined` when the time is over. */
  async #arrivalOf(event: string | undefined, ms: number): Promise<ArrivedWebhook | undefined> {
    const take = (): ArrivedWebhook | undefined => {
      const found = this.#arrivals.find(({ webhook, isTaken }) => !isTaken && (event === undefined || webhook.event === event))
      if (found) found.isTaken = true
      return found
    }
    const there = take()
    if (there) return there
    const waited = new AbortController()
    const arrived = new Promise<ArrivedWebhook>((resolve) => {
      const look = (): void => {
        if (waited.signal.aborted) return
        const found = take()
        if (!found) return
        waited.abort()
        resolve(found)
      }
      this.#waiting.add(look)
      waited.signal.addEventListener('abort', () => this.#waiting.delete(look))
    })
    const signal = AbortSignal.any([waited.signal, this.#closing.signal])
    const over = abortablePause(ms, signal).then(() => undefined)
    const found = await Promise.race([arrived, over.then(() => (waited.signal.aborted ? arrived : undefined))])
    waited.abort()
    return found
  }

  #reported(webhook: ReceivedWebhook): WebhookHandlerError {
    this.#unreported.delete(webhook)
    const { event, payload, error } = webhook
    const about = findPayloadSubject(payload)
    return new WebhookHandlerError(
      `The function that answers webhooks threw at ${event}${about && ` of ${about}`}: ${String(error)}`,
      {
        cause: error,
      },
    )
  }

  async #timeout(event: string | undefined, wait: Duration | number): Promise<Error> {
    const what = event === undefined ? 'webhook' : `${event} webhook`
    if (this.#closing.signal.aborted) return new MaildoubleError(`The receiver was closed before a further ${what} arrived.`)
    const sent = await this.#registration.sent()
    const arrived = this.#arrivals.toReversed().slice(0, SHOWN)
    return new WaitTimeoutError(
      [
        `No ${this.#arrivals.length > 0 ? 'further ' : ''}${what} arrived at ${this.url} within ${span(wait)}.`,
        '',
        ...(arrived.length === 0
          ? ['No webhook has arrived at all.']
          : [`Arrived, latest first${arrived.length < this.#arrivals.length ? ` (${SHOWN} of ${this.#arrivals.length})` : ''}:`]),
        ...aligned(
          arrived.map(({ webhook, isTaken }) => [...describeWebhook(webhook), isTaken ? 'returned by an earlier next()' : '']),
        ),
        ...(sent.length === 0 ? [NOTHING_SENT] : ['Sent by the double, latest first:']),
        ...aligned(sent.slice(0, SHOWN).map((each) => [`#${each.id}`, each.event, each.status, describeProgress(each)])),
      ].join('\n'),
    )
  }
}

const NOTHING_SENT = 'The double has sent none. Does the webhook select this event and its source, and does it still exist?'

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599
}

/** The columns of a webhook's line: the event, whom it is about, and the answer. */
function describeWebhook({ event, payload, status }: ReceivedWebhook): string[] {
  return [event, findPayloadSubject(payload), status === undefined ? 'the function threw' : `answered ${status}`]
}

/** The address or id that a payload is about. */
function findPayloadSubject({ data }: WebhookPayload): string {
  // A payload of `event.emit` may lack all of them.
  const { email, new_email, id }: { email?: unknown; new_email?: unknown; id?: unknown } = data ?? {}
  return String(email ?? new_email ?? id ?? '')
}
