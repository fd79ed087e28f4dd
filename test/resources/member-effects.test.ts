import { describe, expect, test } from 'vitest'
import { runningCounts } from '../../src/resources/lists/stats.ts'
import { addMember, changeMember } from '../../src/resources/members/change.ts'
import { forgetMember } from '../../src/resources/members/forget.ts'
import type { MemberRow } from '../../src/resources/members/member.ts'
import { memberDiff, type MemberEventType } from '../../src/resources/members/member-diff.ts'
import { transact, type WorldEvent } from '../../src/world/tx.ts'
import { ADA, AT_START, FROM, LATER, type From, withMember } from './member-world.ts'

describe('the counts of the list', () => {
  const counted = async (steps: (world: Awaited<ReturnType<typeof withMember>>) => Promise<void>, from: From = 'none') => {
    const world = await withMember(from)
    await steps(world)
    return world.plant((tx) => runningCounts(tx, world.list))
  }

  test.each(Object.keys(FROM).filter((from) => from !== 'none') as From[])(
    'count a member who is %s from the start',
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

  test('follow a member through all its states', async () => {
    const counts = await counted(async ({ call, path, ada }) => {
      await call(`POST ${path}`, { email_address: ADA, status: 'pending' })
      for (const status of ['subscribed', 'transactional', 'subscribed', 'unsubscribed']) await call(`PATCH ${ada}`, { status })
      await call(`DELETE ${ada}`)
    })
    expect(counts).toMatchObject({ subscribed: 0, pending: 0, transactional: 0, unsubscribed: 0, archived: 1 })
    expect(counts).toMatchObject({ subscribed_since_send: 2, unsubscribed_since_send: 1, cleaned_since_send: 0 })
  })

  test('know when somebody last came and last left', async () => {
    const { call, pass, list, path, ada } = await withMember('none')
    await call(`POST ${path}`, { email_address: ADA, status: 'subscribed' })
    await pass('PT5M')
    await call(`PATCH ${ada}`, { status: 'unsubscribed' })
    const { body } = await call(`GET /3.0/lists/${list.id}`)
    expect(body.stats).toMatchObject({ member_count: 0, unsubscribe_count: 1, last_sub_date: AT_START, last_unsub_date: LATER })
  })

  test('forget a member who is deleted for good', async () => {
    const counts = await counted(async ({ call, ada }) => void (await call(`POST ${ada}/actions/delete-permanent`)), 'subscribed')
    expect(counts).toMatchObject({ subscribed: 0, archived: 0, unsubscribed: 0 })
  })
})

describe('what others are told', () => {
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
    ['a confirmation', row({ status: 'pending' }), member, ['subscribe']],
    ['a return', gone, member, ['subscribe']],
    ['an unsubscription', member, gone, ['unsubscribe']],
    ['an archived subscriber', member, row({ status: 'archived' }), ['unsubscribe']],
    ['an archived member who had left', gone, row({ status: 'archived' }), []],
    ['a subscriber deleted for good', member, undefined, ['unsubscribe']],
    ['another member deleted for good', gone, undefined, []],
    ['a return from the archive', row({ status: 'archived' }), member, ['subscribe']],
    ['an archived member deleted for good', row({ status: 'archived' }), undefined, []],
    ['a subscriber who becomes transactional', member, row({ status: 'transactional' }), []],
    ['a request for confirmation', member, row({ status: 'pending' }), []],
    ['a bounce', member, row({ status: 'cleaned' }), ['cleaned']],
    ['other merge fields', member, row({ merge_fields: { FNAME: 'Ada' } }), ['profile']],
    ['other interests', member, row({ interests: ['a'] }), ['profile']],
    ['another language', member, row({ language: 'fr' }), ['profile']],
    ['another form of email', member, row({ email_type: 'text' }), ['profile']],
    ['a change that no profile shows', member, row({ vip: true }), []],
    ['other merge fields of one who left', gone, row({ status: 'unsubscribed', merge_fields: { FNAME: 'Ada' } }), []],
    ['another address', member, row({ hash: 'b' }), ['upemail', 'profile']],
    ['another address of one who left', gone, row({ status: 'unsubscribed', hash: 'b' }), ['upemail']],
    ['another address and a return', gone, row({ hash: 'b' }), ['upemail', 'subscribe']],
    ['another address and name', member, row({ hash: 'b', language: 'fr' }), ['upemail', 'profile']],
  ]
  test.each(table)('%s', (_, before, after, expected) => expect(memberDiff(before, after)).toEqual(expected))

  test('comes once with each write, and not at all when nothing changed', async () => {
    const { handle, list } = await withMember('none')
    const heard: WorldEvent[] = []
    const by = { ip: '203.0.113.9', source: 'api' } as const
    const rules = { strict: true }
    transact(handle().world, { react: (_, event) => void heard.push(event), jobs: {} }, (tx) => {
      const added = addMember(tx, list, { email_address: ADA, status: 'subscribed' }, by, rules)
      const named = changeMember(tx, list, added, { merge_fields: { FNAME: 'Ada' } }, by, rules)
      changeMember(tx, list, named, { merge_fields: { FNAME: 'Ada' }, status: 'subscribed' }, by, rules)
      forgetMember(tx, list, named, by)
    })
    expect(heard).toMatchObject([
      { type: 'member.changed', diff: ['subscribe'], by: { source: 'api' } },
      { type: 'member.changed', diff: ['profile'] },
      { type: 'member.changed', diff: ['unsubscribe'] },
      { type: 'member.deleted' },
    ])
  })
})
