import { listIn, memberAtPath, numberAt, type AnswerMembers, type Law, type ReadAnswer } from './law.ts'

/** The counts of a list are those of its members by status, and of its merge fields. */
export async function listLaws(read: ReadAnswer, id: string): Promise<Law[]> {
  const list = await read(`/lists/${id}`)
  const total = async (path: string, query: Readonly<Record<string, string>> = {}): Promise<number> =>
    numberAt(await read(`/lists/${id}/${path}`, { count: '1', ...query }), 'total_items')
  const law = (name: string, operation: string, expected: number, found: number): Law => {
    return { name, operation, assumptions: [], expected, found }
  }
  const stats = (name: string): number => numberAt(list, `stats.${name}`)
  return [
    law(
      'member_count is the number of subscribed members',
      'getList',
      await total('members', { status: 'subscribed' }),
      stats('member_count'),
    ),
    law(
      'unsubscribe_count is the number of unsubscribed members',
      'getList',
      await total('members', { status: 'unsubscribed' }),
      stats('unsubscribe_count'),
    ),
    law(
      'cleaned_count is the number of cleaned members',
      'getList',
      await total('members', { status: 'cleaned' }),
      stats('cleaned_count'),
    ),
    law('merge_field_count is the number of merge fields', 'getList', await total('merge-fields'), stats('merge_field_count')),
  ]
}

/** The count of a segment or tag is the number of its members. */
export async function segmentLaws(read: ReadAnswer, list: string, segment: string): Promise<Law[]> {
  const found = await read(`/lists/${list}/segments/${segment}`)
  const members = await read(`/lists/${list}/segments/${segment}/members`, { count: '1' })
  return [
    {
      name: 'member_count is the number of members of the segment',
      operation: 'getSegment',
      assumptions: [],
      expected: numberAt(members, 'total_items'),
      found: numberAt(found, 'member_count'),
    },
  ]
}

/** The count of a folder is the number of things in it. */
export async function folderLaws(read: ReadAnswer, kind: 'campaign' | 'template', id: string): Promise<Law[]> {
  const folder = await read(`/${kind}-folders/${id}`)
  const contents = await read(`/${kind}s`, { folder_id: id, count: '1' })
  const operation = kind === 'campaign' ? 'getCampaignFolder' : 'getTemplateFolder'
  return [
    {
      name: `count is the number of ${kind}s in the folder`,
      operation,
      assumptions: [],
      expected: numberAt(contents, 'total_items'),
      found: numberAt(folder, 'count'),
    },
  ]
}

/** A member is found by its address and its contact id as well as by the hash, and by a search for its address. */
export async function memberLaws(read: ReadAnswer, list: string, member: AnswerMembers): Promise<Law[]> {
  const { id, contact_id, email_address } = member
  if (typeof id !== 'string' || typeof email_address !== 'string' || email_address === '') return []
  const law = (name: string, operation: string, assumption: string, found: boolean): Law => {
    return { name, operation, assumptions: [assumption], expected: 1, found: Number(found) }
  }
  const idAt = async (key: string): Promise<unknown> =>
    memberAtPath(await read(`/lists/${encodeURIComponent(list)}/members/${encodeURIComponent(key)}`), 'id')
  const exact = await read('/search-members', { query: email_address, list_id: list })
  const hits = listIn(exact, 'exact_matches.members').map((each) => each['id'])
  return [
    law('a member is found by its address', 'getMember', 'common.member-path', (await idAt(email_address)) === id),
    ...(typeof contact_id === 'string'
      ? [law('a member is found by its contact id', 'getMember', 'common.member-path', (await idAt(contact_id)) === id)]
      : []),
    ...(member['status'] === 'archived'
      ? []
      : [law('a search for an address finds the member', 'searchMembers', 'search.matching', hits.includes(id))]),
  ]
}

/** The summary of a campaign is that of its report. */
export async function campaignLaws(read: ReadAnswer, id: string): Promise<Law[]> {
  const campaign = await read(`/campaigns/${id}`)
  const report = await read(`/reports/${id}`)
  const pairs = [
    ['emails_sent', 'emails_sent'],
    ['report_summary.opens', 'opens.opens_total'],
    ['report_summary.unique_opens', 'opens.unique_opens'],
    ['report_summary.clicks', 'clicks.clicks_total'],
    ['report_summary.subscriber_clicks', 'clicks.unique_subscriber_clicks'],
  ] as const
  return pairs
    .filter(([own]) => memberAtPath(campaign, own) !== undefined)
    .map(([own, ofReport]) => ({
      name: `${own} is that of the report`,
      operation: 'getCampaign',
      assumptions: ['campaigns.record'],
      expected: numberAt(report, ofReport),
      found: numberAt(campaign, own),
    }))
}
