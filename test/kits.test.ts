import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documents } from '../src/kernel/contract/documents.ts'
import { JAVA_CONTRACT, javaContract } from '../build/kit-java.mjs'
import { PHP_CONTRACT, phpContract } from '../build/kit-php.mjs'
import { complaintsAbout, kitsPage, namedIn, namesIn, readKits } from '../build/kits.mjs'

const kits = readKits()
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }

test.each(Object.values(kits.kits))('the suite of the kit for $title names each behaviour of kits/behaviours.yaml', (kit) => {
  expect(complaintsAbout(kits.behaviours, kit, namedIn(kit.suite))).toEqual([])
})

test('docs/kits.md has the current table of behaviours: npm run docs writes it', () => {
  const page = readFileSync('docs/kits.md', 'utf8')
  expect(page).toBe(kitsPage(page, kits))
})

test('a test names a behaviour in the way of its language', () => {
  const text = [
    '// behaviour:fault-once',
    "@pytest.mark.behaviour('batch')",
    '@Behaviour("story")',
    '#[Behaviour("fork")]',
    '// its behaviour is odd: no name',
  ]
  expect(namesIn(text.join('\n'))).toEqual(['fault-once', 'batch', 'story', 'fork'])
})

test('a suite that lacks a behaviour, names an unknown one, or tests a missing one is reported', () => {
  const kit = { title: 'Any', page: 'any.md', suite: [], missing: { fork: 'no', gone: 'no' } }
  const behaviours = { fork: 'A fork.', batch: 'A batch.', story: 'A story.' }
  expect(complaintsAbout(behaviours, kit, new Set(['fork', 'story', 'odd']))).toEqual([
    'Any has a test of fork, which it lists as missing.',
    'Any has no test that names behaviour:batch.',
    'Any names odd, which kits/behaviours.yaml does not list.',
    'Any names gone, which kits/behaviours.yaml does not list.',
  ])
})

test.each([
  ['PHP', PHP_CONTRACT, phpContract],
  ['Java', JAVA_CONTRACT, javaContract],
] as const)(
  'the classes of the kit for %s are made from the current contract: npm run docs writes them',
  async (_, folder, made) => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      )
    const found = Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
    expect(found).toEqual(made(await documents.control()))
  },
)

test('the kit for Java has the version of the package', () => {
  const poms = ['pom.xml', 'maildouble/pom.xml', 'maildouble-testcontainers/pom.xml']
  const versions = poms.map((file) => /<version>(.*?)<\/version>/.exec(readFileSync(`kits/java/${file}`, 'utf8'))?.[1])
  expect(versions).toEqual([version, version, version])
  expect(readFileSync('docs/java.md', 'utf8')).toContain(`<version>${version}</version>`)
})
