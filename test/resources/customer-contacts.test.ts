import { describe, expect, test } from 'vitest'
import { customers } from '../../src/service/model/customers/customer.ts'
import { embeddedCustomer } from '../../src/service/rules/customers/make.ts'
import { deliveries } from '../../src/service/model/deliveries/delivery.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import type { MemberRow } from '../../src/service/model/members/member.ts'
import type { Caller } from '../../src/service/model/requests/call.ts'
import { makeWebhook } from '../../src/service/rules/webhooks/make.ts'
import type { Body } from '../mock.ts'
import { plantCustomer } from './commerce-rows.ts'
import { STORE, withStore } from './commerce-world.ts'
import { ADA, AT_START, FROM, type From, GRACE, ID, LATER, START_S } from './member-world.ts'

const CUSTOMERS = `${STORE}/customers`
const C1 = `${CUSTOMERS}/c1`
const NEW = { id: 'c1', email_address: ADA, opt_in_status: true }
const API: Caller = { ip: '127.0.0.1', source: 'api' }

/** A world with a store, and Ada on its list as a row of a table begins. */
async function withStoreAnd(from: From) {
  const world = await withStore()
  const fields = FROM[from]
  const member = fields && (await world.make({ email_address: ADA, ...fields }))
  return { ...world, member }
}

/** The same world, whose customer `c1` is Ada, who has not opted in. */
async function withCustomerAnd(from: Exclude<From, 'none'>) {
  const world = await withStoreAnd(from)
  const contact_id = world.member?.contact_id ?? ''
  await world.plant((tx) => plantCustomer(tx, { contact_id, email_address: ADA }))
  return world
}

describe('the contact of a new customer', () => {
  test.each([
    ['none', 'subscribed', 'transactional'],
    ['transactional', 'transactional', 'transactional'],
    ['subscribed', 'subscribed', 'subscribed'],
    ['unsubscribed', 'unsubscribed', 'unsubscribed'],
    ['left', 'unsubscribed', 'unsubscribed'],
    ['pending', 'pending', 'pending'],
    ['pending after leaving', 'pending', 'pending'],
    ['cleaned', 'cleaned', 'cleaned'],
    ['archived', 'subscribed', 'transactional'],
    ['archived after leaving', 'transactional', 'transactional'],
    ['archived after bouncing', 'transactional', 'transactional'],
  ] as const)('a contact who is %s is %s with a customer who opts in, and %s otherwise', async (from, opted, otherwise) => {
    for (const [opt_in_status, status] of [
      [true, opted],
      [false, otherwise],
    ] as const) {
      const { call, row, member } = await withStoreAnd(from)
      const { body } = await call(`POST ${CUSTOMERS}`, { ...NEW, opt_in_status })
      expect(body.opt_in_status).toBe(opt_in_status)
      const after = await row()
      expect(after?.status).toBe(status)
      if (member) expect(after?.contact_id).toBe(member.contact_id)
      if (member?.status === status) expect(after).toEqual(member)
    }
  })

  test.each([true, false])('a permanently deleted address cannot be imported with an opt-in of %s', async (opt_in_status) => {
    const { call, ada, handle } = await withStoreAnd('subscribed')
    await call(`POST ${ada}/actions/delete-permanent`)
    const before = handle().world
    for (const line of [`POST ${CUSTOMERS}`, `PUT ${C1}`])
      expect((await call(line, { ...NEW, opt_in_status })).body).toMatchObject({
        status: 400,
        title: 'Customer Was Not Saved',
        detail: `${ADA} cannot be imported: it was permanently deleted.`,
      })
    expect(handle().world).toBe(before)
  })

  test('a customer who opts in is subscribed at once on a double opt-in list, without a confirmation request', async () => {
    const { call, row } = await withStore()
    await call(`PATCH /3.0/lists/${ID}`, { double_optin: true })
    await call(`POST ${CUSTOMERS}`, NEW)
    expect(await row()).toMatchObject({ status: 'subscribed', timestamp_opt: START_S })
    expect((await call('GET /_control/emails')).body.emails).toEqual([])
  })

  test('a subscribed contact is a member as the API makes one, with the name of the customer', async () => {
    const { call, add, path } = await withStore()
    await call(`POST ${CUSTOMERS}`, { ...NEW, first_name: 'Ada', last_name: 'Lovelace' })
    await add(GRACE, { merge_fields: { FNAME: 'Ada', LNAME: 'Lovelace' } })
    const own = ['id', 'email_address', 'unique_email_id', 'contact_id', 'web_id', '_links']
    const read = async (address: string) =>
      Object.entries<Body>((await call(`GET ${path}/${address}`)).body).filter(([name]) => !own.includes(name))
    expect(await read(ADA)).toEqual(await read(GRACE))
  })

  test('a transactional contact has no times and addresses of an opt-in', async () => {
    const { call, ada } = await withStore()
    await call(`POST ${CUSTOMERS}`, { ...NEW, opt_in_status: false })
    expect((await call(`GET ${ada}`)).body).toMatchObject({
      status: 'transactional',
      timestamp_opt: '',
      ip_opt: '',
      timestamp_signup: '',
      ip_signup: '',
      last_changed: AT_START,
    })
  })

  test('an archived contact who comes back as transactional loses the times of the opt-in', async () => {
    const { call, row, pass } = await withStoreAnd('archived')
    await pass('PT5M')
    await call(`POST ${CUSTOMERS}`, { ...NEW, opt_in_status: false })
    expect(await row()).toMatchObject({ timestamp_opt: 0, ip_opt: '', last_changed: START_S + 300, source: 'API - Generic' })
  })

  test('the source of a new contact is the platform of the store', async () => {
    const { call, row } = await withStore({ platform: 'Woo' })
    await call(`POST ${CUSTOMERS}`, NEW)
    expect(await row()).toMatchObject({ source: 'Woo' })
  })

  test('a contact from a store counts as added by others, whatever the platform of the store is called', async () => {
    const { call, list } = await withStore({ platform: 'Shopware' })
    await call(`POST ${CUSTOMERS}`, NEW)
    await call(`POST ${CUSTOMERS}`, { ...NEW, id: 'c2', email_address: GRACE, opt_in_status: false })
    await call(`PATCH ${CUSTOMERS}/c2`, { opt_in_status: true })
    const { activity } = (await call(`GET /3.0/lists/${list.id}/activity`)).body
    expect(activity).toMatchObject([{ subs: 0, other_adds: 2 }])
    const { history } = (await call(`GET /3.0/lists/${list.id}/growth-history`)).body
    expect(history.at(-1)).toMatchObject({ optins: 0, imports: 2, subscribed: 2, transactional: 0 })
  })

  test('required merge fields, and name fields of other types, do not hinder a customer', async () => {
    const { call, ada } = await withStore()
    const fields = `/3.0/lists/${ID}/merge-fields`
    await call(`POST ${fields}`, { name: 'Size', type: 'text', tag: 'SIZE', required: true })
    await call(`DELETE ${fields}/2`)
    await call(`POST ${fields}`, { name: 'Last', type: 'number', tag: 'LNAME' })
    expect((await call(`POST ${CUSTOMERS}`, { ...NEW, first_name: 'Ada', last_name: 'Lovelace' })).status).toBe(200)
    expect((await call(`GET ${ada}`)).body.merge_fields).toMatchObject({ FNAME: 'Ada', LNAME: '', SIZE: '' })
  })

  test('the fields of a member who exists stay as they are', async () => {
    const { call, row, make } = await withStore({ platform: 'Woo' })
    const member = await make({ email_address: ADA, merge_fields: { FNAME: 'Augusta' } })
    await call(`POST ${CUSTOMERS}`, { ...NEW, first_name: 'Ada' })
    expect(await row()).toEqual(member)
  })

  test('a customer who made the contact is known by it', async () => {
    const { call, plant, make } = await withStore()
    await make({ email_address: GRACE })
    await call(`POST ${CUSTOMERS}`, NEW)
    await call(`POST ${CUSTOMERS}`, { ...NEW, id: 'c2', email_address: GRACE })
    expect(await plant((tx) => tx.range(customers.key).all())).toMatchObject([{ made_contact: true }, { made_contact: false }])
  })
})

describe('customers who opt in later', () => {
  test.each([
    ['transactional', 'subscribed'],
    ['subscribed', 'subscribed'],
    ['unsubscribed', 'unsubscribed'],
    ['left', 'unsubscribed'],
    ['pending', 'pending'],
    ['pending after leaving', 'pending'],
    ['cleaned', 'cleaned'],
    ['archived', 'subscribed'],
    ['archived after leaving', 'transactional'],
    ['archived after bouncing', 'transactional'],
  ] as const)('a contact who is %s is %s when the customer opts in', async (from, status) => {
    const { call, row, member } = await withCustomerAnd(from)
    await call(`PATCH ${C1}`, { opt_in_status: true })
    expect((await row())?.status).toBe(status)
    if (from === status) expect(await row()).toEqual(member)
    await call(`PATCH ${C1}`, { opt_in_status: false })
    expect((await row())?.status).toBe(status)
    expect((await call(`GET ${C1}`)).body.opt_in_status).toBe(false)
  })

  test('an opt-in subscribes nobody if the member was permanently deleted', async () => {
    const { call, ada, row } = await withCustomerAnd('transactional')
    await call(`POST ${ada}/actions/delete-permanent`)
    expect((await call(`PATCH ${C1}`, { opt_in_status: true })).body).toMatchObject({ opt_in_status: true })
    expect(await row()).toBeUndefined()
  })

  test('a transactional contact who left by their own act stays transactional', async () => {
    const { call, row, plant, list } = await withStore()
    const contact: MemberRow = await plant((tx) =>
      makeMember(tx, list, { email_address: ADA, status: 'transactional', unsubscribed_by: 'contact' }),
    )
    await plant((tx) => plantCustomer(tx, { contact_id: contact.contact_id, email_address: ADA }))
    expect((await call(`PATCH ${C1}`, { opt_in_status: true })).status).toBe(200)
    expect(await row()).toEqual(contact)
  })

  test('a contact who left by their own act, was archived and came back as transactional is subscribed by no opt_in_status', async () => {
    const { call, ada, row, list } = await withStoreAnd('subscribed')
    await call('POST /_control/triggers', { trigger: 'member.unsubscribe', list_id: list.id, email_address: ADA })
    expect((await call(`DELETE ${ada}`)).status).toBe(204)
    await call(`POST ${CUSTOMERS}`, { ...NEW, opt_in_status: false })
    expect((await row())?.status).toBe('transactional')
    for (const [line, opt_in_status] of [
      [`PATCH ${C1}`, true],
      [`PATCH ${C1}`, false],
      [`PUT ${C1}`, true],
    ] as const) {
      expect((await call(line, { opt_in_status })).body.opt_in_status).toBe(opt_in_status)
      expect((await row())?.status).toBe('transactional')
    }
    await call(`POST ${CUSTOMERS}`, { ...NEW, id: 'c2' })
    expect((await row())?.status).toBe('transactional')
  })

  test('a transactional contact who is subscribed gets the times of the opt-in then', async () => {
    const { call, row, pass } = await withStore()
    await call(`POST ${CUSTOMERS}`, { ...NEW, opt_in_status: false })
    await pass('PT5M')
    await call(`PUT ${C1}`, { opt_in_status: true })
    expect(await row()).toMatchObject({ status: 'subscribed', timestamp_opt: START_S + 300, last_changed: START_S + 300 })
  })

  test('other changes of a customer leave an archived contact in the archive', async () => {
    const { call, row } = await withCustomerAnd('archived')
    await call(`PATCH ${C1}`, { first_name: 'Ada' })
    expect(await row()).toMatchObject({ status: 'archived' })
  })
})

describe('what is reported about the contacts of customers', () => {
  const EVENTS = { subscribe: true, unsubscribe: true, profile: true, cleaned: true, upemail: true, campaign: true }

  async function withHook() {
    const world = await withStore({}, { settings: { webhooks: { mode: 'record' } } })
    await world.plant((tx) => makeWebhook(tx, world.list, { url: 'http://127.0.0.1:9/hook', events: EVENTS }))
    const sent = () => world.plant((tx) => tx.range(deliveries.key).all())
    const chatter = async () => (await world.call('GET /3.0/activity-feed/service-chatter')).body.service_chatter
    return { ...world, sent, chatter }
  }

  test('a subscribed contact is reported like a member whom the API has added', async () => {
    const { call, sent, chatter, list } = await withHook()
    await call(`POST ${CUSTOMERS}`, NEW)
    expect(await sent()).toMatchObject([{ event: 'subscribe' }])
    expect(await chatter()).toMatchObject([{ type: 'lists:new-subscriber' }])
    expect((await call(`GET /3.0/lists/${list.id}/activity`)).body.activity).toMatchObject([{ subs: 0, other_adds: 1 }])
    expect((await call(`GET /3.0/lists/${list.id}`)).body.stats).toMatchObject({ member_count: 1 })
  })

  test('a transactional contact is not reported, and a later opt-in is', async () => {
    const { call, sent, chatter, list } = await withHook()
    await call(`POST ${CUSTOMERS}`, { ...NEW, opt_in_status: false })
    await call(`PATCH ${C1}`, { first_name: 'Ada' })
    expect(await sent()).toEqual([])
    expect(await chatter()).toEqual([])
    expect((await call(`GET /3.0/lists/${list.id}`)).body.stats).toMatchObject({ member_count: 0 })
    await call(`PATCH ${C1}`, { opt_in_status: true })
    expect(await sent()).toMatchObject([{ event: 'subscribe' }])
  })
})

describe('customers and the life of their members', () => {
  test('a renamed member stays the contact of the customer, who keeps the address', async () => {
    const { call, ada, row } = await withStore()
    await call(`POST ${CUSTOMERS}`, { ...NEW, opt_in_status: false })
    await call(`PATCH ${ada}`, { email_address: GRACE })
    expect((await call(`PATCH ${C1}`, { opt_in_status: true, email_address: ADA })).body.email_address).toBe(ADA)
    expect(await row(GRACE)).toMatchObject({ status: 'subscribed' })
    expect(await row()).toBeUndefined()
  })

  test('a permanently deleted member leaves the customers without a contact', async () => {
    const { call, ada, plant } = await withStore()
    await call(`POST ${CUSTOMERS}`, NEW)
    await call(`POST ${CUSTOMERS}`, { ...NEW, id: 'c2' })
    await call(`POST ${ada}/actions/delete-permanent`)
    expect(await plant((tx) => tx.range(customers.key).all())).toMatchObject([{ contact_id: '' }, { contact_id: '' }])
    expect((await call(`GET ${C1}`)).body).toMatchObject({ email_address: ADA })
  })
})

describe('the customer of a cart or an order', () => {
  async function withEmbedding(from: From = 'none') {
    const world = await withStoreAnd(from)
    const embed = (given: Parameters<typeof embeddedCustomer>[2], rules?: Parameters<typeof embeddedCustomer>[4]) =>
      world.plant((tx) => embeddedCustomer(tx, world.store, given, API, rules))
    return { ...world, embed }
  }

  test('an unknown customer is made, without opt-in by default', async () => {
    const { embed, row } = await withEmbedding()
    const made = await embed({ id: 'c1', email_address: ADA, company: 'Acme', sms_phone_number: '+14045550102' })
    expect(made).toMatchObject({ opt_in_status: false, company: 'Acme', sms_phone_number: '+14045550102', made_contact: true })
    expect(await row()).toMatchObject({ status: 'transactional', contact_id: made.contact_id })
  })

  test('a known customer needs its id only, and other members are merged', async () => {
    const { embed, pass, call } = await withEmbedding()
    const made = await embed({ id: 'c1', email_address: ADA, company: 'Acme', address: { city: 'London', country: 'UK' } })
    expect(await embed({ id: 'c1' })).toEqual(made)
    await pass('PT5M')
    await embed({ id: 'c1', first_name: 'Ada', sms_phone_number: '+14045550102', address: { city: 'Paris' } })
    expect((await call(`GET ${C1}`)).body).toMatchObject({
      company: 'Acme',
      first_name: 'Ada',
      sms_phone_number: '',
      address: { city: 'Paris', country: 'UK' },
      updated_at: LATER,
    })
  })

  test('a known customer brings an archived contact back, by its opt-in', async () => {
    for (const [opt_in_status, status] of [
      [true, 'subscribed'],
      [false, 'transactional'],
    ] as const) {
      const { embed, call, ada, row } = await withEmbedding()
      await embed({ id: 'c1', email_address: ADA, opt_in_status: true })
      await call(`PATCH ${C1}`, { opt_in_status })
      await call(`DELETE ${ada}`)
      await embed({ id: 'c1' })
      expect(await row()).toMatchObject({ status })
    }
  })

  test.each([
    [{ id: 'x'.repeat(51), email_address: ADA }, 'ResourceNotFound', {}],
    [{ id: 'c9' }, 'InvalidResource', { errors: [{ field: 'customer.email_address' }] }],
    [{ id: 'c1', email_address: GRACE }, 'BadRequest', { detail: expect.stringContaining('not be changed') }],
    [{ id: 'c9', email_address: 'nobody' }, 'CustomerWasNotSaved', { detail: expect.stringContaining('cannot be imported') }],
  ])('the customer %j is refused as %s, and nothing changes', async (given, word, refusal) => {
    const { embed, handle } = await withEmbedding()
    await embed({ id: 'c1', email_address: ADA })
    const before = handle().world
    await expect(embed(given)).rejects.toMatchObject({ word, refusal })
    expect(handle().world).toBe(before)
  })

  test.each([
    ['none', false],
    ['archived', false],
    ['transactional', true],
    ['unsubscribed', true],
  ] as const)('where contacts must be on the list, one who is %s is accepted: %s', async (from, isAccepted) => {
    const { embed, plant } = await withEmbedding(from)
    const made = embed({ id: 'c1', email_address: ADA }, { mustBeOnList: true })
    if (isAccepted) await expect(made).resolves.toMatchObject({ id: 'c1' })
    else {
      await expect(made).rejects.toMatchObject({ refusal: { detail: `The contact ${ADA} was not found in audience.` } })
      expect(await plant((tx) => tx.range(customers.key).count)).toBe(0)
    }
  })

  test('where contacts must be on the list, a known customer whose member was deleted is refused', async () => {
    const { embed, call, ada } = await withEmbedding()
    await embed({ id: 'c1', email_address: ADA })
    await call(`POST ${ada}/actions/delete-permanent`)
    await expect(embed({ id: 'c1' }, { mustBeOnList: true })).rejects.toMatchObject({ word: 'BadRequest' })
    await expect(embed({ id: 'c1' })).resolves.toMatchObject({ contact_id: '' })
  })
})
