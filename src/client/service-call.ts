import { MaildoubleError } from './errors.ts'

/** Where a call of the service goes, and whether it carries the key. */
export interface ServiceCall {
  /** From the root of the server. */
  readonly path: string
  readonly isKeyed: boolean
}

/**
 * What is meant by a path below `/3.0`, or by an address that the service gave out. A world is found below the address by which the
 * client reaches the server, which need not be the one that the answers are built from.
 */
export function serviceCallOf(world: string, baseUrl: string, given: string): ServiceCall {
  const prefix = world === 'default' ? '' : `/_worlds/${encodeURIComponent(world)}`
  const below = /^https?:/i.test(given) ? belowOrThrow(baseUrl, given) : belowVersion(given)
  return { path: prefix + below, isKeyed: /^\/3\.0(?![^/?])/.test(below) }
}

/** Whether the version is said or not: nothing is served at `/3.0/3.0`. */
function belowVersion(given: string): string {
  const path = given.replace(/^\/?3\.0(?=[/?]|$)/, '')
  return `/3.0${/^(?:[/?]|$)/.test(path) ? '' : '/'}${path}`
}

function belowOrThrow(baseUrl: string, given: string): string {
  if (given.startsWith(`${baseUrl}/`)) return given.slice(baseUrl.length)
  throw new MaildoubleError(`${given} leads out of this world, which is at ${baseUrl}. Say a path below /3.0, such as "/lists".`)
}
