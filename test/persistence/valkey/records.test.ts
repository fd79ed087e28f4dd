import { expect, test } from 'vitest'
import { listOf } from '../../../src/server/persistence/valkey/records.ts'

test('a key of another kind is told in a sentence', () => {
  expect(() => listOf(['strange', 'md:world', 'string', 'hash'], 'valkey://host')).toThrow(
    'The key md:world of the store valkey://host holds a string and not a hash: another client has written it.',
  )
})
