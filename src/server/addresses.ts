import { isIP } from 'node:net'
import type { DoubleOptions } from './options.ts'

/** The address that was given, without a slash at the end. Throws where it is none that URLs of answers could begin with. */
export function publicUrlOf({ publicUrl }: DoubleOptions): string | undefined {
  if (publicUrl === undefined) return undefined
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) return url.href.replace(/\/$/, '')
  throw new Error(
    `--public-url (publicUrl) is an http or https URL with nothing behind its path, such as http://maildouble:4030; ${JSON.stringify(publicUrl)} is not.`,
  )
}

/** Who may address the control API. */
interface Access {
  readonly token: string | undefined
  readonly allowHosts: readonly string[]
}

/** Throws where nobody could be meant, or everybody would be. */
export function checkAccess({ token, allowHosts }: Access): void {
  if (token?.trim() === '') {
    throw new Error(
      'the token is empty or blank, and would admit everybody. Give another one with --control-token (controlToken), or leave it out.',
    )
  }
  for (const name of allowHosts) {
    // Names are compared without scheme and port.
    if (isIP(name) === 6 || /^[^\s/:@]+$/.test(name)) continue
    throw new Error(
      `--allow-host (allowHosts) takes names of hosts without scheme and port, such as maildouble.test; ${JSON.stringify(name)} is none.`,
    )
  }
}
