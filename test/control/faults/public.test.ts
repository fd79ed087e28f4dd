import { describe, expect, test } from 'vitest'
import { oauthApplication } from '../../public/oauth-application.ts'

/** An application, and a fault in the world that it signs in to. */
async function faulty(fault: object) {
  const double = oauthApplication()
  expect((await double.call('POST /_control/faults', fault)).status).toBe(201)
  const readFault = async () => (await double.call('GET /_control/faults/1')).body
  return { ...double, readFault }
}

const BUSY = { problem: { preset: 'TooManyRequests' }, headers: { 'retry-after': '1' } }

describe('faults on the sign-in', () => {
  test.each([
    [{ operation: 'issueToken' }],
    [{ path: '/oauth2/token' }],
    [{ path: '/oauth2/*', method: 'POST', body: { '/grant_type': 'authorization_code' } }],
    [{ headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
  ])('a fault on the sign-in matches a token request by %j', async (match) => {
    const { code, exchange, readFault } = await faulty({
      match: { operation: 'issueToken', ...match },
      when: { first: 1 },
      effect: BUSY,
    })
    const given = await code()
    const refused = await exchange({ code: given })
    expect([refused.status, refused.headers.get('retry-after'), refused.body.title]).toEqual([429, '1', 'Too Many Requests'])
    expect((await exchange({ code: given })).status).toBe(200)
    expect(await readFault()).toMatchObject({ seen: 2, fired: 1, last_fired_request: refused.headers.get('x-request-id') })
  })

  test('a fault on the sign-in can lose the response to an issued token, after which the code cannot be used again', async () => {
    const fault = { match: { operation: 'issueToken' }, when: { first: 1 }, stage: 'after', effect: { connection: 'close' } }
    const { code, exchange } = await faulty(fault)
    const given = await code()
    await expect(exchange({ code: given })).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } })
    expect(await exchange({ code: given })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test.each([
    ['before', 200],
    ['after', 400],
  ])(
    'a fault on the sign-in can truncate the token response %s the operation, after which the code answers %i',
    async (stage, status) => {
      const fault = { match: { operation: 'issueToken' }, when: { first: 1 }, stage, effect: { connection: 'truncate' } }
      const { code, exchange } = await faulty(fault)
      const given = await code()
      await expect(exchange({ code: given })).rejects.toThrow('terminated')
      expect((await exchange({ code: given })).status).toBe(status)
    },
  )

  test('a fault on the sign-in can add unknown fields to the response', async () => {
    const { exchange, code } = await faulty({
      match: { operation: 'issueToken' },
      effect: { mutate: 'add_unknown_fields' },
    })
    const { body } = await exchange({ code: await code() })
    expect(Object.keys(body).filter((name) => name.startsWith('new_field_'))).toHaveLength(1)
    expect(body.access_token).toBeTypeOf('string')
  })
})

test('faults match public pages', async () => {
  const { ask } = await faulty({ match: { operation: 'authorize' }, effect: { problem: { status: 503, title: 'Gone fishing' } } })
  const { status, headers, text } = await ask()
  expect([status, headers.get('content-type')]).toEqual([503, 'application/problem+json; charset=utf-8'])
  expect(JSON.parse(text).title).toBe('Gone fishing')
})

test('a truncated page fails when it is read', async () => {
  const { ask } = await faulty({ match: { path: '/oauth2/authorize' }, effect: { connection: 'truncate' } })
  await expect(ask()).rejects.toThrow('terminated')
})
