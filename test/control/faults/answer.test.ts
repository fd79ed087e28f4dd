import { describe, expect, test } from 'vitest'
import { edgeAnswers } from '../../../src/kernel/contract/generated/edge-answers.ts'
import { mock, type Body } from '../../mock.ts'

const NEW_FOLDER = { name: 'Spring' }

/** Creates a folder while a fault answers. */
async function answered(answer: object, more: object = {}) {
  const { call } = mock()
  const created = await call('POST /_control/faults', { effect: { answer, ...more } })
  if (created.status !== 201) return { created, call }
  const reply = await call('POST /3.0/template-folders', NEW_FOLDER)
  return { created, reply, call }
}

describe('the effect answer', () => {
  test.each(Object.entries(edgeAnswers).filter(([name]) => name !== 'WrongContentType'))(
    'the answer %s has the status, headers and body of its preset, and the service does not run',
    async (preset, expected) => {
      const { reply, call } = await answered({ preset, after: 0 })
      expect(reply?.status).toBe(expected.status)
      for (const [name, value] of Object.entries(expected.headers)) expect(reply?.headers.get(name)).toBe(value)
      expect(reply?.text).toBe(expected.body === 'none' ? '' : expected.body)
      expect(reply?.headers.get('x-request-id')).toBeNull()
      await call('DELETE /_control/faults')
      expect((await call('GET /3.0/template-folders')).body.folders).toEqual([])
    },
  )

  test('the answer WrongContentType has the JSON of the service as text/html, and changes nothing', async () => {
    const { reply, call } = await answered({ preset: 'WrongContentType' })
    expect(reply?.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(JSON.parse(reply?.text ?? '')).toMatchObject({ name: 'Spring', count: 0 })
    await call('DELETE /_control/faults')
    expect((await call('GET /3.0/template-folders')).body.folders).toEqual([])
  })

  test('an answer has the given status, headers and text instead of those of its preset', async () => {
    const { reply } = await answered(
      { preset: 'Maintenance', status: 500, body: { text: '<p>böse</p>' } },
      { headers: { 'Retry-After': '5', 'x-cache': 'MISS' } },
    )
    expect([reply?.status, reply?.text]).toEqual([500, '<p>böse</p>'])
    expect([reply?.headers.get('retry-after'), reply?.headers.get('x-cache')]).toEqual(['5', 'MISS'])
  })

  test('an answer can have bytes that are no text', async () => {
    const { call, app } = mock()
    await call('POST /_control/faults', { effect: { answer: { status: 200, body: { base64: '/wD+' } } } })
    const reply = await app.request('http://maildouble.test/3.0/lists', { headers: { authorization: 'Bearer any' } })
    expect([...new Uint8Array(await reply.arrayBuffer())]).toEqual([255, 0, 254])
  })

  test('an answer can have the page of another answer', async () => {
    const { reply } = await answered({ status: 418, body: 'BadGateway' }, { headers: { 'content-type': 'text/html' } })
    expect([reply?.status, reply?.text]).toEqual([418, edgeAnswers.BadGateway.body])
  })

  test('an answer after the operation leaves the change', async () => {
    const { call } = mock()
    await call('POST /_control/faults', { stage: 'after', when: { first: 1 }, effect: { answer: { preset: 'BadGateway' } } })
    expect((await call('POST /3.0/template-folders', NEW_FOLDER)).status).toBe(502)
    expect((await call('GET /3.0/template-folders')).body.folders).toMatchObject([NEW_FOLDER])
  })

  test('the journal shows the answer of the edge, and no change and no assumption of the service', async () => {
    const { reply, call } = await answered({ preset: 'EdgeBlocked' })
    const [entry] = (await call('GET /_control/requests?operation=createTemplateFolder')).body.requests
    expect(reply?.status).toBe(403)
    expect(entry).toMatchObject({
      status: 403,
      faults: [{ id: 1, effect: 'answer' }],
      injected: true,
      assumptions: [],
      violations: [],
    })
    expect((await call(`GET /_control/requests/${entry.id}`)).body).toMatchObject({ changes: [], caused: [] })
  })

  test('an answer of the edge counts as injected in the coverage, and covers no operation', async () => {
    const { call } = await answered({ preset: 'EdgeBlocked' })
    const { calls, injected, operations } = (await call('GET /_control/contract/coverage')).body
    expect([calls, injected]).toEqual([0, 1])
    const found = operations.find(({ operation }: Body) => operation === 'createTemplateFolder')
    expect(found).toMatchObject({ calls: 0, injected: 1, totals: { all: { met: 0 } } })
    expect(found.statuses).toContainEqual(expect.objectContaining({ status: 403, calls: 0, injected: 1 }))
  })

  test.each<[object, object, string, string]>([
    [{}, {}, '/effect/answer/status', 'must be given, 100 to 599, or set preset to an answer of the edge, such as EdgeBlocked.'],
    [
      { preset: 'EdgeBlokked' },
      {},
      '/effect/answer/preset',
      'There is no answer of the edge EdgeBlokked. Did you mean EdgeBlocked?',
    ],
    [{ status: 99 }, {}, '/effect/answer/status', 'Value must be at least 100.'],
    [{ status: 200, body: 'all' }, {}, '/effect/answer/body', 'must be an object with text or base64, or one of none, service'],
    [{ status: 200, body: {} }, {}, '/effect/answer/body', 'must have either text or base64.'],
    [{ status: 200, body: { base64: '%' } }, {}, '/effect/answer/body/base64', 'must be base64 with its padding'],
    [{ status: 200, after: 'P1D' }, {}, '/effect/answer/after', 'must be milliseconds or an ISO 8601 duration'],
    [
      { status: 200 },
      { headers: { 'content-length': '3' } },
      '/effect/headers',
      'has "content-length", which the server sets itself',
    ],
    [{ status: 200 }, { bytes_per_second: 3 }, '/effect/bytes_per_second', 'is allowed only with the connection slow.'],
  ])('the answer %j with %j is refused at %s%s', async (answer, more, pointer, message) => {
    const { created } = await answered(answer, more)
    expect(created.status).toBe(422)
    expect(created.body.errors).toContainEqual({ pointer, message: expect.stringContaining(message) })
  })

  test('a fault that answers never matches operations of batches', async () => {
    const { call } = mock()
    const { body } = await call('POST /_control/faults', {
      match: { via: 'batch' },
      effect: { answer: { preset: 'EdgeBlocked' } },
    })
    expect(body.errors).toMatchObject([{ pointer: '/match/via' }])
  })
})
