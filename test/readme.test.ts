import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../src/index.ts'

const README = 'http://127.0.0.1:4030'
const SEPARATOR = '----8<----'

/** What README shows: a piece of shell, and the JSON lines it answers. */
interface Example {
  readonly title: string
  readonly shell: string
  readonly answers: readonly unknown[]
}

function examplesIn(markdown: string): Example[] {
  return [...markdown.matchAll(/```sh\n([\s\S]+?)```\s+```json\n([\s\S]+?)```/g)].map(
    ({ 1: shell = '', 2: json = '', index }) => ({
      title: [...markdown.slice(0, index).matchAll(/\*\*([^*]+)\*\*/g)].at(-1)?.[1] ?? 'Look around',
      shell,
      answers: valuesIn(json),
    }),
  )
}

/** The JSON values that stand one after the other in a text. */
function valuesIn(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
  }
}

const examples = examplesIn(readFileSync('README.md', 'utf8'))
let server: RunningServer
let answers: string[]

beforeAll(async () => {
  server = await startServer({ scenario: 'starter', clock: { mode: 'realtime', rate: 1 } })
  // One shell for all, as a reader has it: what one example sets is there in the next.
  const script = examples.map(({ shell }) => `${shell.replaceAll(README, server.url)}\necho '${SEPARATOR}'`).join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-c', script])
  answers = stdout.replaceAll(server.url, README).split(`${SEPARATOR}\n`)
})
afterAll(() => server.stop())

describe('README', () => {
  test('has examples, and every curl in it is one', () => {
    const curls = readFileSync('README.md', 'utf8').match(/\bcurl /g)?.length ?? 0
    expect(examples.length).toBeGreaterThan(9)
    expect(
      examples
        .map(({ shell }) => shell)
        .join('')
        .match(/\bcurl /g)?.length,
    ).toBe(curls)
  })

  test.each(examples.map((example, position) => [example.title, position, example] as const))('%s', (_, position, example) => {
    const lines = (answers[position] ?? '').trim().replaceAll('}{', '}\n{')
    expect(valuesIn(lines)).toEqual(example.answers)
  })
})
