import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FLOORS, LAYERS, pathOf } from '../build/layers.mjs'

const page = readFileSync('docs/internals/architecture.md', 'utf8')

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
