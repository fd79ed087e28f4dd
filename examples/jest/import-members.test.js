import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { connect } from 'maildouble/client'
import { importMembers, progressOf } from './import-members.js'

let world, service
beforeEach(async () => {
  world = await connect(process.env.MAILDOUBLE_URL).worlds.create({ scenario: 'starter' })
  service = { apiUrl: `${world.baseUrl}/3.0`, apiKey: world.apiKey, list: 'aaaaaaaaaa' }
})
afterEach(() => world.delete())

test('an import takes time and counts the addresses that could not be subscribed', async () => {
  // ada@acme.test is already on the list.
  const id = await importMembers({ ...service, emails: ['zoe@acme.test', 'ada@acme.test', 'yan@acme.test'] })
  expect((await progressOf(service, id)).status).toBe('pending')

  await world.clock.advance({ until: 'idle' })
  expect(await progressOf(service, id)).toEqual({ status: 'finished', total_operations: 3, errored_operations: 1 })
})

test('a rejected import reports the rejection', async () => {
  const effect = { problem: { preset: 'TooManyRequests' } }
  await world.faults.add({ match: { operation: 'createBatch' }, when: { first: 1 }, effect })
  await expect(importMembers({ ...service, emails: ['zoe@acme.test'] })).rejects.toThrow('Too Many Requests')
})
