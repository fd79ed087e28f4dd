import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import document from '../../src/contract/generated/service/openapi.json' with { type: 'json' }
import { assumptionsPage } from '../../build/assumptions.mjs'

type Node = { readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Every node of the contract that has to carry its provenance, by its place. */
function* marked(): Generator<[string, Node]> {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item).filter(([key]) =>
      ['get', 'post', 'put', 'patch', 'delete'].includes(key),
    )) {
      if (!isNode(operation)) continue
      yield [`${method} ${path}`, operation]
      for (const parameter of (operation['parameters'] as Node[] | undefined) ?? [])
        yield [`${method} ${path} ${String(parameter['name'])}`, parameter]
      for (const [status, response] of Object.entries(operation['responses'] as Node))
        yield [`${method} ${path} ${status}`, response as Node]
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    yield [name, schema]
    yield* properties(name, schema)
  }
}

function* properties(place: string, schema: Node): Generator<[string, Node]> {
  for (const [name, property] of Object.entries((schema['properties'] as Node | undefined) ?? {})) {
    if (!isNode(property)) continue
    yield [`${place}.${name}`, property]
    yield* properties(`${place}.${name}`, property)
  }
}

test('every operation, parameter, response and property says whether it is documented or assumed', () => {
  const without = [...marked()].filter(
    ([, node]) => !node['$ref'] && !['documented', 'assumed'].includes(String(node['x-provenance'])),
  )
  expect(without.map(([place]) => place)).toEqual([])
})

test('whatever is assumed names its assumption and how sure it is', () => {
  const assumed = [...marked()].filter(([, node]) => node['x-provenance'] === 'assumed')
  expect(assumed.length).toBeGreaterThan(100)
  const vague = assumed.filter(
    ([, node]) => !node['x-assumption'] || !['high', 'medium', 'low'].includes(String(node['x-confidence'])),
  )
  expect(vague.map(([place]) => place)).toEqual([])
})

test('every assumption that is written down is leaned on somewhere', () => {
  const sources = ['paths', 'schemas', '.'].flatMap((folder) =>
    readdirSync(`spec/${folder}`)
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => readFileSync(`spec/${folder}/${file}`, 'utf8')),
  )
  const text = sources.join('\n')
  const unused = Object.keys(document['x-assumptions']).filter((id) => !text.includes(id) && id !== 'errors.catalogue')
  expect(unused).toEqual([])
})

test('docs/assumptions.md is current: npm run docs writes it', () => {
  expect(readFileSync('docs/assumptions.md', 'utf8')).toBe(assumptionsPage(document))
})
