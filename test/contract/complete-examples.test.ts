import { expect, test } from 'vitest'
import { completeExamples } from '../../build/spec.mjs'
import type { Body } from '../mock.ts'

const Hat: Body = {
  type: 'object',
  required: ['id', 'brand', 'size'],
  properties: {
    id: { type: 'string' },
    brand: { type: 'string', example: 'Acme' },
    size: { type: 'integer' },
    note: { type: 'string', example: 'Felt' },
  },
}

/** The example of an answer with hats, after it was completed. */
function completed(example: unknown): unknown {
  const schema: Body = { type: 'object', properties: { hats: { type: 'array', items: { $ref: '#/components/schemas/Hat' } } } }
  const content = { 'application/json': { schema, example } }
  const operation = { operationId: 'getHats', tags: [], responses: { 200: { description: 'Hats', content } } }
  const contract = { openapi: '3.1.0', info: { title: 'Hats', version: '1' }, tags: [], paths: { '/hats': { get: operation } } }
  completeExamples({ ...contract, components: { schemas: { Hat } } })
  return content['application/json'].example
}

test('an example gets the required members that it lacks from the examples of their properties, in the order of the schema', () => {
  expect(JSON.stringify(completed({ hats: [{ id: 'h', size: 7 }] }))).toBe('{"hats":[{"id":"h","brand":"Acme","size":7}]}')
})

test('an example keeps what it has, and lacks what no property gives an example of', () => {
  expect(JSON.stringify(completed({ hats: [{ size: 7, brand: 'Own', more: 1 }] }))).toBe(
    '{"hats":[{"size":7,"brand":"Own","more":1}]}',
  )
})
