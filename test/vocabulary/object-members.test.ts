import { describe, expect, test } from 'vitest'
import { checkVocabulary } from '../../src/service/scenarios/read/vocabulary-file.ts'
import { mock } from '../mock.ts'

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
const IS_MEMBER = 'is a member of every object in JavaScript; choose another word.'

describe.each(NAMES)('the name %s', (name) => {
  test.each([
    [`{ "paths": { "${name}": "x" } }`, `/paths/${name}`, 'is not a fixed segment of a path of the reference'],
    [`{ "keys": { "${name}": "x" } }`, `/keys/${name}`, 'is not a key of the reference'],
    [`{ "values": { "${name}": { "a": "x" } } }`, `/values/${name}`, 'is not a key whose values the reference lists'],
    [`{ "values": { "status": { "${name}": "x" } } }`, `/values/status/${name}`, 'is not a value of status in the reference'],
    [`{ "headers": { "${name}": "x" } }`, `/headers/${name}`, 'is not a header that can be renamed'],
    [`{ "${name}": { "a": "x" } }`, `/${name}`, 'There is no member'],
    [`{ "paths": { "lists": "${name}" } }`, '/paths/lists', IS_MEMBER],
    [`{ "keys": { "email_address": "${name}" } }`, '/keys/email_address', IS_MEMBER],
    [`{ "values": { "status": { "subscribed": "${name}" } } }`, '/values/status/subscribed', IS_MEMBER],
  ])('a vocabulary with the word %s is refused at %s', async (vocabulary, pointer, message) => {
    const { call } = mock()
    const raw = `{ "vocabulary": ${vocabulary} }`
    const set = await call('PATCH /_control/worlds/default/settings', undefined, { raw })
    expect(set.status).toBe(422)
    expect(set.body.errors).toEqual([{ pointer: `/vocabulary${pointer}`, message: expect.stringContaining(message) }])
    const made = await call('POST /_control/worlds', undefined, { raw: `{ "settings": ${raw} }` })
    expect(made.status).toBe(422)
    expect(made.body.errors).toEqual([{ pointer: `/settings/vocabulary${pointer}`, message: expect.stringContaining(message) }])
    const file = await checkVocabulary(vocabulary, 'v.yaml')
    expect(file).toMatchObject({ mistakes: [{ line: 1, pointer, message: expect.stringContaining(message) }] })
  })
})

test('a header of requests cannot be renamed to constructor in any case', async () => {
  const { call } = mock()
  const headers = { 'X-HTTP-Method-Override': 'Constructor' }
  const { body } = await call('PATCH /_control/worlds/default/settings', { vocabulary: { headers } })
  expect(body.errors).toEqual([{ pointer: '/vocabulary/headers/X-HTTP-Method-Override', message: `"Constructor" ${IS_MEMBER}` }])
})
