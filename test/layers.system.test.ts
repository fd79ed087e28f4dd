import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { CONTROL_AREAS, FLOORS, LAYERS, pathOf } from '../build/layers.mjs'

/** An import between each pair of folders in src/, and whether the table of floors allows it. */
const imports = Object.entries(LAYERS).flatMap(([folder, { imports: allowed }]) =>
  Object.keys(LAYERS)
    .filter((other) => other !== folder)
    .map((other) => ({ folder, other, isAllowed: allowed.includes(other) })),
)

test('the linter reports each import that the table of floors forbids, and no other', () => {
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

test('a folder imports folders of its own floor and of the floors above, never of a floor below', () => {
  const floors = Object.keys(FLOORS)
  const below = Object.entries(LAYERS).flatMap(([folder, { floor, imports: allowed }]) =>
    allowed
      .filter((other) => floors.indexOf(LAYERS[other]?.floor ?? '') > floors.indexOf(floor))
      .map((other) => `${folder} imports ${other}`),
  )
  expect(below).toEqual([])
})

test('a folder imports only neighbours that its floor lists before it, so that no folders import each other', () => {
  const later = Object.values(FLOORS).flatMap(({ folders }) => {
    const names = Object.keys(folders)
    return Object.entries(folders).flatMap(([folder, { beside }]) =>
      beside.filter((other) => names.indexOf(other) >= names.indexOf(folder)).map((other) => `${folder} imports ${other}`),
    )
  })
  expect(later).toEqual([])
})

test('each folder of src/ is listed on its floor', () => {
  const listed = Object.keys(LAYERS).map(pathOf)
  const found = Object.keys(FLOORS).flatMap((floor) => readdirSync(join('src', floor)).map((folder) => `${floor}/${folder}`))
  expect(found.toSorted()).toEqual(listed.toSorted())
  expect(readdirSync('src').toSorted()).toEqual([...Object.keys(FLOORS), 'index.ts'].toSorted())
})

test('the linter reports a store driver that imports more than the store interface', () => {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'))
  try {
    cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
    const files = [
      ['../persister.ts', true],
      ['../../../kernel/world/world.ts', true],
      ['../store.ts', false],
      ['../../../kernel/support/time.ts', false],
    ] as const
    mkdirSync(join(folder, 'src/server/persistence/lowdb'), { recursive: true })
    files.forEach(([path], at) => writeFileSync(join(folder, `src/server/persistence/lowdb/${at}.ts`), importing(path)))
    const found = new Set(restricted(folder))
    expect(files.map((_, at) => found.has(`src/server/persistence/lowdb/${at}.ts`))).toEqual(files.map(([, isWrong]) => isWrong))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the linter reports each import between areas of the control API that the table forbids, and no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'))
  try {
    cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
    const control = join('src', pathOf('control'))
    const areas = Object.keys(CONTROL_AREAS)
    const files = areas.flatMap((area) =>
      areas
        .filter((other) => other !== area)
        .map((other) => ({ file: join(control, area, `${other}.ts`), other, isAllowed: CONTROL_AREAS[area]?.includes(other) })),
    )
    for (const { file, other } of files) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      writeFileSync(join(folder, file), importing(`../${other}/x.ts`))
    }
    const found = new Set(restricted(folder))
    expect(files.filter(({ file, isAllowed }) => found.has(file) === isAllowed)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('an area of the control API imports only areas listed before it, and each folder is listed', () => {
  const areas = Object.keys(CONTROL_AREAS)
  const later = areas.filter((area, at) => CONTROL_AREAS[area]?.some((other) => !areas.slice(0, at).includes(other)))
  expect(later).toEqual([])
  const folders = readdirSync(join('src', pathOf('control')), { withFileTypes: true }).filter((each) => each.isDirectory())
  expect(folders.map(({ name }) => name).toSorted()).toEqual(areas.toSorted())
})

test('the linter reports a resource that imports another one, from a sub-folder as well, and what imports a single resource from outside', () => {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'))
  try {
    cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
    const files = [
      ['resources/lists/a.ts', '../campaigns/operations.ts', true],
      ['resources/lists/b.ts', '../campaigns/send/send.ts', true],
      ['resources/lists/c.ts', '../index.ts', true],
      ['resources/lists/d.ts', '../../rules/campaigns/send/send.ts', false],
      ['resources/lists/e.ts', '../../model/campaigns/campaign.ts', false],
      ['resources/campaigns/operations.ts', './send/operations.ts', false],
      ['resources/campaigns/send/a.ts', '../../lists/view.ts', true],
      ['resources/campaigns/send/b.ts', '../content/operations.ts', true],
      ['resources/campaigns/send/c.ts', '../content/view.ts', false],
      ['resources/campaigns/send/d.ts', '../../../rules/lists/make.ts', false],
      ['resources/campaigns/send/e.ts', '../../../triggers/x.ts', true],
      ['resources/index.ts', './lists/index.ts', false],
      ['calls/a.ts', '../resources/lists/view.ts', true],
      ['calls/b.ts', '../resources/index.ts', false],
    ] as const
    const service = join('src', 'service')
    for (const [file, path] of files) {
      mkdirSync(join(folder, service, dirname(file)), { recursive: true })
      writeFileSync(join(folder, service, file), importing(path))
    }
    const found = new Set(restricted(folder))
    expect(files.filter(([file, , isWrong]) => found.has(join(service, file)) !== isWrong)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const fileOf = (folder: string, other: string) => join('src', pathOf(folder), `${other}.ts`)
const importing = (path: string) => `import { x } from '${path}'\n\nexport const y = x\n`

function write(root: string, folder: string, other: string): void {
  mkdirSync(join(root, 'src', pathOf(folder)), { recursive: true })
  writeFileSync(join(root, fileOf(folder, other)), importing(`${pathFrom(folder, other)}/${SOME_FILE[other] ?? 'x'}.ts`))
}

/** The path of a folder as a file directly in another one imports it. */
function pathFrom(folder: string, other: string): string {
  return relative(join('src', pathOf(folder)), join('src', pathOf(other)))
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
