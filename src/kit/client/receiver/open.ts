import { nameHint } from '../../../kernel/support/nearest.ts'
import type { QueryOf, Schemas } from '../contract.ts'
import { MaildoubleError } from '../errors.ts'
import type { Transport } from '../transport.ts'
import { listenForWebhooks } from './listen.ts'
import { type ReceivedWebhook, Receiver, type Registered, type RegisteredWebhook, type WebhookHandler } from './receiver.ts'
import type { WebhookEventName } from './webhook-form.ts'
import { receiverWords, type ReceiverWords } from './words.ts'

/** The event of batch webhooks. */
export type BatchEvent = 'batch_operation_completed'

/** The events of a list's webhooks. */
export type ListEvent = Exclude<WebhookEventName, BatchEvent>

/** Options of every receiver. */
export interface ReceiverOptions {
  /** The path of the URL; by default `/`. */
  readonly path?: string
  /**
   * The application that receives the webhooks: `app.fetch`, or another function of a `Request`. It gets all requests to the receiver, the
   * GET that validates the URL among them. Without it, all are answered with 200.
   */
  readonly app?: WebhookHandler
  /**
   * A URL such as `https://app.test/hooks`, at which nothing listens: the webhooks are handed over without a socket. The server must
   * run in this process.
   */
  readonly url?: string
  /**
   * The name or address by which the server reaches this machine, if it runs elsewhere or in a container, such as `host.docker.internal`.
   * All addresses of this machine are then listened on. By default 127.0.0.1.
   */
  readonly host?: string
  /** The port; by default a free one. */
  readonly port?: number
}

/** Options of a receiver that is registered as a webhook of a list. */
export interface ListReceiverOptions<Event extends ListEvent = ListEvent> extends ReceiverOptions {
  /** The list. */
  readonly list: string
  /** The events; by default all. */
  readonly events?: readonly Event[]
  /** The sources of the events; by default all. */
  readonly sources?: readonly ('user' | 'admin' | 'api')[]
  /** Whether the webhooks are signed; by default as the setting `webhooks.signing` says. `receiver.secret` is the secret. */
  readonly signed?: boolean
}

/** Options of a receiver that is registered as a batch webhook. */
export interface BatchReceiverOptions extends ReceiverOptions {
  /** Registers it for finished batches. */
  readonly batches: true
  /** Whether the webhooks are signed; by default as the setting `webhooks.signing` says. `receiver.secret` is the secret. */
  readonly signed?: boolean
}

/** The world of a receiver. */
interface ReceiverWorld {
  readonly id: string
  readonly transport: Transport
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
}

/** All options. */
type AnyReceiverOptions = ReceiverOptions &
  Partial<Omit<ListReceiverOptions, keyof ReceiverOptions>> & { readonly batches?: boolean }

const LIST_EVENTS: readonly ListEvent[] = ['subscribe', 'unsubscribe', 'profile', 'cleaned', 'upemail', 'campaign']
const BATCH_EVENTS: readonly BatchEvent[] = ['batch_operation_completed']

/** Longest wait for the GET that validates the URL. */
const CHECK_WAIT = 'PT3S'

/** Longest wait for the outcome of a webhook that has been answered. The double records it right away. */
const RECORD_WAIT = 'PT1S'

/** Opens a receiver and registers it. Resolves once the double has validated its URL. */
export async function openReceiver(world: ReceiverWorld, options: AnyReceiverOptions): Promise<Receiver> {
  checkOptions(options)
  const settings = await world.transport.call('getSettings', world.id)
  const { webhooks } = settings
  if (webhooks?.mode === 'record')
    throw new MaildoubleError(
      "This world records webhooks and sends none. Call world.settings.update({ webhooks: { mode: 'deliver' } }) before world.receiver().",
    )
  const words = await receiverWords(settings)
  const receiver = new Receiver(options.app, words)
  const { origin, path, stop } = await openPlace(world, options, receiver)
  const url = origin + path
  const below = chooseCollection(options)
  let webhook: Registered['webhook']
  const end = async ({ unregister }: { readonly unregister: boolean }): Promise<void> => {
    // The list, the webhook or the world may be gone, or a fault may fail the call. Nothing is received any more in any case.
    if (unregister && webhook)
      await world.fetch(words.path(`${below}/${webhook.id}`), { method: 'DELETE' }).catch(() => undefined)
    await stop()
  }
  const deliveries = async (query: QueryOf<'getDeliveries'>): Promise<readonly Schemas['Delivery'][]> =>
    (await world.transport.call('getDeliveries', world.id, { query })).deliveries
  const sent = async (): Promise<readonly Schemas['Delivery'][]> =>
    (await deliveries({ ...(webhook ? { webhook_id: webhook.id } : {}), order: 'desc', limit: 1_000 })).filter(
      (each) => each.url === url,
    )
  const recorded = async ({ event, request: { body } }: ReceivedWebhook): Promise<void> => {
    const pending = await deliveries({ event, settled: false, limit: 1_000 })
    const own = pending.find((each) => each.url === url && each.body === body)
    if (own) await deliveries({ after: own.id - 1, before: own.id + 1, settled: true, wait: RECORD_WAIT })
  }
  try {
    if (below !== undefined) {
      webhook = await registered(world, { path: below, body: makeRegistration(options, url), words }, options)
      if (webhooks?.validation !== 'off') await reached(world, receiver, { url, webhook_id: webhook.id }, options)
    }
    receiver.register({ url, events: chooseEvents(options), webhook, sent, recorded, end })
    return receiver
  } catch (error) {
    await end({ unregister: true })
    throw error
  }
}

/** A place where requests to a receiver arrive. */
interface ReceiverPlace {
  readonly origin: string
  readonly path: string
  readonly stop: () => Promise<void>
}

async function openPlace(
  { id, transport }: ReceiverWorld,
  { url, host, port, path = '/' }: AnyReceiverOptions,
  receiver: Receiver,
): Promise<ReceiverPlace> {
  if (url === undefined) {
    const { pathname, search } = new URL(path, 'http://127.0.0.1')
    const at = { ...(host === undefined ? {} : { host }), ...(port === undefined ? {} : { port }) }
    const { origin, close } = await listenForWebhooks((request) => receiver.handle(request, pathname), at)
    return { origin, path: pathname + search, stop: close }
  }
  const { receiveAt } = transport.target
  if (!receiveAt) throw new MaildoubleError(elsewhere(url, transport.url))
  const { origin, pathname, href } = new URL(url)
  const stop = receiveAt(url, (request) => receiver.handle(request, pathname), { world: id })
  return { origin, path: href.slice(href.indexOf(pathname, href.indexOf('//') + 2)), stop: async () => stop() }
}

function elsewhere(url: string, server: string): string {
  return (
    `${url} can't be received without a socket: the server at ${server} runs in another process, or only its address is known. ` +
    'Leave out `url`, so that the receiver listens on this machine; or connect to what createDouble() or startServer() of this process ' +
    'resolves with. Test fixtures do so unless `maildouble/vitest/setup` or MAILDOUBLE_URL is in use.'
  )
}

function checkOptions(options: AnyReceiverOptions): void {
  const { list, batches, events, sources, signed, url, host, port, path, app } = options
  const unknown = Object.keys(options).filter((name) => !NAMES.includes(name))
  const wrong = [
    ...unknown.map((name) => `There is no option ${JSON.stringify(name)}. ${nameHint(name, NAMES)}`),
    ...(list !== undefined && batches ? ['A receiver is registered for a list or for batches. Create one for each.'] : []),
    ...(list === undefined && (events || sources) ? ['`events` and `sources` require `list`.'] : []),
    ...(list === undefined && !batches && signed !== undefined ? ['`signed` requires `list` or `batches`.'] : []),
    ...(events?.length === 0 ? ['`events` is empty. Leave it out to receive all.'] : []),
    ...(events ?? [])
      .filter((event) => !LIST_EVENTS.includes(event))
      .map((event) => `There is no event ${JSON.stringify(event)}. ${nameHint(String(event), LIST_EVENTS)}`),
    ...(url !== undefined && !/^https?:\/\//i.test(url) ? [`${JSON.stringify(url)} is not an http or https URL.`] : []),
    ...(url !== undefined && (host !== undefined || port !== undefined || path !== undefined)
      ? ['`url` goes without `host`, `port` and `path`: nothing listens there.']
      : []),
    ...(path !== undefined && !path.startsWith('/') ? [`The path ${JSON.stringify(path)} must begin with a slash.`] : []),
    ...(app !== undefined && typeof app !== 'function' ? ['`app` must be a function of a Request, such as app.fetch.'] : []),
  ]
  if (wrong.length > 0) throw new MaildoubleError(wrong.join('\n'))
}

const NAMES = ['list', 'events', 'sources', 'batches', 'signed', 'path', 'app', 'url', 'host', 'port']

function chooseEvents({ list, batches, events = LIST_EVENTS }: AnyReceiverOptions): readonly WebhookEventName[] | undefined {
  if (batches) return BATCH_EVENTS
  return list === undefined ? undefined : events
}

/** Where the webhook is created. `undefined` if the receiver is not registered. */
function chooseCollection({ list, batches }: AnyReceiverOptions): string | undefined {
  if (batches) return '/batch-webhooks'
  return list === undefined ? undefined : `/lists/${encodeURIComponent(list)}/webhooks`
}

function makeRegistration({ list, events = LIST_EVENTS, sources, signed }: AnyReceiverOptions, url: string): object {
  const target = { url, ...(signed === undefined ? {} : { signing_enabled: signed }) }
  if (list === undefined) return target
  const on = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, true]))
  return { ...target, events: on(events), ...(sources ? { sources: on(sources) } : {}) }
}

/** Creates the webhook. `path` and `body` are in the words of the reference, and so is the result. */
async function registered(
  { fetch, transport }: ReceiverWorld,
  { path, body, words }: { readonly path: string; readonly body: object; readonly words: ReceiverWords },
  options: AnyReceiverOptions,
): Promise<RegisteredWebhook> {
  const called = words.path(path)
  const response = await fetch(called, { method: 'POST', body: JSON.stringify(words.body(path, body)) })
  if (response.ok) return words.answer(path, await response.json()) as RegisteredWebhook
  const problem = words.problem(await response.json().catch(() => ({})))
  const { title, detail, errors = [] } = problem as Partial<Problem>
  const said = response.headers.get('x-maildouble-hint') ?? detail ?? ''
  const reasons = errors.map(({ field, message }) => `${field}: ${message}`)
  const isUnreachable = reasons.some((reason) => /could not be called/.test(reason))
  throw new MaildoubleError(
    [
      `The receiver was not registered: POST /3.0${called} was answered ${[response.status, title].filter(Boolean).join(' ')}. ${said}`,
      ...reasons,
      ...(isUnreachable ? [adviceFor(options, transport.url, reasons.join())] : []),
    ].join('\n'),
  )
}

/** A problem of the service. */
interface Problem {
  readonly title: string
  readonly detail: string
  readonly errors: readonly { readonly field: string; readonly message: string }[]
}

/** Waits for the GET that validates the URL, and throws if it can't arrive here. */
async function reached(
  { id, transport }: ReceiverWorld,
  receiver: Receiver,
  { url, webhook_id }: { readonly url: string; readonly webhook_id: string },
  options: AnyReceiverOptions,
): Promise<void> {
  const query = { webhook_id, event: 'validation', settled: true, wait: CHECK_WAIT } as const
  const [check] = (await transport.call('getDeliveries', id, { query })).deliveries
  const last = check?.attempts.at(-1)
  // The request may still be on its way, since a fault may delay it.
  if (!last) return
  const { response, error } = last
  if (receiver.checks > 0) {
    if (response && response.status >= 200 && response.status < 300) return
    const answer = response ? `was answered ${response.status}` : `failed: ${error}`
    throw new MaildoubleError(`The webhook ${url} was not validated: its GET ${answer}.\n${APP_ADVICE}`)
  }
  const reason = error ?? `something else answers there, with the status ${response?.status}`
  throw new MaildoubleError(
    `The server at ${transport.url} does not reach the receiver at ${url}: ${reason}\n${adviceFor(options, transport.url, reason)}`,
  )
}

const APP_ADVICE = 'The function given as `app` must answer the GET that validates the URL with a status of 2xx.'

function adviceFor({ host, url }: AnyReceiverOptions, server: string, reason: string): string {
  if (url !== undefined) return APP_ADVICE
  if (/--allow-egress/.test(reason))
    return `Start the server with --allow-egress ${host ?? 'HOST'}, or with MAILDOUBLE_ALLOW_EGRESS=${host ?? 'HOST'}.`
  return (
    `If the server at ${server} runs in a container or on another machine, give \`host\`: the name or address by which it reaches this ` +
    'machine, such as "host.docker.internal", and start it with --allow-egress for that host.'
  )
}
