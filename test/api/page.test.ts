import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { apiPage, missingIn } from '../../build/api-page.mjs'
import { publicExports } from '../../build/api-sources.mjs'

const entries = publicExports()

describe('the exported API', () => {
  test('every export of the API has a description and an example', () => {
    expect(missingIn(entries)).toEqual([])
  })

  test('docs/api.md is current: npm run docs writes it', () => {
    expect(readFileSync('docs/api.md', 'utf8')).toBe(apiPage(entries))
  })
})
