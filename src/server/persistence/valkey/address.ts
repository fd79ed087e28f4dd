import { StoreError } from '../store.ts'

/** Address and credentials of a Valkey or Redis server. */
export interface ValkeyAddress {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  readonly username: string | undefined
  readonly password: string | undefined
  readonly database: number
  /** The address for messages, without the password. */
  readonly shown: string
}

const PORT = 6379
const SCHEMES: ReadonlyMap<string, { readonly shown: string; readonly isTls: boolean }> = new Map([
  ['redis:', { shown: 'redis', isTls: false }],
  ['valkey:', { shown: 'valkey', isTls: false }],
  ['rediss:', { shown: 'rediss', isTls: true }],
  ['valkeys:', { shown: 'valkeys', isTls: true }],
])

const FORM =
  'It has the form redis://user:password@host:6379/0; valkey:// means the same, and rediss:// or valkeys:// is with TLS'

/** Parses the address of a store. Throws a `StoreError` that doesn't repeat the password. */
export function readAddress(text: string): ValkeyAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const scheme = url && SCHEMES.get(url.protocol)
  if (!url || !scheme) throw makeAddressError(text, 'is not the address of a Valkey or Redis')
  if (url.hostname === '') throw makeAddressError(text, 'names no host')
  if (url.search !== '' || url.hash !== '') throw makeAddressError(text, 'has something after the database number')
  const path = /^\/?(\d{0,9})$/.exec(url.pathname)
  if (!path) throw makeAddressError(text, 'ends with something other than a database number')
  if (url.username !== '' && url.password === '') throw makeAddressError(text, 'has a user but no password')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? PORT : Number(url.port)
  const database = Number(path[1] ?? '')
  const username = decoded(text, url.username)
  const user = username === undefined ? '' : `${url.username}@`
  const shown = `${scheme.shown}://${user}${url.hostname}:${port}/${database}`
  return { host, port, isTls: scheme.isTls, username, password: decoded(text, url.password), database, shown }
}

function decoded(text: string, part: string): string | undefined {
  if (part === '') return undefined
  try {
    return decodeURIComponent(part)
  } catch {
    throw makeAddressError(text, 'has a percent sign in its user or password that is not escaped as %25')
  }
}

function makeAddressError(text: string, why: string): StoreError {
  // Cut at the last @: an unescaped password may contain that sign itself.
  const shown = text.replace(/\/\/.*@/s, '//')
  return new StoreError(`The store ${JSON.stringify(shown)} ${why}. ${FORM}.`)
}
