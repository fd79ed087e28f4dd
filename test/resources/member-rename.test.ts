import { describe, expect, test } from 'vitest'
import { md5 } from '../../src/kernel/support/digest.ts'
import { ADA, GRACE, LATER, withAda } from './member-world.ts'

const COUNTESS = 'countess@acme.test'

describe('setMember', () => {
  test('setMember renames the member of the path', async () => {
    const { call, path, ada, row } = await withAda()
    const before = await row()
    const { body } = await call(`PUT ${ada}`, { email_address: 'countess@acme.test' })
    expect(body).toMatchObject({ id: md5('countess@acme.test'), contact_id: before?.contact_id, web_id: before?.web_id })
    expect((await call(`GET ${path}/${md5(ADA)}`)).status).toBe(404)
  })

  test('setMember rejects the address of another member', async () => {
    const { call, ada, make } = await withAda()
    await make({ email_address: GRACE })
    const { body } = await call(`PUT ${ada}`, { email_address: GRACE, status_if_new: 'subscribed' })
    const message = `"${GRACE}" is already in this list with a status of "subscribed".`
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field: 'email address', message }] })
  })

  test.each(['PUT', 'PATCH'])('%s rejects a new address for a cleaned member', async (method) => {
    const { call, path, make } = await withAda()
    await make({ email_address: GRACE, status: 'cleaned' })
    const { status, body } = await call(`${method} ${path}/${GRACE}`, { email_address: 'new@acme.test' })
    const rule = 'You can only update email addresses for members with a status of "subscribed."'
    expect([status, body.errors]).toEqual([
      400,
      [{ field: 'email address', message: `This member's status is "cleaned." ${rule}` }],
    ])
  })

  test('setMember rejects an address that was permanently deleted', async () => {
    const { call, path, ada, make } = await withAda()
    await make({ email_address: GRACE })
    await call(`POST ${path}/${GRACE}/actions/delete-permanent`)
    const { body } = await call(`PUT ${ada}`, { email_address: GRACE })
    expect(body).toMatchObject({ title: 'Forgotten Email Not Subscribed', status: 400 })
  })
})

describe('updateMember', () => {
  test('updateMember renames a member: the id changes, the contact id stays', async () => {
    const { call, path, ada, row } = await withAda()
    await call(`POST ${ada}/tags`, { tags: [{ name: 'vip', status: 'active' }] })
    const before = await row()
    const { body } = await call(`PATCH ${ada}`, { email_address: 'countess@acme.test' })
    expect(body).toMatchObject({
      id: md5('countess@acme.test'),
      email_address: 'countess@acme.test',
      contact_id: before?.contact_id,
      web_id: before?.web_id,
      tags: [{ name: 'vip' }],
    })
    expect(body.unique_email_id).not.toBe(before?.unique_email_id)
    expect((await call(`GET ${ada}`)).status).toBe(404)
    expect((await call(`GET ${path}/${before?.contact_id}`)).status).toBe(200)
  })

  test("a different spelling of a member's address keeps the id", async () => {
    const { call, ada, row } = await withAda()
    const before = await row()
    const { body } = await call(`PATCH ${ada}`, { email_address: 'ADA@acme.test' })
    expect(body).toMatchObject({ id: md5(ADA), email_address: 'ADA@acme.test', unique_email_id: before?.unique_email_id })
  })

  test.each(['subscribed', 'archived'] as const)(
    'updateMember rejects the address of another member who is %s',
    async (status) => {
      const { call, ada, make } = await withAda()
      await make({ email_address: GRACE, status })
      const { body } = await call(`PATCH ${ada}`, { email_address: GRACE })
      expect(body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field: 'email address' }] })
    },
  )

  test('updateMember rejects an address that was permanently deleted', async () => {
    const { call, path, ada, make } = await withAda()
    await make({ email_address: GRACE })
    await call(`POST ${path}/${GRACE}/actions/delete-permanent`)
    expect((await call(`PATCH ${ada}`, { email_address: GRACE })).body).toMatchObject({ title: 'Forgotten Email Not Subscribed' })
  })

  test('updateMember rejects a malformed new address', async () => {
    const { call, ada } = await withAda()
    const { body } = await call(`PATCH ${ada}`, { email_address: 'nobody' })
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400 })
    expect(body).not.toHaveProperty('errors')
  })

  test('tags, notes and events of a renamed member move with the contact to the new address', async () => {
    const { call, path, ada } = await withAda()
    await call(`POST ${ada}/tags`, { tags: [{ name: 'vip', status: 'active' }] })
    await call(`POST ${ada}/notes`, { note: 'Met at the fair.' })
    await call(`POST ${ada}/events`, { name: 'bought' })
    await call(`PATCH ${ada}`, { email_address: COUNTESS })
    const countess = `${path}/${COUNTESS}`
    expect((await call(`GET ${countess}`)).body).toMatchObject({
      tags: [{ name: 'vip' }],
      last_note: { note: 'Met at the fair.' },
    })
    expect((await call(`GET ${countess}/notes`)).body.notes).toMatchObject([{ email_id: md5(COUNTESS) }])
    expect((await call(`GET ${countess}/events`)).body.events).toMatchObject([{ name: 'bought' }])
  })

  test('a new address of a member updates last_changed and frees the old address', async () => {
    const { call, add, ada, pass, row } = await withAda()
    const before = await row()
    await pass('PT5M')
    expect((await call(`PATCH ${ada}`, { email_address: COUNTESS })).body.last_changed).toBe(LATER)
    const { status, body } = await add(ADA)
    expect(status).toBe(200)
    expect(body.contact_id).not.toBe(before?.contact_id)
  })

  test('a new address and a new status of a member are applied together', async () => {
    const { call, ada } = await withAda()
    const { body } = await call(`PATCH ${ada}`, { email_address: COUNTESS, status: 'unsubscribed' })
    expect(body).toMatchObject({ id: md5(COUNTESS), status: 'unsubscribed' })
  })
})
