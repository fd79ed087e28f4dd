import { expect, test } from 'vitest'
import { lean, WORDED } from '../../build/lean.mjs'
import { fieldError } from '../../src/contract/check.ts'

test.each([...WORDED])('our own message replaces Ajv\'s message for "%s"', (keyword) => {
  const error = { instancePath: '/name', keyword, params: {}, schema: {}, parentSchema: {}, data: {} }
  expect(fieldError(error).message).not.toBe('is not as the contract asks.')
})

test('minified validators keep only the used details of an error', () => {
  const code = [
    'function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){',
    'validate1.errors = [{instancePath:instancePath+"/a",schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data0}];',
    'validate2(data.b, {instancePath:instancePath+"/b",parentData:data,parentDataProperty:"b",rootData});',
    '}',
  ].join('\n')
  expect(lean(code)).toBe(
    [
      'function validate1(data, {instancePath=""}={}){',
      'validate1.errors = [told(instancePath+"/a", "type", schema1, data0)];',
      'validate2(data.b, {instancePath:instancePath+"/b"});',
      '}',
    ].join('\n'),
  )
})

test('unknown generated code fails the build', () => {
  expect(() => lean('validate1.evaluated = {}')).toThrow(
    'Validators hold .evaluated, which build/lean.mjs does not know in this form.',
  )
})
