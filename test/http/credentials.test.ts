import { describe, expect, test } from 'vitest'
import { mock } from '../mock.ts'

const with401 = (title: string) => ({ status: 401, title })
const headers = (authorization: string) => ({ headers: { authorization }, anonymous: true })

/** A world that accepts only its own key, and the key. */
async function strict() {
  const { call, ready, ...rest } = mock({ settings: { credentials: 'known' } })
  return { call, key: (await ready).world.credentials.api_key, ...rest }
}

describe('a credential', () => {
  test('a credential is the password of Basic with any user name, a Bearer token, or a key after apikey', async () => {
    const { call, key } = await strict()
    for (const authorization of [
      `Basic ${btoa(`anyone:${key}`)}`,
      `basic ${btoa(`:${key}`)}`,
      `Bearer ${key}`,
      `bearer ${key}`,
      `apikey ${key}`,
      `Apikey ${key}`,
    ]) {
      expect((await call('GET /3.0/ping', undefined, headers(authorization))).status).toBe(200)
    }
  })

  test('a credential after OAuth is accepted only with the setting like recorded', async () => {
    const { call, key } = await strict()
    const ping = async (sent: string) => (await call('GET /3.0/ping', undefined, headers(`OAuth ${sent}`))).body
    expect(await ping(key)).toMatchObject(with401('API Key Missing'))
    await call('PATCH /_control/settings', { like: 'recorded' })
    expect(await ping(key)).toEqual({ health_status: 'ok' })
    expect(await ping('other-dc1')).toMatchObject(with401('API Key Invalid'))
  })

  test('a credential may be sent as ?apikey= with GET only', async () => {
    const { call, key } = await strict()
    expect((await call(`GET /3.0/ping?apikey=${key}`, undefined, { anonymous: true })).status).toBe(200)
    expect((await call(`HEAD /3.0/ping?apikey=${key}`, undefined, { anonymous: true })).status).toBe(200)
    expect((await call(`POST /3.0/lists?apikey=${key}`, {}, { anonymous: true })).body).toMatchObject(with401('API Key Missing'))
  })

  test('a credential that contradicts ?apikey= is rejected', async () => {
    const { call, key } = await strict()
    expect((await call(`GET /3.0/ping?apikey=other-dc1`, undefined, headers(`Bearer ${key}`))).body).toMatchObject(
      with401('API Key Invalid'),
    )
    expect((await call(`GET /3.0/ping?apikey=${key}`, undefined, headers(`Bearer ${key}`))).status).toBe(200)
  })

  test('a missing credential is answered with 401 and a description of how to send one', async () => {
    const { call } = await strict()
    for (const authorization of [
      '',
      'Basic',
      'Basic !!!',
      `Basic ${btoa('no colon')}`,
      `Basic ${btoa('empty:')}`,
      'Digest x',
      'Bearer ',
    ]) {
      expect((await call('GET /3.0/ping', undefined, headers(authorization))).body).toMatchObject(with401('API Key Missing'))
    }
  })

  test.each([{ credentials: 'known' }, { credentials: 'any' }] as const)(
    'a credential of spaces counts as missing with %j',
    async (settings) => {
      const { call } = mock({ settings })
      const blanks = [' ', '   ', '\t', '\u00a0 \u2003']
      const sent = [...blanks.map((key) => `Basic ${Buffer.from(`anyone:${key}`).toString('base64')}`), 'Bearer    ', 'Bearer \t']
      for (const authorization of sent) {
        expect((await call('GET /3.0/ping', undefined, headers(authorization))).body).toMatchObject(with401('API Key Missing'))
      }
      for (const key of ['%20', '+', '%09%20', '%C2%A0']) {
        expect((await call(`GET /3.0/ping?apikey=${key}`, undefined, { anonymous: true })).body).toMatchObject(
          with401('API Key Missing'),
        )
      }
    },
  )

  test('an unknown credential, or one of another datacenter, is rejected without naming a world', async () => {
    const { call, key } = await strict()
    for (const wrong of ['nonsense', 'ffffffffffffffffffffffffffffffff-dc1', key.replace('-dc1', '-dc2')]) {
      const { body, hint } = await call('GET /3.0/ping', undefined, headers(`Bearer ${wrong}`))
      expect(body).toMatchObject(with401('API Key Invalid'))
      expect(hint).toContain('No world of this server owns this key.')
      expect(hint).not.toContain('default')
    }
  })

  test('a credential may be anything in a world that accepts any key, which is the default of serve', async () => {
    expect((await mock().call('GET /3.0/ping', undefined, headers('Bearer anything'))).status).toBe(200)
  })
})

describe('a world is selected', () => {
  async function two() {
    const { call, key, ...rest } = await strict()
    const one = (await call('POST /_control/worlds', { id: 'one', scenario: 'empty', seed: 'same' })).body
    const other = (await call('POST /_control/worlds', { id: 'other', scenario: 'empty', seed: 'same' })).body
    return { call, key, one, other, ...rest }
  }
  const newList = {
    name: 'Only here',
    permission_reminder: 'You asked for it',
    email_type_option: false,
    contact: { company: 'Acme', address1: '1 Main St', city: 'Oslo', country: 'NO' },
    campaign_defaults: { from_name: 'Acme', from_email: 'news@acme.test', subject: '', language: 'en' },
  }

  test("a world is selected by the application's credential: two keys, two accounts", async () => {
    const { call, one, other } = await two()
    expect(one.api_key).not.toBe(other.api_key)
    const made = await call('POST /3.0/lists', newList, headers(`Bearer ${one.api_key}`))
    expect(made.status).toBe(200)
    expect((await call('GET /3.0/lists', undefined, headers(`Bearer ${one.api_key}`))).body.total_items).toBe(1)
    expect((await call('GET /3.0/lists', undefined, headers(`Bearer ${other.api_key}`))).body.total_items).toBe(0)
    expect((await call(`GET /3.0/lists/${made.body.id}`, undefined, headers(`Bearer ${other.api_key}`))).status).toBe(404)
  })

  test('a world is selected by the path prefix, which the links in responses keep', async () => {
    const { call, one } = await two()
    expect(one.base_url).toBe('http://maildouble.test/_worlds/one')
    const { body } = await call('GET /_worlds/one/3.0/', undefined, headers(`Bearer ${one.api_key}`))
    expect(body._links[0].href).toBe('http://maildouble.test/_worlds/one/3.0/')
  })

  test('a world is not selected by a prefix if the key belongs to another world', async () => {
    const { call, key, one, other } = await two()
    for (const wrong of [key, other.api_key]) {
      expect((await call('GET /_worlds/one/3.0/', undefined, headers(`Bearer ${wrong}`))).body).toMatchObject(
        with401('API Key Invalid'),
      )
    }
    expect((await call('GET /_worlds/one/3.0/ping', undefined, headers(`Bearer ${one.api_key}`))).status).toBe(200)
  })

  test('the key of a deleted world is rejected everywhere, even where any key is accepted', async () => {
    const { call } = mock()
    const gone = (await call('POST /_control/worlds', { id: 'gone', scenario: 'empty' })).body
    await call('DELETE /_control/worlds/gone')
    expect((await call('GET /3.0/ping', undefined, headers(`Bearer ${gone.api_key}`))).body).toMatchObject(
      with401('API Key Invalid'),
    )
    expect((await call('GET /_worlds/gone/3.0/ping', undefined, headers(`Bearer ${gone.api_key}`))).body).toMatchObject(
      with401('API Key Invalid'),
    )
    expect(await call('GET /_worlds/gone/3.0/ping')).toMatchObject({
      status: 404,
      hint: expect.stringContaining('no world gone'),
    })
  })
})

test('a long Authorization header is read like a short one', async () => {
  const { call, key } = await strict()
  expect((await call('GET /3.0/ping', undefined, headers(`Bearer ${'x'.repeat(200_000)}`))).status).toBe(401)
  const long = `Basic ${btoa(`${'anyone'.repeat(1_000)}:${key}`)}`
  expect((await call('GET /3.0/ping', undefined, headers(long))).status).toBe(200)
})
