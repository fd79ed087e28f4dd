import { WorldClock } from './clock.ts'
import type { Schemas } from './contract.ts'
import { Deliveries } from './deliveries.ts'
import { DeliveryFaults } from './delivery-faults.ts'
import { Emails } from './emails.ts'
import { RefusedError } from './errors.ts'
import { eventsOf, type StreamOptions, type WorldEvents } from './events.ts'
import { Faults } from './faults.ts'
import { Requests } from './requests.ts'
import { serviceCallOf } from './service-call.ts'
import { WorldSettings } from './settings.ts'
import { Snapshots } from './snapshots.ts'
import { Tables } from './tables.ts'
import type { Target } from './target.ts'
import type { Transport } from './transport.ts'
import type { TriggerArguments, TriggerName } from './triggers.ts'
import type { WhyQuery } from './why.ts'

/**
 * An account at the double: its data, its clock, and all that was done to it and by it. Worlds share nothing, so that each test can
 * have one of its own. This is a handle: it keeps nothing but names and addresses, and stays good after a reset or a restore.
 *
 * @example
 * import { connect } from 'maildouble/client'
 * await using mine = await connect().worlds.create({ scenario: 'starter' })
 * // What the application under test is told:
 * console.log(mine.baseUrl.startsWith('http'), mine.apiKey.endsWith(mine.dc)) // true true
 */
export class World {
  readonly #transport: Transport
  /** Its name at the server. */
  readonly id: string
  /** The scenario it began with. */
  readonly scenario: string
  /** What chance in it depends on. */
  readonly seed: string
  /** The key that an application sends; it leads to this world. */
  readonly apiKey: string
  /** The datacenter at the end of the key. */
  readonly dc: string
  /** Where the service's API is for this world, up to and without `/3.0`. */
  readonly baseUrl: string
  /**
   * The address of the server itself, up to and without `/3.0`, where the key alone leads to this world. For clients that cannot be given
   * a base URL with a path.
   */
  readonly rootUrl: string
  /** Where `/oauth2` is for this world. */
  readonly authUrl: string
  /** The application that is registered. */
  readonly oauth: { readonly clientId: string; readonly clientSecret: string; readonly redirectUri: string }
  /** Its time. */
  readonly clock: WorldClock
  /** What is to go wrong. */
  readonly faults: Faults
  /** What is to go wrong with webhooks. */
  readonly deliveryFaults: DeliveryFaults
  /** What was called. */
  readonly requests: Requests
  /** The webhooks that went out. */
  readonly deliveries: Deliveries
  /** The emails that the service sent. */
  readonly emails: Emails
  /** States that were kept. */
  readonly snapshots: Snapshots
  /** Its rows, table by table. */
  readonly state: Tables
  /** How it behaves where the service can behave in more ways than one. */
  readonly settings: WorldSettings

  /** Worlds are made by `maildouble.worlds`. @internal */
  constructor(transport: Transport, seen: Schemas['World']) {
    this.#transport = transport
    this.id = seen.id
    this.scenario = seen.scenario
    this.seed = seen.seed
    this.apiKey = seen.api_key
    this.dc = seen.dc
    this.baseUrl = seen.base_url
    this.rootUrl = seen.root_url
    this.authUrl = seen.auth_url
    const { client_id, client_secret, redirect_uri } = seen.oauth
    this.oauth = { clientId: client_id, clientSecret: client_secret, redirectUri: redirect_uri }
    this.clock = new WorldClock(transport, seen.id)
    this.faults = new Faults(transport, seen.id)
    this.deliveryFaults = new DeliveryFaults(transport, seen.id)
    this.requests = new Requests(transport, seen.id)
    this.deliveries = new Deliveries(transport, seen.id)
    this.emails = new Emails(transport, seen.id)
    this.snapshots = new Snapshots(transport, seen.id)
    this.state = new Tables(transport, seen.id)
    this.settings = new WorldSettings(transport, seen.id)
  }

  /** How its server is reached: what `connect` was given. */
  get target(): Target {
    return this.#transport.target
  }

  /**
   * Calls the service as an application would. `path` is below `/3.0`, whether it says so or not, and the key is sent
   * along unless `init` says otherwise; the links of emails and whatever else the service gave out for this world can be opened as
   * well, without the key. Redirects are answered, not followed, unless `init.redirect` says otherwise. Fails as `fetch` fails.
   *
   * @example
   * const answer = await world.fetch('/lists/3eb0000001/members/ada@acme.test?fields=status')
   * console.log(await answer.json()) // { status: 'subscribed' }
   */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const call = serviceCallOf(this.id, this.baseUrl, path)
    const headers = new Headers(init.headers)
    if (call.isKeyed && !headers.has('authorization')) headers.set('authorization', `Bearer ${this.apiKey}`)
    return this.#transport.fetch(call.path, { redirect: 'manual', ...init, headers })
  }

  /**
   * What other people do: somebody leaves, opens, replies, a domain is verified. It happens at the world's present instant, with all
   * its consequences.
   *
   * @throws RefusedError with status 409 where things stand so that it cannot happen, and 422 where a name in it is unknown.
   * @example
   * const { deliveries } = await world.trigger('member.unsubscribe', {
   *   list_id: '3eb0000001',
   *   email_address: 'bob@acme.test',
   *   reason: 'Too many emails',
   * })
   * console.log(deliveries.length) // 2
   */
  trigger<Name extends TriggerName>(...[name, given]: TriggerArguments<Name>): Promise<Schemas['Triggered']> {
    // The members of a trigger follow from its name; the compiler cannot join the two again.
    const body = { trigger: name, ...given } as unknown as Schemas['Trigger']
    return this.#transport.call('runTrigger', this.id, { body })
  }

  /**
   * What can be triggered, with the JSON Schema of what goes with it.
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
   * Keeps its state under a name, in constant time. A snapshot of that name is replaced.
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
   * Back to a state that was kept, its clock included. The journal stays.
   *
   * @throws RefusedError with status 404 when there is no snapshot of that name.
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
   * Back to the start of its scenario: data, clock, settings, faults, journal, everything, in constant time. Snapshots stay.
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
   * A second world with the same state, and credentials of its own.
   *
   * @throws RefusedError with status 409 when the id or the key is in use.
   * @example
   * await using branch = await world.fork()
   * await branch.fetch('/lists/3eb0000001', { method: 'DELETE' })
   * console.log((await world.fetch('/lists/3eb0000001')).status) // 200
   */
  async fork(options: Schemas['ForkWorld'] = {}): Promise<World> {
    return new World(this.#transport, await this.#transport.call('forkWorld', this.id, { body: options }))
  }

  /**
   * How it stands: its time and how many rows it holds.
   *
   * @example
   * const { counts } = await world.status()
   * console.log(counts['members']) // 3
   */
  status(): Promise<Schemas['World']> {
    return this.#transport.call('getWorld', this.id)
  }

  /**
   * Why something is as it is: what changed it, when, and by which call.
   *
   * @throws RefusedError with status 422 when there is no such kind of thing.
   * @example
   * await world.fetch('/lists/3eb0000001/members/bob@acme.test', { method: 'DELETE' })
   * const { exists, history } = await world.why({ entity: 'member', id: 'bob@acme.test' })
   * console.log(exists, history[0]?.by) // true DELETE /3.0/lists/3eb0000001/members/bob@acme.test
   */
  why(about: WhyQuery): Promise<Schemas['Why']> {
    return this.#transport.call('getWhy', this.id, { query: about })
  }

  /**
   * All that is needed to let the same happen again on another server: hand it to `worlds.create({ bundle })`.
   *
   * @throws RefusedError with status 409 when its first steps are no longer kept; it names the snapshot that `from` can name.
   * @example
   * await world.fetch('/ping')
   * const bundle = await world.bundle()
   * console.log(bundle.steps.length) // 1
   */
  bundle(options: { readonly from?: string } = {}): Promise<Schemas['Bundle']> {
    return this.#transport.call('getBundle', this.id, { query: options })
  }

  /**
   * What happens in it, as it happens: calls, changes of status, webhooks, emails, the clock. It listens from this call on, and goes
   * on where it was when a connection breaks; it ends with the loop, with `signal`, and with the world.
   *
   * @throws UnreachableError when the server is gone for good.
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
    return eventsOf(this.#transport, this.id, options)
  }

  /**
   * Forgets the world. Its key is refused from then on.
   *
   * @throws RefusedError with status 409 for the world `default`, which stays.
   * @example
   * const brief = await maildouble.worlds.create({ scenario: 'empty' })
   * await brief.delete()
   */
  async delete(): Promise<void> {
    await this.#transport.call('deleteWorld', this.id)
  }

  /** The same at the end of an `await using`, where the world `default` stays as it is, and one may be gone already. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.id === 'default') return
    await this.delete().catch((error: unknown) => {
      if (!(error instanceof RefusedError && error.status === 404)) throw error
    })
  }
}
