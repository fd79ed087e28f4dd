import { expect, test } from 'vitest'
import { documents } from '../../src/kernel/contract/documents.ts'
import type { Route } from '../../src/kernel/contract/route.ts'
import { routes } from '../../src/kernel/contract/service.ts'
import { MINIMAL_BODIES } from '../contract/minimal-bodies.ts'
import { worldWithOneOfEach } from '../contract/one-of-each.ts'
import { operationAt, requestContent, resolveSchema } from '../contract/operation-at.ts'
import { putAt } from '../contract/places.ts'
import type { Body } from '../mock.ts'
import { missing } from '../service-texts.ts'

/** The members that each operation requires, in the order in which an error names them. */
const REQUIRED: { readonly [id: string]: readonly string[] } = {
  createAccountExport: ['include_stages'],
  linkApp: ['client_id', 'client_secret'],
  createAutomation: ['recipients', 'trigger_settings'],
  addToAutomationQueue: ['email_address'],
  removeSubscriber: ['email_address'],
  createBatchWebhook: ['url'],
  createBatch: ['operations'],
  scheduleCampaign: ['schedule_time'],
  sendTestEmail: ['test_emails', 'send_type'],
  createCampaignFeedback: ['message'],
  createCampaignFolder: ['name'],
  updateCampaignFolder: ['name'],
  createCampaign: ['type'],
  createCart: ['id', 'customer', 'currency_code', 'order_total', 'lines'],
  createCartLine: ['id', 'product_id', 'product_variant_id', 'quantity', 'price'],
  createConnectedSite: ['foreign_id', 'domain'],
  createConversationMessage: ['from_email', 'read'],
  createCustomer: ['id', 'email_address', 'opt_in_status'],
  createMemberEvent: ['name'],
  uploadFile: ['file_data', 'name'],
  createFileFolder: ['name'],
  updateFileFolder: ['name'],
  createInterestCategory: ['title', 'type'],
  createInterest: ['name'],
  triggerJourneyStep: ['email_address'],
  createList: ['name', 'permission_reminder', 'email_type_option', 'contact', 'campaign_defaults'],
  batchSubscribe: ['members'],
  addMember: ['email_address', 'status'],
  addMergeField: ['name', 'type'],
  createMemberNote: ['note'],
  createOrder: ['id', 'customer', 'currency_code', 'order_total', 'lines'],
  createOrderLine: ['id', 'product_id', 'product_variant_id', 'quantity', 'price'],
  createProduct: ['id', 'title', 'variants'],
  createProductVariant: ['id', 'title'],
  createProductImage: ['id', 'url'],
  createPromoRule: ['id', 'description', 'amount', 'type', 'target'],
  createPromoCode: ['id', 'code', 'redemption_url'],
  createSegment: ['name'],
  addSegmentMember: ['email_address'],
  createStore: ['id', 'list_id', 'name', 'currency_code'],
  createTemplateFolder: ['name'],
  updateTemplateFolder: ['name'],
  createTemplate: ['name', 'html'],
  addVerifiedDomain: ['verification_email'],
  verifyDomain: ['code'],
  createListWebhook: ['url'],
}

const long = (length: number) => 'x'.repeat(length)
const NO_INSTANTS = ['yesterday', '2025-02-30', '2025-02-30T10:00:00Z']
const NO_URLS = [
  'ftp://acme.test',
  'acme.test/hook',
  '',
  'http://',
  'http://a b',
  'http://[',
  'javascript:alert(1)',
  'http://x:99999',
]
const NO_IDS = ['', '.', '..', 'a\u0000b', 'a\u0007b']
const NO_TAGS = ['__proto__', 'T SIZE', '*|X|*', '']

/** Values that an operation refuses at a place of a body that is otherwise right. */
const REFUSED: { readonly [id: string]: { readonly [place: string]: readonly unknown[] } } = {
  createAccountExport: { include_stages: [[]], 'include_stages.item:1': ['Reports'], since_timestamp: [...NO_INSTANTS, ''] },
  createBatchWebhook: { url: NO_URLS },
  updateBatchWebhook: { url: NO_URLS },
  createListWebhook: { url: NO_URLS },
  updateListWebhook: { url: NO_URLS },
  createBatch: {
    operations: [[]],
    'operations.item:0.method': ['FETCH', ''],
    'operations.item:0.path': [''],
    'operations.item:0.params': ['count=5'],
    'operations.item:0.params.count': [{ of: 5 }],
  },
  createCampaignFeedback: { message: [''] },
  createCampaignFolder: { name: [''] },
  updateCampaignFolder: { name: [''] },
  createTemplateFolder: { name: [''] },
  updateTemplateFolder: { name: [''] },
  createFileFolder: { name: ['', long(101)] },
  updateFileFolder: { name: ['', long(101)] },
  uploadFile: {
    name: ['b.exe', 'b', '.txt', 'b.', 'a.txt/', '', 'a\u0000.txt', 'a\ud800.txt', `${long(252)}.txt`],
    file_data: ['', '\n', 'aGVsbG8', 'aGVs*G8=', 'a_b-', '====', 'data:text/plain;base64,aGVsbG8='],
    folder_id: [9],
  },
  updateFile: { name: ['a.csv', 'a', ''], folder_id: [9, null] },
  createConnectedSite: { foreign_id: [...NO_IDS, 'a\ud800'], domain: [''] },
  createConversationMessage: { from_email: ['news'] },
  createMemberEvent: { name: ['', 'a', long(31)], occurred_at: NO_INSTANTS, 'properties.price': [7] },
  createMemberNote: { note: ['', long(1001)] },
  updateMemberNote: { note: ['', long(1001)] },
  createInterestCategory: { title: [''], type: ['tree'] },
  updateInterestCategory: { title: [''] },
  createInterest: { name: [''], display_order: [1.5] },
  updateInterest: { name: [''] },
  updateLandingPage: { list_id: ['', 'ffffffffff'], title: [null] },
  createList: {
    name: [''],
    permission_reminder: [''],
    'contact.city': [''],
    'campaign_defaults.from_email': ['ada'],
    'campaign_defaults.language': [''],
    visibility: ['secret'],
  },
  updateList: { name: [''], 'campaign_defaults.from_email': ['ada'], visibility: ['none'] },
  addMember: { 'tags.item:0': [''] },
  addMergeField: { name: [''], tag: [...NO_TAGS, 'FNAME', 'fname', 'EMAIL'], type: ['colour'] },
  updateMergeField: { name: [''], tag: [...NO_TAGS, 'LNAME', 'email'] },
  createStore: { id: [...NO_IDS, long(256)], list_id: ['ffffffffff'], name: [''], currency_code: ['dollars'] },
  createCustomer: { id: [...NO_IDS, long(51)], sms_phone_number: ['555'] },
  createCart: { id: NO_IDS, lines: [[]], 'lines.item:0.quantity': [-1], 'lines.item:0.price': ['free'], tax_total: [1e13] },
  createOrder: { id: [...NO_IDS, long(256)], lines: [[]] },
  updateOrderLine: { quantity: [1.5] },
  createProduct: {
    id: [...NO_IDS, long(256)],
    variants: [[]],
    published_at_foreign: NO_INSTANTS,
    'variants.item:0.price': ['free', 1e12 + 1],
    'variants.item:0.inventory_quantity': [-1, '1', 1.5],
  },
  createPromoRule: {
    id: [...NO_IDS, long(51)],
    title: [long(101), 'é'.repeat(51)],
    description: [long(256)],
    amount: ['free', 1.01, '-0.5'],
    starts_at: ['soon', null],
    ends_at: ['0000-00-00T00:00:00'],
  },
  createPromoCode: {
    id: [...NO_IDS, long(51)],
    code: ['', long(51)],
    redemption_url: [long(2001)],
    usage_count: [-1, 1.5],
    updated_at_foreign: ['never'],
  },
  createTemplate: { name: [''], html: [''], folder_id: ['ffffffffff'] },
  updateTemplate: { name: [''], html: [''], folder_id: ['ffffffffff'] },
  addVerifiedDomain: { verification_email: ['acme.test', 'a@b@acme.test', 'owner@acme', ''] },
}

const document = await documents.service()
const { call, ids, handle } = await worldWithOneOfEach()

const bodied = routes.filter(({ body }) => body !== 'none')

async function answerTo({ method, path }: Route, body: unknown): Promise<Body> {
  return (await call(`${method} /3.0${path.replace(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? 'missing')}`, body)).body
}

test.each(bodied.map((route) => [route.id, route] as const))('%s names the members that it requires', async (id, route) => {
  const { required } = resolveSchema(document, requestContent(operationAt(document, route))?.schema)
  expect(required).toEqual(REQUIRED[id])
  if (required === undefined) return
  const before = handle().world
  expect((await answerTo(route, {})).errors).toEqual([{ field: '', message: missing(...required) }])
  expect(handle().world).toBe(before)
})

const refusals = Object.entries(REFUSED).flatMap(([id, places]) =>
  Object.entries(places).map(([place, values]) => [id, place, values] as const),
)

test.each(refusals)('%s refuses, as %s, each of %j', async (id, place, values) => {
  const before = handle().world
  for (const value of values) {
    const body = await answerTo(bodied.find((route) => route.id === id) as Route, putAt(MINIMAL_BODIES[id] ?? {}, place, value))
    expect([value, body]).toEqual([
      value,
      expect.objectContaining({ status: 400, title: 'Invalid Resource', errors: [expect.objectContaining({ field: place })] }),
    ])
  }
  expect(handle().world).toBe(before)
})
