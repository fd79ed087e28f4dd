import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { DEADLINE_MS } from '../deadline.ts'
import { freePort } from '../servers/free-port.ts'
import { shellExamplesIn } from '../shell-examples.ts'
import { builtProgram } from './program.ts'

const PAGE = 'docs/running.md'
const [, SECTION = ''] = /\n## Keep data\n([\s\S]*?)\n## /.exec(readFileSync(PAGE, 'utf8')) ?? []
const SEPARATOR = '----8<----'

describe('docs/running.md on kept data', () => {
  const examples = shellExamplesIn(SECTION)
  let printed: string[]

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'persistence-'))
    const [cli, port] = [await builtProgram(), await freePort()]
    const there = (shell: string) =>
      shell.replaceAll('node_modules/.bin/maildouble', `'${process.execPath}' '${cli}'`).replaceAll('4030', String(port))
    const script = examples.map(({ shell }) => `${there(shell)}\necho '${SEPARATOR}'`).join('\n')
    try {
      // Leaves no server running, even after an error.
      const guarded = `trap 'kill -9 $SERVER 2> /dev/null' EXIT\n${script}`
      const { stdout } = await promisify(execFile)('bash', ['-c', guarded], { cwd: folder, timeout: DEADLINE_MS })
      printed = stdout.split(`${SEPARATOR}\n`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('docs/running.md has an expected output for every shell example', () => {
    expect(examples).toHaveLength(SECTION.match(/```sh\n/g)?.length ?? 0)
    expect(examples).toHaveLength(3)
  })

  test.each(examples.map((example, i) => [example.title, i, example] as const))(
    'the example "%s" of docs/running.md prints its shown output',
    (_, i, { answers }) => {
      const values = (printed[i] ?? '')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
      expect(values).toEqual(answers)
    },
  )
})
