import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FLOORS, LAYERS, pathOf } from '../build/layers.mjs'

const page = readFileSync('docs/architecture.md', 'utf8')

/** The words of the page that look like a file or a folder: with a slash, and without a blank, a wildcard or a variable. */
const paths = [...new Set([...page.matchAll(/`([\w@.-]+\/[\w@./-]*)`/g)].map(([, path = '']) => path))].filter(
  (path) => !path.startsWith('dist/') && !path.startsWith('@'),
)

/** Places that a path of the page may be relative to. */
const roots = [
  '.',
  'src',
  'inspector',
  ...Object.keys(FLOORS).map((floor) => join('src', floor)),
  ...Object.keys(LAYERS).map((each) => join('src', pathOf(each))),
]

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join('src', file))

describe('the architecture page', () => {
  test.each(paths)('names a file or folder that exists: %s', (path) => {
    expect(roots.some((root) => existsSync(join(root, path)))).toBe(true)
  })

  test('names types and functions that exist where it says', () => {
    const rows = [...page.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| ((?:`[\w/.-]+`(?:, )?)+) \|/gm)]
    expect(rows.length).toBeGreaterThan(8)
    const missing = rows.flatMap(([, names = '', places = '']) => {
      const text = quoted(places)
        .flatMap(filesAt)
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n')
      return quoted(names).filter(
        (name) => !new RegExp(`export (?:abstract )?(?:class|interface|type|function|const) ${name}\\b`).test(text),
      )
    })
    expect(missing).toEqual([])
  })
})

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)

/** The sources at a path of the page. */
function filesAt(path: string): string[] {
  const found = roots.map((root) => join(root, path)).find((each) => existsSync(each))
  if (!found) return []
  return statSync(found).isDirectory() ? sources.filter((file) => file.startsWith(join(found, '/'))) : [found]
}

test('a start loads of stores, surveys and journeys only manifests, tables and the sums of orders, and no condition of segments', () => {
  const loaded = loadedWith('src/kit/double/create-double.ts')
  const resources = ['stores', 'customers', 'products', 'promos', 'carts', 'orders', 'lines', 'purchases', 'surveys', 'journeys']
  const folders = resources.flatMap((each) => ['model', 'rules', 'resources'].map((room) => `src/service/${room}/${each}`))
  const found = loaded.filter((file) => folders.includes(dirname(file)) && !file.endsWith('/index.ts'))
  expect(found).toContain('src/service/model/stores/store.ts')
  expect(found.filter((file) => !readFileSync(file, 'utf8').includes('= defineTable<'))).toEqual([
    'src/service/rules/orders/sums.ts',
  ])
  expect(loaded.filter((file) => file.startsWith('src/service/conditions/'))).toEqual([])
})

/** A source, and what it imports, directly or not, except by dynamic imports and imports of types. */
function loadedWith(start: string): string[] {
  const found = new Set([start])
  for (const file of found) {
    for (const [, names = '', path = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type )([^']*?)from '(\..+)'/gm,
    )) {
      const ofTypes =
        /^\{([^}]*)\} $/
          .exec(names)?.[1]
          ?.split(',')
          .every((name) => /^\s*(?:type .*)?$/.test(name)) ?? false
      if (!ofTypes && path.endsWith('.ts')) found.add(join(dirname(file), path))
    }
  }
  return [...found]
}
