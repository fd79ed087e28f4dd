import { asList, asObject } from '../../kernel/support/is-object.ts'
import { readInstant } from '../../kernel/support/time.ts'
import type { CheckResult, Checker } from '../drift/check.ts'
import type { Noted } from '../drift/finding.ts'

/** What an answer with a collection tells by itself: the size of its page, its filters and its order. */
export function collectionFindings(checker: Checker, { route, query, answer }: CheckResult): Noted[] {
  const body = asObject(answer)
  const list = Object.entries(body).find(([name, value]) => name !== '_links' && Array.isArray(value))?.[1]
  if (!route?.collection || list === undefined) return []
  const items = asList(list).map(asObject)
  const note = (aspect: 'paging' | 'filter' | 'order', parameter: string, difference: Noted['difference']): Noted => {
    return {
      operation: route.id,
      aspect,
      at: parameter,
      assumptions: checker.assumptionsOfParameter(route.id, parameter),
      difference,
    }
  }
  return [
    ...pageFindings({ route, query, items, total: body['total_items'] }, note),
    ...[...query].flatMap(([name, value]) => filterFindings(name, value, items, note)),
    ...orderFindings(query, items, note),
  ]
}

type CollectionItem = { readonly [name: string]: unknown }
type NoteDifference = (aspect: 'paging' | 'filter' | 'order', parameter: string, difference: Noted['difference']) => Noted

interface CollectionPage {
  readonly route: NonNullable<CheckResult['route']>
  readonly query: CheckResult['query']
  readonly items: readonly CollectionItem[]
  readonly total: unknown
}

/** A page has as many items as were asked for, if there are as many. */
function pageFindings({ route, query, items, total }: CollectionPage, note: NoteDifference): Noted[] {
  const count = route.query.find(({ name }) => name === 'count')
  const wanted = query.get('count') ?? count?.default
  if (typeof total !== 'number' || !count || wanted === undefined || !/^\d+$/.test(String(wanted))) return []
  const limit = Math.min(Number(wanted), count.maximum ?? Infinity)
  const expected = Math.max(0, Math.min(limit, total - Number(query.get('offset') ?? 0)))
  if (!Number.isFinite(expected)) return []
  const isSame = items.length === expected
  return [
    note('paging', 'count', isSame ? undefined : { expected: `${expected} of ${total} items`, found: `${items.length} items` }),
  ]
}

/** Items have the value that a parameter of the same name asks for; instants lie on the asked side. */
function filterFindings(name: string, value: string, items: readonly CollectionItem[], note: NoteDifference): Noted[] {
  if (value === '') return []
  const [, side, member = ''] = /^(since|before)_(\w+)$/.exec(name) ?? []
  if (side !== undefined) {
    const limit = readInstant(value)
    const times = items.flatMap((each) => (typeof each[member] === 'string' ? (readInstant(each[member]) ?? []) : []))
    if (limit === undefined || times.length === 0) return []
    const isKept = times.every((each) => (side === 'since' ? each >= limit : each <= limit))
    return [
      note('filter', name, isKept ? undefined : { expected: `only items ${side} the instant`, found: 'other items as well' }),
    ]
  }
  const values = items.map((each) => each[name])
  if (values.length === 0 || !values.every((each) => typeof each === 'string' || typeof each === 'number')) return []
  const allowed = new Set(value.split(',').map(normalizeWord))
  const isKept = values.every((each) => allowed.has(normalizeWord(String(each))))
  return [note('filter', name, isKept ? undefined : { expected: 'only items with the value', found: 'items with other values' })]
}

/** The words of some parameters have hyphens or underscores that those of answers lack: `ab_split`, `absplit`. */
function normalizeWord(word: string): string {
  return word.replace(/[-_]/g, '').toLowerCase()
}

function orderFindings(query: CheckResult['query'], items: readonly CollectionItem[], note: NoteDifference): Noted[] {
  const field = query.get('sort_field')
  if (field === undefined || items.length < 2) return []
  const values = items.map((each) => (typeof each[field] === 'string' ? (readInstant(each[field]) ?? undefined) : each[field]))
  const numbers = values.filter((each) => typeof each === 'number')
  if (numbers.length !== items.length) return []
  const sign = query.get('sort_dir')?.toUpperCase() === 'DESC' ? -1 : 1
  const isSorted = numbers.every((each, index) => index === 0 || sign * (each - (numbers[index - 1] ?? each)) >= 0)
  return [
    note('order', 'sort_field', isSorted ? undefined : { expected: 'items in the order of the field', found: 'another order' }),
  ]
}
