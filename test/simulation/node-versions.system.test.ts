import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { otherNodes, withoutNodes } from '../servers/nodes.ts'

/** The output of test/simulation/same-steps.ts. */
interface Run {
  readonly answers: readonly string[]
  readonly journal: readonly unknown[]
  readonly contents: unknown
  readonly bundle: { readonly steps: readonly unknown[] }
}

const SHIPPED = resolve(import.meta.dirname, '../../src/service/scenarios/read/shipped-scenarios.ts')
const NO_VITEST = '\0no-vitest'

describe.skipIf(withoutNodes)('every supported version of Node', () => {
  // Inside the project, so that its dependencies are found.
  const cache = resolve(import.meta.dirname, '../../.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'same-steps-'))
  const file = join(folder, 'same-steps.mjs')
  const outputs = new Map<string, string>()

  async function print(program: string, input?: string): Promise<string> {
    const running = promisify(execFile)(program, [file, ...(input === undefined ? [] : ['--replay'])], { maxBuffer: 2 ** 30 })
    running.child.stdin?.end(input)
    return (await running).stdout
  }

  beforeAll(async () => {
    const bundle = await rolldown({
      input: join(import.meta.dirname, 'same-steps.ts'),
      platform: 'node',
      // A program that runs from source reads scenarios from their source folder.
      transform: {
        define: {
          'import.meta.url': JSON.stringify(pathToFileURL(SHIPPED).href),
          'import.meta.dirname': JSON.stringify(resolve(SHIPPED, '..')),
        },
      },
      external: /^(?:node:|yaml|@redis\/client)/,
      plugins: [
        {
          // Other tests check walks; Vitest cannot be imported outside of its runner.
          name: 'without Vitest',
          resolveId: { filter: { id: /^vitest$/ }, handler: () => NO_VITEST },
          load: {
            filter: { id: new RegExp(NO_VITEST) },
            handler: () => 'export const expect = () => new Proxy({}, { get: () => () => {} })',
          },
        },
      ],
    })
    await bundle.write({ file, format: 'esm', codeSplitting: false })
    await bundle.close()
    for (const { version, program } of otherNodes) outputs.set(version, await print(program))
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  test('the supported versions of Node cover three release lines', () => {
    expect([...outputs.keys()]).toEqual(['20.19.0', '22', '24'])
  })

  test('every supported version of Node gives the same bytes for responses, recordings and state after the same 600 steps', () => {
    const [[, first] = [], ...others] = outputs
    const { answers, journal } = runIn(first)
    expect(answers).toHaveLength(600)
    expect(answers.filter((answer) => answer.includes('is not JSON: ')).length).toBeGreaterThan(100)
    expect(journal.length).toBeGreaterThan(400)
    for (const [version, output] of others) {
      const run = runIn(output)
      // Differences are easier to read step by step.
      expect(run.answers, `Node ${version}`).toEqual(answers)
      expect(run.journal, `Node ${version}`).toEqual(journal)
      expect(output === first, `Node ${version} prints the same bytes`).toBe(true)
    }
  })

  test('every supported version of Node replays a bundle written by any other version without a difference', async () => {
    for (const [writer, output] of outputs) {
      const { bundle } = runIn(output)
      for (const { version, program } of otherNodes.filter((other) => other.version !== writer)) {
        expect(JSON.parse(await print(program, JSON.stringify(bundle))), `from Node ${writer} to Node ${version}`).toEqual({
          steps: bundle.steps.length,
          differences: [],
          differences_total: 0,
        })
      }
    }
  })
})

function runIn(output = ''): Run {
  return JSON.parse(output)
}
