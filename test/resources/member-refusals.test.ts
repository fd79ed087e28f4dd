import { describe, expect, test } from 'vitest'
import { makeMergeField } from '../../src/service/rules/merge-fields/make.ts'
import { ADA, GRACE, withList, withMember } from './member-world.ts'

/** Ada, who unsubscribed herself, and Grace are on a list with a merge field for zip codes. */
async function withTwo() {
  const world = await withList()
  await world.plant((tx) => makeMergeField(tx, world.list, { name: 'Zip', tag: 'ZIP', type: 'zip' }))
  await world.make({ email_address: ADA, status: 'unsubscribed', unsubscribed_by: 'contact' })
  await world.make({ email_address: GRACE })
  return world
}

/** Invalid requests that also contain a valid change, with the fields named in the error. */
const wrong: [string, object, string, string[] | undefined][] = [
  ['a forbidden status', { status: 'subscribed' }, 'Member In Compliance State', undefined],
  ['an unknown status', { status: 'gone' }, 'Invalid Resource', ['status']],
  ['a value that its merge field does not accept', { merge_fields: { FNAME: 'Ada', ZIP: 'x' } }, 'Invalid Resource', ['ZIP']],
  ['an unknown interest', { interests: { nope: true } }, 'Invalid Resource', undefined],
  ['an interest that is not a boolean', { interests: { nope: 'yes' } }, 'Invalid Resource', ['interests.nope']],
  ['the address of another member', { email_address: GRACE }, 'Invalid Resource', ['email address']],
  ['a malformed address', { email_address: 'nobody' }, 'Invalid Resource', undefined],
  ['an address at an IP address in brackets', { email_address: 'a@[1.2.3.4]' }, 'Invalid Resource', undefined],
  ['a malformed sign-up IP address', { ip_signup: '999.1.1.1' }, 'Invalid Resource', ['ip_signup']],
  ['a malformed confirmation IP address', { ip_opt: 'x' }, 'Invalid Resource', ['ip_opt']],
  [
    'a sign-up date that does not exist in the calendar',
    { timestamp_signup: '2024-02-30' },
    'Invalid Resource',
    ['timestamp_signup'],
  ],
  [
    'a confirmation date that does not exist in the calendar',
    { timestamp_opt: '2023-02-29T10:00:00Z' },
    'Invalid Resource',
    ['timestamp_opt'],
  ],
  ['an invalid location', { location: { latitude: 'north' } }, 'Invalid Resource', ['location.latitude']],
  ['an unknown email type', { email_type: 'pdf' }, 'Invalid Resource', ['email_type']],
]

describe('updateMember, setMember', () => {
  test.each(wrong)('updateMember and setMember reject %s and change nothing', async (_, body, title, fields) => {
    const { call, ada, handle } = await withTwo()
    const before = handle().world
    for (const [method, more] of [
      ['PATCH', { vip: true }],
      ['PUT', { status_if_new: 'subscribed' }],
    ] as const) {
      const answer = await call(`${method} ${ada}`, { language: 'fr', ...more, ...body })
      expect(answer.body).toMatchObject({ title, status: 400 })
      expect([method, answer.body.errors?.map((error: { field: string }) => error.field)]).toEqual([method, fields])
    }
    expect(handle().world).toBe(before)
  })
})

describe('addMember', () => {
  test('a member who unsubscribed and was archived cannot be subscribed', async () => {
    const { call, path } = await withMember('archived after leaving')
    const { body } = await call(`POST ${path}`, { email_address: ADA, status: 'subscribed' })
    expect(body).toMatchObject({ status: 400, title: 'Member In Compliance State' })
  })

  test.each(['203.0.113.9', '0.0.0.0', '::', '::1', '2001:DB8::1', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7::', '::ffff:203.0.113.9'])(
    'addMember accepts %s as an IP address',
    async (ip_signup) => {
      const { add } = await withTwo()
      expect((await add('new@acme.test', { ip_signup })).body.ip_signup).toBe(ip_signup)
    },
  )

  test.each([
    '203.0.113',
    '203.0.113.256',
    '203.0.113.09',
    '1:2',
    ':::',
    '1::2::3',
    ':1::2',
    '1:2:3:4:5:6:7',
    '12345::',
    '::1%eth0',
  ])('addMember rejects %s as an IP address', async (ip_signup) => {
    const { add } = await withTwo()
    expect((await add('new@acme.test', { ip_signup })).body).toMatchObject({
      title: 'Invalid Resource',
      errors: [{ field: 'ip_signup' }],
    })
  })

  test.each(wrong.filter(([, body]) => !('email_address' in body) && !('status' in body)))(
    'addMember rejects %s and changes nothing',
    async (_, body, title, fields) => {
      const { add, handle } = await withTwo()
      const before = handle().world
      const answer = await add('new@acme.test', { tags: ['new'], ...body })
      expect(answer.body).toMatchObject({ title, status: 400 })
      expect(answer.body.errors?.map((error: { field: string }) => error.field)).toEqual(fields)
      expect(handle().world).toBe(before)
    },
  )
})
