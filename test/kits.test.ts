import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { javaContract } from '../build/kit-java.mjs'
import { camelCase } from '../build/kit-model.mjs'
import { phpContract } from '../build/kit-php.mjs'
import { complaintsAbout, namedIn, namesIn, readKits } from '../build/kits.mjs'
import { pythonCallsOf } from '../build/python-calls.mjs'
import { triggersIn } from '../build/python-types.mjs'
import { documents } from '../src/kernel/contract/documents.ts'

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
  const kit = { title: 'Any', suite: [], missing: { fork: 'no', gone: 'no' } }
  const behaviours = { fork: 'A fork.', batch: 'A batch.', story: 'A story.' }
  expect(complaintsAbout(behaviours, kit, new Set(['fork', 'story', 'odd']))).toEqual([
    'Any has a test of fork, which it lists as missing.',
    'Any has no test that names behaviour:batch.',
    'Any names odd, which kits/behaviours.yaml does not list.',
    'Any names gone, which kits/behaviours.yaml does not list.',
  ])
})

test('the classes of the kits are made from the contract, with a method for each trigger', async () => {
  const control = await documents.control()
  const triggers = triggersIn(control).map(({ trigger }) => trigger)
  expect(triggers).toContain('member.unsubscribe')
  const methods = triggers.map((trigger) => camelCase(trigger.replaceAll('.', '_')))
  expect(namesMatching(phpContract(control)['Api/TriggersApi.php'], /public function (?!__)(\w+)\(/g)).toEqual(methods)
  expect(namesMatching(javaContract(control)['TriggersApi.java'], /public Triggered (\w+)\(/g)).toEqual(methods)
  expect(namesMatching(pythonCallsOf(control), /def trigger\(self, trigger: Literal\["(.+?)"\]/g)).toEqual(triggers)
})

test('the kit for Java has the version of the package', () => {
  const poms = ['pom.xml', 'maildouble/pom.xml', 'maildouble-testcontainers/pom.xml']
  const versions = poms.map((file) => /<version>(.*?)<\/version>/.exec(readFileSync(`kits/java/${file}`, 'utf8'))?.[1])
  expect(versions).toEqual([version, version, version])
  expect(readFileSync('docs/languages.md', 'utf8')).toContain(`<version>${version}</version>`)
})

function namesMatching(code: string | undefined, pattern: RegExp): string[] {
  return [...(code ?? '').matchAll(pattern)].map(([, name = '']) => name)
}
