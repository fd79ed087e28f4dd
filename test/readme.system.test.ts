import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { curlsIn, shellExamplesIn, runExamples } from './shell-examples.ts'

describe.each([
  ['README.md', 2],
  ['docs/quickstart.md', 8],
  ['docs/scenarios.md', 2],
  ['build/control-tour.md', 14],
])('%s', (file, least) => {
  const examples = shellExamplesIn(readFileSync(file, 'utf8'))
  let answers: unknown[][]
  beforeAll(async () => {
    answers = await runExamples(examples)
  })

  test('has examples, which include every curl command in it', () => {
    expect(examples.length).toBeGreaterThanOrEqual(least)
    expect(curlsIn(examples.map(({ shell }) => shell).join(''))).toBe(curlsIn(readFileSync(file, 'utf8')))
  })

  test.each(examples.map((example, position) => [example.title, position, example] as const))('%s', (_, position, example) => {
    expect(answers[position]).toEqual(example.answers)
  })
})
