import type { Schemas } from '../contract/control.ts'
import { equal } from '../support/equal.ts'
import { valueAt } from '../support/json-pointer.ts'
import type { FaultCall } from './call.ts'
import { pathGlob } from './path-glob.ts'

type Match = Schemas['FaultMatch']

/** Whether a call is one that is meant. */
export type Matcher = (call: FaultCall) => boolean

/** Which calls are meant, ready to be held against many of them: all that is given must hold. */
export function matcherOf({ operation, method, path, headers, query, body, via }: Match): Matcher {
  const conditions: Matcher[] = []
  if (via !== undefined) conditions.push((call) => call.via === via)
  if (method !== undefined) conditions.push((call) => call.method === method)
  if (operation !== undefined) {
    const operations = new Set([operation].flat())
    conditions.push((call) => operations.has(call.operation))
  }
  if (path !== undefined) {
    const fits = pathGlob(path)
    conditions.push((call) => fits(call.path))
  }
  for (const [name, value] of Object.entries(headers ?? {})) {
    const known = name.toLowerCase()
    conditions.push((call) => call.header(known) === value)
  }
  for (const [name, value] of Object.entries(query ?? {})) conditions.push((call) => call.query.get(name) === String(value))
  for (const [pointer, value] of Object.entries(body ?? {})) conditions.push((call) => equal(valueAt(call.body, pointer), value))
  return (call) => conditions.every((holds) => holds(call))
}
