import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentOf, operationsOf, resolved, serviceContract } from '../../build/spec.mjs'
import { createDouble, type Double } from '../../src/index.ts'
import { complaintsAbout } from './check-types.ts'
import { docExamplesIn, pageOf, promisedBy, runExample } from './run-example.ts'

const examples = docExamplesIn('src/kit/client')
let double: Double

beforeAll(async () => {
  double = await createDouble({ scenario: 'starter', clock: { mode: 'frozen', rate: 0 }, log: () => {} })
})
afterAll(() => double.stop())

describe('the examples in the source of the client', () => {
  test('there are more than 60 examples in the source of the client', () => expect(examples.length).toBeGreaterThan(60))

  test('every example in the source of the client compiles', () => expect(complaintsAbout(examples)).toEqual([]))

  test.each(examples)('the client example "$title" prints the lines in its comments', async ({ code }) => {
    expect(await runExample(code, double)).toEqual(promisedBy(code))
  })
})

describe.each([
  ['docs/testing.md', 8],
  ['docs/time-and-faults.md', 6],
])('%s', (page, least) => {
  const { code, printed } = pageOf(page)

  test(`${page} has more than ${least} printed examples`, () => expect(printed.length).toBeGreaterThan(least))

  test(`${page} has examples that compile`, () => expect(complaintsAbout([{ title: page, code }])).toEqual([]))

  test(`the examples in ${page} print the shown output`, async () => {
    expect(await runExample(code, double)).toEqual(printed)
  })
})

test('the body of every example in the contract of the service compiles', async () => {
  const contract = await serviceContract()
  const calls = [...operationsOf(contract)].flatMap(({ path, method, operation }) => {
    const content = contentOf(operation.requestBody)
    if (!content) return []
    const { example = resolved(contract, content.schema).example, examples: named = { only: { value: example } } } = content
    return Object.values<{ value: unknown }>(named).map(
      ({ value }) => `await world.${method.toLowerCase()}('${path}', ${JSON.stringify(value)})`,
    )
  })
  expect(calls.length).toBeGreaterThan(55)
  expect(complaintsAbout([{ title: 'bodies', code: calls.join('\n') }])).toEqual([])
})
