import { expect, test } from 'vitest'
import { truncateBody, BODY_BYTES_MAX, weighText } from '../../src/server/log/body-limit.ts'

test('a body of 64 KiB is kept whole', () => {
  const body = 'x'.repeat(BODY_BYTES_MAX)
  expect(truncateBody(body)).toEqual({ text: body, cut: 0 })
})

test('only the first 64 KiB of a longer body are kept, and the missing bytes are counted', () => {
  const body = 'x'.repeat(BODY_BYTES_MAX + 5)
  expect(truncateBody(body)).toEqual({ text: body.slice(0, BODY_BYTES_MAX), cut: 5 })
})

test('the limit of a kept body is in bytes, not characters', () => {
  const body = '€'.repeat(30_000)
  const { text, cut } = truncateBody(body)
  expect(text).toBe('€'.repeat(21_845))
  expect(cut).toBe(90_000 - 3 * 21_845)
})

test('a truncated body never ends within a character', () => {
  const body = `${'x '.repeat(BODY_BYTES_MAX / 2 - 1)}x😀😀`
  const { text, cut } = truncateBody(body)
  expect(text).toBe(`${'x '.repeat(BODY_BYTES_MAX / 2 - 1)}x`)
  expect(cut).toBe(8)
})

test('a truncated body never ends within a word, which may be a secret', () => {
  const body = `${'x '.repeat(BODY_BYTES_MAX / 2 - 5)}0123456789abcdef0123456789abcdef`
  const { text, cut } = truncateBody(body)
  expect(text).toBe('x '.repeat(BODY_BYTES_MAX / 2 - 5))
  expect(cut).toBe(32)
})

test('a word that ends at the limit of a body is kept', () => {
  const body = `${'x'.repeat(BODY_BYTES_MAX)} y`
  expect(truncateBody(body).text).toBe('x'.repeat(BODY_BYTES_MAX))
})

test('the estimated weight of a text is about its size in memory', () => {
  expect(weighText('plain')).toBe(5)
  expect(weighText('я')).toBe(2)
  expect(weighText('')).toBe(0)
})
