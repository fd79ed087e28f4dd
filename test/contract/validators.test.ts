import { expect, test } from 'vitest'
import { minifyValidators, WORDED } from '../../build/minify-validators.mjs'
import { fieldError } from '../../src/kernel/contract/check.ts'

test.each([...WORDED])('our own message replaces Ajv\'s message for "%s"', (keyword) => {
  const error = { instancePath: '/name', keyword, params: {}, schema: {}, parentSchema: {}, data: {} }
  expect(fieldError(error).message).not.toBe('does not match the contract.')
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
