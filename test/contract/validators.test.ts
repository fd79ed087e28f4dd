import { expect, test } from 'vitest'
import { lean, WORDED } from '../../build/lean.mjs'
import { fieldError } from '../../src/contract/check.ts'

test.each([...WORDED])('the words of Ajv for "%s" are left out, and there are words of our own', (keyword) => {
  const error = { instancePath: '/name', keyword, params: {}, schema: {}, parentSchema: {}, data: {} }
  expect(fieldError(error).message).not.toBe('does not match the contract.')
})

test('what is said of an error shrinks to what is read of it', () => {
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

test('code that is not known in this form stops the build', () => {
  expect(() => lean('validate1.evaluated = {}')).toThrow(
    'Validators hold .evaluated, which build/lean.mjs does not know in this form.',
  )
})
