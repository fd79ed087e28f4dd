import { describe, expect, test } from 'vitest'
import { mock } from '../mock.ts'

const BASE = 'http://maildouble.test/3.0'
const schema = (name: string) => `http://maildouble.test/schema/3.0/Definitions/${name}.json`

describe('getActivityFeed', () => {
  test('getActivityFeed returns a bare array of links', async () => {
    const { call } = mock()
    const { body, headers } = await call('GET /3.0/activity-feed')
    expect(body).toEqual([
      { rel: 'self', href: `${BASE}/activity-feed`, method: 'GET', targetSchema: schema('ActivityFeed/Namespace') },
      { rel: 'parent', href: `${BASE}/`, method: 'GET', targetSchema: schema('Root/Response') },
      {
        rel: 'service-chatter',
        href: `${BASE}/activity-feed/service-chatter`,
        method: 'GET',
        targetSchema: schema('ActivityFeed/ServiceChatter/CollectionResponse'),
      },
    ])
    expect(headers.get('link')).toBe('<http://maildouble.test/schema/3.0/ActivityFeed/Instance.json>; rel="describedBy"')
  })

  test('getActivityFeed ignores fields and exclude_fields', async () => {
    const { call } = mock()
    expect((await call('GET /3.0/activity-feed?fields=rel&exclude_fields=href')).body).toHaveLength(3)
  })

  test('getActivityFeed is described by an array schema and supports HEAD', async () => {
    const { call } = mock()
    const { body } = await call('GET /schema/3.0/ActivityFeed/Instance.json')
    expect(body).toMatchObject({ $ref: '#/$defs/ActivityFeed', $defs: { ActivityFeed: { type: 'array' } } })
    const { status, text } = await call('HEAD /3.0/activity-feed')
    expect({ status, text }).toEqual({ status: 200, text: '' })
  })

  test('getActivityFeed links to the base URL of the requested world', async () => {
    const { call } = mock()
    await call('POST /_control/fork', { id: 'fork', api_key: 'fork-dc1' })
    const { body } = await call('GET /3.0/activity-feed', undefined, { headers: { authorization: 'Bearer fork-dc1' } })
    expect(body[0].href).toBe('http://maildouble.test/_worlds/fork/3.0/activity-feed')
  })
})

describe('getReporting', () => {
  test('the root of reporting contains only links', async () => {
    const { call } = mock()
    const { body } = await call('GET /3.0/reporting')
    expect(Object.keys(body)).toEqual(['_links'])
  })
})
