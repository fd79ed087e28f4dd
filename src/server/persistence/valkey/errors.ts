import { StoreError } from '../store.ts'

/** Error codes of a server that recovers by itself. */
const PASSING = new Set(['LOADING', 'BUSY', 'READONLY', 'MASTERDOWN'])

/** Explanations of connection errors; the first match counts. */
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED/, 'no server listens there'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'the host does not exist'],
  [/^WRONGPASS/, 'the server rejects the user or the password'],
  [/^NOAUTH/, 'the server requires a password, and the address has none'],
  [/^(CLUSTERDOWN|MOVED|CROSSSLOT)/, 'it is a node of a cluster, and maildouble needs a single server'],
  [/Unknown RESP type/, 'the server is neither a Valkey nor a Redis'],
  [/^(EPROTO|ERR_SSL)/, 'the server does not use TLS; without TLS the address begins with redis:// or valkey://'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID/, 'its certificate is for another name'],
  [
    /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_TLS_CERT)/,
    'its certificate is not trusted; NODE_EXTRA_CA_CERTS can name one that is',
  ],
  [/^ECONNRESET|Socket closed unexpectedly/, 'the server closed the connection'],
  [/Connection timeout/, 'the server does not answer'],
]

/** Why a connection failed or was lost, for messages. */
export function explainStoreError(error: unknown): string {
  const text = describeError(error)
  const coded = error instanceof Error && 'code' in error ? `${String(error.code)} ${text}` : text
  const cause = CAUSES.find(([pattern]) => pattern.test(coded))?.[1]
  return cause === undefined ? text : `${cause} (${text})`
}

/** The error thrown when a server answers a call about a key with an error. */
export function makeStoreError(error: unknown, shown: string, key: string): StoreError {
  const text = describeError(error)
  const isTemporary = PASSING.has(text.split(' ', 1)[0] ?? '')
  return new StoreError(`The store ${shown} answers${key === '' ? '' : ` about the key ${key}`}: ${text}`, {
    isTemporary,
    cause: error,
  })
}

/** Another possible reason for a failed connection. */
export function makeErrorHint(error: unknown, isTls: boolean): string {
  const text = describeError(error)
  if (isTls) return /Connection timeout/.test(text) ? ' The server may not use TLS.' : ''
  return /ECONNRESET|Socket closed unexpectedly/.test(text)
    ? ' If the server requires TLS, the address must begin with rediss:// or valkeys://.'
    : ''
}

/** The message of an error; an error about several sockets has only a code. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message === '' && 'code' in error ? String(error.code) : error.message
}
