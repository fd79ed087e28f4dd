import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/kit/client/connect.ts'
import type { Schemas } from '../../src/kit/client/contract.ts'
import { createDouble } from '../../src/index.ts'
import { runCommand } from './run.ts'

let bundle: Schemas['Bundle']
const root = mkdtempSync(join(tmpdir(), 'maildouble-inspect-'))
beforeAll(async () => {
  const world = await connect(await createDouble()).worlds.create({ id: 'shop' })
  await world.fetch('/lists')
  bundle = await world.bundle()
})
afterAll(() => rmSync(root, { recursive: true }))

/** A folder with files. */
function folder(name: string, files: Readonly<Record<string, object | string>>): string {
  const path = join(root, name)
  mkdirSync(path, { recursive: true })
  for (const [file, content] of Object.entries(files))
    writeFileSync(join(path, file), typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** What `maildouble inspect` says about a path that it cannot open. */
async function refusalOf(path: string): Promise<string> {
  const { code, err } = await runCommand('inspect', path)
  expect(code).toBe(1)
  expect(err.trim().split('\n')).toHaveLength(1)
  return err.trim()
}

test('maildouble inspect rejects a path that does not exist', async () => {
  expect(await refusalOf(join(root, 'nowhere'))).toBe(`maildouble: There is no file ${join(root, 'nowhere')}.`)
})

test('maildouble inspect rejects a folder without a bundle, and names where failed tests have theirs', async () => {
  const path = folder('without', { 'shop.journal.json': '{}' })
  expect(await refusalOf(path)).toBe(
    `maildouble: The folder ${path} contains no bundle (*.bundle.json). A failed test prints the folder that has its bundle.`,
  )
})

test('maildouble inspect rejects the folder of all failed tests, and names the bundles that can be opened', async () => {
  for (const name of ['c', 'a', 'b']) folder(`failures/${name}`, { 'shop.bundle.json': bundle })
  folder('failures/without', { 'shop.har': '{}' })
  const path = join(root, 'failures')
  expect(await refusalOf(path)).toBe(
    `maildouble: The folder ${path} contains no bundle (*.bundle.json). Name the folder of one test: ${['a', 'b', 'c'].map((name) => join(path, name)).join(', ')}.`,
  )
})

test('maildouble inspect rejects a damaged bundle and says where it is damaged', async () => {
  const text = JSON.stringify(bundle)
  const cut = folder('cut', { 'shop.bundle.json': text.slice(0, 100) })
  expect(await refusalOf(cut)).toMatch(/shop\.bundle\.json is not JSON: .* at line 1, column \d+\.$/)
  const { steps: _, ...rest } = bundle
  const stepless = folder('stepless', { 'shop.bundle.json': rest })
  expect(await refusalOf(stepless)).toMatch(/shop\.bundle\.json cannot be replayed\. \/bundle.*steps/)
  const other = folder('other', { 'shop.bundle.json': { ...bundle, origin: { ...bundle.origin, scenario: 'mine' } } })
  expect(await refusalOf(other)).toMatch(/There is no scenario "mine"\..* name its folder with --scenario-dir\.$/)
})
