import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

interface Manifest {
  readonly version: string
  readonly dependencies?: { readonly [name: string]: string }
  readonly devDependencies?: { readonly [name: string]: string }
}

const FOLDER = 'examples'

const all = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const examples = all.filter((name) => existsSync(join(FOLDER, name, 'package.json')))

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

// .ci/examples runs them with the packed package.
describe('the examples', () => {
  test('the examples are listed in the table of their README, one row each', () => {
    const rows = [...readFileSync(join(FOLDER, 'README.md'), 'utf8').matchAll(/^\| \[([\w-]+)\]\(\1\) \|/gm)].map(
      ([, name]) => name,
    )
    expect(rows.toSorted()).toEqual(all.toSorted())
  })

  test.each(examples)('%s depends on the published package', (name) => {
    const { dependencies, devDependencies } = manifestOf(join(FOLDER, name))
    expect({ ...dependencies, ...devDependencies }['maildouble']).toBe(`^${manifestOf('.').version}`)
  })

  test.each(all.filter((name) => !examples.includes(name)))(
    '%s, which has no npm package, requires the published kit',
    (name) => {
      const required = readFileSync(join(FOLDER, name, 'requirements.txt'), 'utf8')
      expect(required).toContain(`maildouble[node] ~= ${manifestOf('.').version}\n`)
    },
  )

  test.each(all)('%s has a README with valid links', (name) => {
    const page = readFileSync(join(FOLDER, name, 'README.md'), 'utf8')
    const targets = [...page.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) => target)
    expect(targets.filter((target) => !existsSync(resolve(FOLDER, name, target)))).toEqual([])
    expect(page).toContain(examples.includes(name) ? 'npm install\n' : 'pip install -r requirements.txt\n')
  })
})
