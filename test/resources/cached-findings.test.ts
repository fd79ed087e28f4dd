import { describe, expect, test } from 'vitest'
import { makeMember, NOWHERE } from '../../src/service/rules/members/make.ts'
import { mock, type Body } from '../mock.ts'
import { withList } from './member-world.ts'
import { withReaders } from './campaign-world.ts'

/** A world of readers and a fork of it; the two share every row until one of them writes. */
async function withFork() {
  const world = await withReaders()
  const { call, list } = world
  const trigger = (where: string, fields: object) => call(`POST /_control${where}/triggers`, { list_id: list.id, ...fields })
  const fork = () => call('POST /_control/fork', { id: 'fork' })
  /** The responses of the fork and the original to the same call. */
  const both = async (path: string, read: (body: Body) => unknown) => [
    read((await call(`GET /_worlds/fork/3.0${path}`)).body),
    read((await call(`GET /3.0${path}`)).body),
  ]
  return { ...world, fork, both, trigger }
}

const total = ({ total_items }: Body): unknown => total_items

describe('a cached read is not reused for another world', () => {
  test('a cached read of members since the last campaign is not reused for a world with another last campaign and the same members', async () => {
    const { fork, both, trigger, list } = await withFork()
    await fork()
    const path = `/lists/${list.id}/members?since_last_campaign=true&status=subscribed`
    expect(await both(path, total)).toEqual([3, 3])
    await trigger('/worlds/fork', { trigger: 'campaign.send', subject_line: 'News' })
    expect(await both(path, total)).toEqual([0, 3])
  })

  test('a cached read of segments by campaigns is not reused for a world with other campaigns and the same members', async () => {
    const { fork, both, trigger, list, call } = await withFork()
    const conditions = [{ condition_type: 'Aim', field: 'aim', op: 'sent', value: 'any' }]
    const { body } = await call(`POST /3.0/lists/${list.id}/segments`, { name: 'Sent', options: { match: 'all', conditions } })
    await fork()
    const path = `/lists/${list.id}/segments/${body.id}`
    const count = ({ member_count }: Body): unknown => member_count
    expect(await both(path, count)).toEqual([0, 0])
    await trigger('/worlds/fork', { trigger: 'campaign.send', subject_line: 'News' })
    expect(await both(path, count)).toEqual([3, 0])
    expect(await both(`${path}/members`, total)).toEqual([3, 0])
  })

  test('a cached read of segments by purchases is not reused for a world with other orders or another setting of them', async () => {
    const { fork, both, list, call } = await withFork()
    await call('POST /3.0/ecommerce/stores', { id: 'shop', list_id: list.id, name: 'Shop', currency_code: 'USD' })
    const hat = { id: 'hat', title: 'Hat', variants: [{ id: 'hat-blue', title: 'Blue' }] }
    await call('POST /3.0/ecommerce/stores/shop/products', hat)
    const conditions = [{ condition_type: 'EcommPurchased', field: 'ecomm_purchased', op: 'member' }]
    const { body } = await call(`POST /3.0/lists/${list.id}/segments`, { name: 'Buyers', options: { match: 'all', conditions } })
    await fork()
    const lines = [{ id: '1', product_id: 'hat', product_variant_id: 'hat-blue', quantity: 1, price: 10 }]
    const order = (where: string, name: string) => {
      const customer = { id: name, email_address: `${name}@acme.test` }
      const fields = { id: `o-${name}`, customer, currency_code: 'USD', order_total: 10, lines }
      return call(`POST ${where}/3.0/ecommerce/stores/shop/orders`, fields)
    }
    const path = `/lists/${list.id}/segments/${body.id}`
    const counts = async () => [
      await both(path, ({ member_count }: Body): unknown => member_count),
      await both(`${path}/members`, total),
    ]
    const same = (of: readonly number[]) => [of, of]
    expect(await counts()).toEqual(same([0, 0]))
    await order('/_worlds/fork', 'ada')
    expect(await counts()).toEqual(same([1, 0]))
    await order('', 'bob')
    await order('', 'cy')
    expect(await counts()).toEqual(same([1, 2]))
    await call('PATCH /_control/worlds/fork/settings', { commerce: { counts: 'paid' } })
    expect(await counts()).toEqual(same([0, 2]))
    await call('DELETE /3.0/ecommerce/stores/shop')
    expect(await counts()).toEqual(same([0, 0]))
  })

  test('a cached read of members by interests is not reused for a world in which an interest was deleted', async () => {
    const { fork, both, list, call, path } = await withFork()
    const categories = `/lists/${list.id}/interest-categories`
    const category = (await call(`POST /3.0${categories}`, { title: 'Topics', type: 'checkboxes' })).body.id
    const interest = (await call(`POST /3.0${categories}/${category}/interests`, { name: 'Garden' })).body.id
    await call(`PATCH ${path}/ada@acme.test`, { interests: { [interest]: true } })
    await fork()
    const query = `interest_category_id=${category}&interest_ids=${interest}&interest_match=any`
    expect(await both(`/lists/${list.id}/members?${query}`, total)).toEqual([1, 1])
    await call(`DELETE /_worlds/fork/3.0${categories}/${category}/interests/${interest}`)
    expect(await both(`/lists/${list.id}/members?${query}`, total)).toEqual([0, 1])
  })

  test('cached reports are not reused for another world, even if neither has any activity', async () => {
    const zones = async (gmtoff: number) => {
      const { call, plant, send, list, path } = await withReaders()
      await call(`DELETE ${path}/cy@acme.test`)
      await plant((tx) => makeMember(tx, list, { email_address: 'far@acme.test', location: { ...NOWHERE, gmtoff } }))
      const { id } = await send({ id: 'c000000001', timewarp: true })
      return (await call(`GET /3.0/reports/${id}`)).body.timewarp.map(({ gmt_offset }: Body) => gmt_offset)
    }
    expect([await zones(-8), await zones(9)]).toEqual([
      [-8, 0],
      [0, 9],
    ])
  })

  test('cached searches and scans are not reused for other worlds and lists, even without any members', async () => {
    const [one, two] = [await withList(), mock()]
    const other = (await one.call('POST /3.0/lists', NEW_LIST)).body.id
    const scan = (id: string) => `GET /3.0/lists/${id}/members?vip_only=true&email_type=html`
    expect((await one.call(scan(one.list.id))).body.total_items).toBe(0)
    expect((await one.call('GET /3.0/search-members?query=ada')).body.exact_matches.total_items).toBe(0)
    await one.add('ada@acme.test', { vip: true })
    expect((await one.call(scan(one.list.id))).body).toMatchObject({ list_id: one.list.id, total_items: 1 })
    expect((await one.call(scan(other))).body).toMatchObject({ list_id: other, total_items: 0 })
    expect((await one.call('GET /3.0/search-members?query=ada')).body.full_search.total_items).toBe(1)
    expect((await two.call('GET /3.0/search-members?query=ada')).body.full_search.total_items).toBe(0)
  })
})

const NEW_LIST = {
  name: 'Other',
  permission_reminder: 'You signed up.',
  email_type_option: true,
  contact: { company: 'Acme', address1: '1 High St', city: 'London', country: 'GB' },
  campaign_defaults: { from_name: 'Acme', from_email: 'a@acme.test', subject: '', language: 'en' },
}
