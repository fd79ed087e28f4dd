import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { mock } from '../mock.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('problem objects', () => {
  test('problem objects have the request id as their instance', async () => {
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

  test('every path outside of /3.0 is answered with a problem object with 404', async () => {
    for (const path of ['/', '/2.0/lists', '/3.0x', '/lists']) {
      expect((await mock().call(`GET ${path}`)).body).toMatchObject({ status: 404, title: 'Resource Not Found' })
    }
  })

  test('an unknown path without credentials is answered with 404, which takes precedence over 401', async () => {
    expect((await mock().call('GET /3.0/nowhere', undefined, { anonymous: true })).status).toBe(404)
  })

  test('an unsupported method is answered with 405 and the allowed methods', async () => {
    const { status, headers, body } = await mock().call('PUT /3.0/lists')
    expect({ status, title: body.title }).toEqual({ status: 405, title: 'Method Not Allowed' })
    expect(headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
  })

  test('a path of more than eight segments is answered with 414', async () => {
    expect((await mock().call('GET /3.0/1/2/3/4/5/6/7/8/9')).body).toMatchObject({
      status: 414,
      title: 'Resource Nesting Too Deep',
    })
    expect((await mock().call('GET /3.0/1/2/3/4/5/6/7/8')).status).toBe(404)
  })
})

test('successful responses have a request id, a content type and a link to their schema', async () => {
  const { headers } = await mock().call('GET /3.0/lists')
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('x-request-id')).toMatch(UUID)
  expect(headers.get('link')).toBe('<http://maildouble.test/schema/3.0/Lists/Collection.json>; rel="describedBy"')
})

test('successful responses without a body keep the content type and have no link', async () => {
  const { call, plant } = mock()
  const list = await plant((tx) => makeList(tx, { name: 'Gone soon' }))
  const { status, headers, text } = await call(`DELETE /3.0/lists/${list.id}`)
  expect({ status, text, link: headers.get('link') }).toEqual({ status: 204, text: '', link: null })
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('x-request-id')).toMatch(UUID)
})

test('successful responses link to a schema that describes them and can be read', async () => {
  const { call } = mock()
  const schema = await call('GET /schema/3.0/Lists/Collection.json', undefined, { anonymous: true })
  expect(schema.status).toBe(200)
  expect(schema.body.$ref).toBe('#/$defs/ListCollection')
  expect(schema.body.$defs.ListCollection.required).toContain('total_items')
  expect(Object.keys(schema.body.$defs)).toContain('List')
  expect((await call('GET /schema/3.0/Definitions/Lists/POST.json')).body.$ref).toBe('#/$defs/CreateList')
  expect((await call('GET /schema/3.0/Definitions/ProblemDetailDocument.json')).status).toBe(200)
  expect((await call('HEAD /schema/3.0/Lists/Instance.json')).status).toBe(200)
  expect(schema.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect((await call('GET /schema/3.0/Nothing/Instance.json')).status).toBe(404)
  expect((await call('POST /schema/3.0/Lists/Instance.json', {})).status).toBe(404)
})

describe('methods', () => {
  test('HEAD answers like GET, without the body', async () => {
    const { status, text, headers } = await mock().call('HEAD /3.0/lists')
    expect({ status, text }).toEqual({ status: 200, text: '' })
    expect(headers.get('link')).toContain('Collection.json')
  })

  test('OPTIONS lists the allowed methods', async () => {
    const { status, headers } = await mock().call('OPTIONS /3.0/lists', undefined, { anonymous: true })
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 204, allow: 'GET, POST, HEAD, OPTIONS' })
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('the method of a POST can be overridden by a header, the method of a GET cannot', async () => {
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

  test('a path with one trailing slash means the same as the path without it', async () => {
    const { call } = mock()
    expect((await call('GET /3.0/lists/')).status).toBe(200)
    expect((await call('GET /3.0')).body.account_id).toBe((await call('GET /3.0/')).body.account_id)
    expect((await call('GET /3.0/lists//')).status).toBe(404)
  })
})

test('X-Trigger-Error returns the named error before checking credentials', async () => {
  const { call } = mock()
  const options = { headers: { 'x-trigger-error': 'ComplianceRelated' }, anonymous: true }
  expect((await call('GET /3.0/lists', undefined, options)).body).toMatchObject({ status: 503, title: 'Compliance Related' })
  expect((await call('GET /3.0/lists', undefined, { headers: { 'x-trigger-error': 'InternalServerError' } })).body.status).toBe(
    500,
  )
})

test('X-Trigger-Error takes precedence over every other error', async () => {
  const headers = { 'x-trigger-error': 'TooManyRequests', 'x-http-method-override': 'PATCH' }
  for (const line of ['GET /3.0/nothing', 'DELETE /3.0/lists', 'GET /3.0/a/b/c/d/e/f/g/h/i', 'GET /3.0/lists?count=x']) {
    expect((await mock().call(line, undefined, { headers, anonymous: true })).status).toBe(429)
  }
})

test('X-Trigger-Error with an unknown name is ignored', async () => {
  for (const word of ['Nonsense', 'toString', '__proto__', '']) {
    expect((await mock().call('GET /3.0/lists', undefined, { headers: { 'x-trigger-error': word } })).status).toBe(200)
  }
})

describe('count and offset', () => {
  const page = async (query: string) => {
    const { call, plant } = mock()
    await plant((tx) => ['b', 'a', 'c'].forEach((name) => makeList(tx, { id: name.repeat(10), name })))
    const { body } = await call(`GET /3.0/lists?fields=lists.name,total_items,errors,status,title&${query}`)
    return body
  }
  const names = async (query: string) => (await page(query)).lists.map((list: { name: string }) => list.name).join('')

  test('count and offset select a range of the collection', async () => {
    expect(await names('count=2')).toBe('ab')
    expect(await names('count=2&offset=2')).toBe('c')
    expect(await names('count=0')).toBe('')
    expect(await names('')).toBe('abc')
    expect(await page('offset=7')).toEqual({ lists: [], total_items: 3 })
  })

  test('a count above a thousand is treated as a thousand', async () => {
    expect(await names('count=100000')).toBe('abc')
    expect(await names(`count=${'9'.repeat(400)}`)).toBe('abc')
  })

  test('an offset of any size is accepted', async () => {
    expect(await page(`offset=${'9'.repeat(400)}`)).toEqual({ lists: [], total_items: 3 })
  })

  test('the last of repeated query parameters applies, and unknown ones are ignored', async () => {
    expect(await names('count=1&count=2&wind=north')).toBe('ab')
  })

  test.each(['-1', 'ten', '1.5', '1e3', 'NaN', '0x10'])('count=%s is rejected with the name of the field', async (count) => {
    expect(await page(`count=${count}`)).toMatchObject({ status: 400, title: 'Invalid Resource', errors: [{ field: 'count' }] })
  })
})

describe('values in a query', () => {
  const world = async () => {
    const { call, plant } = mock()
    await plant((tx) => makeList(tx, { name: 'A' }))
    return call
  }

  test.each([
    ['true', true],
    ['1', true],
    ['TRUE', true],
    ['True', true],
    ['false', false],
    ['0', false],
    ['FALSE', false],
    ['yes', false],
    ['2', false],
    ['', false],
  ])('the text %j as a boolean of a query means %j', async (text, on) => {
    const call = await world()
    const [list] = (await call(`GET /3.0/lists?include_total_contacts=${text}`)).body.lists
    expect('total_contacts' in list.stats).toBe(on)
  })

  test.each([
    ['2026-01-15+08:59:59', 1],
    ['2026-01-15%2009:00', 0],
    ['2026-01-15T08:59:59', 1],
    ['2026-01-15T09:00:00Z', 0],
    ['2026-01-15T09:59:59%2B01:00', 1],
    ['2026-01-15T10:00:00%2B01:00', 0],
    ['2026-01-15', 1],
  ])('since_date_created=%s returns %i lists', async (text, total) => {
    const call = await world()
    expect((await call(`GET /3.0/lists?since_date_created=${text}`)).body.total_items).toBe(total)
  })

  test('a plus in a query means a space, so a time zone that is sent with a plus is rejected with a hint', async () => {
    const call = await world()
    const { body } = await call('GET /3.0/lists?since_date_created=2026-01-15T09:00:00+00:00')
    const message = 'Value must be a date or a date with a time (ISO 8601). In a query, a plus sign has to be sent as %2B.'
    expect(body).toMatchObject({ status: 400, errors: [{ field: 'since_date_created', message }] })
  })
})
