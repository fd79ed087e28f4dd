import { expect, test } from 'vitest'
import { mock } from '../mock.ts'

test.each<[string, string, string]>([
  ['/_control/worlds', '[]', 'The body: Value must be an object, but it is a list.'],
  ['/_control/worlds', '"x"', 'The body: Value must be an object, but it is the text "x".'],
  ['/_control/worlds', '{ "id": 5 }', '/id: Value must be a text, but it is the number 5.'],
  ['/_control/worlds', '{ "seed": {} }', '/seed: Value must be a text or a whole number, but it is an object.'],
  ['/_control/worlds', '{ "settings": "off" }', '/settings: Value must be an object, but it is the text "off".'],
  ['/_control/worlds', '{ "settings": { "exports.build": false } }', 'Value must be a text or a number, but it is false.'],
  ['/_control/faults', '{ "effect": { "latency": true } }', '/effect/latency: Value must be '],
  ['/_control/clock/advance', '{ "by": null }', '/by: Value must be a text or a number, but it is null.'],
  ['/_control/requests/verify', '{ "match": [] }', '/match: Value must be an object, but it is a list.'],
])('%s with the body %s is refused with the place, the mistake and the right value', async (path, raw, detail) => {
  const { status, body } = await mock().call(`POST ${path}`, undefined, { raw })
  expect(status).toBe(422)
  expect(body.detail).toContain(detail)
  expect(JSON.stringify(body)).not.toMatch(/Schema describes|found instead/)
})

test('a long text of a wrong type is cut in the message', async () => {
  const { body } = await mock().call('POST /_control/worlds', { settings: 'x'.repeat(5_000) })
  expect(body.errors[0].message).toBe(`Value must be an object, but it is the text "${'x'.repeat(100)}".`)
})
