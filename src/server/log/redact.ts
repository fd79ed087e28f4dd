import type { Violation } from '../../service/calls/checks.ts'
import { decodeParameter } from '../../kernel/support/percent.ts'
import { isSecretName, replaceSecrets } from '../../kernel/support/secret-places.ts'
import type { Secrets } from './secrets.ts'

/** Placeholder for a secret that is not one of the world's own. */
const EXTERNAL = '{{external}}'

/** Matches placeholders: the value has already been redacted. */
const HIDDEN = /^\{\{[a-z_]+(?::\d+)?\}\}(?:-[a-z]+\d+)?$/

export function redactText(secrets: Secrets, text: string): string {
  return withoutForeign(secrets, secrets.hide(text))
}

/** Redacts the secrets in a sign-in text or a query string, and also client ids. */
export function redactedPairs(secrets: Secrets, pairs: string): string {
  return withoutForeign(secrets, secrets.hideWithIds(pairs))
}

/** Redacts the value of a JSON member, which may be secret because of its name. */
export function redactedMember(secrets: Secrets, name: string, text: string): string {
  return isSecretName(name) ? placeholderFor(secrets, text) : redactText(secrets, text)
}

/** Redacts the value of a field of a sign-in form, which may be secret because of its name. */
export function redactedField(secrets: Secrets, name: string, text: string): string {
  return isSecretName(name, { inAddress: true }) ? placeholderFor(secrets, text) : secrets.hideWithIds(text)
}

/** Redacts the secrets that are not the world's own. */
function withoutForeign(secrets: Secrets, text: string): string {
  return replaceSecrets(text, (secret) => placeholderFor(secrets, secret))
}

/** Whether a value is a secret of the world's own, which has a placeholder. */
export function isOwnSecret(secrets: Secrets, value: string): boolean {
  return value !== '' && placeholderFor(secrets, value) !== EXTERNAL
}

/** Returns the placeholder for a secret value: its own if the world knows it, otherwise `{{external}}`. */
function placeholderFor(secrets: Secrets, value: string): string {
  if (value === '') return value
  const readings = [value, decodeParameter(value)].map((reading) => secrets.hideWithIds(reading))
  return readings.find((reading) => HIDDEN.test(reading)) ?? EXTERNAL
}

/** The CSRF tokens of sign-in pages. */
const CSRF_TOKEN = /(\d+\.(?:\d+\.)?[0-9a-f-]{36}\.)[0-9a-f]{64}/g

export function redactedBody(secrets: Secrets, path: string, body: string): string {
  if (path.startsWith(SIGN_IN)) return redactedSignIn(secrets, body)
  return redactText(secrets, body)
}

const SIGN_IN = '/oauth2/'

/** The sign-in receives forms, and answers with pages and JSON. */
function redactedSignIn(secrets: Secrets, body: string): string {
  return redactedPairs(secrets, body).replaceAll(CSRF_TOKEN, '$1{{seal}}')
}

function redactedAddress(secrets: Secrets, address: string): string {
  const question = address.indexOf('?')
  if (question === -1) return redactText(secrets, address)
  return `${redactText(secrets, address.slice(0, question))}?${redactedPairs(secrets, address.slice(question + 1))}`
}

const HEADERS: { readonly [name: string]: (secrets: Secrets, value: string) => string } = {
  authorization: redactedCredential,
  'proxy-authorization': () => EXTERNAL,
  cookie: (_, value) => value.replaceAll(/=[^;]*/g, `=${EXTERNAL}`),
  location: redactedAddress,
  referer: redactedAddress,
}

export function redactedViolations(secrets: Secrets, violations: readonly Violation[]): readonly Violation[] {
  return violations.map(({ side, at, message }) => ({
    side,
    at: redactText(secrets, at),
    message: redactText(secrets, message),
  }))
}

/** Redacts the secrets in headers, which have lower-case names. */
export function redactedHeaders(secrets: Secrets, headers: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const clean: Record<string, string> = {}
  for (const name in headers) {
    const value = String(headers[name])
    const redact = Object.hasOwn(HEADERS, name) ? HEADERS[name] : undefined
    clean[name] = redact
      ? redact(secrets, value)
      : isSecretName(name)
        ? placeholderFor(secrets, value)
        : redactText(secrets, value)
  }
  return clean
}

/** Redacts an `Authorization` header; the scheme is kept if the service knows it. */
function redactedCredential(secrets: Secrets, header: string): string {
  const credential = readCredential(header)
  if (!credential) return placeholderFor(secrets, header.trim()) || EXTERNAL
  const { scheme, isBasic, value, pair } = credential
  if (!isBasic) return `${scheme} ${placeholderFor(secrets, value) || EXTERNAL}`
  if (!pair) return `${scheme} ${EXTERNAL}`
  const [user, password] = [placeholderFor(secrets, pair[0]), placeholderFor(secrets, pair[1]) || EXTERNAL]
  // API calls authenticate with the password alone, whatever the user; applications sign in with their client id and secret.
  return `${scheme} ${user.startsWith('{{client_id') ? `${user}:` : ''}${password}`
}

/** The parts of an `Authorization` header whose scheme the service knows. */
interface Credential {
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
