import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startServer } from '../src/index.ts'

/** The server URL that examples assume, and a second one. */
const SHOWN = ['http://127.0.0.1:4030', 'http://127.0.0.1:4031']
/** Where examples put their files. */
const FILES = '/tmp/'
const SEPARATOR = '----8<----'

/** An example in a document: a piece of shell and its JSON output. */
export interface Example {
  readonly title: string
  readonly shell: string
  readonly answers: readonly unknown[]
}

/** The examples of a document, in order. */
export function shellExamplesIn(markdown: string): Example[] {
  return [...markdown.matchAll(/```sh\n((?:(?!```)[\s\S])+)```\s+```json\n([\s\S]+?)```/g)].map(
    ({ 1: shell = '', 2: json = '', index }) => ({
      title: [...markdown.slice(0, index).matchAll(/\*\*([^*]+)\*\*/g)].at(-1)?.[1] ?? 'Look around',
      shell,
      answers: valuesIn(json),
    }),
  )
}

/** Every command in a document, whether or not it is part of an example. */
export function curlsIn(text: string): number {
  return text.match(/\bcurl /g)?.length ?? 0
}

/** Runs all examples in one shell as a reader would, so that variables persist. Returns the output of each. */
export async function runExamples(examples: readonly Example[]): Promise<unknown[][]> {
  const servers = await Promise.all(SHOWN.map(() => startServer({ scenario: 'starter', clock: { mode: 'realtime', rate: 1 } })))
  // Other tests may run the same examples on this machine at the same time.
  const folder = `${mkdtempSync(join(tmpdir(), 'examples-'))}/`
  const there = (text: string) =>
    servers.reduce((changed, { url }, i) => changed.replaceAll(SHOWN[i] ?? '', url), text.replaceAll(FILES, folder))
  const shown = (text: string) => servers.reduce((changed, { url }, i) => changed.replaceAll(url, SHOWN[i] ?? ''), text)
  try {
    const script = examples.map(({ shell }) => `${there(shell)}\necho '${SEPARATOR}'`).join('\n')
    const { stdout } = await promisify(execFile)('bash', ['-c', script])
    return shown(stdout)
      .split(`${SEPARATOR}\n`)
      .map((printed) => valuesIn(printed.trim().replaceAll(/([}\]])\s*\{/g, '$1\n{')))
  } finally {
    rmSync(folder, { recursive: true })
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** The consecutive JSON values in a text. */
function valuesIn(text: string): unknown[] {
  try {
    return text === '' ? [] : [JSON.parse(text)]
  } catch {
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
  }
}
