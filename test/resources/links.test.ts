import { describe, expect, test } from 'vitest'
import { links as contract } from '../../src/kernel/contract/service.ts'
import { linksOf, linksText } from '../../src/service/resources/answers/links.ts'
import { mock } from '../mock.ts'

const { plant } = mock()
const schemas = Object.keys(contract) as (keyof typeof contract)[]

/** The parameters in the paths of the links of a schema. */
function parametersOf(schema: keyof typeof contract): string[] {
  const paths = Object.values(contract[schema]).map(({ path }) => path)
  return [...new Set(paths.flatMap((path) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)))]
}

describe.each(schemas)('the links of %s', (schema) => {
  test('the links of a record leave out each link that an empty id would fill, as objects and as text', async () => {
    const parameters = parametersOf(schema)
    await plant((tx) => {
      const filled = Object.fromEntries(parameters.map((name) => [name, 'an-id']))
      const all = linksOf(tx, schema, filled)
      expect(JSON.parse(linksText(tx.world.base_url, schema, filled))).toEqual(all)
      for (const empty of parameters) {
        const path = { ...filled, [empty]: '' }
        const targets: { readonly [rel: string]: { readonly path: string } } = contract[schema]
        const left = all.filter(({ rel }) => !targets[rel]?.path.includes(`{${empty}}`))
        expect(linksOf(tx, schema, path)).toEqual(left)
        expect(JSON.parse(linksText(tx.world.base_url, schema, path))).toEqual(left)
      }
    })
  })

  test('the links of a record keep the braces of a parameter without a value, since the link is a template', async () => {
    await plant((tx) => {
      const shown = linksOf(tx, schema).map(({ href }) => href)
      const templates = Object.values(contract[schema]).map(({ path }) => `${tx.world.base_url}/3.0${path}`)
      expect(shown).toEqual(templates)
    })
  })
})
