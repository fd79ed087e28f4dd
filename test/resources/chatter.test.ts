import { describe, expect, test } from 'vitest'
import { addChatter } from '../../src/service/rules/feeds/chatter.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { saveMember } from '../../src/service/rules/members/save.ts'
import { mock, type Body } from '../mock.ts'

const CHATTER = '/3.0/activity-feed/service-chatter'

/** A world with a list that has Ada. */
async function listed() {
  const double = mock()
  const { list, ada } = await double.plant((tx) => {
    const made = makeList(tx, { name: 'News' })
    return { list: made, ada: makeMember(tx, made, { email_address: 'ada@acme.test' }) }
  })
  const path = `/3.0/lists/${list.id}`
  const records = async () => (await double.call(`GET ${CHATTER}?count=1000`)).body.service_chatter
  const summary = async () => (await records()).map(({ type, message }: Body) => `${type} ${message}`)
  return { ...double, list, ada, path, adaPath: `${path}/members/${ada.hash}`, records, summary }
}

describe('getChatter', () => {
  test('the chatter of a new world is empty', async () => {
    const { call } = mock()
    const { body } = await call(`GET ${CHATTER}`)
    expect(body).toMatchObject({ service_chatter: [], total_items: 0 })
    expect(body._links[1].href).toBe('http://maildouble.test/3.0/activity-feed')
  })

  test('the chatter reports a new subscriber', async () => {
    const { call, path, list, records } = await listed()
    const { body: bob } = await call(`POST ${path}/members`, { email_address: 'bob@acme.test', status: 'subscribed' })
    expect(await records()).toEqual([
      {
        title: '1 new subscriber',
        message: 'bob@acme.test subscribed to News.',
        type: 'lists:new-subscriber',
        update_time: '2026-01-15T09:00:00+00:00',
        url: `http://maildouble.test/lists/members/view?id=${bob.web_id}`,
        list_id: list.id,
        campaign_id: '',
      },
    ])
  })

  test('the chatter reports resubscribed and unsubscribed members', async () => {
    const { call, adaPath, summary } = await listed()
    await call(`PATCH ${adaPath}`, { status: 'unsubscribed' })
    await call(`PATCH ${adaPath}`, { status: 'subscribed' })
    await call(`DELETE ${adaPath}`)
    expect(await summary()).toEqual([
      'lists:unsubscribes ada@acme.test unsubscribed from News.',
      'lists:new-subscriber ada@acme.test subscribed to News.',
      'lists:unsubscribes ada@acme.test unsubscribed from News.',
    ])
  })

  test('the chatter links to the list if the subscriber was permanently deleted', async () => {
    const { call, adaPath, records, list } = await listed()
    await call(`POST ${adaPath}/actions/delete-permanent`)
    expect(await records()).toMatchObject([
      { type: 'lists:unsubscribes', url: `http://maildouble.test/lists/members?id=${list.web_id}` },
    ])
  })

  test('the chatter reports a changed profile once, even if the address changed with it', async () => {
    const { call, adaPath, summary } = await listed()
    await call(`PATCH ${adaPath}`, { merge_fields: { FNAME: 'Ada' } })
    await call(`PATCH ${adaPath}`, { merge_fields: { FNAME: 'Augusta' }, email_address: 'augusta@acme.test' })
    expect(await summary()).toEqual([
      'lists:profile-updates augusta@acme.test has a new profile on News.',
      'lists:profile-updates ada@acme.test has a new profile on News.',
    ])
  })

  test('the chatter does not report no-op updates, tags, or changes of members that are not subscribed', async () => {
    const { call, adaPath, path, records } = await listed()
    await call(`PATCH ${adaPath}`, {})
    await call(`POST ${adaPath}/tags`, { tags: [{ name: 'vip', status: 'active' }] })
    await call(`POST ${path}/members`, { email_address: 'bob@acme.test', status: 'pending' })
    await call(`POST ${path}/members`, { email_address: 'cyd@acme.test', status: 'transactional' })
    await call(`PATCH ${adaPath}`, { status: 'cleaned' })
    expect(await records()).toEqual([])
  })

  test('the chatter does not report silent changes', async () => {
    const { plant, list, ada, records } = await listed()
    await plant((tx) => saveMember(tx, list, ada, {}, { ip: '', source: 'api', quiet: true }, 'unsubscribe'))
    expect(await records()).toEqual([])
  })

  test('the chatter reports a batch subscribe in one record with the numbers of added and changed members', async () => {
    const { call, path, records, list } = await listed()
    const members = [
      { email_address: 'ada@acme.test', status: 'subscribed', merge_fields: { FNAME: 'Ada' } },
      { email_address: 'bob@acme.test', status: 'subscribed' },
      { email_address: 'cyd@acme.test', status: 'unsubscribed' },
      { email_address: 'nonsense', status: 'subscribed' },
    ]
    await call(`POST ${path}`, { members, update_existing: true })
    expect(await records()).toEqual([
      {
        title: '3 contacts imported',
        message: '2 added to News and 1 updated.',
        type: 'lists:imports',
        update_time: '2026-01-15T09:00:00+00:00',
        url: `http://maildouble.test/lists/members?id=${list.web_id}`,
        list_id: list.id,
        campaign_id: '',
      },
    ])
    await call(`POST ${path}`, { members, update_existing: true })
    expect(await records()).toHaveLength(1)
  })

  test('the chatter does not report a batch subscribe without effect', async () => {
    const { call, path, records } = await listed()
    await call(`POST ${path}`, { members: [{ email_address: 'ada@acme.test', status: 'subscribed' }] })
    expect(await records()).toEqual([])
  })

  test('the chatter keeps its records when their list is deleted', async () => {
    const { call, path, records } = await listed()
    await call(`POST ${path}/members`, { email_address: 'bob@acme.test', status: 'subscribed' })
    await call(`DELETE ${path}`)
    expect(await records()).toHaveLength(1)
  })

  test('getChatter lists the records, newest first', async () => {
    const { call, plant } = mock()
    await plant((tx) => {
      const records = { type: 'lists:imports', message: 'x' } as const
      addChatter(tx, { ...records, title: 'now', campaign_id: 'aaaaaaaaaa' })
      addChatter(tx, { ...records, title: 'long ago', update_time: tx.now - 86_400 })
      addChatter(tx, { ...records, title: 'now as well', url: '/reports/summary?id=7' })
    })
    expect((await call(`GET ${CHATTER}`)).body).toMatchObject({
      service_chatter: [
        { title: 'now as well', url: 'http://maildouble.test/reports/summary?id=7' },
        { title: 'now', url: 'http://maildouble.test/activity-feed' },
        { title: 'long ago', update_time: '2026-01-14T09:00:00+00:00' },
      ],
      total_items: 3,
    })
  })

  test('the chatter keeps at most two hundred records, evicting the oldest', async () => {
    const { call, plant } = mock()
    await plant((tx) => {
      for (let i = 1; i <= 203; i++)
        addChatter(tx, { type: 'lists:imports', title: `${i}`, message: '', update_time: tx.now + i })
    })
    const { body } = await call(`GET ${CHATTER}?count=1000`)
    expect(body.total_items).toBe(200)
    expect([body.service_chatter[0].title, body.service_chatter.at(-1).title]).toEqual(['203', '4'])
  })
})
