import type { Aspect } from '../../src/kit/drift/finding.ts'
import type { Body } from '../mock.ts'
import type { Bend, Bendable } from './bent-service.ts'

/** One way in which a service differs, and where it has to be found. */
export interface Mutation {
  readonly name: string
  /** The operation whose answers are bent, and where the difference is found unless `operation` says otherwise. */
  readonly of: string
  readonly operation?: string | undefined
  readonly aspect: Aspect
  /** The beginning of the place. */
  readonly at: string
  readonly assumption?: string | undefined
  readonly bend: Bend
}

export const LIST = /^\/lists\/[0-9a-f]{10}$/
export const LISTS = /^\/lists$/
export const MEMBER = /^\/lists\/\w+\/members\/[0-9a-f]{32}$/
export const MEMBERS = /^\/lists\/\w+\/members$/
export const SEGMENTS = /^\/lists\/\w+\/segments$/
export const CAMPAIGN = /^\/campaigns\/[0-9a-f]{10}$/
export const CAMPAIGNS = /^\/campaigns$/
export const REPORT = /^\/reports\/[0-9a-f]{10}$/
export const FIELD = /^\/lists\/\w+\/merge-fields\/\d+$/

/** Bends successful answers at paths. */
export function body(path: RegExp, change: (body: Body, given: Bendable) => void): Bend {
  return (given) => {
    if (given.status === 200 && path.test(given.path) && !given.query.has('fields') && !given.query.has('exclude_fields'))
      change(given.body, given)
  }
}

export function refused(path: RegExp, change: (given: Bendable) => void): Bend {
  return (given) => {
    if (given.status >= 400 && path.test(given.path)) change(given)
  }
}

export function answer(path: RegExp, change: (given: Bendable) => void): Bend {
  return (each) => {
    if (path.test(each.path)) change(each)
  }
}

export function without(query: URLSearchParams, ...names: string[]): string {
  const rest = new URLSearchParams(query)
  for (const name of names) rest.delete(name)
  return rest.size === 0 ? '' : `?${rest.toString()}`
}

/** Answers as if parameters had not been sent. */
export function ignoring(path: RegExp, ...names: string[]): Bend {
  return async (given, ask) => {
    if (path.test(given.path) && names.some((name) => given.query.has(name)))
      Object.assign(given, { body: (await ask(given.path + without(given.query, ...names))).body, status: 200 })
  }
}

export const link = (links: Body, rel: string): Body => links.find((each: Body) => each.rel === rel)

export function once(path: RegExp, change: (answer: Bendable) => void): Bend {
  let isDone = false
  return answer(path, (each) => {
    if (isDone) return
    isDone = true
    change(each)
  })
}

export function problem(status: number, title: string): object {
  return { type: 'http://maildouble.test/docs/errors', title, status, detail: 'Bent.', instance: '1' }
}

export function redirect(given: Bendable, location: string): void {
  if (given.path.endsWith('/')) return
  given.status = 302
  given.body = undefined
  given.headers.set('location', location)
}
