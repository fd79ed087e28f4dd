import { describe, expect, test } from 'vitest'
import { links as contract } from '../../src/kernel/contract/service.ts'
import { renderLinks, renderLinksText } from '../../src/service/rules/answers/links.ts'
import { mock } from '../mock.ts'

const { plant } = mock()
const schemas = Object.keys(contract) as (keyof typeof contract)[]

/** The parameters in the paths of the links of a schema. */
function parametersOf(schema: keyof typeof contract): string[] {
  const paths = Object.values(contract[schema]).map(({ path }) => path)
  return [...new Set(paths.flatMap((path) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)))]
}

describe.each(schemas)('the links of %s', (schema) => {
  test('the links of a record leave out each link that an empty id would fill', async () => {
    const parameters = parametersOf(schema)
    await plant((tx) => {
      const filled = Object.fromEntries(parameters.map((name) => [name, 'an-id']))
      const all = renderLinks(tx, schema, filled)
      for (const empty of parameters) {
        const path = { ...filled, [empty]: '' }
        const targets: { readonly [rel: string]: { readonly path: string } } = contract[schema]
        const left = all.filter(({ rel }) => !targets[rel]?.path.includes(`{${empty}}`))
        expect(renderLinks(tx, schema, path)).toEqual(left)
      }
    })
  })

  test('the links of a record keep the braces of a parameter without a value, since the link is a template', async () => {
    await plant((tx) => {
      const shown = renderLinks(tx, schema).map(({ href }) => href)
      const templates = Object.values(contract[schema]).map(({ path }) => `${tx.world.base_url}/3.0${path}`)
      expect(shown).toEqual(templates)
    })
  })
})

describe.each([
  ['Member', 'list_id', 'subscriber_hash'],
  ['Contact', 'audience_id', 'contact_id'],
] as const)('the links of a %s as text', (schema, parent, own) => {
  test('are those of the resource, whichever world, parent and resource had its links made before', async () => {
    const text = renderLinksText(schema, parent, own)
    await plant((tx) => {
      const { base_url } = tx.world
      for (const parentId of ['a-parent', '', 'another parent'])
        for (const ownId of ['an-id', 'another/id', ''])
          expect(JSON.parse(text(base_url, parentId, ownId))).toEqual(
            renderLinks(tx, schema, { [parent]: parentId, [own]: ownId }),
          )
      const elsewhere = text('http://localhost:1/"quoted"', 'a-parent', 'an-id')
      const expected = JSON.stringify(JSON.parse(text(base_url, 'a-parent', 'an-id'))).replaceAll(
        base_url,
        'http://localhost:1/\\"quoted\\"',
      )
      expect(elsewhere).toBe(expected)
    })
  })
})
