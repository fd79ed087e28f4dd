import type { Schemas } from '../../../src/kit/client/contract.ts'
import { jsonOf } from '../../format.ts'
import type { World } from '../../world.ts'

type Entry = Schemas['Request']

/** Headers that the sender of a call adds by itself. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|accept-encoding|accept-language|user-agent|origin|referer|authorization|transfer-encoding|cookie|sec-.*|te|upgrade.*|dnt|expect|keep-alive|cache-control|pragma)$|^accept$/

/** A call as it can be sent again: the secrets of the world are filled in where the journal has replaced them. */
export interface Repeatable {
  readonly method: string
  /** From the base URL of the world, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether it carries the key of the world. */
  readonly isKeyed: boolean
}

/** Prepares a call to be sent again. */
export function repeatable({ method, path, query, request }: Entry, world: World): Repeatable {
  const search = new URLSearchParams(query).toString()
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.test(name)))
  const filled = (text: string): string =>
    text
      .replaceAll('{{api_key}}', world.api_key)
      .replaceAll('{{client_id}}', world.oauth.client_id)
      .replaceAll('{{client_secret}}', world.oauth.client_secret)
  return {
    method,
    path: filled(path + (search === '' ? '' : `?${search}`)),
    headers,
    body: filled(request.body),
    isKeyed: /^\/3\.0(?:\/|$)/.test(path),
  }
}

/** Why a call can't be sent again; `undefined` if it can. */
export function whyNotRepeatable({ request }: Entry): string | undefined {
  return request.cut > 0 ? 'Only the beginning of its body was kept.' : undefined
}

/** The call as a curl command. */
export function curlOf(entry: Entry, world: World): string {
  const { method, path, headers, body, isKeyed } = repeatable(entry, world)
  const parts = [
    'curl',
    ...(method === 'GET' && body === '' ? [] : method === 'POST' && body !== '' ? [] : [`-X ${method}`]),
    ...(isKeyed ? [`-u any:${world.api_key}`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === '' ? [] : [`-d ${quoted(body)}`]),
    quoted(world.base_url + path),
  ]
  return parts.join(' ')
}

/** A word of a shell. */
function quoted(text: string): string {
  return /^[\w./:=@%-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The call as a call of `fetch`. */
export function fetchOf(entry: Entry, world: World): string {
  const { method, path, headers, body, isKeyed } = repeatable(entry, world)
  const all = { ...(isKeyed ? { authorization: `Bearer ${world.api_key}` } : {}), ...headers }
  return `await fetch(${literal(world.base_url + path)}, ${initOf(method, all, body)})`
}

/** The expectation that this call was received, for the client. */
export function verifyOf(entry: Entry): string {
  const { method, path, operation, request } = entry
  const below = path.replace(/^\/3\.0(?=\/|$)/, '') || '/'
  const body = membersOf(request.body)
  const match = {
    ...(operation === null ? { method } : { operation }),
    path: below,
    ...(body === undefined ? {} : { body }),
  }
  return `await world.requests.verify({\n  match: ${indented(match, '  ')},\n  count: { exactly: 1 },\n})`
}

/** The call as a test for Vitest. */
export function testOf(entry: Entry, world: World): string {
  const { method, path, headers, body } = repeatable(entry, world)
  const name = `${entry.operation ?? `${method} ${entry.path}`} is answered with ${entry.status ?? 'nothing'}`
  return [
    `import { expect, test } from 'maildouble/vitest'`,
    '',
    `test(${literal(name)}, async ({ world }) => {`,
    `  const answer = await world.fetch(${literal(path.replace(/^\/3\.0(?=\/)/, ''))}, ${initOf(method, headers, body).replaceAll('\n', '\n  ')})`,
    `  expect(answer.status).toBe(${entry.status})`,
    '})',
    '',
  ].join('\n')
}

/** At most this many members of a body are part of an expectation. */
const MEMBERS_MAX = 5

function membersOf(body: string): Record<string, unknown> | undefined {
  const value = jsonOf(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const members = Object.entries(value).filter(([, each]) => typeof each !== 'object')
  if (members.length === 0) return undefined
  return Object.fromEntries(
    members.slice(0, MEMBERS_MAX).map(([name, each]) => [`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, each]),
  )
}

function initOf(method: string, headers: Readonly<Record<string, string>>, body: string): string {
  const value = jsonOf(body)
  const lines = [
    ...(method === 'GET' ? [] : [`  method: ${literal(method)},`]),
    ...(Object.keys(headers).length === 0 ? [] : [`  headers: ${indented(headers, '  ')},`]),
    ...(body === '' ? [] : [`  body: ${value === undefined ? literal(body) : `JSON.stringify(${indented(value, '  ')})`},`]),
  ]
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`
}

function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2)
    .replaceAll('\n', `\n${indent}`)
    .replaceAll(/^(\s+)"([a-z_]\w*)":/gim, '$1$2:')
}

function literal(text: string): string {
  return `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)}'`
}
