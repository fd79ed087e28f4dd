import { expect, test } from 'vitest'
import { readReplyList } from '../../../src/server/persistence/valkey/records.ts'

test('a damaged key is told in a sentence', () => {
  expect(() => readReplyList(['damaged', 'md:world', 'it has no version'], 'valkey://host')).toThrow(
    'The key md:world of the store valkey://host is damaged: it has no version. Another client has changed it',
  )
})
