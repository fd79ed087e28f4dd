import { describe, expect, test } from 'vitest'
import document from '../../src/contract/generated/service/openapi.json' with { type: 'json' }
import { mock } from '../mock.ts'

describe('getContract', () => {
  test('answers the contract of the service as one document', async () => {
    const { call } = mock()
    const { status, headers, body } = await call('GET /_control/contract/openapi.json')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body).toEqual(document)
  })

  test('is the same for every world', async () => {
    const { call } = mock()
    expect((await call('GET /_control/worlds/default/contract/openapi.json')).status).toBe(404)
  })
})
