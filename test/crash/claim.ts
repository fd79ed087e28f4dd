import { isDeepStrictEqual } from 'node:util'
import type { Body } from '../mock.ts'

/** What should be found of a thing. */
export type Claim =
  /** Just this. */
  | { readonly is: 'exactly'; readonly body: Body }
  /** Something like it; what it is then is claimed exactly from now on, unless it moves. */
  | { readonly is: 'like'; readonly fits: (body: Body) => boolean; readonly moves?: boolean }
  /** What a batch that has not come to its end may have made. */
  | { readonly is: 'perhaps'; readonly fits: (body: Body) => boolean }
  | { readonly is: 'gone' }

/** Claims by the name of the thing. */
export type Claims = ReadonlyMap<string, Claim>

export const GONE: Claim = { is: 'gone' }

export const exactly = (body: Body): Claim => ({ is: 'exactly', body })

/** Something that holds these values, whatever else it holds. */
export function holding(values: object, moves = false): Claim {
  return { is: 'like', fits: (body) => holds(body, values), moves }
}

/** Whether something holds some values. */
export function holds(body: Body, values: object): boolean {
  return Object.entries(values).every(([name, value]) => isDeepStrictEqual(body?.[name], value))
}

/** What is wrong with a thing that was found, or was not; nothing if it is as it should be. */
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
