import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { indentedLiteral, literal } from '../../../kernel/support/source-text.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { jsonIn } from '../../../service/calls/json.ts'
import { makeRecordedMatch } from './recorded-match.ts'

type Shown = ControlSchemas['Request']

/** Headers that the sender of a call adds by itself. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|accept-encoding|accept-language|user-agent|origin|referer|authorization|transfer-encoding|cookie|sec-.*|te|upgrade.*|dnt|expect|keep-alive|cache-control|pragma)$|^accept$/

/** The headers of a call that its sender chose. */
export function chosenHeaders({ request }: Shown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.test(name)))
}

/** Path and query of a call, without the parameters in `ignored`. */
export function makeCallAddress({ path, query }: Shown, ignored: readonly string[] = []): string {
  const search = new URLSearchParams(Object.entries(query).filter(([name]) => !ignored.includes(name))).toString()
  return path + (search === '' ? '' : `?${search}`)
}

/** Whether a call carries the key of the world. */
export function isKeyed({ path }: Shown): boolean {
  return /^\/3\.0(?:\/|$)/.test(path)
}

/** Fills in the secrets of the world where the journal has placeholders. */
function filler({ credentials }: WorldState): (text: string) => string {
  const { api_key, client_id, client_secret } = credentials
  return (text) =>
    text.replaceAll('{{api_key}}', api_key).replaceAll('{{client_id}}', client_id).replaceAll('{{client_secret}}', client_secret)
}

export function writeCurlSnippet(call: Shown, world: WorldState): string {
  const { method } = call
  const fill = filler(world)
  const body = fill(call.request.body)
  const isPlain = (method === 'GET' && body === '') || (method === 'POST' && body !== '')
  const parts = [
    'curl',
    ...(isPlain ? [] : method === 'HEAD' ? ['--head'] : [`-X ${method}`]),
    ...(isKeyed(call) ? [`-u ${quoteForShell(`any:${world.credentials.api_key}`)}`] : []),
    ...Object.entries(chosenHeaders(call)).map(([name, value]) => `-H ${quoteForShell(`${name}: ${fill(value)}`)}`),
    // What begins with @ would be the name of a file.
    ...(body === '' ? [] : [`${body.startsWith('@') ? '--data-raw' : '-d'} ${quoteForShell(body)}`]),
    quoteForShell(world.base_url + fill(makeCallAddress(call))),
  ]
  return parts.join(' ')
}

/** A word of a shell. */
function quoteForShell(text: string): string {
  return /^[\w./:=@%-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The call as a call of `fetch`. */
export function writeFetchSnippet(call: Shown, world: WorldState): string {
  const fill = filler(world)
  const { api_key } = world.credentials
  const key = isKeyed(call) ? { authorization: `Bearer ${api_key}` } : {}
  const given = Object.fromEntries(Object.entries(chosenHeaders(call)).map(([name, value]) => [name, fill(value)]))
  const init = writeFetchInit(call.method, { ...key, ...given }, fill(call.request.body))
  return `await fetch(${literal(world.base_url + fill(makeCallAddress(call)))}${init})`
}

/** The second argument of `fetch`, with the comma before it. `body` is the text, or its value if it is JSON. */
export function writeFetchInit(
  method: string,
  headers: Readonly<Record<string, string>>,
  text: string,
  indent = '',
  body: unknown = jsonIn(text),
): string {
  const inner = `${indent}  `
  const written = body === undefined ? literal(text) : `JSON.stringify(${indentedLiteral(body, inner)})`
  const lines = [
    ...(method === 'GET' ? [] : [`method: ${literal(method)}`]),
    ...(Object.keys(headers).length === 0 ? [] : [`headers: ${indentedLiteral(headers, inner)}`]),
    ...(text === '' || method === 'GET' || method === 'HEAD' ? [] : [`body: ${written}`]),
  ]
  const line = lines.join(', ')
  if (lines.length === 0) return ''
  if (line.length <= 100 && !line.includes('\n')) return `, { ${line} }`
  return `, {\n${lines.map((each) => `${inner}${each},\n`).join('')}${indent}}`
}

/** The expectation that this call was received, for the client. */
export function writeVerifySnippet(call: Shown, indent = '', count = 1): string {
  return `await world.requests.verify(${indentedLiteral({ match: makeRecordedMatch(call), count: { exactly: count } }, indent)})`
}
