import { expect, test } from 'vitest'
import { minifyValidators, WORDED } from '../../build/minify-validators.mjs'
import { sharedOf, validatorsOf } from '../../build/validators.mjs'
import type { Contract } from '../../build/spec.mjs'
import { describeSchemaError } from '../../src/kernel/contract/check.ts'

test.each([...WORDED])('our own message replaces Ajv\'s message for "%s"', (keyword) => {
  const error = { instancePath: '/name', keyword, params: {}, schema: {}, parentSchema: {}, data: {} }
  expect(describeSchemaError(error)).not.toBe('does not match the contract.')
})

test('minified validators build errors from the members that are read', () => {
  const code = [
    'function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){',
    'validate1.errors = [{instancePath:instancePath+"/a",schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data0}];',
    'validate2(data.b, {instancePath:instancePath+"/b",parentData:data,parentDataProperty:"b",rootData});',
    '}',
  ].join('\n')
  expect(minifyValidators(code)).toBe(
    [
      'function validate1(data, {instancePath=""}={}){',
      'validate1.errors = [makeError(instancePath+"/a", "type", schema1, data0)];',
      'validate2(data.b, {instancePath:instancePath+"/b"});',
      '}',
    ].join('\n'),
  )
})

test('unexpected validator code fails the build', () => {
  expect(() => minifyValidators('validate1.evaluated = {}')).toThrow(
    "The validators contain .evaluated, which build/minify-validators.mjs can't handle in this form.",
  )
})

/** A contract whose operations take or give one kind of thing. */
function contractOf(thing: object, tags: readonly string[]): Contract {
  const schema = { $ref: '#/components/schemas/Thing' }
  const json = { 'application/json': { schema } }
  const operation = (tag: string) => ({
    tags: [tag],
    operationId: tag,
    requestBody: { content: json },
    responses: { '200': { description: 'It', content: json } },
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    tags: tags.map((name) => ({ name })),
    paths: Object.fromEntries(tags.map((tag) => [`/${tag}`, { post: operation(tag) }])),
    components: { schemas: { Thing: { type: 'object', properties: { size: { type: 'integer' } }, ...thing } } },
  }
}

const SHARED = { additionalProperties: false, 'x-validator': { module: 'making', shared: true } }

test('a shared schema is validated by one module, which the others call', () => {
  const modules = validatorsOf(contractOf(SHARED, ['making', 'lending']), { allErrors: true })
  const checks = Object.entries(modules).map(([file, code]) => [file, code.includes('data0 = data.size')])
  expect(Object.fromEntries(checks)).toMatchObject({ 'making.js': true, 'lending.js': false })
  expect(modules['lending.js']).toMatch(/^import { Thing } from '\.\/making\.js'\n/)
})

test('validators of another contract are called for the same schema, and not for another one of the same name', () => {
  const borrowed = sharedOf(contractOf(SHARED, ['making']), '../things')
  const importOf = (thing: object) => validatorsOf(contractOf(thing, ['lending']), { allErrors: true, borrowed })['lending.js']
  const line = "import { Thing } from '../things/making.js'\n"
  expect(importOf({ additionalProperties: false })).toContain(line)
  expect(importOf({ additionalProperties: false, required: ['size'] })).not.toContain(line)
})

test('a schema that answers close more than requests cannot be shared', () => {
  const { additionalProperties: _, ...open } = SHARED
  expect(() => validatorsOf(contractOf(open, ['making']))).toThrow(
    "Thing can't be shared: an answer allows fewer members of it than a request.",
  )
})
