import { describe, expect, test } from 'vitest'
import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { hashAddress } from '../../src/service/model/members/member.ts'
import { md5 } from '../../src/kernel/support/digest.ts'
import type { Body } from '../mock.ts'
import { ADA, AT_START, GRACE, withAda, withList } from './member-world.ts'

test('the hash of an address does not depend on its case', () => expect(hashAddress('ADA@Acme.Test')).toBe(md5(ADA)))

describe('addMember', () => {
  test('addMember adds a member with default values for omitted fields', async () => {
    const { add, list } = await withList()
    const { body, headers } = await add('Ada@acme.test')
    const { unique_email_id, contact_id, web_id, _links, ...record } = body
    expect(unique_email_id).toMatch(/^[0-9a-f]{10}$/)
    expect(contact_id).toMatch(/^[0-9a-f]{32}$/)
    expect(record).toEqual({
      id: md5(ADA),
      email_address: 'Ada@acme.test',
      full_name: '',
      email_type: 'html',
      status: 'subscribed',
      consents_to_one_to_one_messaging: true,
      merge_fields: { FNAME: '', LNAME: '', ADDRESS: '', PHONE: '' },
      stats: { avg_open_rate: 0, avg_click_rate: 0 },
      ip_signup: '',
      timestamp_signup: '',
      ip_opt: '127.0.0.1',
      timestamp_opt: AT_START,
      member_rating: 2,
      last_changed: AT_START,
      language: '',
      vip: false,
      email_client: '',
      location: { latitude: 0, longitude: 0, gmtoff: 0, dstoff: 0, country_code: '', timezone: '', region: '' },
      sms_phone_number: '',
      sms_subscription_status: '',
      sms_subscription_last_updated: '',
      source: 'API - Generic',
      tags_count: 0,
      tags: [],
      list_id: list.id,
    })
    expect(headers.get('link')).toBe(
      '<http://maildouble.test/schema/3.0/Lists/Members/Instance.json>; rel="describedBy", ' +
        `<http://maildouble.test/lists/members/view?id=${web_id}>; rel="dashboard"`,
    )
  })

  test('a member without a phone has empty SMS fields, after consents_to_one_to_one_messaging', async () => {
    const { add } = await withList()
    const { body } = await add(ADA)
    const names = Object.keys(body)
    const at = names.indexOf('consents_to_one_to_one_messaging')
    const fields = ['sms_phone_number', 'sms_subscription_status', 'sms_subscription_last_updated']
    expect(names.slice(at + 1, at + 5)).toEqual([...fields, 'merge_fields'])
    expect(fields.map((name) => body[name])).toEqual(['', '', ''])
  })

  test('addMember stores every field of the request', async () => {
    const { add, plant, list } = await withList({ marketing_permissions: true })
    const interest = await plant((tx) =>
      makeInterest(tx, list, makeCategory(tx, list, { title: 'Topics', type: 'checkboxes' }), { name: 'Arts' }),
    )
    const blank = await add(GRACE)
    const permission = blank.body.marketing_permissions[0].marketing_permission_id
    const { body } = await add(ADA, {
      email_type: 'text',
      merge_fields: { FNAME: 'Ada', LNAME: 'Byron' },
      interests: { [interest.id]: true },
      language: 'fr',
      vip: true,
      location: { latitude: 33.7, longitude: -84.4, country_code: 'XX' },
      marketing_permissions: [{ marketing_permission_id: permission, enabled: true }],
      ip_signup: '203.0.113.1',
      timestamp_signup: '2024-01-02 03:04',
      ip_opt: '2001:db8::1',
      timestamp_opt: '2024-01-02T03:04:05+02:00',
      tags: ['vip', 'new', 'vip'],
    })
    expect(body).toMatchObject({
      full_name: 'Ada Byron',
      email_type: 'text',
      merge_fields: { FNAME: 'Ada', LNAME: 'Byron', ADDRESS: '', PHONE: '' },
      interests: { [interest.id]: true },
      language: 'fr',
      vip: true,
      location: { latitude: 33.7, longitude: -84.4, country_code: '' },
      marketing_permissions: [{ enabled: true }, { enabled: false }, { enabled: false }],
      ip_signup: '203.0.113.1',
      timestamp_signup: '2024-01-02T03:04:00+00:00',
      ip_opt: '2001:db8::1',
      timestamp_opt: '2024-01-02T01:04:05+00:00',
      tags_count: 2,
      tags: [{ name: 'new' }, { name: 'vip' }],
    })
  })

  test('a pending member has a sign-up time but no confirmation time yet', async () => {
    const { add } = await withList()
    const { body } = await add(ADA, { status: 'pending' })
    expect(body).toMatchObject({ ip_signup: '127.0.0.1', timestamp_signup: AT_START, ip_opt: '', timestamp_opt: '' })
  })

  test('an empty address or time of a new member counts as omitted', async () => {
    const { add } = await withList()
    const { body } = await add(ADA, { ip_opt: '', timestamp_opt: '', ip_signup: '', timestamp_signup: '' })
    expect(body).toMatchObject({ ip_opt: '127.0.0.1', timestamp_opt: AT_START, ip_signup: '', timestamp_signup: '' })
  })

  test.each([
    'ada',
    'ada@acme',
    'ada@@acme.test',
    'ada @acme.test',
    '@acme.test',
    'ada@.test',
    'ada@acme.test.',
    'ada@acme..test',
    `${'a'.repeat(65)}@acme.test`,
    `ada@${'a'.repeat(250)}.test`,
    'ada\n@acme.test',
    '',
    'q\ud800@acme.test',
  ])('a member with the address %j is rejected', async (address) => {
    const { add } = await withList()
    const { status, body } = await add(address)
    expect([status, body.title]).toEqual([400, 'Invalid Resource'])
    expect(body).not.toHaveProperty('errors')
  })

  test.each(["o'neil+news@sub.acme.test", 'ä@ö.test', 'a@b.c', `${'a'.repeat(64)}@acme.test`])(
    'a member with the address %j is accepted',
    async (address) => {
      const { add, defects } = await withList()
      expect((await add(address)).body.email_address).toBe(address)
      expect(defects).toEqual([])
    },
  )

  test.each([
    ['ada@example.com', 'Invalid Resource'],
    ['ada@mail.example.org', 'Invalid Resource'],
    ['ada@acme.test', 'Invalid Resource'],
    ['ada@Acme.Invalid', 'Invalid Resource'],
    ['ada@example.de', undefined],
    ['ada@myexample.com', undefined],
    ['ada@acme.com', undefined],
  ])('with reserved domains rejected, the address %s results in the error %s', async (address, expected) => {
    const { add } = await withList({}, { settings: { reserved_domains: 'refuse' } })
    expect((await add(address)).body.title).toBe(expected)
  })

  test.each([
    ['interest', { interests: { 'no-such-id': true } }],
    ['marketing permission', { marketing_permissions: [{ marketing_permission_id: 'no-such-id', enabled: true }] }],
    ['marketing permission', { marketing_permissions: [{ enabled: true }] }],
  ])('a member with an unknown %s is rejected', async (_, more) => {
    const { add, row } = await withList({ marketing_permissions: true })
    expect((await add(ADA, more)).body).toMatchObject({ title: 'Invalid Resource', status: 400 })
    expect(await row()).toBeUndefined()
  })

  test('addMember ignores marketing permissions on a list without them', async () => {
    const { add } = await withList()
    const { status, body } = await add(ADA, { marketing_permissions: [{ marketing_permission_id: 'x', enabled: true }] })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('marketing_permissions')
  })

  test('the address of a member is unique within a list, case-insensitively', async () => {
    const { add } = await withAda()
    expect((await add('ADA@acme.test')).body).toMatchObject({ title: 'Member Exists', status: 400 })
  })

  test('the problems Member Exists and Member In Compliance State have no type with the setting like recorded, others have one', async () => {
    const { call, add, path } = await withAda()
    const problems = async () => [
      (await add(ADA)).body,
      (await call(`PATCH ${path}/${md5(ADA)}`, { status: 'cleaned' })).body,
      (await call(`PATCH ${path}/${md5(ADA)}`, { status: 'subscribed' })).body,
      (await call(`GET ${path}/nobody@acme.test`)).body,
    ]
    expect((await problems()).filter(({ status, type }: Body) => status >= 400 && type === undefined)).toEqual([])
    await call('PATCH /_control/settings', { like: 'recorded' })
    const refusals = (await problems()).filter(({ status }: Body) => status >= 400)
    expect(refusals.map(({ title, type }: Body) => [title, type !== undefined])).toEqual([
      ['Member Exists', false],
      ['Member In Compliance State', false],
      ['Resource Not Found', true],
    ])
    const { body } = await call(`GET ${path}`, undefined, { headers: { 'x-trigger-error': 'MemberExists' } })
    expect(body).not.toHaveProperty('type')
  })

  test('the address of a member can be on several lists', async () => {
    const { call, plant } = await withAda()
    const other = await plant((tx) => makeList(tx, { name: 'Other' }))
    const { body } = await call(`POST /3.0/lists/${other.id}/members`, { email_address: ADA, status: 'subscribed' })
    expect(body).toMatchObject({ id: md5(ADA), list_id: other.id })
  })

  test('an address that was permanently deleted cannot be added again', async () => {
    const { call, add, ada } = await withAda()
    await call(`POST ${ada}/actions/delete-permanent`)
    expect((await add('Ada@acme.test')).body).toMatchObject({ title: 'Forgotten Email Not Subscribed', status: 400 })
  })
})

describe('getMember', () => {
  test('getMember finds a member by hash, address and contact id, case-insensitively', async () => {
    const { call, path, row } = await withAda()
    const keys = [
      md5(ADA),
      md5(ADA).toUpperCase(),
      ADA,
      'ADA@Acme.test',
      'ada%40acme.test',
      (await row())?.contact_id.toUpperCase(),
    ]
    for (const key of keys) expect([key, (await call(`GET ${path}/${key}`)).body.email_address]).toEqual([key, ADA])
  })

  test('a hash takes precedence over a contact id in getMember', async () => {
    const { call, path, make } = await withAda()
    await make({ email_address: GRACE, contact_id: md5(ADA) })
    expect((await call(`GET ${path}/${md5(ADA)}`)).body.email_address).toBe(ADA)
  })

  test('a plus in the address of a member is not decoded as a space', async () => {
    const { call, path, make } = await withList()
    await make({ email_address: 'ada+news@acme.test' })
    expect((await call(`GET ${path}/ada+news@acme.test`)).status).toBe(200)
  })
})
