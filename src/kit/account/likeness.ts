import { DAY_MS } from '../../kernel/support/units-of-time.ts'
import { isObject, asList, asObject } from '../../kernel/support/is-object.ts'
import { isoMillis, type Millis } from '../../kernel/support/time.ts'
import { campaignsLike, type MadeMember } from './campaigns-like.ts'
import { conditionLike } from './conditions-like.ts'
import { ago, defined, isSet, readGivenInstant, textOr } from './written.ts'
import { madeUp, type MadeUp } from './people.ts'
import type { Members, Sketch, Thing } from './sketch.ts'

interface LikenessOptions {
  /** The name of the scenario. */
  readonly name: string
  readonly seed: string
  /** The instant to which the times of the account are relative. */
  readonly now: Millis
  /** Largest number of members of a list that are written one by one, with their fields; the others are generated. */
  readonly written: number
}

/**
 * The data of a scenario that looks like an account: its lists with their settings, fields and segments, the numbers of members by status and how
 * their fields are filled, its templates and campaigns. The people, their addresses and all texts about or by them are made up; only names that
 * the account gave to its own parts remain.
 */
export async function makeLikeness(
  sketch: Sketch,
  { name, seed, now, written }: LikenessOptions,
): Promise<Members & { readonly name: string }> {
  const made = await madeUp(seed)
  const lists: Members[] = []
  const generated: Members[] = []
  const series: Members[] = []
  for (const id of sketch.lists()) {
    const thing = sketch.find('List', '', id)
    if (!thing || thing.last['name'] === undefined) continue
    const list = new ListLikeness(sketch, thing, made, now)
    const members = list.members(written)
    const campaigns = campaignsLike(sketch, id, members, made, now)
    lists.push({ ...list.settings(), members: members.map(({ data }) => data), campaigns: campaigns.written })
    generated.push(...list.generated(members))
    series.push(...campaigns.series)
  }
  return {
    name,
    description: `An account with ${lists.length === 1 ? 'one list' : `${lists.length} lists`}, made up after a real one. Its people are not real.`,
    seed,
    account: accountLike(sketch.account ?? {}),
    folders: [
      ...sketch.all('TemplateFolder').map((each) => ({ id: each.id, kind: 'template', name: nameOf(each) })),
      ...sketch.all('CampaignFolder').map((each) => ({ id: each.id, kind: 'campaign', name: nameOf(each) })),
    ],
    templates: sketch
      .all('Template')
      .filter(({ last }) => last['type'] === 'user' || last['type'] === undefined)
      .map((each) => ({
        id: Number(each.id),
        name: nameOf(each),
        html: '<html><body><h1 mc:edit="title" data-edit="title">Hello *|FNAME|*</h1></body></html>',
        ...(each.last['active'] === false ? { active: false } : {}),
        ...(typeof each.last['folder_id'] === 'string' && each.last['folder_id'] !== ''
          ? { folder: each.last['folder_id'] }
          : {}),
      })),
    lists,
    ...(generated.length + series.length === 0
      ? {}
      : {
          generate: {
            ...(generated.length > 0 ? { members: generated } : {}),
            ...(series.length > 0 ? { campaigns: series } : {}),
          },
        }),
  }
}

const STATUSES = ['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional', 'archived'] as const

/** The settings of a list that are no texts. */
const SETTINGS = [
  'use_archive_bar',
  'list_rating',
  'email_type_option',
  'visibility',
  'double_optin',
  'marketing_permissions',
] as const

/** The likeness of one list. */
class ListLikeness {
  readonly #sketch: Sketch
  readonly #list: Thing
  readonly #made: MadeUp
  readonly #now: Millis
  readonly #fields: readonly Thing[]
  readonly #seen: readonly Thing[]
  readonly #interests: readonly Thing[]
  readonly #began: Millis

  constructor(sketch: Sketch, list: Thing, made: MadeUp, now: Millis) {
    this.#sketch = sketch
    this.#list = list
    this.#made = made
    this.#now = now
    this.#fields = sketch.all('MergeField', list.id)
    this.#seen = sketch.all('Member', list.id)
    this.#interests = sketch.all('Interest', list.id)
    const created = readGivenInstant(list.last['date_created']) ?? now - YEAR_MS
    this.#began = Math.min(created, now - DAY_MS)
  }

  settings(): Members {
    const { last, id } = this.#list
    const person = this.#made.person()
    const place = this.#made.place()
    const { language } = asObject(last['campaign_defaults'])
    const { country } = asObject(last['contact'])
    return {
      id,
      name: nameOf(this.#list),
      ...Object.fromEntries(SETTINGS.flatMap((each) => (last[each] === undefined ? [] : [[each, last[each]]]))),
      contact: {
        company: this.#made.company(),
        address1: place.addr1,
        city: place.city,
        state: place.state,
        zip: place.zip,
        country: isCode(country) ? country : 'US',
      },
      permission_reminder: 'You signed up on our site.',
      campaign_defaults: {
        from_name: `${person.first} ${person.last}`,
        from_email: person.address,
        subject: '',
        language: isCode(language) ? language : 'en',
      },
      ...notified(last, 'notify_on_subscribe', person.address),
      ...notified(last, 'notify_on_unsubscribe', person.address),
      date_created: ago(this.#now, this.#began),
      merge_fields: this.#fields.map((each) => fieldLike(each)),
      interest_categories: this.#categories(),
      segments: this.#sketch.all('Segment', id).flatMap((each) => this.#segment(each)),
    }
  }

  /**
   * The interests. Conditions may name them by numbers that the service shows nowhere else: each such number goes to the next category, and its
   * interests, so that the conditions have a meaning.
   */
  #categories(): Members[] {
    const conditions = this.#sketch
      .all('Segment', this.#list.id)
      .flatMap(({ last }) => asList(asObject(last['options'])['conditions']).map(asObject))
    const named = new Map<number, Set<number>>()
    for (const { condition_type: type, field, value } of conditions) {
      const [, number] = /^interests-(\d{1,9})$/.exec(type === 'Interests' && typeof field === 'string' ? field : '') ?? []
      if (number === undefined) continue
      const values = named.get(Number(number)) ?? new Set()
      named.set(Number(number), values)
      for (const each of asList(value)) if (/^\d{1,9}$/.test(String(each))) values.add(Number(each))
    }
    const numbers = [...named]
    return this.#sketch.all('InterestCategory', this.#list.id).map((category, place) => {
      const [number, values = new Set<number>()] = numbers[place] ?? []
      const of = [...values]
      return {
        id: category.id,
        ...(number === undefined ? {} : { number }),
        title: textOr(category.last['title'], 'Interests'),
        type: category.last['type'],
        interests: this.#interests
          .filter(({ above }) => above === category.id)
          .map((each, index) => ({ id: each.id, ...(of[index] === undefined ? {} : { number: of[index] }), name: nameOf(each) })),
      }
    })
  }

  /** Members one by one: as many of each status as their share of all members. */
  members(limit: number): MadeMember[] {
    const counts = this.#counts()
    const total = sum(Object.values(counts))
    const share = total > limit ? limit / total : 1
    return STATUSES.flatMap((status) => {
      const count = Math.min(counts[status], Math.ceil(counts[status] * share))
      return Array.from({ length: count }, () => this.#member(status))
    })
  }

  /** The members that are not written one by one. */
  generated(written: readonly MadeMember[]): Members[] {
    const counts = this.#counts()
    return STATUSES.flatMap((status) => {
      const count = counts[status] - written.filter((each) => each.status === status).length
      const members = { count, since: ago(this.#now, this.#began), statuses: { [status]: 1 } }
      return count > 0 ? [{ list: this.#list.id, members }] : []
    })
  }

  /** The number of members by status: as the list says, or as many as were seen. */
  #counts(): Record<(typeof STATUSES)[number], number> {
    const stats = asObject(this.#list.last['stats'])
    const path = `/lists/${this.#list.id}/members`
    const said = { subscribed: stats['member_count'], unsubscribed: stats['unsubscribe_count'], cleaned: stats['cleaned_count'] }
    const countOf = (status: (typeof STATUSES)[number]): number => {
      const seen = this.#seen.filter(({ last }) => last['status'] === status).length
      const listed = this.#sketch.total(`${path}?status=${status}`) ?? (status in said ? Reflect.get(said, status) : undefined)
      return Math.min(MEMBERS_MAX, typeof listed === 'number' && listed >= 0 ? listed : seen)
    }
    return {
      subscribed: countOf('subscribed'),
      unsubscribed: countOf('unsubscribed'),
      cleaned: countOf('cleaned'),
      pending: countOf('pending'),
      transactional: countOf('transactional'),
      archived: countOf('archived'),
    }
  }

  #member(status: (typeof STATUSES)[number]): MadeMember {
    const made = this.#made
    const person = made.person()
    const place = made.place()
    const from = this.#now - this.#began
    const joined = this.#began + made.below(Math.max(1, Math.floor((from * 3) / 4)))
    const changed = joined + made.below(Math.max(1, Math.floor((this.#now - joined) / 2)))
    const filled = this.#fields.flatMap((field): [string, unknown][] => {
      const isFilled =
        field.last['required'] === true ||
        made.happens(this.#shareWith((last) => isSet(asObject(last['merge_fields'])[field.id])))
      const value = isFilled ? this.#value(field, person, place) : undefined
      return value === undefined ? [] : [[field.id, value]]
    })
    const known = new Set(this.#fields.map(({ id }) => id))
    const names: [string, unknown][] =
      this.#fields.length > 0
        ? []
        : [
            ['FNAME', person.first],
            ['LNAME', person.last],
          ]
    const tags = this.#tags()
      .filter(({ share }) => made.happens(share))
      .map(({ name }) => name)
    const interests = this.#interests.filter((each) =>
      made.happens(this.#shareWith((last) => asObject(last['interests'])[each.id] === true)),
    )
    const data = {
      email_address: person.address,
      status,
      merge_fields: Object.fromEntries([...names.filter(([tag]) => !known.has(tag)), ...filled]),
      created_at: ago(this.#now, joined),
      ...(status === 'subscribed' || status === 'pending' || status === 'transactional'
        ? {}
        : { last_changed: ago(this.#now, changed) }),
      ...(status === 'unsubscribed' ? { unsubscribed: { by: 'contact', at: ago(this.#now, changed) } } : {}),
      ...(made.happens(this.#shareWith((last) => last['vip'] === true)) ? { vip: true } : {}),
      ...(made.happens(this.#shareWith((last) => last['email_type'] === 'text')) ? { email_type: 'text' } : {}),
      ...(tags.length > 0 ? { tags } : {}),
      // Two interests of one category may have the same name.
      ...(interests.length > 0 ? { interests: [...new Set(interests.map(nameOf))] } : {}),
    }
    return { status, address: person.address, joined, data }
  }

  /** The share of the seen members of which something is true. */
  #shareWith(isTrue: (last: Members) => boolean): number {
    if (this.#seen.length === 0) return 0
    return this.#seen.filter(({ last }) => isTrue(last)).length / this.#seen.length
  }

  /** The tags of the list, and the share of its members that have each. */
  #tags(): { readonly name: string; readonly share: number }[] {
    const total = Math.max(1, sum(Object.values(this.#counts())))
    const found = new Map<string, number>()
    for (const { last } of this.#sketch.all('Segment', this.#list.id)) {
      const { type, name, member_count: count } = last
      if (type === 'static' && typeof name === 'string') found.set(name, typeof count === 'number' ? count / total : 0)
    }
    for (const { last } of this.#seen) {
      for (const tag of asList(last['tags'])) {
        const { name } = asObject(tag)
        if (typeof name === 'string' && !found.has(name))
          found.set(
            name,
            this.#shareWith((each) => asList(each['tags']).some((one) => asObject(one)['name'] === name)),
          )
      }
    }
    return [...found].map(([name, share]) => ({ name, share: Math.min(1, share) }))
  }

  /** A made-up value of a field, of its type. */
  #value(field: Thing, { first, last: family }: { first: string; last: string }, place: ReturnType<MadeUp['place']>): unknown {
    const made = this.#made
    const { type, options } = field.last
    switch (type) {
      case 'number':
        return made.below(1_000)
      case 'radio':
      case 'dropdown':
        return this.#choice(field, asList(asObject(options)['choices']))
      case 'address':
        return { addr1: place.addr1, city: place.city, state: place.state, zip: place.zip, country: 'US' }
      case 'phone':
        return `555-010-${String(made.below(10_000)).padStart(4, '0')}`
      case 'date':
        return isoMillis(this.#now - made.below(YEARS_20_DAYS) * DAY_MS).slice(0, 'YYYY-MM-DD'.length)
      case 'birthday':
        return `${String(1 + made.below(12)).padStart(2, '0')}/${String(1 + made.below(28)).padStart(2, '0')}`
      case 'url':
        return `https://${made.domain()}/`
      case 'imageurl':
        return `https://${made.domain()}/picture.png`
      case 'zip':
        return place.zip
      default:
        return field.id === 'FNAME' ? first : field.id === 'LNAME' ? family : made.company()
    }
  }

  /** One of the choices of a field, as often as the seen members have it. */
  #choice(field: Thing, choices: readonly unknown[]): unknown {
    const taken = this.#seen
      .map(({ last }) => asObject(last['merge_fields'])[field.id])
      .filter((value) => choices.includes(value))
    return this.#made.pick(taken) ?? this.#made.pick(choices)
  }

  #segment({ id, last }: Thing): Members[] {
    const { type, options } = last
    if (type === 'static') return [{ id: Number(id), name: textOr(last['name'], id), members: [] }]
    if (!isObject(options)) return []
    const conditions = asList(options['conditions']).map((each) => conditionLike(asObject(each), this.#fields, this.#made))
    return [{ id: Number(id), name: textOr(last['name'], id), options: { match: options['match'], conditions } }]
  }
}

const YEAR_MS = 365 * DAY_MS
const YEARS_20_DAYS = 20 * 365

/** Largest number of members of a status that a scenario can generate. */
const MEMBERS_MAX = 1_000_000

/** A merge field with its settings. Its default value and its help are texts that may be about people. */
function fieldLike({ id, last }: Thing): Members {
  const { type, options, required, public: isPublic, display_order: order } = last
  const { choices, date_format: dates, phone_format: phones, default_country: country, size } = asObject(options)
  const kept = {
    choices: type === 'radio' || type === 'dropdown' ? choices : undefined,
    date_format: dates,
    phone_format: phones,
    default_country: country,
    size,
  }
  return defined({
    tag: id,
    name: textOr(last['name'], id),
    type,
    required,
    public: isPublic,
    display_order: order,
    options: defined(kept),
  })
}

/** The account: its plan and its time zone, without its people. */
function accountLike(root: Members): Members {
  const { pricing_plan_type: plan, account_timezone: zone, pro_enabled: isPro } = root
  return defined({
    pricing_plan_type: plan,
    account_timezone: typeof zone === 'string' && /^[A-Za-z]+(?:\/[A-Za-z_-]+){1,2}$/.test(zone) ? zone : undefined,
    pro_enabled: isPro,
  })
}

function notified(last: Members, name: string, address: string): Members {
  const value = last[name]
  return typeof value === 'string' && value !== '' ? { [name]: address } : {}
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z]{2}(?:_[A-Z]{2})?$/.test(value)
}

function nameOf({ last, id }: Pick<Thing, 'last' | 'id'>): string {
  return textOr(last['name'], id)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}
