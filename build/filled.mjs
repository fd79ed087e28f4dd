// Samples of schemas that carry `x-filled`: what the service holds but nobody has shown. They are made now, from a seed, so
// that the program needs no faker to draw one.
import { en, Faker } from '@faker-js/faker'
import Ajv2020 from 'ajv/dist/2020.js'
import { createGeneratorSync } from 'json-schema-faker'
import { formats } from './formats.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

/** The samples never change by themselves. */
const SEED = 20_260_115

/** The module that holds the samples. @param {Contract} contract */
export function filledOf(contract) {
  const filled = Object.entries(contract.components.schemas).filter(([, schema]) => schema['x-filled'])
  const members = filled.map(([name, schema]) => {
    const samples = samplesOf(contract, name, schema['x-filled'])
    return {
      type: `  readonly ${name}: readonly components['schemas']['${name}'][]`,
      code: `  ${name}: ${JSON.stringify(samples)},`,
    }
  })
  return [
    `import type { components } from './types.ts'\n`,
    `/** Samples of what nobody has shown, by schema. */`,
    `export const filled: {`,
    ...members.map(({ type }) => type),
    `} = {`,
    ...members.map(({ code }) => code),
    `}\n`,
  ].join('\n')
}

/** Makes `count` samples of a schema, each of them valid. @param {Contract} contract @param {string} name @param {number} count */
export function samplesOf(contract, name, count) {
  const faker = new Faker({ locale: en, seed: SEED })
  const generator = createGeneratorSync({ seed: SEED, alwaysFakeOptionals: true, extensions: { faker } })
  const keeps = new Ajv2020.default({ strict: false, formats }).compile(schemaOf(contract, name))
  const wanted = withFaker(schemaOf(contract, name))
  return Array.from({ length: count }, () => {
    const sample = generator.generate(wanted)
    if (keeps(sample)) return sample
    throw new Error(`A sample of ${name} breaks its schema: ${JSON.stringify(keeps.errors)} in ${JSON.stringify(sample)}.`)
  })
}

/** A schema that stands alone, with those it may refer to. @param {Contract} contract @param {string} name @returns {Json} */
function schemaOf({ components }, name) {
  return { $ref: `#/components/schemas/${name}`, components: { schemas: components.schemas } }
}

/** The contract says `x-faker`, the generator `faker`. @param {Json} schema */
function withFaker(schema) {
  return JSON.parse(JSON.stringify(schema).replaceAll('"x-faker":', '"faker":'))
}
