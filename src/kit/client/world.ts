import { WorldClock } from './clock.ts'
import type { QueryOf, Schemas } from './contract.ts'
import { Deliveries } from './deliveries.ts'
import { DeliveryFaults } from './delivery-faults.ts'
import { Emails } from './emails.ts'
import { MaildoubleError, RefusedError } from './errors.ts'
import { type StreamOptions, worldEvents, type WorldEvents } from './events.ts'
import { Faults } from './faults.ts'
import { closeReceivers, closeWith } from './open-receivers.ts'
import type { BatchEvent, BatchReceiverOptions, ListEvent, ListReceiverOptions, ReceiverOptions } from './receiver/open.ts'
import type { Receiver } from './receiver/receiver.ts'
import { Outages } from './outages.ts'
import { Requests } from './requests.ts'
import type { Deleted, WithoutBody } from './service-call.ts'
import { ServiceCaller } from './service-caller.ts'
import { WorldSettings } from './settings.ts'
import { Snapshots } from './snapshots.ts'
import { Tables } from './tables.ts'
import type { Target } from './target.ts'
import type { Transport } from './transport.ts'
import type { TriggerArguments, TriggerName } from './triggers.ts'
import type { WhyQuery } from './why.ts'

/**
 * An account at the double: its data, its clock, and its history. Worlds share nothing, so each test can have its own. This object
 * only holds names and addresses and stays valid after a reset or restore.
 *
 * @example
 * import { connect } from 'maildouble/client'
 * await using mine = await connect().worlds.create({ scenario: 'starter' })
 * // Configure the application under test with:
 * console.log(mine.baseUrl.startsWith('http'), mine.apiKey.endsWith(mine.dc)) // true true
 */
export class World extends ServiceCaller {
  readonly #transport: Transport
  /** The scenario it was created from. */
  readonly scenario: string
  /** The seed of its ids and randomness. */
  readonly seed: string
  /** The datacenter at the end of the key. */
  readonly dc: string
  /**
   * The address of the server itself, up to but not including `/3.0`, for clients whose base URL can't have a path. The key alone selects
   * this world there.
   */
  readonly rootUrl: string
  /** The base URL of `/oauth2` for this world. */
  readonly authUrl: string
  /** The registered application. */
  readonly oauth: Readonly<Schemas['World']['oauth']>
  /** The clock. */
  readonly clock: WorldClock
  /** Faults in calls of the API. */
  readonly faults: Faults
  /** Faults in webhook deliveries. */
  readonly deliveryFaults: DeliveryFaults
  /** Named sets of faults, from the scenario. */
  readonly outages: Outages
  /** The received calls. */
  readonly requests: Requests
  /** The webhook deliveries. */
  readonly deliveries: Deliveries
  /** The emails that the service has sent. */
  readonly emails: Emails
  /** The snapshots. */
  readonly snapshots: Snapshots
  /** The rows, table by table. */
  readonly state: Tables
  /** The settings, for behaviour that the service leaves open. */
  readonly settings: WorldSettings

  /** Created by `maildouble.worlds`. @internal */
  constructor(transport: Transport, seen: Schemas['World']) {
    super(transport, seen)
    this.#transport = transport
    this.scenario = seen.scenario
    this.seed = seen.seed
    this.dc = seen.dc
    this.rootUrl = seen.root_url
    this.authUrl = seen.auth_url
    this.oauth = seen.oauth
    this.clock = new WorldClock(transport, seen.id)
    this.faults = new Faults(transport, seen.id)
    this.deliveryFaults = new DeliveryFaults(transport, seen.id)
    this.outages = new Outages(transport, seen.id)
    this.requests = new Requests(transport, seen.id)
    this.deliveries = new Deliveries(transport, seen.id)
    this.emails = new Emails(transport, seen.id)
    this.snapshots = new Snapshots(transport, seen.id)
    this.state = new Tables(transport, seen.id)
    this.settings = new WorldSettings(transport, seen.id)
  }

  /** How the server is reached: the argument of `connect`. */
  get target(): Target {
    return this.#transport.target
  }

  /**
   * Environment variables by which an application finds this world, and by which `connect()` finds its server. `maildouble run` sets
   * them.
   *
   * @example
   * const { MAILDOUBLE_API_URL, MAILDOUBLE_API_KEY } = world.variables
   * console.log(MAILDOUBLE_API_URL === `${world.baseUrl}/3.0`, MAILDOUBLE_API_KEY === world.apiKey) // true true
   */
  get variables(): { readonly [name: string]: string } {
    const { controlToken } = this.target
    return {
      MAILDOUBLE_URL: this.#transport.url,
      ...(controlToken === undefined ? {} : { MAILDOUBLE_CONTROL_TOKEN: controlToken }),
      MAILDOUBLE_WORLD: this.id,
      MAILDOUBLE_BASE_URL: this.baseUrl,
      MAILDOUBLE_API_URL: `${this.baseUrl}/3.0`,
      MAILDOUBLE_API_KEY: this.apiKey,
      MAILDOUBLE_AUTH_URL: this.authUrl,
      MAILDOUBLE_OAUTH_CLIENT_ID: this.oauth.client_id,
      MAILDOUBLE_OAUTH_CLIENT_SECRET: this.oauth.client_secret,
      MAILDOUBLE_OAUTH_REDIRECT_URI: this.oauth.redirect_uri,
    }
  }

  /**
   * Receives webhooks on a free port of this machine, or without a socket (`url`). It is registered as a webhook of a list (`list`), as
   * a batch webhook (`batches`), or by your application. Resolves once the double has validated the URL. It is closed with the world.
   * Events and payloads have the words of the reference, also in a world with a vocabulary. The vocabulary at the time of this call counts.
   *
   * @throws MaildoubleError if it can't be registered or reached; the message says what to do.
   * @example
   * await using hooks = await world.receiver({ list: '3eb0000001', events: ['subscribe', 'unsubscribe'] })
   * await world.trigger('member.subscribe', { list_id: '3eb0000001', email_address: 'eve@acme.test' })
   * const { data } = await hooks.next('subscribe')
   * console.log(data.email, data.merges.EMAIL) // eve@acme.test eve@acme.test
   */
  receiver<Event extends ListEvent = ListEvent>(options: ListReceiverOptions<Event>): Promise<Receiver<Event>>
  receiver(options: BatchReceiverOptions): Promise<Receiver<BatchEvent>>
  receiver(options?: ReceiverOptions): Promise<Receiver>
  async receiver(options: ReceiverOptions = {}): Promise<Receiver> {
    // Imported on first use: only this part of the client listens on a port.
    const { openReceiver } = await import('./receiver/open.ts')
    const fetch = (path: string, init: RequestInit): Promise<Response> => this.fetch(path, init)
    const receiver = await openReceiver({ id: this.id, transport: this.#transport, fetch }, options)
    closeWith(this, receiver)
    return receiver
  }

  /**
   * Simulates what other people do: a member leaves, opens or replies, a domain is verified. It happens at the world's current time,
   * with all its consequences.
   *
   * @throws RefusedError with status 409 if the state of the world doesn't allow it, and with 422 if a name is unknown.
   * @example
   * const { deliveries } = await world.trigger('member.unsubscribe', {
   *   list_id: '3eb0000001',
   *   email_address: 'bob@acme.test',
   *   reason: 'Too many emails',
   * })
   * console.log(deliveries.length) // 2
   */
  trigger<Name extends TriggerName>(name: Name, ...[given]: TriggerArguments<Name>): Promise<Schemas['Triggered']> {
    // A trigger's parameters follow from its name, but the compiler can't join the two again.
    const body = { trigger: name, ...given } as unknown as Schemas['Trigger']
    return this.#transport.call('runTrigger', this.id, { body })
  }

  /**
   * All triggers, with the JSON Schema of their parameters.
   *
   * @example
   * const names = (await world.triggers()).map(({ trigger }) => trigger)
   * console.log(names.includes('campaign.open')) // true
   */
  async triggers(): Promise<Schemas['TriggerCollection']['triggers']> {
    const { triggers } = await this.#transport.call('getTriggers', this.id)
    return triggers
  }

  /**
   * Takes a snapshot of the state, in constant time. A snapshot with the same name is replaced.
   *
   * @example
   * await world.snapshot('before')
   * await world.fetch('/lists/3eb0000001', { method: 'DELETE' })
   * await world.restore('before')
   * console.log((await world.fetch('/lists/3eb0000001')).status) // 200
   */
  snapshot(name: string): Promise<Schemas['Snapshot']> {
    return this.snapshots.take(name)
  }

  /**
   * Restores a snapshot, including the clock. The journal stays.
   *
   * @throws RefusedError with status 404 if there is no snapshot with that name.
   * @example
   * await world.snapshot('morning')
   * await world.clock.advance('PT8H')
   * await world.restore('morning')
   * console.log((await world.clock.get()).now) // 2026-01-15T09:00:00.000Z
   */
  async restore(name: string): Promise<this> {
    await this.#transport.call('restoreSnapshot', this.id, { path: { name } })
    return this
  }

  /**
   * Resets the world to the start of its scenario: data, clock, settings, faults, journal, in constant time. Snapshots stay.
   *
   * @example
   * await world.fetch('/lists/3eb0000001', { method: 'DELETE' })
   * await world.reset()
   * console.log((await world.fetch('/lists/3eb0000001')).status) // 200
   */
  async reset(): Promise<this> {
    await this.#transport.call('resetWorld', this.id)
    return this
  }

  /**
   * Creates a second world with the same state and its own credentials.
   *
   * @throws RefusedError with status 409 if the id or the key is in use.
   * @example
   * await using branch = await world.fork()
   * await branch.fetch('/lists/3eb0000001', { method: 'DELETE' })
   * console.log((await world.fetch('/lists/3eb0000001')).status) // 200
   */
  async fork(options: Schemas['ForkWorld'] = {}): Promise<World> {
    return new World(this.#transport, await this.#transport.call('forkWorld', this.id, { body: options }))
  }

  /**
   * Returns the current time and row counts.
   *
   * @example
   * const { counts } = await world.status()
   * console.log(counts['members']) // 3
   */
  status(): Promise<Schemas['World']> {
    return this.#transport.call('getWorld', this.id)
  }

  /**
   * Explains the state of an object: its changes, their times, and the calls that made them. About a call (`request`), a webhook (`delivery`), an
   * email, a `job` or a `change` as well: `chain` leads from the call to webhooks and their attempts, and `non_events` tells why there was no webhook or
   * email, with what to change.
   *
   * @throws RefusedError with status 422 if the kind of thing is unknown.
   * @example
   * await world.fetch('/lists/3eb0000001/members/bob@acme.test', { method: 'DELETE' })
   * const { exists, history } = await world.why({ entity: 'member', id: 'bob@acme.test' })
   * console.log(exists, history[0]?.by) // true DELETE /3.0/lists/3eb0000001/members/bob@acme.test
   * const { non_events } = await world.why({ entity: 'request', id: history[0]?.cause.request ?? '' })
   * console.log(non_events[0]?.code) // source_off
   */
  why(about: WhyQuery): Promise<Schemas['Why']> {
    return this.#transport.call('getWhy', this.id, { query: about })
  }

  /**
   * The transactions that changed the world, oldest first unless `order` says otherwise: what made each, and how many rows of which
   * tables it changed; at most 100 unless `limit` is set. With `cause: 'job'` these are the jobs that ran.
   *
   * @throws RefusedError with status 422 if there is no such table, or an instant is invalid.
   * @example
   * await world.fetch('/lists/3eb0000001/members/bob@acme.test', { method: 'PATCH', body: '{"vip":true}' })
   * const [change] = await world.changes({ table: 'members' })
   * console.log(change?.by) // PATCH /3.0/lists/3eb0000001/members/bob@acme.test
   */
  async changes(filter: QueryOf<'getChanges'> = {}): Promise<readonly Schemas['Change'][]> {
    const { changes } = await this.#transport.call('getChanges', this.id, { query: filter })
    return changes
  }

  /**
   * What happened in the world, oldest first: calls, jobs that ran, triggers, webhooks and emails, in the order of the numbers of
   * their changes. Each entry names what caused it. At most the latest 100, unless `limit` is set; with `cluster`, entries that are
   * alike become one.
   *
   * @throws RefusedError with status 422 if there is no such entry, or an instant is invalid.
   * @example
   * await world.fetch('/lists/3eb0000001/members/bob@acme.test', { method: 'PATCH', body: '{"vip":true}' })
   * const { entries } = await world.timeline({ kinds: ['request'] })
   * console.log(entries.at(-1)?.summary) // updateMember bob@acme.test
   */
  timeline(filter: QueryOf<'getTimeline'> = {}): Promise<Schemas['Timeline']> {
    return this.#transport.call('getTimeline', this.id, { query: filter })
  }

  /**
   * Compares two states, table by table and field by field: by default, the start of the world with its current state. A state is
   * `start`, `now`, the name of a snapshot, or `world:` and the id of another world.
   *
   * @throws RefusedError with status 422 if there is no such state; the message names similar ones.
   * @example
   * await world.snapshot('before')
   * await world.fetch('/lists/3eb0000001/members/bob@acme.test', { method: 'PATCH', body: '{"vip":true}' })
   * const { tables } = await world.diff({ from: 'before', table: 'members' })
   * console.log(tables[0]?.changed[0]?.fields[0]) // { pointer: '/vip', from: false, to: true }
   */
  diff(states: QueryOf<'getDiff'> = {}): Promise<Schemas['Diff']> {
    return this.#transport.call('getDiff', this.id, { query: states })
  }

  /**
   * Everything needed to replay the world on another server with `worlds.create({ bundle })`.
   *
   * @throws RefusedError with status 409 if the first steps were dropped; the message names a snapshot for `from`.
   * @example
   * await world.fetch('/ping')
   * const bundle = await world.bundle()
   * console.log(bundle.steps.length) // 1
   */
  bundle(options: { readonly from?: string } = {}): Promise<Schemas['Bundle']> {
    return this.#transport.call('getBundle', this.id, { query: options })
  }

  /**
   * Streams the events of the world: calls, status changes, webhooks, emails, the clock. It listens from this call on and resumes
   * after a broken connection. It ends with the loop, with `signal`, or with the world.
   *
   * @throws UnreachableError if the server can't be reached again.
   * @example
   * const events = world.events({ types: ['transition'] })
   * await events.listening
   * await world.trigger('member.unsubscribe', { list_id: '3eb0000001', email_address: 'bob@acme.test' })
   * for await (const event of events) {
   *   if (event.type === 'transition') console.log(event.data.name, event.data.to) // bob@acme.test unsubscribed
   *   break
   * }
   */
  events(options: StreamOptions = {}): WorldEvents {
    return worldEvents(this.#transport, this.id, options)
  }

  /**
   * Without arguments, deletes the world, and closes its receivers; its key is then refused. With a path, calls the service with DELETE,
   * like `get`.
   *
   * @throws RefusedError with status 409 for the world `default`, which cannot be deleted.
   * @throws WebhookHandlerError if a function that answers webhooks threw, and no call of `next` has said so.
   * @example
   * const { status, body } = await world.delete('/lists/3eb0000001')
   * console.log(status, body) // 204 undefined
   * const brief = await maildouble.worlds.create({ scenario: 'empty' })
   * await brief.delete()
   */
  async delete<Path extends string = never>(
    ...given: readonly [] | readonly [path: Path, ...WithoutBody<'DELETE', Path>]
  ): Promise<Deleted<Path>> {
    // Counted, since a path that is missing by mistake must not delete the world.
    if (given.length === 0) {
      const deleted = await this.#transport.call('deleteWorld', this.id)
      await this.#closeReceivers({ unregister: false })
      return deleted as Deleted<Path>
    }
    const [path, first, last] = given
    if (typeof path === 'string') return (await this.callService('DELETE', path, undefined, last ?? first)) as Deleted<Path>
    throw new MaildoubleError(
      `world.delete() was given ${String(path)} as the path. Use a path below /3.0, or no argument to delete the world.`,
    )
  }

  /** Deletes the world at the end of an `await using`, unless it is the world `default` or already deleted, and closes its receivers. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.id === 'default') return this.#closeReceivers({ unregister: true })
    await this.delete().catch((error: unknown) => {
      if (!(error instanceof RefusedError && error.status === 404)) throw error
      return this.#closeReceivers({ unregister: false })
    })
  }

  /** Deletes the world of a test that is over: calls from now on have not been awaited, and are told so. @internal */
  async endTest(): Promise<void> {
    this.#transport.endTest(this.id)
    await this.delete()
  }

  async #closeReceivers(mode: { readonly unregister: boolean }): Promise<void> {
    const failed = await closeReceivers(this, mode)
    if (failed) throw failed
  }
}
