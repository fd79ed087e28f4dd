import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  conformancePage,
  conformanceText,
  readConformance,
  totalsOf,
  withConformanceTotals,
} from '../../build/conformance-page.mjs'
import { conformanceOf, measuredIn } from '../../build/conformance-record.mjs'
import { documents } from '../../src/kernel/contract/documents.ts'
import { routes as publicRoutes } from '../../src/kernel/contract/public.ts'
import { routes } from '../../src/kernel/contract/service.ts'
import { machines } from '../../src/service/resources/machines.ts'
import { operationAt } from './operation-at.ts'

const contracts = { service: await documents.service(), public: await documents.public() }
const conformance = readConformance()
const readme = readFileSync('README.md', 'utf8')

test('conformance.json has a row for every operation of the contracts, and no other', () => {
  const expected = [...routes.map(({ id }) => `service ${id}`), ...publicRoutes.map(({ id }) => `public ${id}`)]
  const rows = conformance.operations.map(({ contract, operation }) => `${contract} ${operation}`)
  expect(rows.toSorted()).toEqual(expected.toSorted())
})

test('conformance.json has the provenance and the confidence of each operation as in the contract', () => {
  const expected = (contract: 'service' | 'public', all: typeof routes) =>
    all.map((route) => {
      const operation = operationAt(contracts[contract], route)
      const confidence = operation['x-confidence']
      return [`${contract} ${route.id}`, operation['x-provenance'], ...(confidence === undefined ? [] : [confidence])]
    })
  const rows = conformance.operations.map(({ contract, operation, provenance, confidence }) => [
    `${contract} ${operation}`,
    provenance,
    ...(confidence === undefined ? [] : [confidence]),
  ])
  const byName = (a: readonly unknown[], b: readonly unknown[]) => String(a[0]).localeCompare(String(b[0]))
  expect(rows.toSorted(byName)).toEqual([...expected('service', routes), ...expected('public', publicRoutes)].toSorted(byName))
})

test('conformance.json is current with the contracts and the state machines: npm run docs updates it', () => {
  const current = conformanceText(conformanceOf(contracts, machines, measuredIn(conformance)))
  expect(readFileSync('conformance.json', 'utf8')).toBe(current)
})

test('conformance.json marks a state as reached only if a test has made a transition to the state', () => {
  const wrong = conformance.machines.flatMap(({ machine, states, transitions }) =>
    Object.entries(states)
      .filter(([state, reached]) => reached !== transitions.some(({ to, tests }) => to === state && tests > 0))
      .map(([state]) => `${machine}: ${state}`),
  )
  expect(wrong).toEqual([])
})

describe('the pages made from conformance.json', () => {
  test('docs/conformance.md is current: npm run docs writes it', () => {
    expect(readFileSync('docs/conformance.md', 'utf8')).toBe(conformancePage(conformance))
  })

  test('README.md has the current totals: npm run docs writes them', () => {
    expect(readme).toBe(withConformanceTotals(readme, conformance))
    expect(readme).toContain(
      `Of ${routes.length + publicRoutes.length} operations, ${totalsOf(conformance).provenance.documented} are`,
    )
  })

  test('docs/conformance.md has a row for every operation', () => {
    const page = conformancePage(conformance)
    const missing = conformance.operations.filter(
      ({ operation, method, path }) => !page.includes(`| ${operation}<br>\`${method} ${path}\` |`),
    )
    expect(missing).toEqual([])
  })
})

describe('measured results', () => {
  test('measured results stay when the contract is read again, except those of removed operations', () => {
    const measured = measuredIn(conformance)
    const addMember = { tests: 1_000, outcomes: { 200: 999, 400: 1 } }
    const gone = { tests: 1, outcomes: { 200: 1 } }
    const operations = { ...measured.tests.operations, 'service addMember': addMember, 'service goneOperation': gone }
    const again = conformanceOf(contracts, machines, { ...measured, tests: { ...measured.tests, operations } })
    expect(again.operations.find(({ operation }) => operation === 'addMember')?.tests).toEqual({
      tests: 1_000,
      statuses: { 200: 999, 400: 1 },
    })
    expect(again.operations.length).toBe(conformance.operations.length)
    expect(measuredIn(again).fuzz).toEqual(measured.fuzz)
  })

  test('a new operation has no measured results, and counts as tested by nothing', () => {
    const measured = measuredIn(conformance)
    const { 'service ping': _, ...operations } = measured.tests.operations
    const { operations: rows } = conformanceOf(contracts, machines, { ...measured, tests: { ...measured.tests, operations } })
    expect(rows.find(({ operation }) => operation === 'ping')?.tests).toEqual({ tests: 0, statuses: {} })
  })
})
