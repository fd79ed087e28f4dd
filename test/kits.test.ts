import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { complaintsAbout, namedIn, namesIn, readKits } from '../build/kits.mjs'

const kits = readKits()
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }

test.each(Object.values(kits.kits))('the suite of the kit for $title names each behaviour of kits/behaviours.yaml', (kit) => {
  expect(complaintsAbout(kits.behaviours, kit, namedIn(kit.suite))).toEqual([])
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

test('the kit for Java has the version of the package', () => {
  const poms = ['pom.xml', 'maildouble/pom.xml', 'maildouble-testcontainers/pom.xml']
  const versions = poms.map((file) => /<version>(.*?)<\/version>/.exec(readFileSync(`kits/java/${file}`, 'utf8'))?.[1])
  expect(versions).toEqual([version, version, version])
  expect(readFileSync('docs/java.md', 'utf8')).toContain(`<version>${version}</version>`)
})
