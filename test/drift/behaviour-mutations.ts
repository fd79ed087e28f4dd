import type { Body } from '../mock.ts'
import {
  CAMPAIGN,
  CAMPAIGNS,
  LIST,
  LISTS,
  MEMBERS,
  REPORT,
  answer,
  body,
  ignoring,
  link,
  problem,
  type Mutation,
} from './bends.ts'

function bendLink(name: string, at: string, change: (list: Body) => void): Mutation {
  return { name, of: 'getList', aspect: 'link', at, assumption: 'lists.links', bend: body(LIST, change) }
}

/** Links, paging, fields, filters, orders and laws that are other than those of the double. */
export const BEHAVIOUR_MUTATIONS: readonly Mutation[] = [
  bendLink(
    'a link is removed',
    '/_links/members',
    (list) => (list._links = list._links.filter(({ rel }: Body) => rel !== 'members')),
  ),
  bendLink('a link is added', '/_links/colour', ({ _links }) => _links.push({ ..._links[0], rel: 'colour' })),
  bendLink(
    'links are in another order',
    '/_links',
    ({ _links }) => _links.length > 0 && _links.splice(0, _links.length, ..._links.toReversed()),
  ),
  bendLink('a link has another method', '/_links/update', ({ _links }) => (link(_links, 'update').method = 'PUT')),
  bendLink('a link leads to another path', '/_links/members', ({ _links }) => (link(_links, 'members').href += '/all')),
  {
    name: 'a link leads to another resource',
    of: 'getList',
    aspect: 'link',
    at: '/_links/self',
    bend: body(LIST, ({ _links }) => (link(_links, 'self').href = link(_links, 'self').href.replace(/\w+$/, 'ffffffffff'))),
  },
  bendLink(
    'a link leads to another server',
    '/_links/members',
    ({ _links }) => (link(_links, 'members').href = link(_links, 'members').href.replace('maildouble', 'other')),
  ),
  bendLink(
    'a link names another schema',
    '/_links/self',
    ({ _links }) => (link(_links, 'self').targetSchema = 'http://maildouble.test/schema/3.0/Definitions/Other.json'),
  ),
  {
    name: 'the links of a collection are removed',
    of: 'getLists',
    aspect: 'member',
    at: '/_links',
    assumption: 'lists.collection-links',
    bend: body(LISTS, (found) => delete found._links),
  },
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
        each.body = (await ask('/campaigns?sort_field=create_time&sort_dir=DESC')).body
    },
  },
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
]
