import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareRecordings } from '../../src/kit/compare/compare.ts'
import type { Result } from '../../src/kit/drift/result.ts'
import { readRecordings } from '../../src/kit/recordings/read-files.ts'
import type { Body } from '../mock.ts'
import { RECORDERS } from './recorders.ts'
import { audienceStory, campaignStory, filterStory, recordStory, type RawCall } from './story.ts'

const folder = mkdtempSync(join(tmpdir(), 'maildouble-bent-'))
let calls: { readonly [Story in 'audience' | 'campaign' | 'filters']: readonly RawCall[] }
beforeAll(async () => {
  calls = {
    audience: await recordStory(audienceStory),
    campaign: await recordStory(campaignStory),
    filters: await recordStory(filterStory, { scenario: 'newsletter' }),
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

type Json = Body
/** Changes the JSON of answers to calls of a method at a path. */
const answer =
  (method: string, path: RegExp, change: (body: Json) => Json | void) =>
  (call: RawCall): RawCall => {
    if (call.method !== method || !path.test(new URL(call.url).pathname) || call.body === '') return call
    const body = JSON.parse(call.body)
    return { ...call, body: JSON.stringify(change(body) ?? body) }
  }
const LIST = /\/lists\/\w+$/
const MEMBERS = /\/lists\/\w+\/members$/
const MEMBER = /\/members\/[0-9a-f]{32}$/
const status =
  (method: string, path: RegExp, code: number, body?: Json) =>
  (call: RawCall): RawCall =>
    call.method === method && path.test(new URL(call.url).pathname)
      ? { ...call, status: code, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
      : call
const header =
  (name: string, value: string | undefined) =>
  ({ headers: { [name]: _, ...headers }, ...call }: RawCall): RawCall =>
    ({ ...call, headers: value === undefined ? headers : { ...headers, [name]: value } }) as RawCall

interface Bend {
  readonly story?: keyof typeof calls
  readonly bend: (call: RawCall) => RawCall
  /** The operation and the aspect with its place, as one text. */
  readonly finds: RegExp
  /** An assumption that the difference names. */
  readonly assumption?: string
}

const BENDS: { readonly [title: string]: Bend } = {
  'a member is removed': {
    bend: answer('GET', LIST, (body) => void delete body.visibility),
    finds: /^getList member \/visibility$/,
  },
  'a member is added': { bend: answer('GET', LIST, (body) => ({ ...body, mood: 'fine' })), finds: /^getList member \/mood$/ },
  'a member is renamed': {
    bend: answer('GET', LIST, ({ date_created: date_added, ...body }) => ({ ...body, date_added })),
    finds: /^getList member \/date_added$/,
  },
  'a member has another type': {
    bend: answer('GET', LIST, (body) => void (body.web_id = String(body.web_id))),
    finds: /^getList member \/web_id$/,
  },
  'a member is null': { bend: answer('GET', LIST, (body) => void (body.name = null)), finds: /^getList member \/name$/ },
  'a member of an item of a list is removed': {
    bend: answer('GET', MEMBERS, (body) => void delete body.members[0].vip),
    finds: /^getMembers member \/members\/\*\/vip$/,
  },
  'an enum has another value': {
    bend: answer('GET', MEMBER, (body) => void (body.email_type = 'amp')),
    finds: /^getMember member \/email_type$/,
  },
  'a date has another form': {
    bend: answer('GET', LIST, (body) => void (body.date_created = '15/01/2026 09:00')),
    finds: /^getList member \/date_created$/,
  },
  'a status is another': { bend: status('POST', /\/notes$/, 201), finds: /^createMemberNote status 200$/ },
  'a success is a refusal': {
    bend: status('GET', /\/tags$/, 404, {
      type: 'about:blank',
      title: 'Resource Not Found',
      status: 404,
      detail: 'No.',
      instance: 'x',
    }),
    finds: /^getMemberTags replay status$/,
  },
  'a refusal is a success': {
    bend: (call) => (call.status === 400 && /zoe@/.test(call.requestBody ?? '') ? { ...call, status: 200, body: '{}' } : call),
    finds: /^addMember (?:replay status|member)/,
  },
  'a refusal has another title': {
    bend: answer('POST', MEMBERS, (body) => (body.title === 'Member Exists' ? { ...body, title: 'Already Exists' } : body)),
    finds: /^addMember problem \/title$/,
    assumption: 'errors.catalogue',
  },
  'a refusal has the title of another one': {
    bend: answer('POST', MEMBERS, (body) => (body.title === 'Member Exists' ? { ...body, title: 'Bad Request' } : body)),
    finds: /^addMember replay status$/,
  },
  'a detail says something else': {
    bend: answer('POST', MEMBERS, (body) => (body.title === 'Member Exists' ? { ...body, detail: 'Try again.' } : body)),
    finds: /^addMember replay \/detail$/,
  },
  'a header is missing': { bend: header('x-request-id', undefined), finds: /^getList header x-request-id$/ },
  'a content type is another': { bend: header('content-type', 'text/html'), finds: /^getList header content-type$/ },
  'the answer is HTML': {
    bend: (call) => (LIST.test(new URL(call.url).pathname) ? { ...call, body: '<html></html>' } : call),
    finds: /^getList body $/,
  },
  'links are missing': { bend: answer('GET', LIST, (body) => void body._links.pop()), finds: /^getList link \/_links/ },
  'links are in another order': {
    bend: answer('GET', LIST, (body) => ({ ...body, _links: body._links.toReversed() })),
    finds: /^getList (?:link|replay) \/_links/,
  },
  'a link has another method': {
    bend: answer('GET', LIST, (body) => void (body._links[0].method = 'PUT')),
    finds: /^getList link \/_links\/self$/,
  },
  'a page has one item too many': {
    bend: answer('GET', MEMBERS, (body) => void body.members.push(body.members[0])),
    finds: /^getMembers paging count$/,
  },
  'a page lacks an item': { bend: answer('GET', MEMBERS, (body) => void body.members.pop()), finds: /^getMembers paging count$/ },
  'selected fields are not selected': {
    bend: (call) =>
      call.url.includes('fields=')
        ? {
            ...call,
            body:
              calls.audience.find(
                ({ method, status: code, url }) => method === 'GET' && code === 200 && MEMBER.test(new URL(url).pathname),
              )?.body ?? '',
          }
        : call,
    finds: /^getMember replay \/vip$/,
  },
  'a write does not write': {
    bend: answer('PATCH', MEMBER, (body) => void (body.vip = false)),
    finds: /^updateMember replay \/vip$/,
  },
  'a new object lacks what was sent': {
    bend: answer('POST', MEMBERS, (body) => void (body.merge_fields && (body.merge_fields.FNAME = ''))),
    finds: /^addMember replay \/merge_fields\/\*$/,
  },
  'a value has another case': {
    bend: answer('POST', MEMBERS, (body) => void (body.email_address &&= body.email_address.toLowerCase())),
    finds: /^addMember replay \/email_address$/,
  },
  'a tag stays after it was removed': {
    bend: answer('GET', /\/tags$/, (body) => ({
      ...body,
      tags: [...body.tags, { id: 999, name: 'vip', date_added: '2026-01-15T09:10:00+00:00' }],
      total_items: 2,
    })),
    finds: /^getMemberTags (?:replay|paging)/,
  },
  'an archived member is gone': {
    bend: (call) =>
      call.method === 'GET' && MEMBER.test(new URL(call.url).pathname) && call.body.includes('"archived"')
        ? { ...call, status: 404, body: calls.audience.find(({ status: code }) => code === 404)?.body ?? '' }
        : call,
    finds: /^getMember replay status$/,
  },
  'a default is another': {
    story: 'campaign',
    bend: answer('POST', /\/lists$/, (body) => void (body.visibility = 'pub')),
    finds: /^createList replay \/visibility$/,
  },
  'a new campaign has another state': {
    story: 'campaign',
    bend: answer('POST', /\/campaigns$/, (body) => void (body.status = 'paused')),
    finds: /^createCampaign replay \/status$/,
  },
  'a filter of the own objects is ignored': {
    story: 'campaign',
    bend: answer('GET', /\/campaigns$/, (body) => ({ ...body, campaigns: [], total_items: 0 })),
    finds: /^getCampaigns replay/,
  },
  'a count is another': {
    story: 'campaign',
    bend: answer('GET', MEMBERS, (body) => void (body.total_items = 7)),
    finds: /^getMembers (?:replay \/total_items|paging count)$/,
  },
  'a deletion is answered with a body': {
    story: 'campaign',
    bend: (call) => (call.method === 'DELETE' ? { ...call, status: 200, body: '{"ok":true}' } : call),
    finds: /^deleteCampaign (?:status|replay)/,
  },
  'a deleted object can be read': {
    story: 'campaign',
    bend: (call) =>
      call.status === 404 && LIST.test(new URL(call.url).pathname)
        ? { ...call, status: 200, body: calls.campaign.find(({ url }) => url.endsWith('/lists'))?.body ?? '' }
        : call,
    finds: /^getList replay status$/,
  },
  'a filter is ignored': {
    story: 'filters',
    bend: answer('GET', MEMBERS, (body) => void (body.members[1].status = 'pending')),
    finds: /^getMembers filter status$/,
  },
  'a filter by time is ignored': {
    story: 'filters',
    bend: answer(
      'GET',
      /\/campaigns$/,
      (body) => void body.campaigns.forEach((each: Json) => (each.send_time = '2001-01-01T00:00:00+00:00')),
    ),
    finds: /^getCampaigns filter since_send_time$/,
  },
  'an order is another': {
    story: 'filters',
    bend: answer('GET', /\/lists$/, (body) => ({ ...body, lists: body.lists.toReversed() })),
    finds: /^getLists (?:order sort_field|replay)/,
  },
  'a default count is another': {
    story: 'filters',
    bend: answer('GET', /\/reports$/, (body) => ({ ...body, reports: body.reports.slice(0, 5) })),
    finds: /^getReports paging count$/,
  },
}

async function resultOf(recorder: string, recorded: readonly RawCall[]): Promise<Result> {
  const { file, write } = RECORDERS[recorder]!
  const path = join(mkdtempSync(join(folder, 'calls-')), file)
  writeFileSync(path, write(recorded))
  return compareRecordings(await readRecordings([path]))
}

function found(result: Result) {
  return result.operations.flatMap(({ operation, differences }) =>
    differences.map(({ aspect, at, assumptions }) => ({ text: `${operation} ${aspect} ${at}`, assumptions })),
  )
}

describe('a recording of a bent service', () => {
  test('differs in nothing before it is bent', async () => {
    for (const story of Object.values(calls)) expect(found(await resultOf('HAR with text', story))).toEqual([])
  })

  test.each(Object.entries(BENDS))('differs where %s', async (_, { story = 'audience', bend, finds, assumption }) => {
    const result = await resultOf('HAR with text', calls[story].map(bend))
    expect(result.outcome).toBe('differs')
    const all = found(result)
    const own = all.filter(({ text }) => finds.test(text))
    expect(all.map(({ text }) => text)).toContainEqual(expect.stringMatching(finds))
    if (assumption !== undefined) expect(own.flatMap(({ assumptions }) => assumptions)).toContain(assumption)
  })

  test.each(Object.keys(RECORDERS))('differs in the same places in a recording by %s', async (recorder) => {
    for (const title of ['a member is added', 'a refusal has another title', 'a write does not write']) {
      const { bend, finds } = BENDS[title]!
      const result = await resultOf(recorder, calls.audience.map(bend))
      expect(found(result).map(({ text }) => text)).toContainEqual(expect.stringMatching(finds))
    }
  })
})
