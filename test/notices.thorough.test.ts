import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KIT, SERVER } from '../build/entries.mjs'
import { notices, packageIn, packagesNamedIn } from '../build/notices.mjs'

/** Packages outside the bundle, installed as dependencies. */
const EXTERNAL = /^(?:node:|yaml|@redis\/client|vitest|@playwright\/test|playwright-core|undici|@modelcontextprotocol\/)/

/** Where a source imports a package; types are not bundled. */
const IMPORTED = /(?:^(?:import|export) (?!type)[^'"]*from |^import |\bimport\()['"]((?:@[^/'"]+\/)?[^./'"@][^/'"]*)/gm

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'maildouble-notices-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A package in a folder of its own. */
function packageWith(files: Readonly<Record<string, string>>): string {
  const home = join(folder, 'some')
  mkdirSync(home)
  const own = { 'package.json': '{ "name": "some", "version": "1.2.3", "license": "MIT" }', ...files }
  for (const [name, text] of Object.entries(own)) writeFileSync(join(home, name), text)
  return home
}

describe('the third-party notices', () => {
  test('name every bundled package with its licence', async () => {
    const file = join(folder, 'notices')
    const bundle = await rolldown({
      input: { ...SERVER, ...KIT },
      platform: 'node',
      external: EXTERNAL,
      plugins: [notices(file)],
    })
    const { output } = await bundle.generate({ format: 'esm' })
    await bundle.close()
    const text = readFileSync(file, 'utf8')
    const named = packagesNamedIn(text).map(({ name }) => name)

    const modules = output.flatMap((each) => (each.type === 'chunk' ? Object.keys(each.modules) : []))
    const homes = modules.flatMap((id) => id.split('node_modules/').slice(1).at(-1) ?? [])
    const bundled = new Set(homes.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? ''))
    expect(bundled.size).toBeGreaterThan(8)
    expect([...bundled].filter((name) => !named.includes(name))).toEqual([])

    // Independent of the bundler's report: packages that sources import and users do not install are in the bundle.
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
    const imported = sources.flatMap((path) => [...readFileSync(join('src', path), 'utf8').matchAll(IMPORTED)])
    const others = imported.map(([, name = '']) => name).filter((name) => name !== 'maildouble' && !EXTERNAL.test(`${name}/`))
    const inside = [...new Set(others)]
    expect(inside).toEqual(expect.arrayContaining(['hono', 'commander']))
    expect(inside.filter((name) => !named.includes(name))).toEqual([])

    // Content of the bundle that comes from no module: validators made by Ajv, data of faker, helpers of the bundler.
    expect(named).toEqual(expect.arrayContaining(['ajv', '@faker-js/faker', 'rolldown']))
    expect(text).toContain('Copyright (c) 2021 - present, Yusuke Wada and Hono contributors')
    expect(text.match(/THE SOFTWARE IS PROVIDED "AS IS"/g)?.length).toBeGreaterThan(10)
  })

  test('contain all licence texts of a package', () => {
    const { name, version, licence, text } = packageIn(packageWith({ LICENSE: 'Do as you like.', 'NOTICE.md': 'By some.' }))
    expect([name, version, licence]).toEqual(['some', '1.2.3', 'MIT'])
    expect(text).toBe('Do as you like.\n\nBy some.')
  })

  test('contain the stored text for a package without one', () => {
    writeFileSync(join(folder, 'some.txt'), 'Do as you like.')
    expect(packageIn(packageWith({}), folder).text).toBe('Do as you like.')
  })

  test('fail the build for a package without any licence text, with a message that says what to do', () => {
    expect(() => packageIn(packageWith({}), folder)).toThrow(
      'some 1.2.3 is bundled but has no licence text. Put the text, with its source, into build/licences/some.txt.',
    )
  })
})
