import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Contract } from '../../src/kernel/contract/openapi.ts'
import { documents } from '../../src/kernel/contract/documents.ts'

const pages = await documents.public()
const service = await documents.service()

type Node = { readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Every node of a contract that requires a provenance, by its place. */
function* marked({ paths, components }: Contract): Generator<[string, Node]> {
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item as Node).filter(([key]) =>
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
  for (const [name, response] of Object.entries(components.responses ?? {})) yield [name, response as Node]
  for (const [name, schema] of Object.entries(components.schemas)) {
    yield [name, schema as Node]
    yield* properties(name, schema as Node)
  }
}

function* properties(place: string, schema: Node): Generator<[string, Node]> {
  for (const [name, property] of Object.entries((schema['properties'] as Node | undefined) ?? {})) {
    if (!isNode(property)) continue
    yield [`${place}.${name}`, property]
    yield* properties(`${place}.${name}`, property)
  }
}

describe.each([
  ['the service', service, 100],
  ['public pages', pages, 10],
])('the contract of %s', (_, contract, least) => {
  test('the contract marks every operation, parameter, response and property as documented or assumed', () => {
    const without = [...marked(contract)].filter(
      ([, node]) => !node['$ref'] && !['documented', 'assumed'].includes(String(node['x-provenance'])),
    )
    expect(without.map(([place]) => place)).toEqual([])
  })

  test('the contract names the assumption and the confidence of everything assumed', () => {
    const assumed = [...marked(contract)].filter(([, node]) => node['x-provenance'] === 'assumed')
    expect(assumed.length).toBeGreaterThan(least)
    const vague = assumed.filter(
      ([, node]) => !node['x-assumption'] || !['recorded', 'high', 'medium', 'low'].includes(String(node['x-confidence'])),
    )
    expect(vague.map(([place]) => place)).toEqual([])
  })
})

test('every documented assumption is used somewhere', () => {
  const written = readdirSync('spec/assumptions').flatMap((file) =>
    Object.keys(parse(readFileSync(`spec/assumptions/${file}`, 'utf8')) as Node),
  )
  // A contract contains the assumptions it uses.
  const used = new Set([service, pages].flatMap((contract) => Object.keys(contract['x-assumptions'] ?? {})))
  expect(written.filter((id) => !used.has(id))).toEqual([])
})
