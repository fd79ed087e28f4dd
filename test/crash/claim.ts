import { isDeepStrictEqual } from 'node:util'
import type { Body } from '../mock.ts'

/** The expected state of a thing. */
export type Claim =
  /** Exactly this value. */
  | { readonly is: 'exactly'; readonly body: Body }
  /** A similar value; the actual one is claimed exactly from then on, unless it moves. */
  | { readonly is: 'like'; readonly fits: (body: Body) => boolean; readonly moves?: boolean }
  /** What an unfinished batch may have created. */
  | { readonly is: 'perhaps'; readonly fits: (body: Body) => boolean }
  | { readonly is: 'gone' }

/** Claims by the name of the thing. */
export type Claims = ReadonlyMap<string, Claim>

export const GONE: Claim = { is: 'gone' }

export const exactly = (body: Body): Claim => ({ is: 'exactly', body })

/** An object with these values, and possibly others. */
export function containing(values: object, moves = false): Claim {
  return { is: 'like', fits: (body) => hasValues(body, values), moves }
}

/** Whether an object has the given values. */
export function hasValues(body: Body, values: object): boolean {
  return Object.entries(values).every(([name, value]) => isDeepStrictEqual(body?.[name], value))
}

/** What is wrong with a thing that was found or is missing; `undefined` if it is as expected. */
export function mismatch(claim: Claim, found: Body): string | undefined {
  if (claim.is === 'gone') return found === undefined ? undefined : `should be gone, and is ${shown(found)}`
  if (claim.is === 'perhaps') return found === undefined || claim.fits(found) ? undefined : `is ${shown(found)}`
  if (found === undefined) return claim.is === 'exactly' ? `is lost: it was ${shown(claim.body)}` : 'is lost'
  if (claim.is === 'like') return claim.fits(found) ? undefined : `is not what was acknowledged, but ${shown(found)}`
  if (isDeepStrictEqual(found, claim.body)) return undefined
  const names = Object.keys({ ...found, ...claim.body }).filter((name) => !isDeepStrictEqual(found[name], claim.body[name]))
  const only = (body: Body): Body => Object.fromEntries(names.map((name) => [name, body[name]]))
  return `is ${shown(only(found))} instead of ${shown(only(claim.body))}`
}

const SHOWN_MAX = 600

function shown(body: Body): string {
  return JSON.stringify(body).slice(0, SHOWN_MAX)
}
