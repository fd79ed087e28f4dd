import { expect, test } from 'vitest'
import { wrapLines } from '../../src/kernel/support/wrap-lines.ts'

test('lines break at spaces, and the ones after the first begin with the hanging indentation', () => {
  expect(wrapLines('one two three four', 9, { first: '- ', hanging: '  ' })).toEqual(['- one two', '  three', '  four'])
})

test('a line may be exactly as long as its width', () => {
  expect(wrapLines('one two three', 7)).toEqual(['one two', 'three'])
})

test('a word that is longer than a line stays whole, unless words may be divided', () => {
  expect(wrapLines('see https://acme.test/very/long now', 10, { first: '  ' })).toEqual([
    '  see',
    '  https://acme.test/very/long',
    '  now',
  ])
  expect(wrapLines('abcdefghijklmno', 10, { hanging: '  ', divides: true })).toEqual(['abcdefghij', '  klmno'])
})
