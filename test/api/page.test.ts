import { describe, expect, test } from 'vitest'
import { missingIn } from '../../build/api-page.mjs'
import { publicExports } from '../../build/api-sources.mjs'

const entries = publicExports()

describe('the exported API', () => {
  test('every export of the API has a description and an example', () => {
    expect(missingIn(entries)).toEqual([])
  })
})
