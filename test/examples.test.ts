import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

interface Manifest {
  readonly version: string
  readonly dependencies?: { readonly [name: string]: string }
  readonly devDependencies?: { readonly [name: string]: string }
}

const FOLDER = 'examples'

const examples = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

// That they work is tried by .ci/examples, from the packed package.
describe('the examples', () => {
  test('stand in the table of their README, each in one row', () => {
    const rows = [...readFileSync(join(FOLDER, 'README.md'), 'utf8').matchAll(/^\| \[([\w-]+)\]\(\1\) \|/gm)].map(
      ([, name]) => name,
    )
    expect(rows.toSorted()).toEqual(examples.toSorted())
  })

  test.each(examples)('%s asks for the package as it is published', (name) => {
    const { dependencies, devDependencies } = manifestOf(join(FOLDER, name))
    expect({ ...dependencies, ...devDependencies }['maildouble']).toBe(`^${manifestOf('.').version}`)
  })

  test.each(examples)('%s has a README that leads to files that are there', (name) => {
    const page = readFileSync(join(FOLDER, name, 'README.md'), 'utf8')
    const targets = [...page.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) => target)
    expect(targets.filter((target) => !existsSync(resolve(FOLDER, name, target)))).toEqual([])
    expect(page).toContain('npm install\n')
  })
})
