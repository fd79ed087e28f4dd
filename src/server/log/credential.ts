/** The parts of an `Authorization` header whose scheme the service knows. */
export interface Credential {
  readonly scheme: string
  readonly isBasic: boolean
  readonly value: string
  /** The user and the password of a Basic credential, if it has both. */
  readonly pair: readonly [user: string, password: string] | undefined
}

/** Reads an `Authorization` header. Returns `undefined` for a scheme that the service does not know. */
export function readCredential(header: string): Credential | undefined {
  const [, scheme = '', value = ''] = /^\s*(basic|bearer|oauth|apikey)\s+(.*?)\s*$/is.exec(header) ?? []
  if (scheme === '') return undefined
  if (scheme.toLowerCase() !== 'basic') return { scheme, isBasic: false, value, pair: undefined }
  const text = Buffer.from(value, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return { scheme, isBasic: true, value, pair: colon === -1 ? undefined : [text.slice(0, colon), text.slice(colon + 1)] }
}
