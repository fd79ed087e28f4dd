import { isObject, asList, asObject } from '../../kernel/support/is-object.ts'
import { isoMillis, type Millis, readInstantMillis } from '../../kernel/support/time.ts'
import { textOr, writtenType } from './written.ts'
import type { Members, Sketch, Thing } from './sketch.ts'

/** The members that a scenario takes as the service shows them. */
const TAKEN: { readonly [schema: string]: readonly string[] } = {
  List: [
    'name',
    'contact',
    'permission_reminder',
    'use_archive_bar',
    'campaign_defaults',
    'notify_on_subscribe',
    'notify_on_unsubscribe',
    'list_rating',
    'email_type_option',
    'visibility',
    'double_optin',
    'marketing_permissions',
  ],
  MergeField: ['tag', 'name', 'type', 'required', 'default_value', 'public', 'display_order', 'options', 'help_text'],
  InterestCategory: ['title', 'type', 'display_order'],
  Interest: ['name', 'display_order'],
  Member: [
    'email_address',
    'status',
    'contact_id',
    'unique_email_id',
    'email_type',
    'language',
    'vip',
    'email_client',
    'source',
    'ip_signup',
    'ip_opt',
  ],
  Template: ['name', 'type', 'category', 'active'],
  Store: ['name', 'platform', 'domain', 'email_address', 'currency_code', 'money_format', 'primary_locale', 'timezone', 'phone'],
}

/**
 * The data of a scenario whose world is in the state that exchanges imply: what they read before they wrote it. Parts that the exchanges don't
 * show have defaults. The data may break rules of scenarios.
 */
export function rebuiltData(sketch: Sketch, now: Millis): Members & { readonly name: string } {
  const standing = (schema: string, list?: string): Thing[] => sketch.all(schema, list).filter(({ isCreated }) => !isCreated)
  const ids = sketch.lists().filter((id) => sketch.find('List', '', id)?.isCreated !== true)
  const isUnplaced = standing('Campaign').some((each) => readListId(each) === '')
  const lists = (ids.length === 0 && isUnplaced ? [UNKNOWN_LIST] : ids).map((id, index) =>
    listData(sketch, standing, id, { isFirst: index === 0 }),
  )
  return {
    name: 'recorded',
    description: 'The state that a recording implies.',
    seed: 'recorded',
    clock: { mode: 'frozen', now: isoMillis(now) },
    account: accountData(sketch.account ?? {}),
    folders: [
      ...standing('TemplateFolder').map((each) => ({ id: each.id, kind: 'template', name: readOldestName(each) })),
      ...standing('CampaignFolder').map((each) => ({ id: each.id, kind: 'campaign', name: readOldestName(each) })),
    ],
    templates: standing('Template').map((each) => ({
      id: Number(each.id),
      html: '<p></p>',
      ...taken(each, { name: readOldestName(each) }),
      ...instants(each.first, { date_created: 'date_created', date_edited: 'date_edited' }),
      ...pickFolder(each.first),
    })),
    verified_domains: standing('VerifiedDomain').map(({ first, id }) => ({
      verification_email: textOr(first['verification_email'], `postmaster@${id}`),
      verified: first['verified'] === true,
      authenticated: first['authenticated'] === true,
    })),
    batch_webhooks: standing('BatchWebhook').map(({ id, first }) => ({
      id,
      url: first['url'],
      enabled: first['enabled'] !== false,
    })),
    connected_sites: standing('ConnectedSite').map(({ first, id }) => ({
      foreign_id: id,
      domain: first['domain'],
      ...instants(first, { created_at: 'created_at' }),
    })),
    stores: [
      ...standing('Store').map((each) => ({
        id: each.id,
        list: textOr(each.first['list_id'], ids[0] ?? UNKNOWN_LIST),
        ...taken(each, { name: readOldestName(each) }),
        ...instants(each.first, { created_at: 'created_at' }),
      })),
      ...impliedStores(sketch, ids),
    ],
    file_folders: standing('FileFolder').map((each) => ({ id: Number(each.id), name: readOldestName(each) })),
    lists,
  }
}

/** Members show purchases only in lists with a store. */
function impliedStores(sketch: Sketch, lists: readonly string[]): Members[] {
  const known = new Set(sketch.all('Store').map(({ first }) => first['list_id']))
  return lists
    .filter((each) => !known.has(each))
    .flatMap((list) => {
      const shown = sketch.all('Member', list).map(({ first }) => asObject(first['stats'])['ecommerce_data'])
      const purchases = shown.find((each) => each !== undefined)
      return purchases === undefined ? [] : [{ list, name: 'Store', ...withoutEmpty(asObject(purchases), ['currency_code']) }]
    })
}

type Standing = (schema: string, list?: string) => Thing[]

/** The list of campaigns whose list no answer tells. */
const UNKNOWN_LIST = '0000000000'

function readListId({ first }: Thing): string {
  return textOr(asObject(first['recipients'])['list_id'], '')
}

function listData(sketch: Sketch, standing: Standing, id: string, { isFirst }: { readonly isFirst: boolean }): Members {
  const { first = {} } = sketch.find('List', '', id) ?? {}
  const thing = { schema: 'List', first }
  const interests = standing('Interest', id)
  const members = standing('Member', id)
  const names = new Map([
    ...unknownInterests(sketch, id).map((each) => [each, each] as const),
    ...interests.map((each) => [each.id, readOldestName(each)] as const),
  ])
  return {
    id,
    ...taken(thing, {
      name: 'List',
      marketing_permissions: sketch.all('Member', id).some((each) => each.first['marketing_permissions'] !== undefined),
    }),
    ...instants(first, { date_created: 'date_created' }),
    merge_fields: [
      ...standing('MergeField', id).map((each) => taken(each, { tag: each.id })),
      ...impliedFields(sketch, id, members),
    ],
    interest_categories: [
      ...standing('InterestCategory', id).map((category) => ({
        id: category.id,
        ...taken(category, { title: 'Interests', type: 'checkboxes' }),
        interests: interests
          .filter(({ above }) => above === category.id)
          .map((each) => ({ id: each.id, ...taken(each, { name: readOldestName(each) }) })),
      })),
      ...impliedInterests(sketch, id),
    ],
    members: members.map((each) => memberData(sketch, each, names)),
    segments: segmentsData(sketch, standing, id, members),
    campaigns: standing('Campaign')
      .filter((each) => readListId(each) === id || (isFirst && readListId(each) === ''))
      .map((each) => campaignData(sketch, each)),
    webhooks: standing('ListWebhook', id).map((each) => ({
      id: each.id,
      url: each.first['url'],
      events: each.first['events'],
      sources: each.first['sources'],
    })),
  }
}

/** The fields that every list has. */
const STANDARD: ReadonlySet<string> = new Set(['FNAME', 'LNAME', 'ADDRESS', 'PHONE'])

/** Fields that only the values of members show. */
function impliedFields(sketch: Sketch, list: string, members: readonly Thing[]): Members[] {
  const values = new Map<string, unknown>()
  for (const { first } of members) {
    for (const [tag, value] of Object.entries(asObject(first['merge_fields']))) {
      const isKnown = STANDARD.has(tag) || sketch.find('MergeField', list, tag)
      if (!isKnown && (values.get(tag) === undefined || values.get(tag) === '')) values.set(tag, value)
    }
  }
  return [...values].map(([tag, value]) => ({
    tag,
    name: tag,
    type: isObject(value) ? 'address' : typeof value === 'number' ? 'number' : 'text',
  }))
}

/** The ids of interests that only members show. */
function unknownInterests(sketch: Sketch, list: string): string[] {
  const known = new Set(sketch.all('Interest', list).map(({ id }) => id))
  const shown = sketch.all('Member', list).flatMap(({ first }) => Object.keys(asObject(first['interests'])))
  return [...new Set(shown)].filter((id) => !known.has(id))
}

function impliedInterests(sketch: Sketch, list: string): Members[] {
  const ids = unknownInterests(sketch, list)
  if (ids.length === 0) return []
  return [{ title: 'Unnamed', type: 'checkboxes', interests: ids.map((id) => ({ id, name: id })) }]
}

/** The address of a member; a made-up one if only its hash is known. */
export function readMemberAddress({ id, first }: Pick<Thing, 'id' | 'first'>): string {
  return textOr(first['email_address'], `${id}@example.com`)
}

function memberData(sketch: Sketch, thing: Thing, interests: ReadonlyMap<string, string>): Members {
  const { first } = thing
  const { location, member_rating: rating, unsubscribe_reason: reason, status } = first
  const { latitude, longitude } = asObject(location)
  const values = Object.entries(asObject(first['merge_fields'])).filter(([, value]) => value !== '' && value !== null)
  const chosen = Object.entries(asObject(first['interests'])).flatMap(([id, isChosen]) =>
    isChosen === true ? (interests.get(id) ?? []) : [],
  )
  // A member shows the tag that was added last first.
  const tags = asList(first['tags'])
    .flatMap((tag) => textOr(asObject(tag)['name'], '') || [])
    .toReversed()
  const times = instants(first, {
    timestamp_signup: 'timestamp_signup',
    timestamp_opt: 'timestamp_opt',
    last_changed: 'last_changed',
  })
  const began = ['timestamp_signup', 'timestamp_opt', 'last_changed']
    .map((name) => times[name])
    .filter((each) => each !== undefined)
  return {
    ...taken(thing, { email_address: readMemberAddress(thing), status: 'subscribed' }),
    ...times,
    ...(began.length === 0 ? {} : { created_at: began.toSorted().at(0) }),
    merge_fields: Object.fromEntries(values),
    interests: chosen,
    tags,
    ...(typeof rating === 'number' && rating > 0 ? { rating } : {}),
    ...(typeof latitude === 'number' && typeof longitude === 'number' && (latitude !== 0 || longitude !== 0)
      ? {
          location: withoutEmpty(asObject(location), [
            'latitude',
            'longitude',
            'gmtoff',
            'dstoff',
            'country_code',
            'timezone',
            'region',
          ]),
        }
      : {}),
    ...(status === 'unsubscribed' ? { unsubscribed: { by: 'contact', ...(typeof reason === 'string' ? { reason } : {}) } } : {}),
    notes: rebuildNotes(sketch, thing),
  }
}

function rebuildNotes(sketch: Sketch, { id, list, first }: Thing): Members[] {
  const seen = sketch.all('MemberNote', list).filter((each) => each.above === id && !each.isCreated)
  const notes = seen.map((each) => ({ id: each.id, ...each.first }))
  const last = asObject(first['last_note'])
  const isKnown = notes.some((each) => String(each.id) === String(last['note_id']))
  const all: Members[] = isKnown || last['note_id'] === undefined ? notes : [...notes, { ...last, id: last['note_id'] }]
  return all
    .toSorted((a, b) => Number(a['id']) - Number(b['id']))
    .map((each) => ({
      id: Number(each['id']),
      note: each['note'],
      ...(typeof each['created_by'] === 'string' ? { created_by: each['created_by'] } : {}),
      ...instants(each, { created_at: 'created_at', updated_at: 'updated_at' }),
    }))
}

/** The segments, and the tags of members, which are static segments. */
function segmentsData(sketch: Sketch, standing: Standing, list: string, members: readonly Thing[]): Members[] {
  const tagged = new Map<string, { id: string; name: string; members: string[] }>()
  for (const { first } of members) {
    for (const tag of asList(first['tags']).toReversed()) {
      const { id, name } = asObject(tag)
      if (typeof name !== 'string') continue
      const segment = tagged.get(String(id)) ?? { id: String(id), name, members: [] }
      segment.members.push(textOr(first['email_address'], ''))
      tagged.set(String(id), segment)
    }
  }
  const segments = standing('Segment', list).map((each): Members => {
    const { options } = each.first
    const common = {
      id: Number(each.id),
      name: readOldestName(each),
      ...instants(each.first, { created_at: 'created_at', updated_at: 'updated_at' }),
    }
    if (each.first['type'] === 'saved' && isObject(options))
      return { ...common, options: { match: options['match'], conditions: options['conditions'] } }
    const joined = new Set([...(tagged.get(each.id)?.members ?? []), ...sketch.segmentMembers(list, each.id)])
    const known = new Set(members.map(({ first }) => textOr(first['email_address'], '')))
    return { ...common, members: [...joined].filter((address) => known.has(address)) }
  })
  const ids = new Set(segments.map((each) => String(each['id'])))
  const further = [...tagged.values()].filter(({ id }) => !ids.has(id))
  return [...segments, ...further.map((each) => ({ id: Number(each.id), name: each.name, members: each.members }))]
}

function campaignData(sketch: Sketch, { id, first }: Thing): Members {
  const { settings, type, status, web_id: webId, recipients } = first
  const {
    subject_line: subject,
    title,
    preview_text: preview,
    from_name: from,
    reply_to: reply,
    to_name: to,
    folder_id: folder,
  } = asObject(settings)
  const content = sketch.content(id)
  const segment = asObject(asObject(recipients)['segment_opts'])['saved_segment_id']
  return {
    id,
    web_id: webId,
    type: writtenType(type),
    status,
    ...(typeof title === 'string' ? { title } : {}),
    ...texts({ subject_line: subject, preview_text: preview, from_name: from, from_email: reply, to_name: to, folder }),
    ...instants(first, {
      created_at: 'create_time',
      ...(status === 'sent' || status === 'canceled' ? { send_time: 'send_time' } : {}),
    }),
    ...(status === 'sent' ? { recipients: [] } : {}),
    ...(content && typeof content['html'] === 'string' ? { content: { html: content['html'] } } : {}),
    ...segmentNamed(sketch, textOr(asObject(recipients)['list_id'], ''), segment),
  }
}

function segmentNamed(sketch: Sketch, list: string, id: unknown): Members {
  const segment = typeof id === 'number' ? sketch.find('Segment', list, String(id)) : undefined
  return segment ? { segment: readOldestName(segment) } : {}
}

function accountData(root: Members): Members {
  const { contact, industry_stats: stats } = root
  const names = [
    'account_id',
    'login_id',
    'account_name',
    'email',
    'first_name',
    'last_name',
    'username',
    'avatar_url',
    'role',
    'account_timezone',
    'account_industry',
  ]
  return {
    ...withoutEmpty(root, [...names, 'pricing_plan_type', 'pro_enabled']),
    ...instants(root, { member_since: 'member_since', first_payment: 'first_payment', last_login: 'last_login' }),
    ...(isObject(contact)
      ? { contact: withoutEmpty(contact, ['company', 'addr1', 'addr2', 'city', 'state', 'zip', 'country']) }
      : {}),
    ...(isObject(stats) ? { industry_stats: stats } : {}),
  }
}

/** The members that a scenario takes, and others if they are missing. */
function taken({ schema, first }: Pick<Thing, 'schema' | 'first'>, defaults: Members): Members {
  return { ...defaults, ...withoutEmpty(first, TAKEN[schema] ?? []) }
}

function withoutEmpty(value: Members, names: readonly string[]): Members {
  return Object.fromEntries(
    names.flatMap((name) =>
      value[name] === undefined || value[name] === '' || value[name] === null ? [] : [[name, value[name]]],
    ),
  )
}

function texts(value: Members): Members {
  return withoutEmpty(value, Object.keys(value))
}

/** Instants under their names in a scenario. Empty ones are left out. */
function instants(value: Members, names: { readonly [inScenario: string]: string }): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(names).flatMap(([own, name]) => {
      const text = value[name]
      const at = typeof text === 'string' ? readInstantMillis(text) : undefined
      return at === undefined ? [] : [[own, isoMillis(at)]]
    }),
  )
}

function pickFolder(first: Members): Members {
  return texts({ folder: first['folder_id'] })
}

function readOldestName({ first, id }: Pick<Thing, 'first' | 'id'>): string {
  return textOr(first['name'], id)
}
