import { format } from 'node:util'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import ts from 'typescript'
import * as undici from 'undici'
import { describe, expect, test } from 'vitest'
import * as client from '../../src/kit/client/index.ts'
import * as maildouble from '../../src/index.ts'
import * as interception from '../../src/kit/intercept/index.ts'
import { docExamplesIn, promisedBy } from '../client/run-example.ts'

const modules: { readonly [name: string]: object } = {
  'node:https': { default: https },
  undici,
  maildouble,
  'maildouble/client': client,
  'maildouble/intercept': interception,
}

/** Runs an example and returns its output. */
async function run(code: string): Promise<string[]> {
  const printed: string[] = []
  const given = {
    exports: {},
    require: (name: string) => modules[name],
    console: { log: (...what: unknown[]) => printed.push(format(...what)) },
  }
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  })
  await new Function(...Object.keys(given), `return (async () => {${outputText}\n})()`)(...Object.values(given))
  return printed
}

test.each(docExamplesIn('src/kit/intercept'))(
  'the interceptor example "$title" prints the lines in its comments',
  async ({ code }) => {
    const promised = promisedBy(code)
    expect(promised).not.toEqual([])
    const { fetch: before } = globalThis
    expect(await run(code)).toEqual(promised)
    expect(globalThis.fetch).toBe(before)
  },
)

describe('docs/testing.md on fixed hosts', () => {
  const [, section = ''] = readFileSync('docs/testing.md', 'utf8').split('\n## Fixed hosts\n')
  const blocks = [...section.matchAll(/```ts\n([\s\S]+?)```(?:\n\n```text\n([\s\S]+?)\n```)?/g)]

  test.each(blocks.map(([, code = '', text]) => [code.split('\n')[0], code, text]))(
    'the example in docs/testing.md prints its shown output: %s',
    async (_, code = '', text) => {
      expect((await run(code)).join('\n')).toBe(text ?? promisedBy(code).join('\n'))
    },
  )
})
