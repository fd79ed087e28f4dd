import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/resources/lists/make.ts'
import { mock } from '../mock.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('problem objects', () => {
  test('an unknown path is one whose instance is the request id', async () => {
    const { status, headers, body } = await mock().call('GET /3.0/nowhere')
    expect(status).toBe(404)
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(body).toMatchObject({ type: 'http://maildouble.test/docs/errors', title: 'Resource Not Found', status: 404 })
    expect(body.instance).toMatch(UUID)
    expect(headers.get('x-request-id')).toBe(body.instance)
    expect(headers.get('link')).toBe(
      '<http://maildouble.test/schema/3.0/Definitions/ProblemDetailDocument.json>; rel="describedBy"',
    )
  })

  test('everything outside of /3.0 is unknown', async () => {
    for (const path of ['/', '/2.0/lists', '/3.0x', '/lists']) {
      expect((await mock().call(`GET ${path}`)).body).toMatchObject({ status: 404, title: 'Resource Not Found' })
    }
  })

  test('an unknown path is unknown to everybody: 404 comes before 401', async () => {
    expect((await mock().call('GET /3.0/nowhere', undefined, { anonymous: true })).status).toBe(404)
  })

  test('a known path with another method is a 405 that says what is allowed', async () => {
    const { status, headers, body } = await mock().call('PUT /3.0/lists')
    expect({ status, title: body.title }).toEqual({ status: 405, title: 'Method Not Allowed' })
    expect(headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
  })

  test('more than eight segments are nested too deep', async () => {
    expect((await mock().call('GET /3.0/1/2/3/4/5/6/7/8/9')).body).toMatchObject({
      status: 414,
      title: 'Resource Nesting Too Deep',
    })
    expect((await mock().call('GET /3.0/1/2/3/4/5/6/7/8')).status).toBe(404)
  })
})

describe('successes', () => {
  test('carry a request id, a content type and a link to their schema', async () => {
    const { headers } = await mock().call('GET /3.0/lists')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-request-id')).toMatch(UUID)
    expect(headers.get('link')).toBe('<http://maildouble.test/schema/3.0/Lists/Collection.json>; rel="describedBy"')
  })

  test('without a body keep the content type and have no link', async () => {
    const { call, plant } = mock()
    const list = await plant((tx) => makeList(tx, { name: 'Gone soon' }))
    const { status, headers, text } = await call(`DELETE /3.0/lists/${list.id}`)
    expect({ status, text, link: headers.get('link') }).toEqual({ status: 204, text: '', link: null })
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-request-id')).toMatch(UUID)
  })

  test('the schema that a link names can be read, and describes the answer', async () => {
    const { call } = mock()
    const schema = await call('GET /schema/3.0/Lists/Collection.json', undefined, { anonymous: true })
    expect(schema.status).toBe(200)
    expect(schema.body.$ref).toBe('#/$defs/ListCollection')
    expect(schema.body.$defs.ListCollection.required).toContain('total_items')
    expect(Object.keys(schema.body.$defs)).toContain('List')
    expect((await call('GET /schema/3.0/Definitions/Lists/POST.json')).body.$ref).toBe('#/$defs/CreateList')
    expect((await call('GET /schema/3.0/Definitions/ProblemDetailDocument.json')).status).toBe(200)
    expect((await call('GET /schema/3.0/Nothing/Instance.json')).status).toBe(404)
  })
})

describe('methods', () => {
  test('HEAD is GET without the body', async () => {
    const { status, text, headers } = await mock().call('HEAD /3.0/lists')
    expect({ status, text }).toEqual({ status: 200, text: '' })
    expect(headers.get('link')).toContain('Collection.json')
  })

  test('OPTIONS tells what is allowed', async () => {
    const { status, headers } = await mock().call('OPTIONS /3.0/lists')
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 204, allow: 'GET, POST, HEAD, OPTIONS' })
  })

  test('a POST stands for another method when it says so', async () => {
    const { call, plant } = mock()
    const list = await plant((tx) => makeList(tx, { name: 'Before' }))
    const { body } = await call(
      `POST /3.0/lists/${list.id}`,
      { name: 'After' },
      { headers: { 'x-http-method-override': 'PATCH' } },
    )
    expect(body.name).toBe('After')
    expect((await call('GET /3.0/lists', undefined, { headers: { 'x-http-method-override': 'PATCH' } })).body).toMatchObject({
      status: 422,
      title: 'Invalid Method Override',
    })
  })

  test('one slash at the end of a path is ignored', async () => {
    const { call } = mock()
    expect((await call('GET /3.0/lists/')).status).toBe(200)
    expect((await call('GET /3.0')).body.account_id).toBe((await call('GET /3.0/')).body.account_id)
    expect((await call('GET /3.0/lists//')).status).toBe(404)
  })
})

describe('X-Trigger-Error', () => {
  test('answers the error it names, before any credential is looked at', async () => {
    const { call } = mock()
    const options = { headers: { 'x-trigger-error': 'ComplianceRelated' }, anonymous: true }
    expect((await call('GET /3.0/lists', undefined, options)).body).toMatchObject({ status: 503, title: 'Compliance Related' })
    expect((await call('GET /3.0/lists', undefined, { headers: { 'x-trigger-error': 'InternalServerError' } })).body.status).toBe(
      500,
    )
  })

  test('with an unknown word is ignored', async () => {
    for (const word of ['Nonsense', 'toString', '__proto__', '']) {
      expect((await mock().call('GET /3.0/lists', undefined, { headers: { 'x-trigger-error': word } })).status).toBe(200)
    }
  })
})

describe('partial answers', () => {
  const named = async (query: string) => {
    const { call, plant } = mock()
    await plant((tx) => makeList(tx, { id: 'aaaaaaaaaa', name: 'A' }))
    await plant((tx) => makeList(tx, { id: 'bbbbbbbbbb', name: 'B' }))
    return (await call(`GET /3.0/lists?${query}`)).body
  }

  test('fields keeps what is named, by dots from the top, in each element of an array', async () => {
    expect(await named('fields=lists.id,lists.contact.country,total_items')).toEqual({
      lists: [
        { id: 'aaaaaaaaaa', contact: { country: 'US' } },
        { id: 'bbbbbbbbbb', contact: { country: 'US' } },
      ],
      total_items: 2,
    })
  })

  test('asking for an object keeps all of it', async () => {
    const { lists } = await named('fields=lists.stats')
    expect(Object.keys(lists[0])).toEqual(['stats'])
    expect(lists[0].stats.member_count).toBe(0)
  })

  test('links are dropped unless they are asked for', async () => {
    expect(await named('fields=total_items')).toEqual({ total_items: 2 })
    expect(Object.keys(await named('fields=_links'))).toEqual(['_links'])
  })

  test('exclude_fields drops what is named', async () => {
    const body = await named('exclude_fields=lists.stats,lists._links,_links')
    expect(Object.keys(body)).toEqual(['lists', 'total_items', 'constraints'])
    expect(body.lists[0].name).toBe('A')
    expect(body.lists[0].stats).toBeUndefined()
  })

  test('unknown names are ignored, whatever they are', async () => {
    expect(await named('fields=nothing,__proto__,constructor.name')).toEqual({})
  })

  test('an empty list of names is as if it were absent', async () => {
    expect((await named('fields=')).total_items).toBe(2)
  })

  test('both at once contradict each other', async () => {
    expect(await named('fields=lists&exclude_fields=total_items')).toMatchObject({ status: 400, title: 'Bad Request' })
  })
})

describe('count and offset', () => {
  const page = async (query: string) => {
    const { call, plant } = mock()
    await plant((tx) => ['a', 'b', 'c'].forEach((name) => makeList(tx, { name })))
    const { body } = await call(`GET /3.0/lists?fields=lists.name,total_items,errors,status,title&${query}`)
    return body
  }
  const names = async (query: string) => (await page(query)).lists.map((list: { name: string }) => list.name).join('')

  test('take a stretch of the whole', async () => {
    expect(await names('count=2')).toBe('ab')
    expect(await names('count=2&offset=2')).toBe('c')
    expect(await names('count=0')).toBe('')
    expect(await names('')).toBe('abc')
    expect(await page('offset=7')).toEqual({ lists: [], total_items: 3 })
  })

  test('a count above a thousand is treated as a thousand', async () => {
    expect(await names('count=100000')).toBe('abc')
  })

  test('of a parameter that comes twice the last counts, and unknown ones are ignored', async () => {
    expect(await names('count=1&count=2&wind=north')).toBe('ab')
  })

  test.each(['-1', 'ten', '1.5', '1e3', 'NaN', '0x10'])('count=%s is refused with the field', async (count) => {
    expect(await page(`count=${count}`)).toMatchObject({ status: 400, title: 'Invalid Resource', errors: [{ field: 'count' }] })
  })
})
