import { describe, expect, test } from 'vitest'
import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import { makeNote } from '../../src/service/rules/notes/make.ts'
import { md5 } from '../../src/kernel/support/digest.ts'
import { rowCounts } from '../../src/kernel/world/rows.ts'
import { ADA, AT_START, GRACE, LATER, withAda, withList } from './member-world.ts'

describe('setMember', () => {
  test('setMember adds a member under any path key', async () => {
    const { call, path } = await withList()
    const { status, body } = await call(`PUT ${path}/${md5('somebody@else.test')}`, {
      email_address: ADA,
      status_if_new: 'subscribed',
    })
    expect([status, body.email_address, body.id]).toEqual([200, ADA, md5(ADA)])
  })

  test('setMember takes the address from the path if the body has none', async () => {
    const { call, ada } = await withList()
    expect((await call(`PUT ${ada}`, { status_if_new: 'subscribed' })).body).toMatchObject({
      email_address: ADA,
      status: 'subscribed',
    })
  })

  test('setMember updates an existing member without an address in the body', async () => {
    const { call, path } = await withAda()
    expect((await call(`PUT ${path}/${md5(ADA)}`, { language: 'fr' })).body).toMatchObject({ email_address: ADA, language: 'fr' })
  })

  test.each([
    ['a hash but no address', md5(ADA), { status_if_new: 'subscribed' }, 'email_address'],
    ['neither status nor status_if_new', ADA, { email_address: ADA }, 'status_if_new'],
  ])('setMember rejects a new member with %s', async (_, key, body, name) => {
    const { call, path } = await withList()
    const answer = await call(`PUT ${path}/${key}`, body)
    expect(answer.body).toMatchObject({
      title: 'Invalid Resource',
      status: 400,
      errors: [{ field: '', message: expect.stringContaining(name) }],
    })
  })

  test('setMember rejects an unknown path key if the address in the body is on the list', async () => {
    const { call, path } = await withAda()
    const { body } = await call(`PUT ${path}/${md5(GRACE)}`, { email_address: ADA, status_if_new: 'subscribed' })
    expect(body).toMatchObject({ title: 'Member Exists', status: 400 })
    expect((await call(`PUT ${path}/${md5(GRACE)}`, { email_address: ADA })).body).toMatchObject({ title: 'Member Exists' })
  })

  test('setMember restores an archived member found by the address in the body', async () => {
    const { call, path, ada } = await withAda()
    await call(`DELETE ${ada}`)
    const both = { status_if_new: 'pending', status: 'subscribed' }
    const { body } = await call(`PUT ${path}/${md5(GRACE)}`, { email_address: ADA, ...both })
    expect(body).toMatchObject({ email_address: ADA, status: 'subscribed' })
  })

  test.each([
    ['PUT', 'by its own hash keeps', ADA, true],
    ['PATCH', 'by its own hash keeps', ADA, true],
    ['PUT', 'under another hash renews', GRACE, false],
    ['POST', 'renews', '', false],
  ])('%s of the status subscribed %s the timestamp_opt of an archived member', async (method, _, key, isKept) => {
    const { call, path, ada, pass } = await withAda()
    await call(`DELETE ${ada}`)
    await pass('PT5M')
    const at = key === '' ? path : `${path}/${md5(key)}`
    const { body } = await call(`${method} ${at}`, { email_address: ADA, status: 'subscribed' })
    expect(body).toMatchObject({ status: 'subscribed', timestamp_opt: isKept ? AT_START : LATER })
  })

  test('a member archived before it confirmed opts in when PUT subscribes it', async () => {
    const { call, ada, make, pass } = await withList()
    await make({ email_address: ADA, status: 'archived', timestamp_opt: 0, ip_opt: '' })
    await pass('PT5M')
    expect((await call(`PUT ${ada}`, { status: 'subscribed' })).body.timestamp_opt).toBe(LATER)
  })

  test('setMember ignores the tags of its body', async () => {
    const { call, ada } = await withList()
    expect((await call(`PUT ${ada}`, { status_if_new: 'subscribed', tags: ['vip'] })).body.tags).toEqual([])
  })

  test('setMember rejects unknown lists, cleaned members and forgotten addresses', async () => {
    const { call, path, ada, make } = await withAda()
    await make({ email_address: GRACE, status: 'cleaned' })
    expect((await call(`PUT /3.0/lists/0000000000/members/${ADA}`, { email_address: ADA })).body).toMatchObject({
      title: 'Resource Not Found',
    })
    expect((await call(`PUT ${path}/${GRACE}`, { status: 'subscribed' })).body).toMatchObject({
      title: 'Member In Compliance State',
      status: 400,
    })
    await call(`POST ${ada}/actions/delete-permanent`)
    expect((await call(`PUT ${ada}`, { status_if_new: 'subscribed' })).body).toMatchObject({
      title: 'Forgotten Email Not Subscribed',
      status: 400,
    })
    expect((await call(`PUT ${path}/nobody@acme`, { status: 'subscribed' })).body).toMatchObject({
      title: 'Invalid Resource',
      status: 400,
    })
  })
})

describe('updateMember', () => {
  test('updateMember changes the sent fields and keeps the rest', async () => {
    const { call, pass, ada } = await withAda()
    await call(`PATCH ${ada}`, { merge_fields: { FNAME: 'Ada' }, location: { latitude: 1, longitude: 2 } })
    await pass('PT5M')
    const { body } = await call(`PATCH ${ada}`, { vip: true, location: { longitude: 3 } })
    expect(body).toMatchObject({
      vip: true,
      full_name: 'Ada',
      location: { latitude: 1, longitude: 3 },
      timestamp_opt: AT_START,
      last_changed: LATER,
    })
  })

  test.each([
    ['nothing', {}],
    [
      'the current values',
      { email_address: ADA, status: 'subscribed', merge_fields: { FNAME: 'Ada', PHONE: '' }, vip: false, language: '' },
    ],
    ['empty addresses and times', { ip_signup: '', timestamp_signup: '', ip_opt: '127.0.0.1', timestamp_opt: AT_START }],
    ['unknown properties', { nickname: 'Countess' }],
    ['the current location', { location: { latitude: 0, longitude: 0 } }],
  ])('updateMember with %s changes nothing', async (_, body) => {
    const { call, make, handle, ada, pass } = await withList()
    await make({ email_address: ADA, merge_fields: { FNAME: 'Ada' } })
    await pass('PT5M')
    const before = handle().world
    const answer = await call(`PATCH ${ada}`, body)
    expect([answer.status, answer.body.last_changed]).toEqual([200, AT_START])
    expect(handle().world).toBe(before)
  })

  test('a whole record of a member can be sent back as returned', async () => {
    const { call, handle, ada, make, list, plant } = await withList({ marketing_permissions: true })
    await make({ email_address: ADA, merge_fields: { FNAME: 'Ada' } })
    await plant((tx) => makeInterest(tx, list, makeCategory(tx, list, { title: 'Topics', type: 'checkboxes' }), { name: 'Arts' }))
    const { body: record } = await call(`GET ${ada}`)
    const before = handle().world
    expect((await call(`PUT ${ada}`, record)).status).toBe(200)
    expect(handle().world).toBe(before)
  })

  test('updateMember keeps marketing permissions that are not sent', async () => {
    const { call, ada } = await withAda({ marketing_permissions: true })
    const { body } = await call(`GET ${ada}`)
    const [email, mail] = body.marketing_permissions.map(
      (given: { marketing_permission_id: string }) => given.marketing_permission_id,
    )
    const give = (marketing_permission_id: string, enabled: boolean) =>
      call(`PATCH ${ada}`, { marketing_permissions: [{ marketing_permission_id, enabled }] })
    await give(email, true)
    expect((await give(mail, true)).body.marketing_permissions).toMatchObject([
      { enabled: true },
      { enabled: true },
      { enabled: false },
    ])
    expect((await give(email, false)).body.marketing_permissions).toMatchObject([
      { enabled: false },
      { enabled: true },
      { enabled: false },
    ])
  })

  test('an archived member can be changed by updateMember and stays archived', async () => {
    const { call, ada } = await withAda()
    await call(`DELETE ${ada}`)
    expect((await call(`PATCH ${ada}`, { language: 'fr' })).body).toMatchObject({ status: 'archived', language: 'fr' })
  })

  test('updateMember rejects unknown members, invalid values and forbidden statuses', async () => {
    const { call, path, ada } = await withAda()
    expect((await call(`PATCH ${path}/${GRACE}`, {})).body).toMatchObject({ title: 'Resource Not Found', status: 404 })
    expect((await call(`PATCH ${ada}`, { vip: 'yes' })).body).toMatchObject({
      title: 'Invalid Resource',
      errors: [{ field: 'vip' }],
    })
    expect((await call(`PATCH ${ada}`, { status: 'archived' })).body).toMatchObject({
      title: 'Invalid Resource',
      errors: [{ field: 'status' }],
    })
    await call(`PATCH ${ada}`, { status: 'cleaned' })
    expect((await call(`PATCH ${ada}`, { status: 'subscribed' })).body).toMatchObject({
      title: 'Member In Compliance State',
      status: 400,
    })
  })
})

describe('archiveMember', () => {
  test('archiveMember takes a member off the list and keeps the record', async () => {
    const { call, path, ada } = await withAda()
    await call(`DELETE ${ada}`)
    expect((await call(`GET ${path}`)).body.total_items).toBe(0)
    expect((await call(`GET ${ada}`)).body.status).toBe('archived')
  })

  test('archiveMember rejects unknown and archived members', async () => {
    const { call, path, ada } = await withAda()
    expect((await call(`DELETE ${path}/${GRACE}`)).body).toMatchObject({ title: 'Resource Not Found', status: 404 })
    await call(`DELETE ${ada}`)
    const { body } = await call(`DELETE ${ada}`)
    expect(body).toMatchObject({ title: 'Method Not Allowed', status: 405 })
    expect(body.detail).toMatch(/Can not archive a contact that is bounced, pending or archived$/)
  })
})

describe('deleteMemberPermanently', () => {
  test.each(['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional', 'archived'] as const)(
    'deleteMemberPermanently deletes a member who is %s',
    async (status) => {
      const { call, make, ada } = await withList()
      await make({ email_address: ADA, status })
      const answer = await call(`POST ${ada}/actions/delete-permanent`)
      expect([answer.status, answer.text]).toEqual([204, ''])
      expect((await call(`GET ${ada}`)).status).toBe(404)
    },
  )

  test('deleteMemberPermanently leaves nothing of the member but the fact that the address was on the list', async () => {
    const { call, plant, handle, list, ada, row } = await withAda()
    await call(`POST ${ada}/tags`, { tags: [{ name: 'vip', status: 'active' }] })
    await call(`POST ${ada}/events`, { name: 'bought' })
    const member = await row()
    await plant((tx) => member && makeNote(tx, list, member, { note: 'Met at the fair.' }))
    await call(`POST ${ada}/actions/delete-permanent`)
    const counts = rowCounts(handle().world)
    expect(counts).toMatchObject({ forgotten: 1 })
    for (const table of ['members', 'notes', 'events', 'taggings']) expect(counts).not.toHaveProperty(table)
  })
})
