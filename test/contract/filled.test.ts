import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { formats } from '../../build/formats.mjs'
import { samplesOf } from '../../build/filled.mjs'
import { samples as filled } from '../../src/kernel/contract/service.ts'
import { drawSample } from '../../src/service/rules/landing-pages/make.ts'
import { mock, type Body } from '../mock.ts'
import { documents } from '../../src/kernel/contract/documents.ts'

const document = await documents.service()

const wanted = Object.entries<Body>(document.components.schemas).filter(([, schema]) => schema['x-filled'])

/** Ten samples drawn by a world with the given seed. */
function drawn(seed: string): Promise<unknown[]> {
  return mock({ seed }).plant((tx) => Array.from({ length: 10 }, () => drawSample(tx, 'LandingPageDocument')))
}

test('an undocumented property is filled if the contract says so, and is only assumed', () => {
  expect(Object.keys(filled)).toEqual(wanted.map(([name]) => name))
  for (const [, schema] of wanted) expect(schema).toMatchObject({ 'x-provenance': 'assumed', 'x-confidence': 'low' })
})

test.each(wanted)('an undocumented property has samples of %s that match its schema and are reproducible', (name, schema) => {
  const samples: readonly unknown[] = filled[name as keyof typeof filled]
  expect(samples).toHaveLength(schema['x-filled'])
  const keeps = new Ajv2020({ strict: false, formats }).compile(schema)
  for (const sample of samples) expect({ sample, keeps: keeps(sample) }).toEqual({ sample, keeps: true })
  expect(samplesOf(document, name, samples.length)).toEqual(samples)
})

test('an undocumented property is drawn from the randomness of the world', async () => {
  const first = await drawn('one')
  expect(await drawn('one')).toEqual(first)
  expect(await drawn('two')).not.toEqual(first)
  expect(new Set(first.map((each) => JSON.stringify(each))).size).toBeGreaterThan(3)
})
