import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDouble, type Double } from '../../src/index.ts'
import { complaintsAbout } from '../client/check-types.ts'
import { docExamplesIn, promisedBy, runExample, type ShownCode } from '../client/run-example.ts'

// The examples of the client, the interceptor and the fixtures run in their own tests, with a world, a host or a runner.
const ofServer = docExamplesIn('src/kit/double').map(imported)
const beside = docExamplesIn('src/kit/testing').filter(({ code }) => !code.includes('test('))

let double: Double
beforeAll(async () => {
  double = await createDouble({ log: () => {} })
})
afterAll(() => double.stop())

describe('the examples of the server', () => {
  test('both ways to create a double have examples', () => {
    expect(ofServer.filter(({ code }) => /(?:startServer|createDouble)\(/.test(code)).length).toBeGreaterThan(1)
  })

  test('every example in the documentation of the server compiles', () => expect(complaintsAbout(ofServer)).toEqual([]))

  test.each(ofServer)('the server example "$title" prints the lines in its comments', async ({ code }) => {
    const printed = await runExample(code, double)
    const promised = promisedBy(code)
    if (promised.length > 0) expect(printed).toEqual(promised)
  })
})

test('every fixture example compiles that is not a test', () => expect(complaintsAbout(beside.map(withJest))).toEqual([]))

/** Short examples omit their imports. */
function imported({ title, code }: ShownCode): ShownCode {
  const names = ['createDouble', 'startServer', 'type DoubleEvent'].filter((name) =>
    new RegExp(`\\b${name.replace('type ', '')}\\b`).test(code),
  )
  return {
    title,
    code: names.length > 0 && !code.includes('import ') ? `import { ${names.join(', ')} } from 'maildouble'\n${code}` : code,
  }
}

/** Some use timers of a runner that is not installed here. */
function withJest({ title, code }: ShownCode): ShownCode {
  if (!code.includes('jest.')) return { title, code }
  const jest = `import type { FakeTimers } from 'maildouble'\ndeclare const jest: FakeTimers & { useFakeTimers(): void }\n`
  return { title, code: jest + code }
}
