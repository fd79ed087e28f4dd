import { StoreError } from '../store.ts'

/** A server that says these will be of use again without anybody doing anything about the call. */
const PASSING = new Set(['LOADING', 'BUSY', 'READONLY', 'MASTERDOWN'])

/** What it means for a person that no connection comes about; the first that fits. */
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED/, 'nothing listens there'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'there is no host of that name'],
  [/^WRONGPASS/, 'it refuses the user or the password'],
  [/^NOAUTH/, 'it asks for a password, and the address has none'],
  [/^(CLUSTERDOWN|MOVED|CROSSSLOT)/, 'it is a node of a cluster, and worlds are kept on a single server'],
  [/Unknown RESP type/, 'what answers there is neither a Valkey nor a Redis'],
  [/^(EPROTO|ERR_SSL)/, 'what answers there speaks no TLS; without it the address begins with redis:// or valkey://'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID/, 'its certificate is for another name'],
  [
    /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_TLS_CERT)/,
    'its certificate is not trusted; NODE_EXTRA_CA_CERTS can name one that is',
  ],
  [/^ECONNRESET|Socket closed unexpectedly/, 'the connection was ended there'],
  [/Connection timeout/, 'it does not answer'],
]

/** Why no connection comes about, or why one was lost, for people. */
export function causeOf(error: unknown): string {
  const said = textOf(error)
  const coded = error instanceof Error && 'code' in error ? `${String(error.code)} ${said}` : said
  const known = CAUSES.find(([pattern]) => pattern.test(coded))?.[1]
  return known === undefined ? said : `${known} (${said})`
}

/** What is thrown for an error that a server has answered to a question about a key. */
export function refusalOf(error: unknown, shown: string, key: string): StoreError {
  const said = textOf(error)
  const isAway = PASSING.has(said.split(' ', 1)[0] ?? '')
  return new StoreError(`The store ${shown} answers${key === '' ? '' : ` about the key ${key}`}: ${said}`, {
    isAway,
    cause: error,
  })
}

/** What else may be the reason that no connection comes about. */
export function hintOf(error: unknown, isTls: boolean): string {
  const said = textOf(error)
  if (isTls) return /Connection timeout/.test(said) ? ' A server that speaks no TLS looks like that as well.' : ''
  return /ECONNRESET|Socket closed unexpectedly/.test(said)
    ? ' If it wants TLS, the address begins with rediss:// or valkeys://.'
    : ''
}

/** What an error says; that of several sockets that were tried says only its code. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message === '' && 'code' in error ? String(error.code) : error.message
}
