import { describe, expect, test } from 'vitest'
import { runningCounts } from '../../src/service/model/lists/list.ts'
import { addMember, changeMember } from '../../src/service/rules/members/change.ts'
import { forgetMember } from '../../src/service/rules/members/save.ts'
import { type MemberRow, memberDiff, type MemberEventType } from '../../src/service/model/members/member.ts'
import { transact, type DomainEvent } from '../../src/kernel/world/tx.ts'
import { ADA, AT_START, FROM, LATER, type From, withMember } from './member-world.ts'

describe('the member counts of the list', () => {
  const counted = async (steps: (world: Awaited<ReturnType<typeof withMember>>) => Promise<void>, from: From = 'none') => {
    const world = await withMember(from)
    await steps(world)
    return world.plant((tx) => runningCounts(tx, world.list))
  }

  test.each(Object.keys(FROM).filter((from) => from !== 'none') as From[])(
    'the member counts of a list count a member who is %s from the start',
    async (from) => {
      const counts = await counted(async () => {}, from)
      const status = FROM[from]?.status ?? 'subscribed'
      const { subscribed, unsubscribed, cleaned, pending, transactional, archived } = counts
      expect({ subscribed, unsubscribed, cleaned, pending, transactional, archived }).toEqual({
        subscribed: 0,
        unsubscribed: 0,
        cleaned: 0,
        pending: 0,
        transactional: 0,
        archived: 0,
        [status]: 1,
      })
    },
  )

  test('the member counts of a list follow a member through all statuses', async () => {
    const counts = await counted(async ({ call, path, ada }) => {
      await call(`POST ${path}`, { email_address: ADA, status: 'pending' })
      for (const status of ['subscribed', 'transactional', 'subscribed', 'unsubscribed']) await call(`PATCH ${ada}`, { status })
      await call(`DELETE ${ada}`)
    })
    expect(counts).toMatchObject({ subscribed: 0, pending: 0, transactional: 0, unsubscribed: 0, archived: 1 })
    expect(counts).toMatchObject({ subscribed_since_send: 2, unsubscribed_since_send: 1, cleaned_since_send: 0 })
  })

  test('the member counts of a list include the times of the last subscribe and unsubscribe', async () => {
    const { call, pass, list, path, ada } = await withMember('none')
    await call(`POST ${path}`, { email_address: ADA, status: 'subscribed' })
    await pass('PT5M')
    await call(`PATCH ${ada}`, { status: 'unsubscribed' })
    const { body } = await call(`GET /3.0/lists/${list.id}`)
    expect(body.stats).toMatchObject({ member_count: 0, unsubscribe_count: 1, last_sub_date: AT_START, last_unsub_date: LATER })
  })

  test('the member counts of a list drop a permanently deleted member', async () => {
    const counts = await counted(async ({ call, ada }) => void (await call(`POST ${ada}/actions/delete-permanent`)), 'subscribed')
    expect(counts).toMatchObject({ subscribed: 0, archived: 0, unsubscribed: 0 })
  })
})

describe('the events of a member change', () => {
  const row = (fields: Partial<MemberRow>): MemberRow => ({
    ...({
      merge_fields: {},
      interests: [],
      language: '',
      email_type: 'html',
      hash: 'a',
      status: 'subscribed',
    } as unknown as MemberRow),
    ...fields,
  })
  const member = row({})
  const gone = row({ status: 'unsubscribed' })

  const table: [string, MemberRow | undefined, MemberRow | undefined, MemberEventType[]][] = [
    ['a new subscription', undefined, member, ['subscribe']],
    ['a new member who is pending', undefined, row({ status: 'pending' }), []],
    ['a new member who is unsubscribed', undefined, gone, []],
    ['a confirmation by a pending member', row({ status: 'pending' }), member, ['subscribe']],
    ['a resubscription', gone, member, ['subscribe']],
    ['an unsubscription', member, gone, ['unsubscribe']],
    ['an archived subscriber', member, row({ status: 'archived' }), ['unsubscribe']],
    ['an archived member who had unsubscribed', gone, row({ status: 'archived' }), []],
    ['a permanently deleted subscriber', member, undefined, ['unsubscribe']],
    ['a permanently deleted member who had unsubscribed', gone, undefined, []],
    ['a restored archived member', row({ status: 'archived' }), member, ['subscribe']],
    ['a permanently deleted archived member', row({ status: 'archived' }), undefined, []],
    ['a subscriber who becomes transactional', member, row({ status: 'transactional' }), []],
    ['a request for confirmation', member, row({ status: 'pending' }), []],
    ['a bounce', member, row({ status: 'cleaned' }), ['cleaned']],
    ['changed merge fields', member, row({ merge_fields: { FNAME: 'Ada' } }), ['profile']],
    ['changed interests', member, row({ interests: ['a'] }), ['profile']],
    ['a changed language', member, row({ language: 'fr' }), ['profile']],
    ['a changed email type', member, row({ email_type: 'text' }), ['profile']],
    ['a change that is not part of the profile', member, row({ vip: true }), []],
    ['changed merge fields of an unsubscribed member', gone, row({ status: 'unsubscribed', merge_fields: { FNAME: 'Ada' } }), []],
    ['a changed address', member, row({ hash: 'b' }), ['upemail', 'profile']],
    ['a changed address of an unsubscribed member', gone, row({ status: 'unsubscribed', hash: 'b' }), ['upemail']],
    ['a changed address with a resubscription', gone, row({ hash: 'b' }), ['upemail', 'subscribe']],
    ['a changed address and language', member, row({ hash: 'b', language: 'fr' }), ['upemail', 'profile']],
  ]
  test.each(table)('the events of a member change are correct for %s', (_, before, after, expected) =>
    expect(memberDiff(before, after)).toEqual(expected),
  )

  test('a member change is announced once per write, and not for a no-op', async () => {
    const { handle, list } = await withMember('none')
    const events: DomainEvent[] = []
    const by = { ip: '203.0.113.9', source: 'api' } as const
    const rules = { strict: true }
    transact(handle().world, { react: (_, event) => void events.push(event), jobs: {} }, (tx) => {
      const added = addMember(tx, list, { email_address: ADA, status: 'subscribed' }, by, rules)
      const named = changeMember(tx, list, added, { merge_fields: { FNAME: 'Ada' } }, by, rules)
      changeMember(tx, list, named, { merge_fields: { FNAME: 'Ada' }, status: 'subscribed' }, by, rules)
      forgetMember(tx, list, named, by)
    })
    expect(events).toMatchObject([
      { type: 'member.changed', diff: ['subscribe'], by: { source: 'api' } },
      { type: 'member.changed', diff: ['profile'] },
      { type: 'member.changed', diff: ['unsubscribe'] },
      { type: 'member.deleted' },
    ])
  })
})
