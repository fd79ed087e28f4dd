import { expect, test } from 'vitest'
import { isExecutable } from '../../src/kit/cli/form.ts'

test('an executable knows that it is one, and so what is not in it', () => {
  expect([isExecutable('executable for linux-x64'), isExecutable('container'), isExecutable()]).toEqual([true, false, false])
})
