import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { apiPage, missingIn } from '../../build/api-page.mjs'
import { publicExports } from '../../build/api-sources.mjs'

const entries = publicExports()

describe('the exported API', () => {
  test('has a description and an example for everything exported', () => {
    expect(missingIn(entries)).toEqual([])
  })

  test('docs/api.md is current: npm run docs writes it', () => {
    expect(readFileSync('docs/api.md', 'utf8')).toBe(apiPage(entries))
  })
})
