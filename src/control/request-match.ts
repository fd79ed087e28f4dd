import { parseSearch } from '../calls/query.ts'
import type { Schemas } from '../contract/control.ts'
import { pathGlob } from '../faults/path-glob.ts'
import { headersIn, type Entry } from '../host/entry.ts'
import { redactedHeaders, redactedField, redactedMember, redactedPairs, redactedText } from '../host/redact.ts'
import type { Secrets } from '../host/secrets.ts'
import { equal } from '../support/equal.ts'
import { valueAt } from '../support/json-pointer.ts'
import { unusable } from './errors.ts'
import { operationOrUnusable } from './named-operation.ts'
import { bodyIn, methodOf, pathBelow, queryIn } from './request-parts.ts'
import { statusTest } from './request-status.ts'

/** What a call has at a place, against what was looked for. */
export interface Finding {
  readonly at: string
  readonly expected: unknown
  /** Nothing where there is nothing. */
  readonly actual: unknown
  /** `unsure` where what is asked for may stand in what is not kept. */
  readonly holds: boolean | 'unsure'
}

/** Looks at one place of a call. */
export type Look = (entry: Entry) => Finding

/**
 * What has to hold of calls, ready to be held against many of them. Secrets that are looked for are replaced as they are in
 * what is kept.
 */
export function looksOf(secrets: Secrets, match: Schemas['RequestMatch']): readonly Look[] {
  const { operation, method, path, status, via, headers = {}, query = {}, body = {} } = match
  return [
    ...(via === undefined ? [] : [at('via', via, (entry) => entry.via)]),
    ...(operation === undefined ? [] : [lookAtOperation(operation)]),
    ...(method === undefined ? [] : [at('method', method, methodOf)]),
    ...(path === undefined ? [] : [lookAtPath(redactedText(secrets, path))]),
    ...(status === undefined ? [] : [lookAtStatus(status)]),
    ...Object.entries(redactedHeaders(secrets, namedInLowerCase(headers))).map(([name, value]) =>
      at(`headers.${name}`, value, (entry) => headersIn(entry, 'request')[name]),
    ),
    ...redactedQuery(secrets, query).map(([name, value]) => at(`query.${name}`, value, (entry) => queryIn(entry).get(name))),
    ...lookInBody(secrets, body),
  ]
}

function at(place: string, expected: unknown, actualIn: (entry: Entry) => unknown): Look {
  return (entry) => {
    const actual = actualIn(entry)
    return { at: place, expected, actual, holds: actual === expected }
  }
}

function lookAtOperation(operation: NonNullable<Schemas['RequestMatch']['operation']>): Look {
  const names = [operation].flat()
  names.forEach((name, place) => operationOrUnusable(name, `/match/operation${Array.isArray(operation) ? `/${place}` : ''}`))
  return ({ operation: actual }) => {
    const holds = actual !== undefined && names.includes(actual)
    return { at: 'operation', expected: operation, actual, holds }
  }
}

function lookAtPath(path: string): Look {
  if (path.includes('?'))
    throw unusable('/match/path', 'is a path only: what stands behind the question mark is matched by query.')
  if (!path.startsWith('/') && !path.startsWith('**'))
    throw unusable('/match/path', `must begin with a slash: say ${JSON.stringify(`/${path}`)}.`)
  const expected = pathBelow(path)
  const fits = pathGlob(expected)
  return (entry) => {
    const actual = pathBelow(entry.path)
    return { at: 'path', expected, actual, holds: fits(actual) }
  }
}

function lookAtStatus(status: string | number): Look {
  const test = statusTest(status)
  if (!test) throw unusable('/match/status', 'must be a status such as 404, a kind of them such as 4xx, or none.')
  return (entry) => ({ at: 'status', expected: status, actual: entry.status, holds: test(entry.status) })
}

function namedInLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function redactedQuery(secrets: Secrets, query: Readonly<Record<string, string | number | boolean>>): [string, string][] {
  const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return given.length === 0 ? [] : [...parseSearch(redactedPairs(secrets, new URLSearchParams(given).toString()))]
}

/** A body is read once for all places in it. */
function lookInBody(secrets: Secrets, body: Readonly<Record<string, unknown>>): Look[] {
  let read: Entry | undefined
  let data: unknown
  return Object.entries(body).map(([pointer, wanted]) => {
    if (pointer !== '' && !pointer.startsWith('/')) {
      const meant = JSON.stringify(`/${pointer.replaceAll('.', '/')}`)
      throw unusable('/match/body', `has the key ${JSON.stringify(pointer)}, which is no JSON pointer: say ${meant}.`)
    }
    const name = pointer.slice(pointer.lastIndexOf('/') + 1)
    const expected = hiddenIn(wanted, (text, member) => redactedMember(secrets, member, text), name)
    // In forms of the sign-in, codes and the ids of applications are hidden as well.
    const inForm = hiddenIn(expected, (text, member) => redactedField(secrets, member, text), name)
    return (entry) => {
      if (read !== entry) data = bodyIn(entry)
      read = entry
      const actual = valueAt(data, pointer)
      const holds = equal(actual, expected) || equal(actual, inForm)
      return { at: pointer, expected, actual, holds: holds || (entry.request.cut > 0 ? 'unsure' : false) }
    }
  })
}

/** A value with all texts in it replaced. */
function hiddenIn(value: unknown, hide: (text: string, member: string) => string, member = ''): unknown {
  if (typeof value === 'string') return hide(value, member)
  if (Array.isArray(value)) return value.map((each) => hiddenIn(each, hide))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hiddenIn(each, hide, name)]))
}
