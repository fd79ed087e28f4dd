import { gzipSync } from 'node:zlib'
import type { Aspect } from '../../src/kit/drift/finding.ts'
import type { Body } from '../mock.ts'
import type { Bend, Bendable } from './bent-service.ts'

/** One way in which a service differs, and where it has to be found. */
export interface Mutation {
  readonly name: string
  /** The operation whose answers are bent, and where the difference is found unless `operation` says otherwise. */
  readonly of: string
  readonly operation?: string | undefined
  readonly aspect: Aspect
  /** The beginning of the place. */
  readonly at: string
  readonly assumption?: string
  readonly bend: Bend
  /** Further operations that have to be read. */
  readonly with?: readonly string[]
}

const LIST = /^\/lists\/[0-9a-f]{10}$/
const LISTS = /^\/lists$/
const MEMBER = /^\/lists\/\w+\/members\/[0-9a-f]{32}$/
const MEMBERS = /^\/lists\/\w+\/members$/
const CAMPAIGN = /^\/campaigns\/[0-9a-f]{10}$/
const CAMPAIGNS = /^\/campaigns$/
const REPORT = /^\/reports\/[0-9a-f]{10}$/
const FIELD = /^\/lists\/\w+\/merge-fields\/\d+$/

/** Bends successful answers at paths. */
function body(path: RegExp, change: (body: Body, answer: Bendable) => void): Bend {
  return (answer) => {
    if (answer.status === 200 && path.test(answer.path) && !answer.query.has('fields') && !answer.query.has('exclude_fields'))
      change(answer.body, answer)
  }
}

function refused(path: RegExp, change: (answer: Bendable) => void): Bend {
  return (answer) => {
    if (answer.status >= 400 && path.test(answer.path)) change(answer)
  }
}

function answer(path: RegExp, change: (answer: Bendable) => void): Bend {
  return (each) => {
    if (path.test(each.path)) change(each)
  }
}

function without(query: URLSearchParams, ...names: string[]): string {
  const rest = new URLSearchParams(query)
  for (const name of names) rest.delete(name)
  return rest.size === 0 ? '' : `?${rest.toString()}`
}

/** Answers as if parameters had not been sent. */
function ignoring(path: RegExp, ...names: string[]): Bend {
  return async (given, ask) => {
    if (path.test(given.path) && names.some((name) => given.query.has(name)))
      Object.assign(given, { body: (await ask(given.path + without(given.query, ...names))).body, status: 200 })
  }
}

const link = (links: Body, rel: string): Body => links.find((each: Body) => each.rel === rel)

export const MUTATIONS: readonly Mutation[] = [
  // Members of answers.
  { name: 'a member is removed', of: 'getList', aspect: 'member', at: '/name', bend: body(LIST, (list) => delete list.name) },
  {
    name: 'an assumed member is removed',
    of: 'getMember',
    aspect: 'member',
    at: '/contact_id',
    assumption: 'members.record-extras',
    bend: body(MEMBER, (member) => delete member.contact_id),
  },
  {
    name: 'a member inside another one is removed',
    of: 'getList',
    aspect: 'member',
    at: '/contact/city',
    bend: body(LIST, (list) => delete list.contact.city),
  },
  {
    name: 'a member is added',
    of: 'getList',
    aspect: 'member',
    at: '/colour',
    bend: body(LIST, (list) => (list.colour = 'red')),
  },
  {
    name: 'a member is added to the items of a collection',
    of: 'getMembers',
    aspect: 'member',
    at: '/members/*/colour',
    bend: body(MEMBERS, ({ members }) => members.forEach((each: Body) => (each.colour = 'red'))),
  },
  {
    name: 'a member is renamed: the old name is missing',
    of: 'getList',
    aspect: 'member',
    at: '/list_rating',
    bend: body(LIST, (list) => {
      list.rating = list.list_rating
      delete list.list_rating
    }),
  },
  {
    name: 'a member is renamed: the new name is unknown',
    of: 'getList',
    aspect: 'member',
    at: '/rating',
    bend: body(LIST, (list) => {
      list.rating = list.list_rating
      delete list.list_rating
    }),
  },
  {
    name: 'a boolean becomes a text',
    of: 'getList',
    aspect: 'member',
    at: '/email_type_option',
    bend: body(LIST, (list) => (list.email_type_option = 'false')),
  },
  {
    name: 'a boolean becomes a number',
    of: 'getMember',
    aspect: 'member',
    at: '/vip',
    bend: body(MEMBER, (member) => (member.vip = 0)),
  },
  {
    name: 'a number becomes a text',
    of: 'getList',
    aspect: 'member',
    at: '/stats/member_count',
    bend: body(LIST, ({ stats }) => (stats.member_count = '3')),
  },
  {
    name: 'a whole number becomes a fraction',
    of: 'getList',
    aspect: 'member',
    at: '/web_id',
    bend: body(LIST, (list) => (list.web_id = 1.5)),
  },
  {
    name: 'a number falls below its minimum',
    of: 'getCampaigns',
    aspect: 'member',
    at: '/total_items',
    bend: body(CAMPAIGNS, (found) => (found.total_items = -1)),
  },
  {
    name: 'an assumed member changes its type',
    of: 'getMember',
    aspect: 'member',
    at: '/full_name',
    assumption: 'members.record-extras',
    bend: body(MEMBER, (member) => (member.full_name = ['Ada'])),
  },
  {
    name: 'a member becomes null',
    of: 'getMember',
    aspect: 'member',
    at: '/language',
    bend: body(MEMBER, (member) => (member.language = null)),
  },
  {
    name: 'an object becomes a list',
    of: 'getMember',
    aspect: 'member',
    at: '/merge_fields',
    bend: body(MEMBER, (member) => (member.merge_fields = [])),
  },
  {
    name: 'a list becomes an object',
    of: 'getLists',
    aspect: 'member',
    at: '/lists',
    bend: body(LISTS, (found) => (found.lists = {})),
  },
  {
    name: 'an enum gets another value',
    of: 'getList',
    aspect: 'member',
    at: '/visibility',
    bend: body(LIST, (list) => (list.visibility = 'hidden')),
  },
  {
    name: 'a status gets another value',
    of: 'getMember',
    aspect: 'member',
    at: '/status',
    bend: body(MEMBER, (member) => (member.status = 'bounced')),
  },
  {
    name: 'the type of a campaign gets another value',
    of: 'getCampaign',
    aspect: 'member',
    at: '/type',
    bend: body(CAMPAIGN, (campaign) => (campaign.type = 'newsletter')),
  },
  {
    name: 'the type of a merge field gets another value',
    of: 'getMergeField',
    aspect: 'member',
    at: '/type',
    bend: body(FIELD, (field) => (field.type = 'colour')),
  },
  {
    name: 'a date loses its offset',
    of: 'getList',
    aspect: 'member',
    at: '/date_created',
    bend: body(LIST, (list) => (list.date_created = list.date_created.slice(0, 19))),
  },
  {
    name: 'a date gets milliseconds',
    of: 'getMember',
    aspect: 'member',
    at: '/last_changed',
    bend: body(MEMBER, (member) => (member.last_changed = '2026-01-15T09:00:00.000Z')),
  },
  {
    name: 'a date becomes a number',
    of: 'getCampaign',
    aspect: 'member',
    at: '/create_time',
    bend: body(CAMPAIGN, (campaign) => (campaign.create_time = 1_700_000_000)),
  },
  {
    name: 'an id has another form',
    of: 'getMember',
    aspect: 'member',
    at: '/id',
    bend: body(MEMBER, (member) => (member.id = member.id.toUpperCase())),
  },
  {
    name: 'an address has another form',
    of: 'getMember',
    aspect: 'member',
    at: '/email_address',
    bend: body(MEMBER, (member) => (member.email_address = 'Ada')),
  },
  {
    name: 'an IP address has another form',
    of: 'getMember',
    aspect: 'member',
    at: '/ip_opt',
    bend: body(MEMBER, (member) => (member.ip_opt = 'unknown')),
  },
  {
    name: 'a rate becomes a text',
    of: 'getReport',
    aspect: 'member',
    at: '/opens/open_rate',
    bend: body(REPORT, ({ opens }) => (opens.open_rate = '12 %')),
  },
  {
    name: 'a part of a report is removed',
    of: 'getReport',
    aspect: 'member',
    at: '/bounces',
    bend: body(REPORT, (report) => delete report.bounces),
  },
  // Statuses, problems and bodies.
  {
    name: 'a success has another status',
    of: 'getList',
    aspect: 'status',
    at: '200',
    assumption: 'lists.read',
    bend: answer(LIST, (each) => (each.status = 201)),
  },
  {
    name: 'a status is unknown to the contract',
    of: 'getMember',
    aspect: 'problem',
    at: '/title',
    assumption: 'errors.catalogue',
    bend: answer(MEMBER, (each) => Object.assign(each, { status: 418, body: problem(418, 'Teapot') })),
  },
  {
    name: 'what a link leads to is missing',
    of: 'getCampaign',
    aspect: 'status',
    at: 'linked',
    bend: answer(CAMPAIGN, (each) => Object.assign(each, { status: 404, body: problem(404, 'Resource Not Found') })),
  },
  {
    name: 'a title is changed',
    of: 'getList',
    aspect: 'problem',
    at: '/title',
    assumption: 'errors.catalogue',
    bend: refused(LIST, (each) => (each.body.title = 'Not Here')),
  },
  {
    name: 'the status in a problem is another one',
    of: 'getList',
    aspect: 'problem',
    at: '/status',
    assumption: 'errors.catalogue',
    bend: refused(LIST, (each) => (each.body.status = 400)),
  },
  {
    name: 'a problem has no detail',
    of: 'getList',
    aspect: 'problem',
    at: '/detail',
    bend: refused(LIST, (each) => delete each.body.detail),
  },
  {
    name: 'a problem has a further member',
    of: 'getList',
    aspect: 'problem',
    at: '/help',
    assumption: 'errors.catalogue',
    bend: refused(LIST, (each) => (each.body.help = 'no')),
  },
  {
    name: 'a problem has the type of other JSON',
    of: 'getList',
    aspect: 'header',
    at: 'content-type',
    bend: refused(LIST, (each) => each.headers.set('content-type', 'application/json; charset=utf-8')),
  },
  {
    name: 'an unknown id is answered with 400',
    of: 'getList',
    aspect: 'refusal',
    at: 'unknown id',
    assumption: 'errors.catalogue',
    bend: refused(LIST, (each) => Object.assign(each, { status: 400, body: problem(400, 'Bad Request') })),
  },
  {
    name: 'an unknown id is answered with a success',
    of: 'getMember',
    aspect: 'refusal',
    at: 'unknown id',
    bend: async (each, ask) => {
      if (/members\/f+$/.test(each.path)) Object.assign(each, { status: 200, body: (await ask('/')).body })
    },
  },
  {
    name: 'a count below zero is accepted',
    of: 'getLists',
    aspect: 'refusal',
    at: 'count=-1',
    assumption: 'errors.catalogue',
    bend: async (each, ask) => {
      if (each.query.get('count') === '-1') Object.assign(each, { status: 200, body: (await ask(each.path)).body })
    },
  },
  {
    name: 'a validation problem names no field',
    of: 'getLists',
    aspect: 'refusal',
    at: 'count=-1 errors',
    assumption: 'errors.fields',
    bend: refused(LISTS, (each) => delete each.body.errors),
  },
  {
    name: 'a call without a key is answered',
    of: 'getRoot',
    aspect: 'refusal',
    at: 'no key',
    bend: (each) => {
      if (each.isAnonymous) Object.assign(each, { status: 200 })
    },
  },
  {
    name: 'a missing key has another title',
    of: 'getRoot',
    aspect: 'refusal',
    at: 'no key',
    assumption: 'errors.catalogue',
    bend: (each) => {
      if (each.isAnonymous) each.body.title = 'API Key Invalid'
    },
  },
  {
    name: 'an unknown path is answered',
    of: 'getRoot',
    operation: undefined,
    aspect: 'refusal',
    at: 'unknown path',
    assumption: 'errors.catalogue',
    bend: async (each, ask) => {
      if (each.path.includes('no-such')) Object.assign(each, { status: 200, body: (await ask('/')).body })
    },
  },
  {
    name: 'HTML instead of JSON',
    of: 'getList',
    aspect: 'body',
    at: '',
    assumption: 'lists.read',
    bend: answer(LIST, (each) => (each.raw = Buffer.from('<html>'))),
  },
  { name: 'an empty body', of: 'getList', aspect: 'body', at: '', bend: answer(LIST, (each) => (each.body = undefined)) },
  // Headers.
  {
    name: 'the request id is missing',
    of: 'getList',
    aspect: 'header',
    at: 'x-request-id',
    bend: answer(LIST, (each) => each.headers.delete('x-request-id')),
  },
  {
    name: 'the header link is missing',
    of: 'getList',
    aspect: 'header',
    at: 'link',
    bend: answer(LIST, (each) => each.headers.delete('link')),
  },
  {
    name: 'the header link leads to another schema',
    of: 'getList',
    aspect: 'header',
    at: 'link',
    bend: answer(LIST, (each) => each.headers.set('link', '<http://maildouble.test/schema/3.0/Other.json>; rel="describedBy"')),
  },
  {
    name: 'the type of the content is another one',
    of: 'getList',
    aspect: 'header',
    at: 'content-type',
    bend: answer(LIST, (each) => each.headers.set('content-type', 'text/plain')),
  },
  {
    name: 'another charset',
    of: 'getList',
    aspect: 'header',
    at: 'content-type',
    bend: answer(LIST, (each) =>
      Object.assign(each, { raw: Buffer.from(JSON.stringify(each.body), 'latin1') }).headers.set(
        'content-type',
        'application/json; charset=iso-8859-1',
      ),
    ),
  },
  // Links.
  {
    name: 'a link is removed',
    of: 'getList',
    aspect: 'link',
    at: '/_links/members',
    assumption: 'lists.links',
    bend: body(LIST, (list) => (list._links = list._links.filter(({ rel }: Body) => rel !== 'members'))),
  },
  {
    name: 'a link is added',
    of: 'getList',
    aspect: 'link',
    at: '/_links/colour',
    assumption: 'lists.links',
    bend: body(LIST, ({ _links }) => _links.push({ ..._links[0], rel: 'colour' })),
  },
  {
    name: 'links are in another order',
    of: 'getList',
    aspect: 'link',
    at: '/_links',
    assumption: 'lists.links',
    bend: body(LIST, ({ _links }) => _links.reverse()),
  },
  {
    name: 'a link has another method',
    of: 'getList',
    aspect: 'link',
    at: '/_links/update',
    assumption: 'lists.links',
    bend: body(LIST, ({ _links }) => (link(_links, 'update').method = 'PUT')),
  },
  {
    name: 'a link leads to another path',
    of: 'getList',
    aspect: 'link',
    at: '/_links/members',
    assumption: 'lists.links',
    bend: body(LIST, ({ _links }) => (link(_links, 'members').href += '/all')),
  },
  {
    name: 'a link leads to another resource',
    of: 'getList',
    aspect: 'link',
    at: '/_links/self',
    bend: body(LIST, ({ _links }) => (link(_links, 'self').href = link(_links, 'self').href.replace(/\w+$/, 'ffffffffff'))),
  },
  {
    name: 'a link leads to another server',
    of: 'getList',
    aspect: 'link',
    at: '/_links/members',
    assumption: 'lists.links',
    bend: body(
      LIST,
      ({ _links }) => (link(_links, 'members').href = link(_links, 'members').href.replace('maildouble', 'other')),
    ),
  },
  {
    name: 'a link names another schema',
    of: 'getList',
    aspect: 'link',
    at: '/_links/self',
    assumption: 'lists.links',
    bend: body(
      LIST,
      ({ _links }) => (link(_links, 'self').targetSchema = 'http://maildouble.test/schema/3.0/Definitions/Other.json'),
    ),
  },
  {
    name: 'the links of a collection are removed',
    of: 'getLists',
    aspect: 'member',
    at: '/_links',
    assumption: 'lists.collection-links',
    bend: body(LISTS, (found) => delete found._links),
  },
  // Paging, fields, filters and orders.
  {
    name: 'the default count is another one',
    of: 'getMembers',
    aspect: 'paging',
    at: 'default count',
    bend: async (each, ask) => {
      if (MEMBERS.test(each.path) && !each.query.has('count')) each.body = (await ask(`${each.path}?count=20`)).body
    },
  },
  {
    name: 'the offset is off by one',
    of: 'getMembers',
    aspect: 'paging',
    at: 'offset',
    bend: async (each, ask) => {
      const offset = Number(each.query.get('offset') ?? 0)
      if (MEMBERS.test(each.path) && offset > 0)
        each.body = (await ask(`${each.path}?count=${each.query.get('count')}&offset=${offset - 1}`)).body
    },
  },
  {
    name: 'the last page has an item too many',
    of: 'getMembers',
    aspect: 'paging',
    at: 'last page',
    bend: async (each, ask) => {
      const offset = Number(each.query.get('offset') ?? 0)
      if (MEMBERS.test(each.path) && offset > 1) each.body = (await ask(`${each.path}?count=2&offset=${offset - 1}`)).body
    },
  },
  {
    name: 'the total is that of the page',
    of: 'getMembers',
    aspect: 'paging',
    at: 'total_items',
    bend: body(MEMBERS, (found) => (found.total_items = found.members.length)),
  },
  { name: 'the count is ignored', of: 'getMembers', aspect: 'paging', at: 'count', bend: ignoring(MEMBERS, 'count') },
  { name: 'fields are ignored', of: 'getLists', aspect: 'fields', at: 'fields', bend: ignoring(LISTS, 'fields') },
  {
    name: 'excluded fields are ignored',
    of: 'getLists',
    aspect: 'fields',
    at: 'exclude_fields',
    bend: ignoring(LISTS, 'exclude_fields'),
  },
  {
    name: 'a filter by status is ignored',
    of: 'getMembers',
    aspect: 'filter',
    at: 'status',
    assumption: 'members.filters',
    bend: ignoring(MEMBERS, 'status'),
  },
  {
    name: 'a filter by type is ignored',
    of: 'getCampaigns',
    aspect: 'filter',
    at: 'type',
    assumption: 'campaigns.filters',
    bend: ignoring(CAMPAIGNS, 'type'),
  },
  {
    name: 'a filter by instants is ignored',
    of: 'getMembers',
    aspect: 'filter',
    at: 'since_last_changed',
    assumption: 'members.filters',
    bend: ignoring(MEMBERS, 'since_last_changed'),
  },
  {
    name: 'the direction of sorting is ignored',
    of: 'getCampaigns',
    aspect: 'order',
    at: 'create_time',
    assumption: 'common.sorting',
    bend: ignoring(CAMPAIGNS, 'sort_dir'),
  },
  {
    name: 'the default order is reversed',
    of: 'getCampaigns',
    aspect: 'order',
    at: 'default order',
    assumption: 'campaigns.default-order',
    bend: async (each, ask) => {
      if (CAMPAIGNS.test(each.path) && !each.query.has('sort_field'))
        each.body = (await ask('/campaigns?sort_field=create_time&sort_dir=ASC')).body
    },
  },
  // Laws.
  {
    name: 'a list counts a member too many',
    of: 'getList',
    aspect: 'law',
    at: 'member_count',
    bend: body(LIST, ({ stats }) => stats.member_count++),
  },
  {
    name: 'a report counts an open too many',
    of: 'getReport',

    aspect: 'law',
    at: 'total_opens',
    bend: body(REPORT, ({ opens }) => opens.opens_total++),
  },
  {
    name: 'a rate is not the share of the delivered emails',
    of: 'getReport',
    aspect: 'law',
    at: 'the click rate',
    assumption: 'reports.rate-base',
    bend: body(REPORT, ({ clicks }) => (clicks.click_rate += 0.01)),
  },
  {
    name: 'domains do not add up',
    of: 'getReport',
    operation: 'getDomainPerformance',
    aspect: 'law',
    at: 'the domains add up to the emails',
    assumption: 'reports.domains',
    bend: body(/domain-performance$/, ({ domains }) => domains[0].emails_sent++),
  },
  {
    name: 'a member is not found by its address',
    of: 'getMember',
    aspect: 'law',
    at: 'a member is found by its address',
    assumption: 'common.member-path',
    bend: answer(/members\/.*(?:@|%40)/, (each) =>
      Object.assign(each, { status: 404, body: problem(404, 'Resource Not Found') }),
    ),
  },
  {
    name: 'a search does not find a member',
    of: 'getMember',
    operation: 'searchMembers',
    aspect: 'law',
    at: 'a search for an address',
    assumption: 'search.matching',
    bend: body(/^\/search-members$/, ({ exact_matches: found }) => Object.assign(found, { members: [], total_items: 0 })),
  },
  {
    name: 'a campaign sums up another report',
    of: 'getCampaign',
    aspect: 'law',
    at: 'report_summary.opens',
    assumption: 'campaigns.record',
    bend: body(CAMPAIGN, ({ report_summary: summary }) => summary && summary.opens++),
  },
  // Redirects.
  {
    name: 'a redirect',
    of: 'getList',
    aspect: 'status',
    at: '302',
    bend: answer(LIST, (each) => redirect(each, `/3.0${each.path}/`)),
  },
  {
    name: 'a redirect to another server',
    of: 'getList',
    aspect: 'status',
    at: '302',
    bend: answer(LIST, (each) => redirect(each, 'http://other.test/3.0/lists')),
  },
]

/** Ways in which calls go wrong without a difference: each is a remark about the operation. */
export const REMARKED: readonly { readonly name: string; readonly text: RegExp; readonly bend: Bend }[] = [
  {
    name: 'a status 500 once',
    text: /the status 500/,
    bend: once(LIST, (each) => Object.assign(each, { status: 500, body: problem(500, 'Internal Server Error') })),
  },
  {
    name: '429 every third call',
    text: /answered with 429/,
    bend: (each) => {
      if (each.number % 3 === 0)
        Object.assign(each, { status: 429, body: problem(429, 'Too Many Requests') }).headers.set('retry-after', '7')
    },
  },
  {
    name: 'a cut connection',
    text: /a failure of the connection/,
    bend: once(LIST, () => {
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
    }),
  },
  {
    name: 'a compressed answer',
    text: /a compressed body/,
    bend: answer(LIST, (each) =>
      Object.assign(each, { raw: gzipSync(JSON.stringify(each.body)) }).headers.set('content-encoding', 'gzip'),
    ),
  },
  { name: 'HTTP/1.0', text: /HTTP\/1\.0/, bend: answer(LIST, (each) => (each.httpVersion = '1.0')) },
]

function once(path: RegExp, change: (answer: Bendable) => void): Bend {
  let isDone = false
  return answer(path, (each) => {
    if (isDone) return
    isDone = true
    change(each)
  })
}

function problem(status: number, title: string): object {
  return { type: 'http://maildouble.test/docs/errors', title, status, detail: 'Bent.', instance: '1' }
}

function redirect(given: Bendable, location: string): void {
  if (given.path.endsWith('/')) return
  given.status = 302
  given.body = undefined
  given.headers.set('location', location)
}
