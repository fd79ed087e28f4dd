import { MaildoubleError } from './errors.ts'

/** The path of a service call, and whether the key is sent with it. */
export interface ServiceCall {
  /** From the root of the server. */
  readonly path: string
  readonly isKeyed: boolean
}

/**
 * Resolves a path below `/3.0`, or a URL from an answer of the service. The world is addressed relative to the client's own server
 * URL, which may differ from the one in answers.
 */
export function serviceCallOf(world: string, baseUrl: string, given: string): ServiceCall {
  const prefix = world === 'default' ? '' : `/_worlds/${encodeURIComponent(world)}`
  const below = /^https?:/i.test(given) ? belowOrThrow(baseUrl, given) : belowVersion(given)
  return { path: prefix + below, isKeyed: /^\/3\.0(?![^/?])/.test(below) }
}

/** Adds the version if it is missing: there is no `/3.0/3.0`. */
function belowVersion(given: string): string {
  const path = given.replace(/^\/?3\.0(?=[/?]|$)/, '')
  return `/3.0${/^(?:[/?]|$)/.test(path) ? '' : '/'}${path}`
}

function belowOrThrow(baseUrl: string, given: string): string {
  if (given.startsWith(`${baseUrl}/`)) return given.slice(baseUrl.length)
  throw new MaildoubleError(`${given} is outside this world, which is at ${baseUrl}. Use a path below /3.0, such as "/lists".`)
}
