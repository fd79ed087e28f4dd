import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** What each part of the source must not know: one of the parts that stand above it. */
const ABOVE: Readonly<Record<string, readonly string[]>> = {
  support: ['world', 'host'],
  world: ['contract', 'host', 'server'],
  contract: ['world', 'resources', 'http'],
  conditions: ['resources', 'host'],
  resources: ['faults', 'host', 'stores'],
  calls: ['triggers', 'host', 'http'],
  faults: ['calls', 'triggers', 'host'],
  triggers: ['calls', 'scenarios', 'host'],
  scenarios: ['host', 'control'],
  host: ['http', 'control', 'stores', 'server'],
  stores: ['world', 'scenarios', 'control', 'server'],
  http: ['public', 'control', 'stores', 'server'],
  public: ['control', 'stores', 'server'],
  control: ['public', 'stores', 'server'],
  client: ['host', 'control', 'server'],
  testing: ['host', 'control', 'stores'],
  intercept: ['host', 'control', 'stores'],
}

test('whatever part of the source imports from above is found by the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'))
  try {
    cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
    const files = Object.entries(ABOVE).flatMap(([part, others]) => {
      mkdirSync(join(folder, 'src', part), { recursive: true })
      return others.map((other) => {
        const file = join('src', part, `${other}.ts`)
        writeFileSync(join(folder, file), `import { x } from '../${other}/x.ts'\n\nexport const y = x\n`)
        return file
      })
    })
    const found = new Set(restricted(folder))
    expect(files.filter((file) => !found.has(file))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

function restricted(folder: string): string[] {
  const oxlint = resolve('node_modules/.bin/oxlint')
  const printed = run(() => execFileSync(oxlint, ['--format', 'json', 'src'], { cwd: folder, encoding: 'utf8' }))
  const { diagnostics }: { diagnostics: readonly { code: string; filename: string }[] } = JSON.parse(printed)
  return diagnostics.filter(({ code }) => code.includes('no-restricted-imports')).map(({ filename }) => filename)
}

/** What a program prints that ends with a failure as well. */
function run(start: () => string): string {
  try {
    return start()
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}
