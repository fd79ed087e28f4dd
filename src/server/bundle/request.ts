import type { ControlSchemas } from '../../kernel/contract/control.ts'
import { readCredential } from '../log/redact.ts'
import type { Call, KeyOwner } from '../log/call.ts'
import { isSecretName } from '../../kernel/support/secret-places.ts'
import { isoMillis } from '../../kernel/support/time.ts'
import type { Placeholders } from './placeholders.ts'

type Written = ControlSchemas['BundleRequest']

/** Replaces a secret that doesn't belong to the world. */
const EXTERNAL = '{{external}}'

/** Replaces a key that is no secret of the world. In a replay, its own key stands for the shared one. */
const UNKNOWN = { own: EXTERNAL, shared: '{{api_key}}', foreign: '{{foreign}}', external: EXTERNAL }

export function writtenRequest(call: Call, placeholders: Placeholders): Written {
  const { at, jobs, sent, arrival, body, unread, gates, isAnswered, status, digest, busy } = call
  const { method, path, prefixed, search } = sent
  const { request: number, key } = arrival
  return {
    step: 'request',
    at: isoMillis(at),
    jobs,
    number,
    method,
    ...hideAddress(path, search, key, placeholders),
    ...(prefixed ? { prefixed } : {}),
    headers: hideHeaders(call, placeholders),
    ...(body ? { body: placeholders.hideAll(body) } : {}),
    ...(unread ? { unread } : {}),
    ...(busy > 0 ? { busy } : {}),
    ...(gates > 0 ? { gates } : {}),
    ...(isAnswered ? { answer: { status, ...(digest === undefined ? {} : { digest: writtenDigest(digest) }) } } : {}),
  }
}

/** A checksum as eight hexadecimal digits. */
export function writtenDigest(digest: number): string {
  return digest.toString(16).padStart(8, '0')
}

/** Path and query are redacted together, since a signature may cover both. */
function hideAddress(path: string, search: string, key: KeyOwner, placeholders: Placeholders): Pick<Written, 'path' | 'search'> {
  if (search === '') return { path: placeholders.hideAll(path) }
  const whole = placeholders.hideAll(`${path}?${search}`, UNKNOWN[key])
  const question = whole.indexOf('?')
  return { path: whole.slice(0, question), search: whole.slice(question + 1) }
}

/** The address of a call in a replay, relative to the server. */
export function filledAddress({ path, search, prefixed }: Written, id: string, placeholders: Placeholders): string {
  const address = placeholders.fill(search === undefined ? path : `${path}?${search}`)
  return prefixed ? `/_worlds/${id}${address}` : address
}

function hideHeaders({ sent, arrival: { key }, unread }: Call, placeholders: Placeholders): Record<string, string> {
  const written: [string, string][] = []
  for (const [name, value] of Object.entries(sent.headers)) {
    // The body in the bundle is already decoded.
    const isDecoded = name === 'content-encoding' && unread !== 'corrupt' && unread !== 'unsupported'
    if (value === undefined || isDecoded) continue
    const text = Array.isArray(value) ? value.join(', ') : String(value)
    written.push([name, hideHeader(name, text, key, placeholders)])
  }
  return Object.fromEntries(written)
}

function hideHeader(name: string, value: string, key: KeyOwner, placeholders: Placeholders): string {
  if (name === 'authorization') return hideCredential(value, key, placeholders)
  if (name === 'proxy-authorization') return EXTERNAL
  if (name === 'cookie') return value.replaceAll(/=[^;]*/g, `=${EXTERNAL}`)
  return isSecretName(name) ? placeholders.hideSecret(value) : placeholders.hideAll(value)
}

/** Basic credentials are written decoded; any other credential keeps its scheme. */
function hideCredential(header: string, key: KeyOwner, placeholders: Placeholders): string {
  const credential = readCredential(header)
  if (!credential) return EXTERNAL
  const { scheme, isBasic, value, pair } = credential
  if (!isBasic) return `${scheme} ${hideKey(value, key, placeholders)}`
  if (!pair) return `${scheme} ${EXTERNAL}`
  const [user, password] = pair
  const hiddenKey = hideKey(password, key, placeholders)
  return `${scheme} (${user === password ? hiddenKey : placeholders.hideAll(user)}:${password === '' ? '' : hiddenKey})`
}

function hideKey(value: string, key: KeyOwner, placeholders: Placeholders): string {
  if (key === 'shared') return UNKNOWN[key]
  const own = placeholders.known(value)
  // The key may have been issued by the world this one was forked from, and then is not its own.
  if (own !== undefined && (key === 'own' || !own.includes('@'))) return own
  return UNKNOWN[key]
}

/** The headers of a call in a replay. */
export function filledHeaders(headers: Written['headers'], placeholders: Placeholders): [string, string][] {
  return Object.entries(headers).map(([name, value]) => {
    const text = placeholders.fill(value)
    const [, scheme = '', pair] = (name === 'authorization' && /^(basic) \((.*)\)$/is.exec(text)) || []
    return [name, pair === undefined ? text : `${scheme} ${Buffer.from(pair).toString('base64')}`]
  })
}
