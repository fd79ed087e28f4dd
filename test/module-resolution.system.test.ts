import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'

const TSC = resolve('node_modules/typescript/bin/tsc')
const page = readFileSync('docs/debugging.md', 'utf8')

/** An application with the package: its manifest, and a type for each entry, since only the resolution is tested. */
const folder = mkdtempSync(join(tmpdir(), 'maildouble-resolution-'))
afterAll(() => rmSync(folder, { recursive: true }))
const home = join(folder, 'node_modules/maildouble')
mkdirSync(home, { recursive: true })
cpSync('package.json', join(home, 'package.json'))
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
const entries = Object.entries<{ readonly types?: string }>(exports).flatMap(([name, { types }]) =>
  types === undefined ? [] : [{ name: name.replace('.', 'maildouble'), types: join(home, types) }],
)
for (const { types } of entries) {
  mkdirSync(dirname(types), { recursive: true })
  writeFileSync(types, 'export declare const it: number\n')
}
const imports = entries.map(({ name }, i) => `import { it as it${i} } from '${name}'\nexport const number${i}: number = it${i}\n`)
writeFileSync(join(folder, 'app.mts'), imports.join(''))
writeFileSync(join(folder, 'app.cts'), imports.join(''))

async function compile(file: string, ...options: string[]): Promise<string> {
  const args = [TSC, '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', ...options, file]
  return promisify(execFile)(process.execPath, args, { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { readonly stdout: string }) => stdout,
  )
}

describe('TypeScript finds the types of every entry', () => {
  test.each([
    ['nodenext', ['--module', 'nodenext']],
    ['node16', ['--module', 'node16']],
    ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ])('TypeScript finds the types of every entry with the module resolution %s', async (_, options) => {
    expect(await compile('app.mts', ...options)).toBe('')
  })
})

describe('docs/debugging.md has the errors of TypeScript', () => {
  test('docs/debugging.md has the errors of TypeScript with the module resolution node10, which reads no exports', async () => {
    const said = await compile('app.mts', '--module', 'esnext', '--moduleResolution', 'node10')
    for (const message of [
      "Cannot find module 'maildouble/client' or its corresponding type declarations.",
      "Consider updating to 'node16', 'nodenext', or 'bundler'.",
    ]) {
      expect(said).toContain(message)
      expect(page).toContain(`\`${message.replace('maildouble/client', 'maildouble/…')}\``)
    }
  })

  test('docs/debugging.md has the errors of TypeScript in a CommonJS module with the module setting node16', async () => {
    const said = await compile('app.cts', '--module', 'node16')
    const message = 'the referenced file is an ECMAScript module and cannot be imported with '
    expect(said).toContain(message)
    expect(page).toContain(message)
    expect(await compile('app.cts', '--module', 'nodenext')).toBe('')
  })
})
