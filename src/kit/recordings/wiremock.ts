import { isObject, asList, asObject } from '../../kernel/support/is-object.ts'
import { bytesOfText, type RecordedBody, Unreadable } from './body.ts'
import { headersFrom, parseInstant, readEntries, type RecordingEntry, type Recording } from './recording.ts'

/** Reads a file beside a mapping: `bodyFileName`. Returns `undefined` if there is none, or it is not below its folder. */
export type ReadBodyFile = (name: string) => Uint8Array | undefined

/** Whether a value is a mapping of WireMock, a list of mappings, or a list of the requests that it has served. */
export function isWireMock(value: unknown): boolean {
  const { mappings, requests, serveEvents } = asObject(value)
  return [mappings, requests, serveEvents].some(Array.isArray) || isMapping(value)
}

/** Whether a value is one mapping. Each has a file of its own. */
export function isMapping(value: unknown): boolean {
  const { request, response } = asObject(value)
  return isObject(request) && isObject(response) && URLS.some((name) => name in request)
}

/** Reads mappings and lists of served requests. */
export function readWireMock(value: unknown, readFile: ReadBodyFile): Recording {
  const { mappings, requests, serveEvents } = asObject(value)
  const served = requests ?? serveEvents
  if (Array.isArray(served)) return readEntries(served, (each) => readServed(each, readFile))
  const all = Array.isArray(mappings) ? mappings : [value]
  return readEntries(
    all.toSorted((a, b) => readInsertionIndex(a) - readInsertionIndex(b)),
    (each) => readMapping(each, readFile),
  )
}

/** Recorded mappings are numbered in the order of their recording. */
function readInsertionIndex(mapping: unknown): number {
  const { insertionIndex } = asObject(mapping)
  return typeof insertionIndex === 'number' ? insertionIndex : 0
}

/** Mappings don't name the host that was recorded. */
const MAPPED_HOST = 'wiremock.invalid'

const URLS = ['url', 'urlPath', 'urlPattern', 'urlPathPattern', 'urlPathTemplate']

function readMapping(mapping: unknown, readFile: ReadBodyFile): RecordingEntry {
  const { request, response } = asObject(mapping)
  const given = asObject(request)
  const { method, url, urlPath, queryParameters, headers, bodyPatterns } = given
  const path = url ?? urlPath
  if (path === undefined && URLS.some((name) => name in given))
    throw new Unreadable('has a pattern in place of a URL, so it is no recorded exchange')
  const answer = asObject(response)
  if (typeof answer['proxyBaseUrl'] === 'string' || typeof answer['fault'] === 'string')
    throw new Unreadable('forwards requests or breaks the connection, so it has no answer')
  return {
    method: method === 'ANY' ? 'GET' : method,
    url: typeof path === 'string' ? `http://${MAPPED_HOST}${withQuery(path, queryParameters)}` : undefined,
    requestHeaders: headersFrom(Object.entries(asObject(headers)).map(([name, matcher]) => [name, equalIn(matcher)])),
    requestBody: patternBody(asList(bodyPatterns)),
    status: answer['status'] ?? 200,
    headers: headersFrom(Object.entries(asObject(answer['headers']))),
    body: answerBody(answer, readFile),
    at: undefined,
  }
}

function withQuery(path: string, parameters: unknown): string {
  const query = Object.entries(asObject(parameters)).flatMap(([name, matcher]): [string, string][] => {
    const value = equalIn(matcher)
    return typeof value === 'string' ? [[name, value]] : []
  })
  return query.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`
}

function equalIn(matcher: unknown): unknown {
  const { equalTo, hasExactly } = asObject(matcher)
  return equalTo ?? asObject(asList(hasExactly)[0])['equalTo']
}

/** The body of a request, if a pattern tells it whole. */
function patternBody(patterns: readonly unknown[]): RecordedBody | undefined {
  for (const pattern of patterns) {
    const { equalToJson, equalTo, binaryEqualTo } = asObject(pattern)
    if (typeof equalToJson === 'string') return { text: equalToJson }
    if (equalToJson !== undefined) return { json: equalToJson }
    if (typeof equalTo === 'string') return { text: equalTo }
    if (typeof binaryEqualTo === 'string') return { bytes: bytesOfText(binaryEqualTo) }
  }
  return undefined
}

function answerBody(
  { body, jsonBody, base64Body, bodyFileName }: { readonly [name: string]: unknown },
  readFile: ReadBodyFile,
): RecordedBody {
  if (jsonBody !== undefined) return { json: jsonBody }
  if (typeof base64Body === 'string') return { bytes: bytesOfText(base64Body) }
  if (typeof bodyFileName !== 'string') return { text: typeof body === 'string' ? body : '' }
  const bytes = readFile(bodyFileName)
  if (!bytes) throw new Unreadable(`has its body in ${bodyFileName.slice(0, 100)}, which is not in the folder __files beside it`)
  return { bytes }
}

function readServed(event: unknown, readFile: ReadBodyFile): RecordingEntry {
  const { request, response, responseDefinition } = asObject(event)
  const { method, absoluteUrl, url, headers, body, bodyAsBase64, loggedDate } = asObject(request)
  const answer = asObject(response)
  const defined = asObject(responseDefinition)
  const isSent = answer['status'] !== undefined
  const given = isSent ? answer : defined
  return {
    method,
    url: absoluteUrl ?? (typeof url === 'string' ? `http://${MAPPED_HOST}${url}` : undefined),
    requestHeaders: headersFrom(Object.entries(asObject(headers))),
    requestBody: typeof body === 'string' && body !== '' ? { text: body } : servedBytes(bodyAsBase64),
    status: given['status'],
    headers: headersFrom(Object.entries(asObject(given['headers']))),
    body: servedBytes(given['bodyAsBase64']) ?? answerBody(given, readFile),
    at: parseInstant(loggedDate),
  }
}

function servedBytes(packed: unknown): RecordedBody | undefined {
  return typeof packed === 'string' && packed !== '' ? { bytes: bytesOfText(packed) } : undefined
}
