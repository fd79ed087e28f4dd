import { expect, test } from 'vitest'
import { Secrets } from '../../src/server/log/secrets.ts'
import { Call } from '../../src/server/log/call.ts'
import { mock } from '../mock.ts'

const GIVEN = { host: 'maildouble.test', accept: '*/*' }

test('headers are read without a value that has become a secret since they were stored', async () => {
  const { world } = await mock().ready
  let current = world
  const secrets = new Secrets({
    get world() {
      return current
    },
    origin: world,
  })
  const headers = { ...GIVEN, 'x-app': 'an-application-key' }
  const arrival = {
    at: 0,
    jobs: 0,
    id: 'id',
    via: 'http',
    number: 1,
    request: 0,
    key: 'own',
    changes: 0,
    position: 0,
    round: 0,
  } as const
  const call = new Call({ method: 'GET', path: '/3.0/ping', prefixed: true, search: '', headers }, arrival, secrets)
  expect(call.request.headers['x-app']).toBe('an-application-key')
  current = { ...world, credentials: { ...world.credentials, api_key: 'an-application-key' } }
  expect(call.request.headers).toEqual({ ...GIVEN, 'x-app': '{{api_key}}' })
  current = world
  expect(call.request.headers['x-app'], 'what was a secret stays one').toBe('{{api_key}}')
})
