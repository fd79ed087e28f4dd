import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { memberMachine } from '../../src/service/rules/members/machine.ts'
import { saveMember } from '../../src/service/rules/members/save.ts'
import { signUpMember } from '../../src/service/rules/members/change.ts'
import { makeMove } from '../../src/kernel/world/machine.ts'
import { mock } from '../mock.ts'
import { ADA, AT_START, FROM, LATER, type From, withMember } from './member-world.ts'

const ASKED = ['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional'] as const
const EXISTS = 'Member Exists'
const COMPLIANCE = 'Member In Compliance State'
const INVALID = 'Invalid Resource'
const NOT_FOUND = 'Resource Not Found'

/** The resulting status, or the title of the error, which changes nothing. */
async function outcome(from: From, method: 'POST' | 'PUT' | 'PATCH', body: object): Promise<string> {
  const { call, path, ada, handle } = await withMember(from)
  const before = handle().world
  const answer = await call(`${method} ${method === 'POST' ? path : ada}`, body)
  if (!answer.body.title) return answer.body.status
  expect(handle().world).toBe(before)
  return answer.body.title
}

/** Statuses that members cannot be given, by their current state. */
const REFUSED: { readonly [Each in From]?: readonly string[] } = {
  left: ['subscribed'],
  cleaned: ['subscribed', 'pending'],
  'pending after leaving': ['subscribed'],
  'archived after leaving': ['subscribed'],
  'archived after bouncing': ['subscribed', 'pending'],
}

const isOffTheList = (from: From) => from === 'none' || from.startsWith('archived')

/** The result of each requested status for each existing member. */
const moves = (Object.keys(FROM) as From[])
  .filter((from) => from !== 'none')
  .flatMap((from) => ASKED.map((asked) => [from, asked, REFUSED[from]?.includes(asked) ? COMPLIANCE : asked] as const))

describe('addMember', () => {
  const table = (Object.keys(FROM) as From[]).flatMap((from) =>
    ASKED.map(
      (asked) => [from, asked, !isOffTheList(from) ? EXISTS : REFUSED[from]?.includes(asked) ? COMPLIANCE : asked] as const,
    ),
  )
  test.each(table)('a member who is %s, POST with status %s: %s', async (from, status, expected) => {
    expect(await outcome(from, 'POST', { email_address: ADA, status })).toBe(expected)
  })

  test('addMember rejects the status archived', async () => {
    const { call, path } = await withMember('none')
    const { body } = await call(`POST ${path}`, { email_address: ADA, status: 'archived' })
    expect(body).toMatchObject({ title: INVALID, status: 400, errors: [{ field: 'status' }] })
  })

  test('a restored archived member keeps their data and has a new confirmation time', async () => {
    const { call, pass, plant, path, ada, row } = await withMember('subscribed')
    await call(`PATCH ${ada}`, { merge_fields: { FNAME: 'Ada' } })
    await call(`POST ${ada}/tags`, { tags: [{ name: 'vip', status: 'active' }] })
    const before = await row()
    await call(`DELETE ${ada}`)
    await pass('PT5M')
    await plant(() => {})
    const { body } = await call(`POST ${path}`, { email_address: 'Ada@Acme.test', status: 'subscribed' })
    expect(body).toMatchObject({
      contact_id: before?.contact_id,
      web_id: before?.web_id,
      email_address: 'Ada@Acme.test',
      merge_fields: { FNAME: 'Ada' },
      tags: [{ name: 'vip' }],
      timestamp_opt: LATER,
      last_changed: LATER,
    })
  })

  test('a member added as unsubscribed counts as unsubscribed by the account and can be subscribed', async () => {
    const { call, path, ada } = await withMember('none')
    const { body } = await call(`POST ${path}`, { email_address: ADA, status: 'unsubscribed' })
    expect(body).toMatchObject({ unsubscribe_reason: 'N/A (Unsubscribed by admin)', timestamp_opt: AT_START })
    expect((await call(`PATCH ${ada}`, { status: 'subscribed' })).body.status).toBe('subscribed')
  })

  test('an archived member restored as pending has to confirm again', async () => {
    const { call, pass, path } = await withMember('archived')
    await pass('PT5M')
    const { body } = await call(`POST ${path}`, { email_address: ADA, status: 'pending' })
    expect(body).toMatchObject({
      status: 'pending',
      timestamp_opt: '',
      ip_opt: '',
      timestamp_signup: LATER,
      ip_signup: '127.0.0.1',
    })
  })
})

describe('setMember', () => {
  test.each(moves)('a member who is %s, PUT with status %s: %s', async (from, status, expected) => {
    expect(await outcome(from, 'PUT', { email_address: ADA, status })).toBe(expected)
  })

  test.each(ASKED)('setMember creates a missing member as %s', async (status) => {
    expect(await outcome('none', 'PUT', { email_address: ADA, status })).toBe(status)
    expect(await outcome('none', 'PUT', { email_address: ADA, status_if_new: status })).toBe(status)
  })

  test.each([
    ['none', { status_if_new: 'pending', status: 'subscribed' }, 'pending'],
    ['none', {}, INVALID],
    ['none', { status_if_new: 'archived' }, INVALID],
    ['subscribed', { status_if_new: 'pending' }, 'subscribed'],
    ['left', { status_if_new: 'subscribed' }, 'unsubscribed'],
    ['cleaned', { status_if_new: 'subscribed' }, 'cleaned'],
    ['archived', { status_if_new: 'pending' }, 'pending'],
    ['archived', { status_if_new: 'pending', status: 'subscribed' }, 'subscribed'],
    ['archived', {}, 'archived'],
    ['archived after leaving', { status_if_new: 'subscribed' }, COMPLIANCE],
    ['archived after leaving', { status_if_new: 'subscribed', status: 'transactional' }, 'transactional'],
    ['archived after leaving', {}, 'archived'],
  ] as const)('a member who is %s, PUT with %j: %s', async (from, body, expected) => {
    expect(await outcome(from, 'PUT', { email_address: ADA, ...body })).toBe(expected)
  })

  test('a member who unsubscribes and resubscribes keeps the confirmation time', async () => {
    const { call, pass, ada } = await withMember('subscribed')
    await pass('PT5M')
    await call(`PUT ${ada}`, { email_address: ADA, status: 'unsubscribed' })
    const { body } = await call(`PUT ${ada}`, { email_address: ADA, status: 'subscribed' })
    expect(body).toMatchObject({ status: 'subscribed', timestamp_opt: AT_START, last_changed: LATER })
  })
})

describe('updateMember', () => {
  test.each(moves)('a member who is %s, PATCH with status %s: %s', async (from, status, expected) => {
    expect(await outcome(from, 'PATCH', { status })).toBe(expected)
  })

  test.each(ASKED)('a missing member is answered with 404, PATCH with status %s', async (status) => {
    expect(await outcome('none', 'PATCH', { status })).toBe(NOT_FOUND)
  })

  test('a member unsubscribed through the API gets a reason, which is removed by resubscribing', async () => {
    const { call, ada } = await withMember('subscribed')
    const left = await call(`PATCH ${ada}`, { status: 'unsubscribed' })
    expect(left.body.unsubscribe_reason).toBe('N/A (Unsubscribed by admin)')
    const back = await call(`PATCH ${ada}`, { status: 'subscribed' })
    expect(back.body).not.toHaveProperty('unsubscribe_reason')
  })

  test.each(['transactional', 'unsubscribed', 'pending'])(
    'a member who unsubscribed, became %s and was archived cannot be subscribed',
    async (status) => {
      const { call, path, ada } = await withMember('left')
      await call(`PATCH ${ada}`, { status })
      expect((await call(`PATCH ${ada}`, { status: 'subscribed' })).body).toMatchObject({ title: COMPLIANCE, status: 400 })
      if (status === 'pending') await call(`PATCH ${ada}`, { status: 'unsubscribed' })
      expect((await call(`DELETE ${ada}`)).status).toBe(204)
      const back = await call(`POST ${path}`, { email_address: ADA, status: 'unsubscribed' })
      expect(back.body.status).toBe('unsubscribed')
      expect((await call(`PATCH ${ada}`, { status: 'subscribed' })).body).toMatchObject({ title: COMPLIANCE, status: 400 })
    },
  )

  test('a cleaned address stays barred after its status is set to unsubscribed', async () => {
    const { call, ada } = await withMember('cleaned')
    await call(`PATCH ${ada}`, { status: 'unsubscribed' })
    for (const status of ['subscribed', 'pending']) {
      expect((await call(`PATCH ${ada}`, { status })).body).toMatchObject({ title: COMPLIANCE, status: 400 })
    }
  })

  test('a cleaned address stays barred after every other status that a request or the contact gives it', async () => {
    const { call, path, ada } = await withMember('cleaned')
    const tried = async () => {
      const bodies = [{ status: 'subscribed' }, { status: 'pending' }].map((body) => call(`PATCH ${ada}`, body))
      expect((await Promise.all(bodies)).map(({ body }) => body.title)).toEqual([COMPLIANCE, COMPLIANCE])
    }
    const leave = { trigger: 'member.unsubscribe', list_id: 'a1b2c3d4e5', email_address: ADA }
    await call(`PATCH ${ada}`, { status: 'transactional' })
    await tried()
    expect((await call('POST /_control/triggers', leave)).status).toBe(200)
    await tried()
    await call(`PATCH ${ada}`, { status: 'transactional' })
    await call(`DELETE ${ada}`)
    await tried()
    await call(`POST ${path}`, { email_address: ADA, status: 'unsubscribed' })
    await tried()
  })

  test('a pending member who is subscribed through the API counts as confirmed', async () => {
    const { call, pass, ada } = await withMember('pending')
    await pass('PT5M')
    const { body } = await call(`PATCH ${ada}`, { status: 'subscribed' })
    expect(body).toMatchObject({ timestamp_signup: AT_START, timestamp_opt: LATER, ip_opt: '127.0.0.1' })
  })

  test.each(['PATCH', 'PUT'])('a pending member who is made pending again by %s does not change', async (method) => {
    const { call, handle, ada, pass } = await withMember('pending')
    await pass('PT5M')
    const before = handle().world
    expect((await call(`${method} ${ada}`, { status: 'pending' })).status).toBe(200)
    expect(handle().world).toBe(before)
  })

  test('the status subscribed takes effect immediately even on a list with double opt-in', async () => {
    const { call, plant } = mock()
    const list = await plant((tx) => makeList(tx, { name: 'Careful', double_optin: true }))
    const { body } = await call(`POST /3.0/lists/${list.id}/members`, { email_address: ADA, status: 'subscribed' })
    expect(body.status).toBe('subscribed')
  })
})

describe('archiveMember', () => {
  test.each(['subscribed', 'unsubscribed', 'left', 'transactional'] as const)(
    'archiveMember archives a member who is %s and keeps the record',
    async (from) => {
      const { call, ada, pass } = await withMember(from)
      await pass('PT5M')
      expect((await call(`DELETE ${ada}`)).status).toBe(204)
      const { body } = await call(`GET ${ada}`)
      expect(body).toMatchObject({ status: 'archived', last_changed: LATER })
      expect(body).not.toHaveProperty('unsubscribe_reason')
    },
  )

  test.each(['archived', 'pending', 'cleaned'] as const)('archiveMember rejects a member who is %s', async (from) => {
    const { call, ada } = await withMember(from)
    const { status, headers, body } = await call(`DELETE ${ada}`)
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe('GET, PUT')
    expect(body).toMatchObject({ title: 'Method Not Allowed', status: 405 })
  })
})

describe('a member who unsubscribed and was archived', () => {
  /** Creates Ada, who unsubscribed and was archived by DELETE. */
  async function withArchived() {
    const world = await withMember('left')
    expect((await world.call(`DELETE ${world.ada}`)).status).toBe(204)
    return world
  }

  test.each([{}, { update_existing: true }])(
    'a member who unsubscribed and was archived cannot be subscribed in a batch with %j',
    async (more) => {
      const { call, list, handle } = await withArchived()
      const before = handle().world
      const { body } = await call(`POST /3.0/lists/${list.id}`, {
        members: [{ email_address: ADA, status: 'subscribed' }],
        ...more,
      })
      expect(body).toMatchObject({ total_created: 0, total_updated: 0, error_count: 1 })
      expect(body.errors).toMatchObject([{ error_code: 'ERROR_GENERIC', error: expect.stringContaining('compliance') }])
      expect(handle().world).toBe(before)
    },
  )

  test.each([false, true])(
    'a member who unsubscribed and was archived cannot be subscribed as a contact with update_existing %s',
    async (update_existing) => {
      const { call, list, handle } = await withArchived()
      const before = handle().world
      const channel = { email: ADA, marketing_consent: { status: 'confirmed' } }
      const { status, body } = await call(`POST /3.0/audiences/${list.id}/contacts`, { email_channel: channel, update_existing })
      expect([status, body.title]).toEqual([400, COMPLIANCE])
      expect(handle().world).toBe(before)
    },
  )

  test('a member who unsubscribed and was archived can be made pending, and be subscribed after confirming', async () => {
    const { call, path, ada, plant, list, row } = await withArchived()
    expect((await call(`POST ${path}`, { email_address: ADA, status: 'pending' })).body.status).toBe('pending')
    expect((await call(`PATCH ${ada}`, { status: 'subscribed' })).body.title).toBe(COMPLIANCE)
    const asked = await row()
    await plant((tx) => asked && saveMember(tx, list, asked, {}, { ip: '203.0.113.9', source: 'user' }, 'confirm'))
    await call(`DELETE ${ada}`)
    expect((await call(`POST ${path}`, { email_address: ADA, status: 'subscribed' })).body.status).toBe('subscribed')
  })

  test('a member who unsubscribed and was archived can resubscribe through the form of the list', async () => {
    const { plant, list, ada, call } = await withArchived()
    await plant((tx) => signUpMember(tx, list, { email_address: ADA }, { ip: '203.0.113.9', source: 'user' }))
    expect((await call(`GET ${ada}`)).body.status).toBe('subscribed')
  })

  test('a member who unsubscribed and was archived is rejected as a forgotten address after permanent deletion', async () => {
    const { call, path, ada } = await withArchived()
    await call(`POST ${ada}/actions/delete-permanent`)
    const { body } = await call(`POST ${path}`, { email_address: ADA, status: 'subscribed' })
    expect(body.title).toBe('Forgotten Email Not Subscribed')
  })
})

describe('a member, without the API,', () => {
  test('a member who confirms without the API is subscribed from then on', async () => {
    const { pass, plant, list, row } = await withMember('pending after leaving')
    await pass('PT5M')
    const asked = await row()
    const after = await plant((tx) => asked && saveMember(tx, list, asked, {}, { ip: '203.0.113.9', source: 'user' }, 'confirm'))
    expect(after).toMatchObject({
      status: 'subscribed',
      unsubscribed_by: '',
      ip_opt: '203.0.113.9',
      timestamp_opt: (asked?.created_at ?? 0) + 300,
    })
  })

  test('a member who unsubscribes without the API cannot be resubscribed through the API', async () => {
    const { call, plant, list, row, ada } = await withMember('subscribed')
    const member = await row()
    await plant((tx) => member && saveMember(tx, list, member, {}, { ip: '203.0.113.9', source: 'user' }, 'unsubscribe_self'))
    expect((await call(`GET ${ada}`)).body).toMatchObject({ status: 'unsubscribed', unsubscribe_reason: '' })
    expect((await call(`PATCH ${ada}`, { status: 'subscribed' })).body).toMatchObject({ title: COMPLIANCE })
  })

  test('a member, without the API, cannot confirm if no confirmation is pending', async () => {
    const { plant, row } = await withMember('subscribed')
    const member = await row()
    await expect(plant((tx) => member && makeMove(tx, memberMachine, member, 'confirm'))).rejects.toThrow('cannot confirm')
  })
})
