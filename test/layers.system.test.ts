import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { LAYERS } from '../build/layers.mjs'

/** An import between each pair of folders in src/, and whether the table of layers allows it. */
const imports = Object.entries(LAYERS).flatMap(([folder, { imports: allowed }]) =>
  Object.keys(LAYERS)
    .filter((other) => other !== folder)
    .map((other) => ({ folder, other, isAllowed: allowed.includes(other) })),
)

test('the linter reports each import that the table of layers forbids, and no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'))
  try {
    cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
    for (const { folder: from, other } of imports) write(folder, from, other)
    const found = new Set(restricted(folder))
    const wrong = imports.filter((each) => found.has(fileOf(each.folder, each.other)) === each.isAllowed)
    expect(wrong).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the linter reports a store driver that imports more than the store interface', () => {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'))
  try {
    cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
    const files = [
      ['../persister.ts', true],
      ['../../world/world.ts', true],
      ['../store.ts', false],
      ['../../support/time.ts', false],
    ] as const
    mkdirSync(join(folder, 'src/server/persistence/lowdb'), { recursive: true })
    files.forEach(([path], at) => writeFileSync(join(folder, `src/server/persistence/lowdb/${at}.ts`), importing(path)))
    const found = new Set(restricted(folder))
    expect(files.map((_, at) => found.has(`src/server/persistence/lowdb/${at}.ts`))).toEqual(files.map(([, isWrong]) => isWrong))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const fileOf = (folder: string, other: string) => join('src', folder, `${other}.ts`)
const importing = (path: string) => `import { x } from '${path}'\n\nexport const y = x\n`

function write(root: string, folder: string, other: string): void {
  mkdirSync(join(root, 'src', folder), { recursive: true })
  writeFileSync(join(root, fileOf(folder, other)), importing(`../${other}/${SOME_FILE[other] ?? 'x'}.ts`))
}

/** A file of each folder that has one that other layers may import, but not this one. */
const SOME_FILE: Readonly<Record<string, string>> = { persistence: 'persister', vocabulary: 'catalogue' }

function restricted(folder: string): string[] {
  const oxlint = resolve('node_modules/.bin/oxlint')
  const printed = run(() => execFileSync(oxlint, ['--format', 'json', 'src'], { cwd: folder, encoding: 'utf8' }))
  const { diagnostics }: { diagnostics: readonly { code: string; filename: string }[] } = JSON.parse(printed)
  return diagnostics.filter(({ code }) => code.includes('no-restricted-imports')).map(({ filename }) => filename)
}

/** The output of a program that may exit with a failure. */
function run(start: () => string): string {
  try {
    return start()
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}
