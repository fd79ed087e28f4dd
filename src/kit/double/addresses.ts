import { isIP } from 'node:net'
import type { Access } from '../../server/control/guard.ts'
import { parseOrigin } from '../../server/http/request.ts'
import type { DoubleOptions } from './options.ts'

/** The configured URL without a trailing slash. Throws if it is not a valid base URL. */
export function readPublicUrl({ publicUrl }: DoubleOptions): string | undefined {
  if (publicUrl === undefined) return undefined
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) return url.href.replace(/\/$/, '')
  throw new Error(
    `--public-url (publicUrl) must be an http or https URL without user, query or fragment, such as http://maildouble:4030; ${JSON.stringify(publicUrl)} is not.`,
  )
}

/** The names and addresses by which the control API is reached. */
interface Names {
  readonly names: readonly string[]
  readonly addresses: readonly string[]
  readonly allowOrigins: readonly string[]
}

/** The host names and origins of a server, without duplicates. */
export function makeAccess({ names, addresses, allowOrigins }: Names): Omit<Access, 'token'> {
  return {
    hosts: [...new Set(names)],
    origins: originsIn(addresses),
    allowedOrigins: originsIn(allowOrigins),
  }
}

function originsIn(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map(parseOrigin).filter((origin) => origin !== undefined))]
}

interface AccessOptions {
  readonly token: string | undefined
  readonly sharedKey?: string | undefined
  readonly allowHosts: readonly string[]
  readonly allowOrigins: readonly string[]
}

/** Throws if an option would admit every caller, or could never admit any. */
export function checkAccess({ token, sharedKey, allowHosts, allowOrigins }: AccessOptions): void {
  if (token?.trim() === '') {
    throw new Error(
      'the token is empty or blank, and would admit every caller. Give another one with --control-token (controlToken), or leave it out.',
    )
  }
  if (sharedKey !== undefined && !/^[!-~]+$/.test(sharedKey)) {
    throw new Error('--shared-key (sharedKey) takes a key of visible ASCII characters, such as shared-dc1.')
  }
  for (const name of allowHosts) {
    // Names are compared without scheme and port.
    if (isIP(name) === 6 || /^[^\s/:@]+$/.test(name)) continue
    throw new Error(
      `--allow-host (allowHosts) takes host names without scheme and port, such as maildouble.test; ${JSON.stringify(name)} is not one.`,
    )
  }
  for (const origin of allowOrigins) {
    if (isOrigin(origin)) continue
    throw new Error(
      `--allow-origin (allowOrigins) takes scheme, host and port as browsers send them, such as http://localhost:5173; ${JSON.stringify(origin)} is not an origin.`,
    )
  }
}

/** Whether a text is an origin and nothing more. A default port may be spelled out. */
function isOrigin(text: string): boolean {
  return parseOrigin(text) !== undefined && /^https?:\/\/[^\s/?#@\\]+$/i.test(text)
}
