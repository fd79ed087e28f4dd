import { expect, test } from 'vitest'
import { nearest } from '../../src/kernel/support/nearest.ts'

const NAMES = ['member.subscribe', 'member.unsubscribe', 'campaign.send', 'list_id', 'a']

test.each([
  ['member.subscribe', ['member.subscribe', 'member.unsubscribe']],
  ['unsubscribe', ['member.unsubscribe', 'member.subscribe']],
  ['CAMPAIGN.SENT', ['campaign.send']],
  ['listId', ['list_id']],
  ['nothing similar', []],
  ['ab', ['a']],
  ['abc', []],
  ['', []],
  ['x'.repeat(100_000), []],
])('the text %s is nearest to the names %j', (text, names) => expect(nearest(text, NAMES)).toEqual(names))
