// Generates samples of schemas with `x-filled`, whose real data is not documented. They are made at build time from a seed, so
// that the program does not need faker for them.
import { en, Faker } from '@faker-js/faker'
import Ajv2020 from 'ajv/dist/2020.js'
import { createGeneratorSync } from 'json-schema-faker'
import { formats } from './formats.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

/** A fixed seed, so that samples do not change between builds. */
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
    `/** Samples of data that is not documented, by schema. */`,
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
  const isValid = new Ajv2020.default({ strict: false, formats }).compile(schemaOf(contract, name))
  const wanted = withFaker(schemaOf(contract, name))
  return Array.from({ length: count }, () => {
    const sample = generator.generate(wanted)
    if (isValid(sample)) return sample
    throw new Error(
      `A sample of ${name} does not match its schema: ${JSON.stringify(isValid.errors)} in ${JSON.stringify(sample)}.`,
    )
  })
}

/** A standalone schema, which contains the schemas behind its references. @param {Contract} contract @param {string} name @returns {Json} */
function schemaOf({ components }, name) {
  return { $ref: `#/components/schemas/${name}`, components: { schemas: components.schemas } }
}

/** Renames `x-faker` of the contract to `faker`, as the generator expects. @param {Json} schema */
function withFaker(schema) {
  return JSON.parse(JSON.stringify(schema).replaceAll('"x-faker":', '"faker":'))
}
