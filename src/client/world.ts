import { WorldClock } from './clock.ts'
import type { Schemas } from './contract.ts'
import { Deliveries } from './deliveries.ts'
import { DeliveryFaults } from './delivery-faults.ts'
import { Emails } from './emails.ts'
import { eventsOf, type StreamEvent, type StreamOptions } from './events.ts'
import { Faults } from './faults.ts'
import { Requests } from './requests.ts'
import { Snapshots } from './snapshots.ts'
import { Tables } from './tables.ts'
import type { Transport } from './transport.ts'
import type { TriggerName, TriggerWith } from './triggers.ts'
import { WorldSettings } from './settings.ts'
import type { WhyQuery } from './why.ts'

/** An account at the double: its data, its clock, and all that was done to it and by it. */
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

  constructor(transport: Transport, seen: Schemas['World']) {
    this.#transport = transport
    this.id = seen.id
    this.scenario = seen.scenario
    this.seed = seen.seed
    this.apiKey = seen.api_key
    this.dc = seen.dc
    this.baseUrl = seen.base_url
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

  /** Calls the service as an application would: `path` is below `/3.0`, and the key is sent along. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${this.apiKey}`)
    return this.#transport.fetch(`${this.baseUrl}/3.0${path.startsWith('/') ? '' : '/'}${path}`, { ...init, headers })
  }

  /** What other people do: somebody leaves, opens, replies, a domain is verified. */
  trigger<Name extends TriggerName>(name: Name, given: TriggerWith<Name>): Promise<Schemas['Triggered']> {
    // The members of a trigger follow from its name; the compiler cannot join the two again.
    const body = { trigger: name, ...given } as unknown as Schemas['Trigger']
    return this.#transport.call('runTrigger', this.id, { body })
  }

  /** Keeps its state under a name. */
  snapshot(name: string): Promise<Schemas['Snapshot']> {
    return this.snapshots.take(name)
  }

  /** Back to a state that was kept. */
  async restore(name: string): Promise<World> {
    return new World(this.#transport, await this.#transport.call('restoreSnapshot', this.id, { path: { name } }))
  }

  /** Back to the start of its scenario: data, clock, faults, journal, everything. Snapshots stay. */
  async reset(): Promise<World> {
    return new World(this.#transport, await this.#transport.call('resetWorld', this.id))
  }

  /** A second world with the same state, and credentials of its own. */
  async fork(options: Schemas['ForkWorld'] = {}): Promise<World> {
    return new World(this.#transport, await this.#transport.call('forkWorld', this.id, { body: options }))
  }

  /** How it stands: its time and how many rows it holds. */
  status(): Promise<Schemas['World']> {
    return this.#transport.call('getWorld', this.id)
  }

  /** Why something is as it is: what changed it, when, and by which call. */
  why(about: WhyQuery): Promise<Schemas['Why']> {
    return this.#transport.call('getWhy', this.id, { query: about })
  }

  /** All that is needed to let the same happen again on another server: hand it to `worlds.create({ bundle })`. */
  bundle(options: { readonly from?: string } = {}): Promise<Schemas['Bundle']> {
    return this.#transport.call('getBundle', this.id, { query: options })
  }

  /** What happens in it, as it happens. */
  events(options: StreamOptions = {}): AsyncGenerator<StreamEvent> {
    return eventsOf(this.#transport, this.id, options)
  }

  /** Forgets the world. */
  async delete(): Promise<void> {
    await this.#transport.call('deleteWorld', this.id)
  }

  /** The same, at the end of an `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.delete()
  }
}
