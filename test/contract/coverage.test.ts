import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errorCatalogue as errors, routes } from '../../src/kernel/contract/service.ts'
import type { Route } from '../../src/kernel/contract/route.ts'
import { documents } from '../../src/kernel/contract/documents.ts'
import { operationAt } from './operation-at.ts'

const document = await documents.service()

const sources = readdirSync('test/resources').map((file) => readFileSync(`test/resources/${file}`, 'utf8'))

/** All `describe` blocks named after an operation, or after several. */
function blocksOf(operationId: string): string {
  const start = new RegExp(`^describe\\('(?:\\w+, )*${operationId}[,']`, 'm')
  return sources
    .flatMap((source) => source.split(/^(?=describe\()/m))
    .filter((block) => start.test(block))
    .join('\n')
}

/** Errors that test/contract/every-operation.thorough.test.ts provokes for every operation that declares them. */
const EVERYWHERE = ['BadRequest', 'InvalidResource', 'ResourceNotFound']

/** Whether test/contract/every-operation.thorough.test.ts provokes an error. It changes stores that can only be read. */
function isProvoked(word: string, { path }: Route): boolean {
  return EVERYWHERE.includes(word) || (word === 'Forbidden' && path.startsWith('/ecommerce/stores/{store_id}'))
}

/** Whether an operation reads an item of a collection, which test/contract/answers.test.ts compares with the collection. */
function isItem({ method, path }: Route): boolean {
  const parent = path.replace(/\/\{\w+\}$/, '')
  return (
    method === 'GET' &&
    parent !== path &&
    routes.some((route) => route.collection && route.path === parent && route.method === 'GET')
  )
}

/** Kinds of query parameters of which a value is rejected if it is malformed. Any text is read as a boolean. */
const CHECKED: ReadonlySet<string> = new Set(['integer', 'number', 'instant'])

describe.each(routes.map((route) => [route.id, route] as const))('%s', (id, route) => {
  const own = operationAt(document, route)['x-errors'] ?? []

  test('the operation has tests of its behaviour', () => {
    if (!isItem(route)) expect(blocksOf(id)).toMatch(/\btest(\.each)?\(/)
  })

  test('the operation declares the error of malformed query parameters if it has parameters that can be malformed', () => {
    const isChecked = route.query.some(({ kind, accepted }) => accepted !== undefined || CHECKED.has(kind))
    if (isChecked) expect(own).toContain('InvalidResource')
  })

  test('the operation has a test for each of its own errors', () => {
    const untested = own.filter(
      (word) => !isProvoked(word, route) && !blocksOf(id).includes(errors[word as keyof typeof errors].title),
    )
    expect(untested).toEqual([])
  })
})
