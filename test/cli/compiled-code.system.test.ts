import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { builtProgram } from '../server/program.ts'
import { otherNodes, withoutNodes } from '../servers/nodes.ts'

/** The folder of a package whose program has not run yet. */
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'compiled-code-'))
  cpSync(dirname(await builtProgram()), join(folder, 'dist'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function help(node: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return promisify(execFile)(node, [join(folder, 'dist/cli.js'), '--help'])
}

describe.skipIf(withoutNodes)('compiled code', () => {
  test.each(otherNodes)(
    'is kept in the folder of the package from Node 22 on, here with Node $version',
    async ({ version, program }) => {
      await help(program)
      expect(existsSync(join(folder, '.cache/compiled'))).toBe(!version.startsWith('20'))
    },
  )

  test.each(otherNodes)(
    'is not kept by Node $version where nothing can be written, and the command runs',
    async ({ program }) => {
      writeFileSync(join(folder, '.cache'), 'This file is where the folder would be.')
      expect(await help(program)).toMatchObject({ stdout: expect.stringContaining('serve'), stderr: '' })
    },
  )
})
