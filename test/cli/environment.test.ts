import { describe, expect, test } from 'vitest'
import { settingsFrom } from '../../src/cli/environment.ts'

describe('settings in the environment', () => {
  test('are read by their names in capitals, as their types', async () => {
    expect(await settingsFrom({ MAILDOUBLE_SERVICE_TIME: '50', MAILDOUBLE_LIST_REQUIRED: 'name', PATH: '/bin' })).toEqual({
      service_time: 50,
      list_required: 'name',
    })
    expect(await settingsFrom({ MAILDOUBLE_SERVICE_TIME: '' })).toEqual({})
  })

  test.each([
    [{ MAILDOUBLE_SERVICE_TIME: 'long' }, 'MAILDOUBLE_SERVICE_TIME=long cannot be used. '],
    [
      { MAILDOUBLE_LIST_REQUIRED: 'nothing' },
      'MAILDOUBLE_LIST_REQUIRED=nothing cannot be used. Value must be one of: full, name.',
    ],
    [{ MAILDOUBLE_CONNECTIONS: '-1' }, 'MAILDOUBLE_CONNECTIONS=-1 cannot be used. Value must be at least 0.'],
    [
      { MAILDOUBLE_STATS_CACHE: '5 minutes' },
      'MAILDOUBLE_STATS_CACHE=5 minutes cannot be used. Value must be an ISO 8601 duration such as PT5M.',
    ],
  ])('that cannot be used are refused by name: %j', async (environment, message) => {
    await expect(settingsFrom(environment)).rejects.toThrow(message)
  })
})
