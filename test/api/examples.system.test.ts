import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDouble, type Double } from '../../src/index.ts'
import { complaintsAbout } from '../client/check-types.ts'
import { examplesIn, promisedBy, run, type ShownCode } from '../client/run-example.ts'

// Those of the client, of the interceptor and of the fixtures are run where these are tested: with a world, a host, a runner around them.
const ofServer = examplesIn('src/server').map(imported)
const beside = examplesIn('src/testing').filter(({ code }) => !code.includes('test('))

let double: Double
beforeAll(async () => {
  double = await createDouble({ log: () => {} })
})
afterAll(() => double.stop())

describe('the examples of the server', () => {
  test('are there for both ways to have one', () => {
    expect(ofServer.filter(({ code }) => /(?:startServer|createDouble)\(/.test(code)).length).toBeGreaterThan(1)
  })

  test('compile', () => expect(complaintsAbout(ofServer)).toEqual([]))

  test.each(ofServer)('$title', async ({ code }) => {
    const printed = await run(code, double)
    const promised = promisedBy(code)
    if (promised.length > 0) expect(printed).toEqual(promised)
  })
})

describe('the examples of the fixtures that are no tests', () => {
  test('compile', () => expect(complaintsAbout(beside.map(withJest))).toEqual([]))
})

/** Short ones leave out what they import. */
function imported({ title, code }: ShownCode): ShownCode {
  const names = ['createDouble', 'startServer', 'type DoubleEvent'].filter((name) =>
    new RegExp(`\\b${name.replace('type ', '')}\\b`).test(code),
  )
  return {
    title,
    code: names.length > 0 && !code.includes('import ') ? `import { ${names.join(', ')} } from 'maildouble'\n${code}` : code,
  }
}

/** Some show timers of a runner that is not installed here. */
function withJest({ title, code }: ShownCode): ShownCode {
  if (!code.includes('jest.')) return { title, code }
  const jest = `import type { FakeTimers } from 'maildouble'\ndeclare const jest: FakeTimers & { useFakeTimers(): void }\n`
  return { title, code: jest + code }
}
