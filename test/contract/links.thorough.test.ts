import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import type { Route } from '../../src/kernel/contract/route.ts'
import { routes } from '../../src/kernel/contract/service.ts'
import { automationOrThrow } from '../../src/service/model/automations/automation.ts'
import { enter, removeFrom } from '../../src/service/rules/automations/enter.ts'
import { makeAutomation } from '../../src/service/rules/automations/make.ts'
import { makeBatch } from '../../src/service/rules/batches/make.ts'
import { makeBatchWebhook } from '../../src/service/rules/batch-webhooks/make.ts'
import { recordClick, recordLeave } from '../../src/service/rules/campaigns/engagement/actions.ts'
import { campaignOrThrow } from '../../src/service/model/campaigns/campaign.ts'
import { deleteCampaign } from '../../src/service/rules/campaigns/delete.ts'
import { sendCampaign } from '../../src/service/rules/campaigns/send/send.ts'
import { replyToCampaign } from '../../src/service/rules/conversations/write.ts'
import { makeAbuseReport } from '../../src/service/rules/list-reports/abuse-report.ts'
import { listOrThrow } from '../../src/service/model/lists/list.ts'
import { memberOrThrow } from '../../src/service/model/members/member.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { makeWebhook } from '../../src/service/rules/webhooks/make.ts'
import { issueToken } from '../../src/service/rules/oauth/exchange.ts'
import { makeFile, makeFileFolder } from '../../src/service/rules/files/make.ts'
import { makeFolder } from '../../src/service/rules/folders/make.ts'
import { makeLandingPage } from '../../src/service/rules/landing-pages/make.ts'
import { makeTemplate } from '../../src/service/rules/templates/make.ts'
import { makeAccountExport } from '../../src/service/resources/account-exports/operations.ts'
import { makeConnectedSite } from '../../src/service/rules/connected-sites/site.ts'
import { mock, type Answered, type Body } from '../mock.ts'
import { REPORT_LINKS } from '../report-links.ts'
import { makeShop, makeSurveyAndJourney } from './shop.ts'

const BASE = 'http://maildouble.test'
const PAGES_MAX = 600

interface Link {
  readonly rel: string
  readonly href: string
  readonly method: string
  readonly targetSchema?: string
  readonly schema?: string
}

/** Every link reachable from the root over GET links, and the response to it. */
async function walk() {
  const { call, plant, pass } = mock({ scenario: 'starter' })
  await plant((tx) => {
    makeWebhook(tx, listOrThrow(tx, 'aaaaaaaaaa'), { id: 'ffffffffff', url: 'http://127.0.0.1:5000/hook' })
    makeBatch(tx, { id: 'abababab00', operations: [{ method: 'GET', path: '/ping' }] })
    makeBatchWebhook(tx, { id: 'eeeeeeeeee', url: 'http://127.0.0.1:5000/batches' })
    makeFolder(tx, { id: 'dddddddddd', kind: 'campaign', name: 'Spring' })
    makeFolder(tx, { id: 'cccccccccc', kind: 'template', name: 'News' })
    makeFile(tx, { name: 'a.txt', file_data: 'eA==', folder_id: makeFileFolder(tx, { name: 'Logos' }).id })
    makeTemplate(tx, { name: 'Sale', html: '<p data-edit="text">Sale</p>', folder_id: 'cccccccccc' })
    issueToken(tx, tx.world.credentials.client_id)
    makeConnectedSite(tx, { foreign_id: 'my shop', domain: 'shop.acme.test' })
    makeAccountExport(tx, { stages: ['audiences'] })
    makeLandingPage(tx, { name: 'Sale', list_id: 'aaaaaaaaaa' })
    const beta = listOrThrow(tx, 'bbbbbbbbbb')
    makeShop(tx, beta, 'hal@hal.test')
    makeSurveyAndJourney(tx, beta, 'hal@hal.test')
    const campaign = sendCampaign(tx, beta, { id: 'cacacacaca', subject_line: 'News' })
    const hal = memberOrThrow(tx, beta, 'hal@hal.test')
    recordClick(tx, campaign, hal, { url: 'https://acme.test/a' })
    recordLeave(tx, campaign, hal, 'unsub')
    recordLeave(tx, campaign, hal, 'abuse')
    makeAbuseReport(tx, beta, hal, campaign.id)
    replyToCampaign(tx, campaign, hal, { message: 'Nice' })
    const workflow = makeAutomation(tx, beta, {
      id: 'adadadadad',
      workflow_type: 'api',
      status: 'sending',
      emails: [
        { id: 'adadadad01', subject_line: 'Welcome', text: 'Welcome!', reply_to: 'news@acme.test', from_name: 'Acme' },
        { id: 'adadadad02', subject_line: 'Still here?', text: 'Hello!', reply_to: 'news@acme.test', from_name: 'Acme' },
      ],
    })
    enter(tx, automationOrThrow(tx, workflow.id), hal)
    removeFrom(tx, workflow, makeMember(tx, beta, { email_address: 'gone@acme.test' }))
  })
  // The first email of the automation goes out.
  await pass('PT1M')
  await plant((tx) => {
    const beta = listOrThrow(tx, 'bbbbbbbbbb')
    const hal = memberOrThrow(tx, beta, 'hal@hal.test')
    replyToCampaign(tx, campaignOrThrow(tx, 'adadadad01'), hal, { message: 'Thanks' })
    const deleted = sendCampaign(tx, beta, { subject_line: 'Gone' })
    replyToCampaign(tx, deleted, hal, { message: 'Goodbye' })
    deleteCampaign(tx, deleted)
  })

  const links = new Map<string, Link>()
  const answers = new Map<string, Answered>()
  // A search requires a query, which its link does not contain.
  const waiting = ['/3.0/', '/3.0/search-members?query=ada']
  for (let path = waiting.shift(); path !== undefined && answers.size < PAGES_MAX; path = waiting.shift()) {
    if (answers.has(path)) continue
    const answer = await call(`GET ${path}`)
    answers.set(path, answer)
    for (const link of linksIn(answer.body)) {
      links.set(`${link.method} ${link.rel} ${link.href}`, link)
      if (link.method === 'GET') waiting.push(pathOf(link))
    }
  }
  expect(waiting).toEqual([])

  const isThere = async (link: Link): Promise<boolean> => {
    const path = pathOf(link)
    const { method } = link
    if (method === 'GET') return answers.get(path)?.status !== 404
    const { headers } = await call(`OPTIONS ${path}`)
    return (headers.get('allow') ?? '').split(', ').includes(method)
  }
  const there: Link[] = []
  const missing: Link[] = []
  for (const link of links.values()) ((await isThere(link)) ? there : missing).push(link)
  return { call, answers, there, missing }
}

function linksIn(node: Body): Link[] {
  if (Array.isArray(node)) return isLinks(node) ? node : node.flatMap(linksIn)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) => (name === '_links' ? (value as Link[]) : linksIn(value)))
}

/** The activity feed consists only of links. */
function isLinks(items: Body[]): items is Link[] {
  return items.length > 0 && items.every((item) => typeof item?.rel === 'string' && typeof item.href === 'string')
}

/** The target of a link; a template is filled with the contacts of a list. */
function pathOf({ href }: Link): string {
  return href.slice(BASE.length).replace('{audience_id}', 'aaaaaaaaaa')
}

/** A link with the ids in its path replaced. */
function kindOf({ method, rel, href }: Link): string {
  const path = href.slice(`${BASE}/3.0`.length).replaceAll(/([/=])([0-9a-f]{10}|[0-9a-f]{12}|[0-9a-f]{32})(?=\/|$)/g, '$1{id}')
  return `${method} ${rel} ${path}`
}

const kindsOf = (links: readonly Link[]) => [...new Set(links.map(kindOf))].toSorted()

const walked = walk()

test('every link in a response leads to a resource that exists', async () => {
  const { there, missing } = await walked
  expect(kindsOf(missing)).toEqual([])
  expect(kindsOf(there).length).toBeGreaterThan(60)
})

test('links lead from the root to every resource of stores and of reports of surveys', async () => {
  const { answers } = await walked
  const paths = [...answers.keys()].map((path) => path.slice('/3.0'.length).replace(/\?.*/, ''))
  const wanted = routes.filter(({ method, path }) => method === 'GET' && /^\/(?:ecommerce|reporting\/surveys)/.test(path))
  const isReached = ({ path }: Route) => {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)
    return paths.some((each) => pattern.test(each))
  }
  expect(wanted.filter((route) => !isReached(route)).map(({ path }) => path)).toEqual([])
  expect(wanted.length).toBeGreaterThan(20)
})

test('no link in a response has a path with an empty id', async () => {
  const { there, missing } = await walked
  const paths = [...there, ...missing].map(({ href }) => href.slice(`${BASE}/3.0/`.length))
  expect(paths.filter((path) => path !== '' && path !== 'ecommerce/' && /\/\/|\/$|[=/](?=\?|&|$)/.test(path))).toEqual([])
})

test('the links in responses return 200 for GET, except a search without a query', async () => {
  const { answers } = await walked
  const others = [...answers].filter(([, { status }]) => status !== 200)
  expect(others.map(([path, { status, body }]) => [path, status, body.title])).toEqual([
    ['/3.0/search-members', 400, 'Bad Request'],
  ])
  expect(answers.get('/3.0/search-members?query=ada')?.status).toBe(200)
})

test('a call to a path or method without an implementation is answered with 404 or 405 and an explanation', async () => {
  const { call } = await walked
  expect(await call('GET /3.0/sms-campaigns')).toMatchObject({
    status: 404,
    hint: expect.stringContaining('maildouble does not have this resource'),
  })
  const { status, body } = await call('POST /3.0/lists/aaaaaaaaaa/activity', {})
  expect({ status, detail: body.detail }).toEqual({
    status: 405,
    detail: 'The method POST is not allowed at this path. What maildouble has here: GET, HEAD, OPTIONS.',
  })
})

test('the links in responses name the response schema on GET and the body schema where there is one, and nothing else', async () => {
  const { there, missing } = await walked
  const bodiless = [
    'DELETE delete',
    'POST cancel_send',
    'POST delete_permanent',
    'POST pause',
    'POST replicate',
    'POST resume',
    'POST send',
    'POST publish',
    'POST unpublish',
    'POST verify-script-installation',
    'POST start-all-emails',
    'POST pause-all-emails',
    'POST start',
  ]
  for (const link of [...there, ...missing]) {
    const { rel, href, method, targetSchema, schema } = link
    expect(link).toEqual({
      rel,
      href,
      method,
      ...(targetSchema === undefined ? {} : { targetSchema }),
      ...(schema === undefined ? {} : { schema }),
    })
    if (method === 'GET') expect(link).toHaveProperty('targetSchema')
    else if (!bodiless.includes(`${method} ${rel}`)) expect(link).toHaveProperty('schema')
    const definition = expect.stringMatching(
      /^http:\/\/maildouble\.test\/schema\/3\.0\/(Definitions\/[\w/-]+\/(\w*Response|BatchPOST(-Response)?|Namespace|POST|PUT|PATCH)|Paths\/[\w/-]+\/Collection)\.json$/,
    )
    for (const url of [targetSchema, schema]) if (url !== undefined) expect(url).toEqual(definition)
  }
})

test('the links in responses name readable schemas that describe the responses', async () => {
  const { there, answers, call } = await walked
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const url of new Set(there.flatMap(({ targetSchema = [], schema = [] }) => [targetSchema, schema].flat()))) {
    const { status, body } = await call(`GET ${url.slice(BASE.length)}`)
    expect({ url, status, type: body.$schema }).toMatchObject({ url, status: 200, type: expect.stringContaining('2020-12') })
    const isDescribed = ajv.compile(body)
    // The service gives the schema of a member for the list of members.
    const links = there.filter(({ rel, href }) => rel !== 'parent' || !/\/lists\/\w+$/.test(href))
    const described = new Set(links.flatMap((link) => (link.method === 'GET' && link.targetSchema === url ? [pathOf(link)] : [])))
    for (const path of described) {
      const answer = answers.get(path)
      if (answer?.status === 200) expect({ path, url, is: isDescribed(answer.body) }).toEqual({ path, url, is: true })
    }
  }
})

test('the links in responses have the order of the service', async () => {
  const { answers } = await walked
  const relsAt = (path: string) =>
    linksIn({ _links: answers.get(path)?.body._links }).map(({ rel, method }) => (method === 'GET' ? rel : `${rel} ${method}`))
  const list = '/3.0/lists/aaaaaaaaaa'
  expect(relsAt('/3.0/lists')).toEqual(['self', 'create POST'])
  expect(relsAt(list)).toEqual([
    'self',
    'parent',
    'update PATCH',
    'batch-sub-unsub-members POST',
    'delete DELETE',
    'abuse-reports',
    'activity',
    'clients',
    'growth-history',
    'interest-categories',
    'members',
    'merge-fields',
    'segments',
    'webhooks',
    'signup-forms',
    'locations',
  ])
  expect(relsAt(`${list}/members`)).toEqual(['self', 'parent', 'create POST'])
  expect(relsAt(`${list}/members/3981b0f24162d410a2657d2ced0b5d06`)).toEqual([
    'self',
    'parent',
    'update PATCH',
    'upsert PUT',
    'delete DELETE',
    'activity',
    'goals',
    'notes',
    'events POST',
    'delete_permanent POST',
  ])
  const contacts = '/3.0/audiences/aaaaaaaaaa/contacts'
  expect(relsAt(contacts)).toEqual(['self', 'parent', 'create POST'])
  expect(relsAt(`${contacts}/${answers.get(contacts)?.body.contacts[0].id}`)).toEqual(['self', 'parent'])
  expect(relsAt('/3.0/reports')).toEqual(['self'])
  expect(relsAt('/3.0/reports/cacacacaca')).toEqual(REPORT_LINKS)
  expect(relsAt('/3.0/reports/cacacacaca/email-activity')).toEqual(['self', 'parent'])
  const [element] = answers.get('/3.0/reports/cacacacaca/email-activity')?.body.emails ?? []
  expect(element._links.map(({ rel }: Link) => rel)).toEqual(['parent', 'self', 'member'])
  for (const collection of [
    'abuse-reports',
    'advice',
    'click-details',
    'domain-performance',
    'locations',
    'open-details',
    'sent-to',
  ])
    expect(relsAt(`/3.0/reports/cacacacaca/${collection}`)).toEqual(['parent', 'self'])
  const first = (path: string, key: string) => answers.get(`/3.0/reports/cacacacaca/${path}`)?.body[key][0]
  const relsOf = (item: Body) => item._links.map(({ rel }: Link) => rel)
  const link = first('click-details', 'urls_clicked')
  expect(relsOf(link)).toEqual(['parent', 'self', 'members'])
  expect(relsOf(first('abuse-reports', 'abuse_reports'))).toEqual(['parent', 'self'])
  for (const [path, key] of [
    ['open-details', 'members'],
    ['sent-to', 'sent_to'],
    ['unsubscribed', 'unsubscribes'],
    [`click-details/${link.id}/members`, 'members'],
  ] as const)
    expect(relsOf(first(path, key))).toEqual(['parent', 'self', 'member'])
  expect(relsAt('/3.0/campaigns')).toEqual(['self', 'create POST'])
  expect(relsAt('/3.0/templates')).toEqual(['self'])
  expect(relsAt('/3.0/campaigns/cacacacaca')).toEqual([
    'parent',
    'self',
    'delete DELETE',
    'send POST',
    'cancel_send POST',
    'feedback',
    'content',
    'send_checklist',
    'pause POST',
    'resume POST',
    'replicate POST',
    'create_resend POST',
  ])
  expect(relsAt('/3.0/campaigns/cacacacaca/content')).toEqual(['parent', 'self', 'create PUT'])
  expect(relsAt('/3.0/campaigns/cacacacaca/send-checklist')).toEqual(['parent', 'self'])
  expect(relsAt('/3.0/campaigns/cacacacaca/feedback')).toEqual(['parent', 'self', 'create POST'])
  expect(relsAt('/3.0/automations')).toEqual(['self', 'create POST'])
  const workflow = '/3.0/automations/adadadadad'
  expect(relsAt(workflow)).toEqual([
    'parent',
    'self',
    'start-all-emails POST',
    'pause-all-emails POST',
    'emails',
    'removed-subscribers',
  ])
  expect(relsAt(`${workflow}/emails`)).toEqual(['parent', 'self'])
  expect(relsAt(`${workflow}/emails/adadadad02`)).toEqual(['parent', 'self', 'start POST', 'pause POST', 'queue'])
  expect(relsAt(`${workflow}/emails/adadadad02/queue`)).toEqual(['parent', 'self', 'create POST'])
  expect(relsOf(answers.get(`${workflow}/emails/adadadad02/queue`)?.body.queue[0])).toEqual(['parent', 'self'])
  expect(relsAt(`${workflow}/removed-subscribers`)).toEqual(['parent', 'self', 'create POST'])
  expect(relsOf(answers.get(`${workflow}/removed-subscribers`)?.body.subscribers[0])).toEqual(['parent', 'self'])
  expect(relsAt('/3.0/reports/adadadad01')).toEqual(REPORT_LINKS.filter((rel) => rel !== 'campaign'))
  expect(relsAt('/3.0/conversations')).toEqual(['self'])
  const [conversation, aboutAutomation, aboutDeleted] = answers.get('/3.0/conversations')?.body.conversations ?? []
  expect(relsOf(conversation)).toEqual(['parent', 'self', 'messages', 'campaign', 'list'])
  for (const other of [aboutAutomation, aboutDeleted]) expect(relsOf(other)).toEqual(['parent', 'self', 'messages', 'list'])
  expect(relsAt(`/3.0/conversations/${conversation.id}/messages`)).toEqual(['self', 'parent', 'create POST'])
  expect(relsAt(`${list}/merge-fields`)).toEqual(['self', 'create POST', 'parent'])
  expect(relsAt(`${list}/merge-fields/1`)).toEqual(['self', 'parent', 'update PATCH', 'delete DELETE'])
  expect(relsAt(`${list}/segments/10001`)).toEqual(['self', 'parent', 'delete DELETE', 'update PATCH', 'members'])
  expect(relsAt(`${list}/interest-categories/aaaaaaaac1`)).toEqual([
    'self',
    'parent',
    'update PATCH',
    'delete DELETE',
    'interests',
  ])
  expect(relsAt(`${list}/interest-categories/aaaaaaaac1/interests/aaaaaaaa11`)).toEqual([
    'self',
    'parent',
    'update PATCH',
    'delete DELETE',
  ])
  expect(relsAt('/3.0/authorized-apps')).toEqual(['self'])
  expect(relsAt('/3.0/authorized-apps/1000')).toEqual(['parent', 'self'])
  expect(relsAt('/3.0/file-manager/files')).toEqual(['parent', 'self', 'create POST'])
  expect(relsAt('/3.0/file-manager/folders')).toEqual(['parent', 'self', 'create POST'])
  for (const path of ['files/1', 'folders/1'])
    expect(relsAt(`/3.0/file-manager/${path}`)).toEqual(['self', 'update PATCH', 'delete DELETE', 'parent'])
  expect(relsAt('/3.0/batches')).toEqual(['self', 'create POST'])
  expect(relsAt('/3.0/batches/abababab00')).toEqual(['parent', 'self', 'delete DELETE'])
  for (const webhook of [`${list}/webhooks/ffffffffff`, '/3.0/batch-webhooks/eeeeeeeeee'])
    expect(relsAt(webhook)).toEqual(['self', 'parent', 'update PATCH', 'delete DELETE'])
  expect(relsAt(`${list}/webhooks`)).toEqual(['self', 'parent', 'create POST'])
  expect(relsAt('/3.0/batch-webhooks')).toEqual(['self', 'create POST'])
})
