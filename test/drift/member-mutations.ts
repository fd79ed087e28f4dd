import type { Body } from '../mock.ts'
import { CAMPAIGN, CAMPAIGNS, FIELD, LIST, LISTS, MEMBER, MEMBERS, REPORT, body, type Mutation } from './bends.ts'

const OPERATIONS = new Map([
  [LIST, 'getList'],
  [LISTS, 'getLists'],
  [MEMBER, 'getMember'],
  [MEMBERS, 'getMembers'],
  [CAMPAIGN, 'getCampaign'],
  [CAMPAIGNS, 'getCampaigns'],
  [FIELD, 'getMergeField'],
  [REPORT, 'getReport'],
])

function bendMember(path: RegExp, name: string, at: string, change: (body: Body) => void, assumption?: string): Mutation {
  const of = OPERATIONS.get(path) ?? ''
  return { name, of, aspect: 'member', at, bend: body(path, change), assumption }
}

/** Members of answers that are other than the contract says. */
export const MEMBER_MUTATIONS: readonly Mutation[] = [
  bendMember(LIST, 'a member is removed', '/name', (list) => delete list.name),
  bendMember(
    MEMBER,
    'an assumed member is removed',
    '/contact_id',
    (member) => delete member.contact_id,
    'members.record-extras',
  ),
  bendMember(LIST, 'a member inside another one is removed', '/contact/city', (list) => delete list.contact.city),
  bendMember(LIST, 'a member is added', '/colour', (list) => (list.colour = 'red')),
  bendMember(MEMBERS, 'a member is added to the items of a collection', '/members/*/colour', ({ members }) =>
    members.forEach((each: Body) => (each.colour = 'red')),
  ),
  bendMember(LIST, 'a member is renamed: the old name is missing', '/list_rating', (list) => {
    list.rating = list.list_rating
    delete list.list_rating
  }),
  bendMember(LIST, 'a member is renamed: the new name is unknown', '/rating', (list) => {
    list.rating = list.list_rating
    delete list.list_rating
  }),
  bendMember(LIST, 'a boolean becomes a text', '/email_type_option', (list) => (list.email_type_option = 'false')),
  bendMember(MEMBER, 'a boolean becomes a number', '/vip', (member) => (member.vip = 0)),
  bendMember(LIST, 'a number becomes a text', '/stats/member_count', ({ stats }) => (stats.member_count = '3')),
  bendMember(LIST, 'a whole number becomes a fraction', '/web_id', (list) => (list.web_id = 1.5)),
  bendMember(CAMPAIGNS, 'a number falls below its minimum', '/total_items', (found) => (found.total_items = -1)),
  bendMember(
    MEMBER,
    'an assumed member changes its type',
    '/full_name',
    (member) => (member.full_name = ['Ada']),
    'members.record-extras',
  ),
  bendMember(MEMBER, 'a member becomes null', '/language', (member) => (member.language = null)),
  bendMember(MEMBER, 'an object becomes a list', '/merge_fields', (member) => (member.merge_fields = [])),
  bendMember(LISTS, 'a list becomes an object', '/lists', (found) => (found.lists = {})),
  bendMember(LIST, 'an enum gets another value', '/visibility', (list) => (list.visibility = 'hidden')),
  bendMember(MEMBER, 'a status gets another value', '/status', (member) => (member.status = 'bounced')),
  bendMember(CAMPAIGN, 'the type of a campaign gets another value', '/type', (campaign) => (campaign.type = 'newsletter')),
  bendMember(FIELD, 'the type of a merge field gets another value', '/type', (field) => (field.type = 'colour')),
  bendMember(LIST, 'a date loses its offset', '/date_created', (list) => (list.date_created = list.date_created.slice(0, 19))),
  bendMember(MEMBER, 'a date gets milliseconds', '/last_changed', (member) => (member.last_changed = '2026-01-15T09:00:00.000Z')),
  bendMember(CAMPAIGN, 'a date becomes a number', '/create_time', (campaign) => (campaign.create_time = 1_700_000_000)),
  bendMember(MEMBER, 'an id has another form', '/id', (member) => (member.id = member.id.toUpperCase())),
  bendMember(MEMBER, 'an address has another form', '/email_address', (member) => (member.email_address = 'Ada')),
  bendMember(MEMBER, 'an IP address has another form', '/ip_opt', (member) => (member.ip_opt = 'unknown')),
  bendMember(REPORT, 'a rate becomes a text', '/opens/open_rate', ({ opens }) => (opens.open_rate = '12 %')),
  bendMember(REPORT, 'a part of a report is removed', '/bounces', (report) => delete report.bounces),
]
