import { beforeEach, expect, test } from 'vitest'
import { documents } from '../../src/kernel/contract/documents.ts'
import type { Route } from '../../src/kernel/contract/route.ts'
import { routes } from '../../src/kernel/contract/service.ts'
import type { Body } from '../mock.ts'
import { MINIMAL_BODIES } from './minimal-bodies.ts'
import { worldWithOneOfEach } from './one-of-each.ts'
import { operationAt, requestContent, resolveSchema } from './operation-at.ts'

const document = await documents.service()
const { call, ids, handle, pass } = await worldWithOneOfEach()
const folder = (await call('POST /3.0/campaign-folders', { name: 'Spring' })).body
// So that a change has another time than the creation.
await pass('PT5M')
const start = handle().world
beforeEach(() => {
  handle().world = start
})

const HAT = { product_id: 'hat', product_variant_id: 'hat-blue' }
const LINE = { id: 'x', ...HAT, quantity: 1, price: 1 }

/** Bodies that operations accept in this world. */
const BODIES: typeof MINIMAL_BODIES = {
  ...MINIMAL_BODIES,
  createStore: { ...(MINIMAL_BODIES['createStore'] as object), list_id: ids.get('list_id') },
  createLandingPage: { list_id: ids.get('list_id') },
  createOrder: { ...(MINIMAL_BODIES['createOrder'] as object), customer: { id: 'c-7' }, lines: [LINE] },
  createOrderLine: LINE,
  setCustomer: {},
}

/** The operations that this world has nothing for, or nothing in the state that they need. */
const REFUSED = new Set(
  (
    'createAccountExport linkApp createAutomation updateAutomationEmail deleteAutomationEmail addToAutomationQueue removeSubscriber ' +
    'cancelCampaignSend createCampaignResend pauseCampaign resumeCampaign scheduleCampaign ' +
    'sendCampaign sendTestEmail unscheduleCampaign setCampaignContent triggerJourneyStep addSegmentMember removeSegmentMember ' +
    'publishSurvey verifyDomain'
  ).split(' '),
)

/** The operations that answer nothing, apart from those that delete. */
const SILENT = new Set(
  (
    'archiveContact forgetContact archiveAutomation pauseAutomationEmails startAutomationEmails pauseAutomationEmail ' +
    'startAutomationEmail cancelCampaignSend pauseCampaign resumeCampaign scheduleCampaign sendCampaign sendTestEmail ' +
    'unscheduleCampaign verifyScriptInstallation triggerJourneyStep publishLandingPage unpublishLandingPage ' +
    'deleteMemberPermanently createMemberEvent updateMemberTags'
  ).split(' '),
)

const named = (some: readonly Route[]) => some.map((route) => [route.id, route] as const)
const accepted = routes.filter(({ method, id }) => method !== 'GET' && !REFUSED.has(id))

function pathOf({ path }: Route): string {
  const known = path.startsWith('/campaign-folders') ? new Map([['folder_id', folder.id]]) : ids
  return `/3.0${path.replace(/\{(\w+)\}/g, (_, name: string) => known.get(name) ?? 'missing')}`
}

const run = (route: Route) => call(`${route.method} ${pathOf(route)}`, route.body === 'none' ? undefined : BODIES[route.id])

test('the operations that delete or answer nothing answer 204 by the contract, and all others 200', () => {
  const silent = routes.filter(({ id, method }) => SILENT.has(id) || (method === 'DELETE' && id !== 'deleteVerifiedDomain'))
  expect(routes.filter(({ status }) => status !== 200).map(({ id, status }) => [id, status])).toEqual(
    silent.map(({ id }) => [id, 204]),
  )
})

test.each(named(routes.filter(({ id }) => REFUSED.has(id))))('%s is refused in a world with one of each', async (_, route) => {
  expect((await run(route)).status).toBeGreaterThanOrEqual(400)
})

test.each(named(accepted))('%s answers with the status of the contract, and with 204 no body', async (_, route) => {
  const { status, text } = await run(route)
  expect(status).toBe(route.status)
  if (status === 204) expect(text).toBe('')
})

/** Operations whose answer links to a collection as itself. */
const OF_COLLECTIONS = new Set(['batchSegmentMembers', 'customizeSignupForm'])

test.each(named(accepted.filter(({ id }) => !OF_COLLECTIONS.has(id))))('%s answers what a GET answers then', async (_, route) => {
  const { body } = await run(route)
  const self = body?._links?.find(({ rel }: Body) => rel === 'self')
  if (self) expect((await call(`GET ${new URL(self.href).pathname}`)).body).toEqual(body)
})

/** A deleted member is archived, and a deleted template is no longer active. */
const STAYING = new Set(['archiveMember', 'deleteTemplate'])

test.each(named(accepted.filter(({ id, method }) => method === 'DELETE' && !STAYING.has(id))))(
  '%s leaves nothing that can be read or deleted',
  async (_, route) => {
    await run(route)
    for (const method of ['GET', 'DELETE'])
      expect((await call(`${method} ${pathOf(route)}`)).body).toMatchObject({ status: 404, title: 'Resource Not Found' })
  },
)

const changing = accepted.filter(({ method }) => method === 'PATCH' || method === 'PUT')

/** Members that this world shows empty, and that may not be sent so. */
const EMPTY = ['customer', 'sms_phone_number', 'campaign_defaults']

test.each(named(changing))('%s changes nothing when it gets an empty body or what a GET shows', async (_, route) => {
  const schema = resolveSchema(document, requestContent(operationAt(document, route))?.schema)
  const { body: shown } = await call(`GET ${pathOf(route)}`)
  const isSent = (name: string) => name in schema.properties && !EMPTY.includes(name)
  const same = Object.fromEntries(Object.entries(shown).filter(([name]) => isSent(name)))
  const others = Object.keys(shown).filter((name) => !(name in schema.properties))
  const before = handle().world
  for (const body of [
    ...(schema.required ? [] : [{}]),
    same,
    { ...same, ...Object.fromEntries(others.map((name) => [name, 9])) },
  ])
    expect((await call(`${route.method} ${pathOf(route)}`, body)).body).toEqual(shown)
  expect(handle().world).toBe(before)
})

const NOT_PROCESSED = 'with the provided ID already exists in the account.'

/** What an operation says about an id that another resource of the same parent has, and the operation that frees the id. */
const TAKEN = [
  ['createStore', 'deleteStore', `Not processed. A store ${NOT_PROCESSED}`],
  ['createCustomer', 'deleteCustomer', `Not processed. A customer ${NOT_PROCESSED}`],
  ['createCart', 'deleteCart', `Not processed. A cart ${NOT_PROCESSED}`],
  ['createCartLine', 'deleteCartLine', `Not processed. A line ${NOT_PROCESSED}`],
  ['createOrder', 'deleteOrder', `Not processed. An order ${NOT_PROCESSED}`],
  ['createOrderLine', 'deleteOrderLine', `Not processed. A line ${NOT_PROCESSED}`],
  ['createProduct', 'deleteProduct', `Not processed. A product ${NOT_PROCESSED}`],
  ['createProductVariant', 'deleteProductVariant', `Not processed. A variant ${NOT_PROCESSED}`],
  ['createProductImage', 'deleteProductImage', `Not processed. An image ${NOT_PROCESSED}`],
  ['createPromoRule', 'deletePromoRule', "Promo rule 'sale' of store 'acme-shop' already exists."],
  ['createPromoCode', 'deletePromoCode', "Promo code 'ten' of promo rule 'sale' of store 'acme-shop' already exists."],
] as const

test.each(TAKEN)('%s refuses an id that is in use, and accepts it after %s', async (create, remove, detail) => {
  const [making, removing] = [create, remove].map((id) => routes.find((route) => route.id === id) as Route) as [Route, Route]
  const id = ids.get(/\{(\w+)\}$/.exec(removing.path)?.[1] ?? '')
  const before = handle().world
  const make = () => call(`POST ${pathOf(making)}`, { ...(BODIES[create] as object), id })
  const { body } = await make()
  expect(body).toMatchObject({
    status: 400,
    title: create.startsWith('createPromo') ? 'Invalid Resource' : 'Bad Request',
    detail,
  })
  expect(body).not.toHaveProperty('errors')
  expect(handle().world).toBe(before)
  await run(removing)
  expect((await make()).status).toBe(200)
})
