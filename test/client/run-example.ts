import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { format } from 'node:util'
import ts from 'typescript'
import * as client from '../../src/kit/client/index.ts'
import * as server from '../../src/index.ts'
import { clientAndWorld } from './targets.ts'

const builtin = createRequire(import.meta.url)

/** An example for readers. */
export interface ShownCode {
  readonly title: string
  readonly code: string
  /** Its path, for code that imports other files. */
  readonly file?: string
}

/** The examples in the documentation comments of a folder's exports. */
export function docExamplesIn(folder: string): ShownCode[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/@example\n([\s\S]*?)\*\/\n\s*(.*)/g)].map(
        ([, comment = '', what = '']) => ({ title: `${file}: ${what}`, code: comment.replaceAll(/^ *\* ?/gm, '') }),
      ),
    )
}

/** Whether a block of a page continues its program. Others are files of a project, tests, or programs of their own. */
export const isOfProgram = (code: string): boolean =>
  !/^\/\/ \S+\.ts\n/.test(code) && !/ from 'maildouble\/(?:vitest|intercept)'/.test(code)

/** The program of a page, run from top to bottom, and the output it shows. */
export function pageOf(file: string): { readonly code: string; readonly printed: readonly string[] } {
  const all = [...readFileSync(file, 'utf8').matchAll(/```ts\n([\s\S]+?)```(?:\n\n```text\n([\s\S]+?)\n```)?/g)]
  const blocks = all.filter(([, code = '']) => isOfProgram(code))
  return {
    code: blocks.map(([, code = '']) => code).join('\n'),
    printed: blocks.flatMap(([, code = '', text]) => [...promisedBy(code), ...(text === undefined ? [] : [text])]),
  }
}

/** The output shown in code: the text after `//` on the line of a `console.log`. */
export function promisedBy(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, printed = '']) => printed)
}

/**
 * Runs an example in its own world and returns its output. Package imports resolve to the
 * source; `maildouble` and `world` are defined, and `connect()` connects to that double.
 */
export async function runExample(code: string, double: server.Double): Promise<string[]> {
  const printed: string[] = []
  const { maildouble, world } = await clientAndWorld(double, code.includes('world.receiver(') ? 'deliver' : 'record')
  const modules: { readonly [name: string]: object } = {
    maildouble: server,
    'maildouble/client': { ...client, connect: (target: client.Target = double) => client.connect(target) },
  }
  const given = {
    exports: {},
    require: (name: string): unknown => modules[name] ?? builtin(name),
    console: { log: (...what: unknown[]) => printed.push(format(...what)) },
    maildouble,
    world,
  }
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  })
  // Imported names may shadow existing ones.
  const body = `return (async () => {${outputText}\n})()`
  await new Function(...Object.keys(given), body)(...Object.values(given))
  return printed
}
