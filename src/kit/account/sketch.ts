import { asList, asObject } from '../../kernel/support/is-object.ts'
import { type Millis, readInstantMillis } from '../../kernel/support/time.ts'
import { md5 } from '../../kernel/support/digest.ts'
import type { CheckResult, Checker } from '../drift/check.ts'
import { type FoundResource, resourcesIn } from './resources.ts'

/** The members of an object, as the service shows them. */
export type Members = { readonly [name: string]: unknown }

/** An object of the account, as exchanges show it. */
export interface Thing {
  /** The name of its schema. */
  readonly schema: string
  readonly id: string
  /** The list that it belongs to; `''` if it belongs to none. */
  readonly list: string
  /** The object above it within the list, such as the category of an interest or the member of a note; `''` if there is none. */
  readonly above: string
  /** All members that were seen before it was written, the earliest values of each. */
  readonly first: Members
  /** The latest values of its members. */
  readonly last: Members
  /** Whether one of the exchanges created it. */
  readonly isCreated: boolean
}

/** What exchanges show of an account, in their order. */
export class Sketch {
  readonly #checker: Checker
  readonly #things = new Map<string, Thing>()
  /** The addresses of the members of static segments, by list and segment. */
  readonly #segmentMembers = new Map<string, Set<string>>()
  /** The largest counts of collections, by the path and the filters. */
  readonly #totals = new Map<string, number>()
  readonly #contents = new Map<string, Members>()
  /** The ids of members by their contact ids, by which a path can name them too. */
  readonly #membersByContact = new Map<string, string>()
  #account: Members | undefined

  constructor(checker: Checker) {
    this.#checker = checker
  }

  /** The root resource, if it was seen. */
  get account(): Members | undefined {
    return this.#account
  }

  /** Adds the objects that an exchange shows. A refusal shows the objects in its path, and those that its text says are there. */
  add(checked: CheckResult, status: number, at?: Millis): void {
    const { route, path, answer } = checked
    if (!route) return
    if (status >= 300) return this.#refused(checked, status)
    if (route.id === 'getRoot') this.#account ??= asObject(answer)
    const found = [...resourcesIn(this.#checker, checked)]
    for (const { schema, value } of found)
      if (schema === 'Member') this.#membersByContact.set(asText(value['contact_id']), asText(value['id']))
    // Who is archived now was a member before.
    this.#touch(route.id === 'setMember' ? withoutLast(path) : path, route.id === 'archiveMember' ? { status: 'subscribed' } : {})
    if (route.id === 'getCampaignContent') this.#keepContent(path['campaign_id'], answer)
    for (const each of found) this.#see(checked, each, at)
    if (route.id === 'getSegmentMembers') this.#join(path, asList(asObject(answer)['members']))
    const total = asObject(answer)['total_items']
    const filters = [...checked.query].filter(([name]) => !PAGING.has(name)).map(([name, value]) => `${name}=${value}`)
    const key = [fillPath(route.path, path), ...filters].join('?')
    if (route.collection && typeof total === 'number') this.#totals.set(key, Math.max(total, this.#totals.get(key) ?? 0))
  }

  /** The objects of a schema, in the order in which they were first seen. */
  all(schema: string, list?: string): readonly Thing[] {
    return [...this.#things.values()].filter((each) => each.schema === schema && (list === undefined || each.list === list))
  }

  /** The ids of all lists, also of those that only appear in paths. */
  lists(): readonly string[] {
    return [...new Set([...this.#things.values()].flatMap(({ schema, id, list }) => (schema === 'List' ? id : list || [])))]
  }

  find(schema: string, list: string, id: string): Thing | undefined {
    return this.#things.get(keyOf({ schema, list, id, above: '' }))
  }

  segmentMembers(list: string, segment: string): readonly string[] {
    return [...(this.#segmentMembers.get(`${list} ${segment}`) ?? [])]
  }

  /** The number of items of a collection, by its path, with `?status=pending` if that was its only filter. */
  total(path: string): number | undefined {
    return this.#totals.get(path)
  }

  content(campaign: string): Members | undefined {
    return this.#contents.get(campaign)
  }

  #see({ route, path }: CheckResult, { schema, value, at }: FoundResource, time: Millis | undefined): void {
    const id = idOf(schema, value)
    if (!route || id === undefined || NOT_KEPT.has(schema)) return
    const list = schema === 'List' ? '' : asText(value['list_id'] ?? path['list_id'])
    const above = asText(
      ABOVE.has(schema) ? (value['category_id'] ?? path['interest_category_id'] ?? path['subscriber_hash']) : '',
    )
    const named = asText(value['name'] ?? value['title'])
    // A refused duplicate had shown its name only: that object is this one.
    if (named !== '' && id !== standInFor(named)) this.#things.delete(keyOf({ schema, list, id: standInFor(named), above }))
    const key = keyOf({ schema, list, id, above })
    const before = this.#things.get(key)
    const isCreation =
      !before && CREATING.has(route.id) && !at.startsWith('/updated') && !(route.id === 'setMember' && wasThere(value, time))
    const seen = withoutLinks(value)
    this.#things.set(key, {
      schema,
      id,
      list,
      above,
      first: { ...seen, ...before?.first },
      last: { ...before?.last, ...seen },
      isCreated: before?.isCreated ?? isCreation,
    })
  }

  /** Remembers the objects in a path that answered, even if the answer does not show them. */
  #touch(path: CheckResult['path'], first: Members = {}): void {
    const named = Object.keys(NAMED).filter((parameter) => path[parameter] !== undefined)
    for (const parameter of named) {
      const schema = NAMED[parameter] ?? ''
      const given = asText(path[parameter])
      const list = parameter === 'list_id' ? '' : asText(path['list_id'])
      const isAddress = schema === 'Member' && given.includes('@')
      const id = isAddress ? md5(given.toLowerCase()) : (schema === 'Member' && this.#membersByContact.get(given)) || given
      const above = schema === 'Interest' ? asText(path['interest_category_id']) : ''
      const members = { ...(isAddress ? { email_address: given } : {}), ...(parameter === named.at(-1) ? first : {}) }
      this.#keep({ schema, id, list, above, first: members })
    }
  }

  #keep(thing: Pick<Thing, 'schema' | 'id' | 'list' | 'above' | 'first'>): void {
    const key = keyOf(thing)
    const { first, last, isCreated = false } = this.#things.get(key) ?? {}
    this.#things.set(key, { ...thing, first: { ...thing.first, ...first }, last: { ...thing.first, ...last }, isCreated })
  }

  /** A refused request shows that the objects in its path exist, unless it says that they don't. */
  #refused({ route, path, request, answer }: CheckResult, status: number): void {
    if (!route || (status !== 400 && status !== 405)) return
    const { title, detail } = asObject(answer)
    const isArchived = route.id === 'archiveMember' && status === 405
    const isSent = /with status|been sent|already sent/i.test(asText(detail))
    // A refused PUT may have been about to create what its path names.
    if (route.id === 'setMember') this.#touch(withoutLast(path))
    else this.#touch(path, isArchived ? { status: 'archived' } : isSent ? { status: 'sent' } : {})
    const list = asText(path['list_id'])
    const sent = asObject(request)
    const duplicate = /already exists/i.test(JSON.stringify(answer)) ? DUPLICATES[route.id] : undefined
    if (duplicate && typeof sent[duplicate.name] === 'string') {
      const name = asText(sent[duplicate.name])
      const id = duplicate.name === 'tag' ? name : standInFor(name)
      const isKnown = this.all(duplicate.schema, list).some(({ last }) => last[duplicate.name] === name)
      if (!isKnown)
        this.#keep({ schema: duplicate.schema, id, list, above: asText(path['interest_category_id']), first: { ...sent } })
    }
    const { email_address: address, status: asked } = sent
    if (route.id !== 'addMember' || title !== 'Member Exists' || typeof address !== 'string') return
    const members = { email_address: address, status: typeof asked === 'string' ? asked : 'subscribed' }
    this.#keep({ schema: 'Member', id: md5(address.toLowerCase()), list, above: '', first: members })
  }

  #join(path: CheckResult['path'], members: readonly unknown[]): void {
    const key = `${asText(path['list_id'])} ${asText(path['segment_id'])}`
    const addresses = this.#segmentMembers.get(key) ?? new Set()
    this.#segmentMembers.set(key, addresses)
    for (const member of members) addresses.add(asText(asObject(member)['email_address']))
  }

  #keepContent(campaign: string | undefined, content: unknown): void {
    if (campaign !== undefined && !this.#contents.has(campaign)) this.#contents.set(campaign, asObject(content))
  }
}

/** The id of an object that is known by its name only. */
function standInFor(name: string): string {
  return md5(name).slice(0, 10)
}

const PAGING: ReadonlySet<string> = new Set(['count', 'offset', 'fields', 'exclude_fields', 'sort_field', 'sort_dir'])

/** Operations that make new objects, unless their answer shows an object that was there before. */
const CREATING: ReadonlySet<string> = new Set([
  'createList',
  'addMember',
  'setMember',
  'batchSubscribe',
  'addMergeField',
  'createInterestCategory',
  'createInterest',
  'createSegment',
  'createCampaign',
  'replicateCampaign',
  'createCampaignResend',
  'createTemplate',
  'createTemplateFolder',
  'createCampaignFolder',
  'createListWebhook',
  'createBatchWebhook',
  'createMemberNote',
  'createConnectedSite',
  'createLandingPage',
  'createFileFolder',
  'uploadFile',
  'addVerifiedDomain',
  'createAutomation',
  'createCampaignFeedback',
])

/** The schemas of path parameters whose objects can be rebuilt from an id alone. */
const NAMED: { readonly [parameter: string]: string } = {
  list_id: 'List',
  campaign_id: 'Campaign',
  template_id: 'Template',
  segment_id: 'Segment',
  subscriber_hash: 'Member',
  interest_category_id: 'InterestCategory',
  interest_id: 'Interest',
}

/** Operations that are refused if another object has the same name, with the member that holds it. */
const DUPLICATES: { readonly [operation: string]: { readonly schema: string; readonly name: string } } = {
  createInterest: { schema: 'Interest', name: 'name' },
  createInterestCategory: { schema: 'InterestCategory', name: 'title' },
  addMergeField: { schema: 'MergeField', name: 'tag' },
}

/** A path without what it names last. */
function withoutLast(path: CheckResult['path']): CheckResult['path'] {
  return Object.fromEntries(Object.entries(path).slice(0, -1))
}

/** Whether a member was there before the request that answered with it. */
function wasThere({ timestamp_opt: opt, last_changed: changed }: Members, at: Millis | undefined): boolean {
  const [began, now] = [opt, changed].map((each) => readInstantMillis(asText(each)))
  return began !== undefined && [now, at].some((each) => each !== undefined && each - began > EXISTED_MS)
}

/** The clocks of a client and of a service may differ by this. */
const EXISTED_MS = 120_000

/** Objects that are unique only below another object of their list. */
const ABOVE: ReadonlySet<string> = new Set(['Interest', 'MemberNote'])

/** Objects that are no part of an account by themselves. */
const NOT_KEPT: ReadonlySet<string> = new Set(['Account', 'Batch', 'AccountExport'])

function idOf(schema: string, value: Members): string | undefined {
  const id =
    schema === 'MergeField' ? value['tag'] : schema === 'VerifiedDomain' ? value['domain'] : (value['id'] ?? value['foreign_id'])
  const address = value['email_address']
  // The address of a member may be all that an answer shows.
  if (schema === 'Member' && typeof address === 'string') return md5(address.toLowerCase())
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

function keyOf({ schema, list, above, id }: Pick<Thing, 'schema' | 'list' | 'above' | 'id'>): string {
  return JSON.stringify([schema, list, above, id])
}

function withoutLinks({ _links: _, ...members }: Members): Members {
  return members
}

/** The path of a collection with the ids of a call. */
function fillPath(template: string, path: CheckResult['path']): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')
}

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
