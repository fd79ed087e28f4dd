import type { QueryParameter } from '../../../kernel/contract/route.ts'
import { equal } from '../../../kernel/support/objects.ts'
import { isObject } from '../../../kernel/support/is-object.ts'
import { readInstant } from '../../../kernel/support/time.ts'
import { readSelection } from '../../../service/calls/call.ts'
import { maskMemberName, type Noted } from '../finding.ts'
import type { Probe } from './probe.ts'
import { noteComparison, type Reader } from './reader.ts'
import { visited, type Json, type Visited } from './visit.ts'

/** What a first page of a collection tells without further calls: the default count. */
export function firstPage({ route, items, total }: Visited, reader: Reader): Noted[] {
  const count = route.query.find(({ name }) => name === 'count')
  if (!route.collection || total === undefined || !count || !route.query.some(({ name }) => name === 'offset')) return []
  const expected = Math.min(total, typeof count.default === 'number' ? count.default : total)
  const place = {
    operation: route.id,
    aspect: 'paging',
    at: 'default count',
    assumptions: reader.checker.assumptionsOfParameter(route.id, 'count'),
  } as const
  // A large collection without a default count may be cut.
  if (count.default === undefined && total > 1_000) return []
  return [
    noteComparison(place, items.length === expected, {
      expected: `${expected} of ${total} items`,
      found: `${items.length} items`,
    }),
  ]
}

/** The probes of a collection, the most telling first. */
export function pagingProbe({ route, items, total }: Visited): Probe[] {
  const names = new Set(route.query.map(({ name }) => name))
  return names.has('count') && names.has('offset') && total !== undefined && items.length >= 2 ? [PAGING] : []
}

const PAGING: Probe = async (reader, base) => {
  const { route, items, total = 0 } = base
  const place = (at: string) => ({
    operation: route.id,
    aspect: 'paging' as const,
    at,
    assumptions: reader.checker.assumptionsOfParameter(route.id, 'count'),
  })
  const second = await readPage(reader, base, { count: '1', offset: '1' })
  const last = await readPage(reader, base, { count: '2', offset: String(total - 1) })
  if (!second || !last) return []
  const found = (items_: readonly Json[]): string => `${items_.length} items`
  return [
    noteComparison(place('count'), second.items.length === 1, { expected: '1 item', found: found(second.items) }),
    noteComparison(place('total_items'), second.total === total && last.total === total, {
      expected: `the total of the first page, ${total}`,
      found: 'another total on another page',
    }),
    ...(second.items.length === 1 && items[1]
      ? [
          noteComparison(place('offset'), isSameItem(second.items[0], items[1]), {
            expected: 'the second item at offset 1',
            found: 'another item',
          }),
        ]
      : []),
    noteComparison(place('last page'), last.items.length === 1, {
      expected: `1 item at the offset ${total - 1} of ${total}`,
      found: found(last.items),
    }),
  ]
}

/** The projections `fields` and `exclude_fields` of a resource. */
export function fieldsProbe({ route, answer, itemsName, items }: Visited): Probe[] {
  if (!route.query.some(({ name }) => name === 'fields')) return []
  const holder = items[0] ?? answer
  const prefix = items[0] ? `${itemsName}.` : ''
  const names = Object.keys(holder).filter((name) => /^\w+$/.test(name) && name !== '_links')
  if (names.length < 2) return []
  const [first = '', second = ''] = names
  return [
    projection('fields', [`${prefix}${first}`, ...(items[0] ? ['total_items'] : [])]),
    projection('exclude_fields', [`${prefix}${second}`, '_links']),
  ]
}

function projection(parameter: 'fields' | 'exclude_fields', names: readonly string[]): Probe {
  return async (reader, base) => {
    const { answer } = await reader.read(base.path, { query: { ...base.query, [parameter]: names.join(',') } })
    if (answer === undefined) return []
    const expected = readSelection({ [parameter]: names })?.(base.answer)
    const place = { operation: base.route.id, aspect: 'fields' as const, at: parameter, assumptions: [] }
    return [
      noteComparison(place, equal(reduceToShape(answer), reduceToShape(expected)), {
        expected: `the members ${memberNames(expected)}`,
        found: `the members ${memberNames(answer)}`,
      }),
    ]
  }
}

/** The names of the members of a value, at each depth. */
function reduceToShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reduceToShape)
  if (!isObject(value)) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, reduceToShape(member)]))
}

const NAMES_MAX = 12

function memberNames(value: unknown): string {
  const names: string[] = []
  const visit = (each: unknown, above: string): void => {
    if (Array.isArray(each)) return visit(each[0], above)
    if (!isObject(each)) return
    for (const [name, member] of Object.entries(each)) {
      names.push(above + maskMemberName(name))
      if (name !== '_links') visit(member, `${above}${maskMemberName(name)}.`)
    }
  }
  visit(value, '')
  return `${names.slice(0, NAMES_MAX).join(', ')}${names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : ''}`
}

/** Sorting as an order: ascending and descending by each field that the items show. */
export function orderProbes({ route, items }: Visited): Probe[] {
  const fields = route.query.find(({ name }) => name === 'sort_field')?.accepted ?? []
  if (items.length < 2) return []
  return fields.filter((field) => items.some((item) => isSortable(item[field]))).map(orderProbe)
}

function orderProbe(field: string): Probe {
  return async (reader, base) => {
    const { id } = base.route
    const assumptions = [
      ...new Set([
        ...reader.checker.assumptionsOfParameter(id, 'sort_field', field),
        ...reader.checker.assumptionsOfParameter(id, 'sort_dir'),
      ]),
    ]
    const noted: Noted[] = []
    for (const direction of ['ASC', 'DESC'] as const) {
      const found = await readPage(reader, base, { sort_field: field, sort_dir: direction })
      const values = (found?.items ?? []).flatMap((item) => (isSortable(item[field]) ? [item[field]] : []))
      if (new Set(values).size < 2) continue
      const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0) * (direction === 'ASC' ? 1 : -1))
      noted.push(
        noteComparison({ operation: id, aspect: 'order', at: `${field} ${direction}`, assumptions }, equal(values, sorted), {
          expected: `items by ${field}, ${direction === 'ASC' ? 'ascending' : 'descending'}`,
          found: 'another order',
        }),
      )
    }
    return noted
  }
}

/** Numbers, months, and instants sort alike everywhere; texts may not. */
function isSortable(value: unknown): value is number | string {
  return (
    typeof value === 'number' || (typeof value === 'string' && (/^\d{4}-\d{2}$/.test(value) || readInstant(value) !== undefined))
  )
}

/** Members that a parameter filters by, if they have another name or place than the parameter. */
const FILTERED: { readonly [parameter: string]: string } = {
  'getCampaigns list_id': 'recipients.list_id',
  'getCampaigns folder_id': 'settings.folder_id',
  'getMembers vip_only': 'vip',
  'getConversationMessages is_read': 'read',
}

/** Filters as partitions: every item fits, and no total is larger than that of all. */
export function filterProbes({ route, items }: Visited): Probe[] {
  return route.query.flatMap((parameter) => {
    const { name } = parameter
    const bound = /^(?:since|before)_(\w+)$|^(\w+)_(?:since|before)$/.exec(name)
    if (parameter.kind === 'instant') {
      const member = bound?.[1] ?? (bound?.[2] === undefined ? undefined : `${bound[2]}_at`)
      return member !== undefined && /^since_|_since$/.test(name) && items.some((item) => isInstant(readPath(item, member)))
        ? [instantProbe(parameter, member)]
        : []
    }
    const member = FILTERED[`${route.id} ${name}`] ?? name
    const isTold = items.some((item) => ['string', 'boolean'].includes(typeof readPath(item, member)))
    return isTold && !OTHER_PARAMETERS.has(name) ? [valueProbe(parameter, member)] : []
  })
}

const OTHER_PARAMETERS: ReadonlySet<string> = new Set([
  'fields',
  'exclude_fields',
  'count',
  'offset',
  'sort_field',
  'sort_dir',
  'cursor',
  'query',
])

function readPath(item: Json, path: string): unknown {
  return path.split('.').reduce((value: unknown, name) => (isObject(value) ? value[name] : undefined), item)
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && value.includes('T') && readInstant(value) !== undefined
}

/** Filters by one value: the rarest of the first page, and one more that the contract lists. */
function valueProbe({ name, kind, accepted }: QueryParameter, member: string): Probe {
  return async (reader, base) => {
    const { route, items, total = Number.MAX_SAFE_INTEGER } = base
    const counts = new Map<string, number>()
    for (const item of items) {
      const value = normalizeValue(readPath(item, member))
      if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    const [rarest] = [...counts].toSorted(([, a], [, b]) => a - b)
    const listed = accepted ?? (kind === 'boolean' ? ['true'] : [])
    const other = listed.find((value) => !counts.has(normalizeValue(value)))
    const sent =
      listed.length > 0
        ? listed.find((value) => normalizeValue(value) === rarest?.[0])
        : String(items.map((item) => readPath(item, member)).find((value) => normalizeValue(value) === rarest?.[0]))
    const noted: Noted[] = []
    for (const value of new Set([sent, other])) {
      if (value === undefined || value === 'undefined') continue
      const found = await readPage(reader, base, { [name]: value })
      if (!found) continue
      const place = {
        operation: route.id,
        aspect: 'filter' as const,
        at: name,
        assumptions: reader.checker.assumptionsOfParameter(route.id, name, value),
      }
      const wrong = found.items.filter(
        (item) => (normalizeValue(readPath(item, member)) === normalizeValue(value)) === (name === 'exclude_type'),
      ).length
      const inPage = name === 'exclude_type' ? 0 : (counts.get(normalizeValue(value)) ?? 0)
      const isComplete =
        found.total === undefined || (found.total >= inPage && (found.total <= total || !counts.has(normalizeValue(value))))
      noted.push(
        noteComparison(place, wrong === 0 && isComplete, {
          expected: `only items whose ${member} fits, and at least ${inPage}`,
          found: wrong > 0 ? `${wrong} of ${found.items.length} items that do not fit` : `a total of ${found.total}`,
        }),
      )
    }
    return noted
  }
}

/** A value as filters spell it: `plain-text` is `plaintext`. */
function normalizeValue(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/[-_]/g, '').toLowerCase() : typeof value === 'boolean' ? String(value) : ''
}

/** Filters by an instant: what is since and what is before it do not overlap. */
function instantProbe({ name }: QueryParameter, member: string): Probe {
  const before = name.replace('since', 'before')
  return async (reader, base) => {
    const { route, items, total } = base
    const instants = items
      .flatMap((item) => (isInstant(readPath(item, member)) ? [String(readPath(item, member))] : []))
      .toSorted()
    const at = instants[Math.floor(instants.length / 2)]
    if (at === undefined) return []
    const noted: Noted[] = []
    let sum = 0
    for (const parameter of [name, before]) {
      if (!route.query.some((each) => each.name === parameter)) continue
      const found = await readPage(reader, base, { [parameter]: at })
      if (!found) continue
      sum += found.total ?? 0
      const limit = readInstant(at) ?? 0
      const wrong = found.items.filter((item) => {
        const value = readPath(item, member)
        const instant = typeof value === 'string' ? readInstant(value) : undefined
        return instant !== undefined && (parameter === name ? instant < limit : instant > limit)
      }).length
      const isPartition = total === undefined || sum <= total
      noted.push(
        noteComparison(
          {
            operation: route.id,
            aspect: 'filter',
            at: parameter,
            assumptions: reader.checker.assumptionsOfParameter(route.id, parameter),
          },
          wrong === 0 && isPartition,
          {
            expected: `only items whose ${member} is ${parameter === name ? 'since' : 'before'} the instant`,
            found:
              wrong > 0 ? `${wrong} of ${found.items.length} items that do not fit` : 'more items since and before than in all',
          },
        ),
      )
    }
    return noted
  }
}

/** Reads a page of a collection. Returns `undefined` if it is no collection. */
export async function readPage(
  reader: Reader,
  base: Visited,
  query: Readonly<Record<string, string>>,
): Promise<Visited | undefined> {
  return visited(base, await reader.read(base.path, { query: { ...base.query, ...query } }))
}

/** Whether two items stand for the same thing: by their ids if they have some. */
function isSameItem(a: Json | undefined, b: Json): boolean {
  if (!a) return false
  for (const name of ['id', 'email_id', 'contact_id', 'feedback_id', 'merge_id', 'foreign_id', 'name'])
    if (a[name] !== undefined || b[name] !== undefined) return a[name] === b[name]
  return equal(a, b)
}
