import { expect, test } from 'vitest'
import type { GivenVocabulary } from '../../src/service/vocabulary/definition.ts'
import { differencesOf, driftAgainst, serviceOf, wayTo } from './bent-service.ts'

const vocabulary: GivenVocabulary = {
  paths: { lists: 'groups', members: 'people' },
  keys: { email_address: 'mail_address', total_items: 'number_of_items', fields: 'only_these' },
  values: { status: { subscribed: 'joined' }, title: { 'Resource Not Found': 'Nothing Here' } },
  headers: { 'X-Request-Id': 'X-Acme-Request-Id' },
}

test('a service with words of its own does not differ if the run knows them', async () => {
  const service = await serviceOf({ scenario: 'starter', settings: { vocabulary } })
  const result = await driftAgainst(service.send(), { vocabulary, maxCalls: 150 })
  expect(differencesOf(result)).toEqual([])
  expect(service.calls.some((call) => call.startsWith('GET /3.0/groups/') && call.includes('/people/'))).toBe(true)
})

test('a service with words of its own differs if the run does not know them', async () => {
  const service = await serviceOf({ scenario: 'starter', settings: { vocabulary } })
  const result = await driftAgainst(service.send(), { only: wayTo('getTemplates') })
  expect(differencesOf(result)).toContainEqual(expect.objectContaining({ operation: 'getTemplates', at: '/total_items' }))
})
