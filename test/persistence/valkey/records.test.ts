import { expect, test } from 'vitest'
import { readReplyList } from '../../../src/server/persistence/valkey/records.ts'

test('a key of another kind is told in a sentence', () => {
  expect(() => readReplyList(['strange', 'md:world', 'string', 'hash'], 'valkey://host')).toThrow(
    'The key md:world of the store valkey://host holds a string and not a hash: another client has written it.',
  )
})
