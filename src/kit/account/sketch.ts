import { itemsOf, membersOf } from '../../kernel/support/is-object.ts'
import type { Millis } from '../../kernel/support/time.ts'
import { md5 } from '../../kernel/support/digest.ts'
import type { Checked, Checker } from '../drift/check.ts'
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
  #account: Members | undefined

  constructor(checker: Checker) {
    this.#checker = checker
  }

  /** The root resource, if it was seen. */
  get account(): Members | undefined {
    return this.#account
  }

  /** Adds what an exchange shows. Refused requests show little: that a member exists. */
  add(checked: Checked, status: number, at?: Millis): void {
    const { route, path, answer } = checked
    if (!route) return
    if (status >= 300) return this.#refused(checked)
    if (route.id === 'getRoot') this.#account ??= membersOf(answer)
    if (route.method === 'DELETE' || answer === undefined) this.#touch(path)
    if (route.id === 'getCampaignContent') this.#keepContent(path['campaign_id'], answer)
    for (const found of resourcesIn(this.#checker, checked)) this.#see(checked, found)
    if (route.id === 'getSegmentMembers') this.#join(path, itemsOf(membersOf(answer)['members']))
    const total = membersOf(answer)['total_items']
    const filters = [...checked.query].filter(([name]) => !PAGING.has(name)).map(([name, value]) => `${name}=${value}`)
    const key = [pathOf(route.path, path), ...filters].join('?')
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

  #see({ route, path, query }: Checked, { schema, value, at }: FoundResource): void {
    const id = idOf(schema, value)
    if (!route || id === undefined || NOT_KEPT.has(schema)) return
    const list = schema === 'List' ? '' : textOf(value['list_id'] ?? path['list_id'])
    const above = textOf(
      ABOVE.has(schema) ? (value['category_id'] ?? path['interest_category_id'] ?? path['subscriber_hash']) : '',
    )
    const key = keyOf({ schema, list, id, above })
    const before = this.#things.get(key)
    const isWrite = route.method !== 'GET'
    const isCreation = !before && isWrite && (CREATING.has(route.id) ? !at.startsWith('/updated') : false)
    // A partial answer adds what it has.
    const isPartial = query.has('fields') || query.has('exclude_fields')
    const seen = withoutLinks(value)
    this.#things.set(key, {
      schema,
      id,
      list,
      above,
      first: before ? (isWrite || !isPartial ? { ...seen, ...before.first } : { ...seen, ...before.first }) : seen,
      last: { ...before?.last, ...seen },
      isCreated: before?.isCreated ?? isCreation,
    })
  }

  /** Remembers the objects in a path that answered, even if the answer does not show them. */
  #touch(path: Checked['path']): void {
    for (const [parameter, schema] of Object.entries(NAMED)) {
      const id = path[parameter]
      if (id === undefined) continue
      const list = schema === 'List' ? '' : textOf(path['list_id'])
      const key = keyOf({ schema, list, id, above: '' })
      if (!this.#things.has(key)) this.#things.set(key, { schema, id, list, above: '', first: {}, last: {}, isCreated: false })
    }
  }

  /** A refused member exists already. */
  #refused({ route, path, request, answer }: Checked): void {
    if (route?.id !== 'addMember' || membersOf(answer)['title'] !== 'Member Exists') return
    const { email_address: address, status } = membersOf(request)
    const list = textOf(path['list_id'])
    if (typeof address !== 'string') return
    const id = md5(address.toLowerCase())
    const key = keyOf({ schema: 'Member', list, id, above: '' })
    const members = { email_address: address, status: typeof status === 'string' ? status : 'subscribed' }
    if (!this.#things.has(key))
      this.#things.set(key, { schema: 'Member', id, list, above: '', first: members, last: members, isCreated: false })
  }

  #join(path: Checked['path'], members: readonly unknown[]): void {
    const key = `${textOf(path['list_id'])} ${textOf(path['segment_id'])}`
    const addresses = this.#segmentMembers.get(key) ?? new Set()
    this.#segmentMembers.set(key, addresses)
    for (const member of members) addresses.add(textOf(membersOf(member)['email_address']))
  }

  #keepContent(campaign: string | undefined, content: unknown): void {
    if (campaign !== undefined && !this.#contents.has(campaign)) this.#contents.set(campaign, membersOf(content))
  }
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
}

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
function pathOf(template: string, path: Checked['path']): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
