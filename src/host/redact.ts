import type { Violation } from '../calls/violations.ts'
import { decodeParameter } from '../support/percent.ts'
import type { Secrets } from './secrets.ts'

/** What stands in the place of a secret that is none of the world's own. */
const EXTERNAL = '{{external}}'

/** What shows that something is left out already. */
const HIDDEN = /^\{\{[a-z_]+(?::\d+)?\}\}(?:-[a-z]+\d+)?$/

/** Parameters and fields of forms that hold secrets, whatever the secret is. */
const SECRET_NAMES = new Set(['apikey', 'api_key', 'access_token', 'refresh_token', 'client_secret', 'code', 'password', 'sig'])

/** Whether a query may have such a parameter: most have none. */
const MAY_BE_SECRET = /apikey|api_key|_token|secret|code|password|sig|%/i

/** A query or a form without the secrets in it. */
export function redactedPairs(secrets: Secrets, pairs: string): string {
  const clean = secrets.hideWithIds(pairs)
  if (!MAY_BE_SECRET.test(clean)) return clean
  return clean
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=')
      if (equals === -1 || !SECRET_NAMES.has(decodeParameter(pair.slice(0, equals)))) return pair
      return `${pair.slice(0, equals)}=${hidden(secrets, pair.slice(equals + 1))}`
    })
    .join('&')
}

/** The value of a secret parameter: a placeholder if it is known, and else one that says that it is not. */
function hidden(secrets: Secrets, value: string): string {
  if (value === '') return value
  const readings = [value, decodeParameter(value)].map((reading) => secrets.hideWithIds(reading))
  return readings.find((reading) => HIDDEN.test(reading)) ?? EXTERNAL
}

/** A password in an address. */
const PASSWORD = /(:(?:\\*\/){2}[^\s"'<>\\/?#@:]*):[^\s"'<>\\/?#@]+@/g

/** What seals the pages of the sign-in. */
const SEAL = /(\d+\.(?:\d+\.)?[0-9a-f-]{36}\.)[0-9a-f]{64}/g

/** What was sent to a path, without the secrets in it. */
export function redactedBody(secrets: Secrets, path: string, body: string): string {
  if (path.startsWith(SIGN_IN)) return redactedSignIn(secrets, body)
  return withoutPasswords(secrets.hide(body))
}

/** What was answered from a path, without the secrets in it. */
export function redactedAnswer(secrets: Secrets, path: string, body: string): string {
  if (path.startsWith(SIGN_IN)) return redactedSignIn(secrets, body)
  const clean = secrets.hide(body)
  // The service repeats the addresses that it was given of nothing else.
  return path.includes('webhooks') ? withoutPasswords(clean) : clean
}

/** A text whose addresses have no passwords in them. Most texts have no address in them at all. */
function withoutPasswords(text: string): string {
  return text.includes('/') ? text.replaceAll(PASSWORD, `$1:${EXTERNAL}@`) : text
}

const SIGN_IN = '/oauth2/'

/** The sign-in is asked by forms, and answers pages and JSON. */
function redactedSignIn(secrets: Secrets, body: string): string {
  const clean = /^\s*[<{]/.test(body) ? secrets.hideWithIds(body) : redactedPairs(secrets, body)
  return clean.replaceAll(SEAL, '$1{{seal}}')
}

/** An address without the secrets in it. */
function redactedAddress(secrets: Secrets, address: string): string {
  const question = address.indexOf('?')
  if (question === -1) return secrets.hide(address)
  return `${secrets.hide(address.slice(0, question))}?${redactedPairs(secrets, address.slice(question + 1))}`
}

const HEADERS: { readonly [name: string]: (secrets: Secrets, value: string) => string } = {
  authorization: redactedCredential,
  'proxy-authorization': () => EXTERNAL,
  cookie: (_, value) => value.replaceAll(/=[^;]*/g, `=${EXTERNAL}`),
  'x-api-key': hidden,
  'x-auth-token': hidden,
  location: redactedAddress,
  referer: redactedAddress,
}

/** Violations without the secrets that their messages repeat. */
export function redactedViolations(secrets: Secrets, violations: readonly Violation[]): readonly Violation[] {
  return violations.map(({ side, at, message }) => ({ side, at: secrets.hide(at), message: secrets.hide(message) }))
}

/** Headers by their names in lower case, without the secrets in them. */
export function redactedHeaders(secrets: Secrets, headers: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const clean: Record<string, string> = {}
  for (const name in headers) {
    const value = String(headers[name])
    const redact = Object.hasOwn(HEADERS, name) ? HEADERS[name] : undefined
    clean[name] = redact ? redact(secrets, value) : secrets.hide(value)
  }
  return clean
}

/** What a call proves itself by, with the scheme in front of it if it is one that the service knows. */
function redactedCredential(secrets: Secrets, value: string): string {
  const [, scheme = '', credential = ''] = /^\s*(basic|bearer|oauth)\s+(.*?)\s*$/i.exec(value) ?? []
  if (scheme === '') return hidden(secrets, value.trim()) || EXTERNAL
  if (scheme.toLowerCase() !== 'basic') return `${scheme} ${hidden(secrets, credential) || EXTERNAL}`
  const pair = Buffer.from(credential, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon === -1) return `${scheme} ${EXTERNAL}`
  const user = hidden(secrets, pair.slice(0, colon))
  const password = hidden(secrets, pair.slice(colon + 1)) || EXTERNAL
  // Who calls the API is known by the key alone; an application signs in by its id and its secret.
  return `${scheme} ${user.startsWith('{{client_id') ? `${user}:` : ''}${password}`
}
