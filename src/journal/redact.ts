import type { Violation } from '../calls/violations.ts'
import { decodeParameter } from '../support/percent.ts'
import { isSecretName, replaceSecrets } from '../support/secret-places.ts'
import type { Secrets } from './secrets.ts'

/** What stands in the place of a secret that is none of the world's own. */
const EXTERNAL = '{{external}}'

/** What shows that something is left out already. */
const HIDDEN = /^\{\{[a-z_]+(?::\d+)?\}\}(?:-[a-z]+\d+)?$/

/** A text without the secrets in it. */
export function redactedText(secrets: Secrets, text: string): string {
  return withoutForeign(secrets, secrets.hide(text))
}

/** The same for a text of the sign-in or a query, where the ids of applications are left out as well. */
export function redactedPairs(secrets: Secrets, pairs: string): string {
  return withoutForeign(secrets, secrets.hideWithIds(pairs))
}

/** The text of a member of JSON, which may be a secret by its name. */
export function redactedMember(secrets: Secrets, name: string, text: string): string {
  return isSecretName(name) ? hidden(secrets, text) : redactedText(secrets, text)
}

/** The same for a field of a form of the sign-in. */
export function redactedField(secrets: Secrets, name: string, text: string): string {
  return isSecretName(name, { inAddress: true }) ? hidden(secrets, text) : secrets.hideWithIds(text)
}

/** A text without the secrets that are none of the world's own. */
function withoutForeign(secrets: Secrets, text: string): string {
  return replaceSecrets(text, (secret) => hidden(secrets, secret))
}

/** Whether a value is a secret of the world's own, which has a placeholder. */
export function isOwnSecret(secrets: Secrets, value: string): boolean {
  return value !== '' && hidden(secrets, value) !== EXTERNAL
}

/** What stands for the value of a secret parameter: its placeholder if the world knows it, and `{{external}}` if it does not. */
function hidden(secrets: Secrets, value: string): string {
  if (value === '') return value
  const readings = [value, decodeParameter(value)].map((reading) => secrets.hideWithIds(reading))
  return readings.find((reading) => HIDDEN.test(reading)) ?? EXTERNAL
}

/** What seals the pages of the sign-in. */
const SEAL = /(\d+\.(?:\d+\.)?[0-9a-f-]{36}\.)[0-9a-f]{64}/g

/** What was sent to a path or answered from it, without the secrets in it. */
export function redactedBody(secrets: Secrets, path: string, body: string): string {
  if (path.startsWith(SIGN_IN)) return redactedSignIn(secrets, body)
  return redactedText(secrets, body)
}

const SIGN_IN = '/oauth2/'

/** The sign-in is asked by forms, and answers pages and JSON. */
function redactedSignIn(secrets: Secrets, body: string): string {
  return redactedPairs(secrets, body).replaceAll(SEAL, '$1{{seal}}')
}

/** An address without the secrets in it. */
function redactedAddress(secrets: Secrets, address: string): string {
  const question = address.indexOf('?')
  if (question === -1) return redactedText(secrets, address)
  return `${redactedText(secrets, address.slice(0, question))}?${redactedPairs(secrets, address.slice(question + 1))}`
}

const HEADERS: { readonly [name: string]: (secrets: Secrets, value: string) => string } = {
  authorization: redactedCredential,
  'proxy-authorization': () => EXTERNAL,
  cookie: (_, value) => value.replaceAll(/=[^;]*/g, `=${EXTERNAL}`),
  location: redactedAddress,
  referer: redactedAddress,
}

/** Violations without the secrets that their messages repeat. */
export function redactedViolations(secrets: Secrets, violations: readonly Violation[]): readonly Violation[] {
  return violations.map(({ side, at, message }) => ({
    side,
    at: redactedText(secrets, at),
    message: redactedText(secrets, message),
  }))
}

/** Headers by their names in lower case, without the secrets in them. */
export function redactedHeaders(secrets: Secrets, headers: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const clean: Record<string, string> = {}
  for (const name in headers) {
    const value = String(headers[name])
    const redact = Object.hasOwn(HEADERS, name) ? HEADERS[name] : undefined
    clean[name] = redact ? redact(secrets, value) : isSecretName(name) ? hidden(secrets, value) : redactedText(secrets, value)
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
