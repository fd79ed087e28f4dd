import { asList, asObject } from '../../kernel/support/is-object.ts'
import { bytesOfText, type RecordedBody } from './body.ts'
import { headersFrom, readEntries, type RecordingEntry, type Recording } from './recording.ts'

/** Whether a value is a list of definitions of nock, as `nock.recorder` and `nockBack` write them. */
export function isNock(value: unknown): boolean {
  return Array.isArray(value) && value.some((each) => typeof asObject(each)['scope'] === 'string')
}

/** Reads the JSON of nock's recorder. */
export function readNock(value: unknown): Recording {
  return readEntries(asList(value), readDefinition)
}

function readDefinition(definition: unknown): RecordingEntry {
  const given = asObject(definition)
  const { scope, path, method, body, status, response, responseIsBinary, reqheaders, rawHeaders, headers } = given
  const received = readNockHeaders(rawHeaders ?? headers)
  return {
    method: method ?? 'GET',
    url: typeof scope === 'string' && typeof path === 'string' ? `${withoutPort(scope)}${path}` : undefined,
    requestHeaders: readNockHeaders(reqheaders),
    requestBody: body === '' || body === undefined ? undefined : typeof body === 'string' ? { text: body } : { json: body },
    status: status ?? 200,
    headers: received,
    body: receivedBody(response, { isBinary: responseIsBinary === true, isEncoded: received.has('content-encoding') }),
    at: undefined,
  }
}

/** nock always names the port. */
function withoutPort(scope: string): string {
  return scope.replace(/:(?:443|80)$/, '')
}

/** Headers as an object, or as a list of names and values in turn, or as a list of pairs. */
function readNockHeaders(given: unknown): Map<string, string> {
  if (!Array.isArray(given)) return headersFrom(Object.entries(asObject(given)))
  if (given.some(Array.isArray)) return headersFrom(given.map((pair) => [asList(pair)[0], asList(pair)[1]]))
  return headersFrom(given.flatMap((name, index) => (index % 2 === 0 ? [[name, given[index + 1]] as const] : [])))
}

/** A body is text, or JSON. A compressed one is a list of chunks in hexadecimal. */
function receivedBody(response: unknown, { isBinary, isEncoded }: { isBinary: boolean; isEncoded: boolean }): RecordedBody {
  if (response === undefined || response === null) return { text: '' }
  if (isEncoded && Array.isArray(response) && response.every(isHex))
    return { bytes: Buffer.concat(response.map((each) => bytesOfText(String(each), 'hex'))) }
  if (typeof response !== 'string') return { json: response }
  return isBinary && isHex(response) ? { bytes: bytesOfText(response, 'hex') } : { text: response }
}

function isHex(value: unknown): boolean {
  return typeof value === 'string' && value.length % 2 === 0 && /^[0-9a-f]*$/i.test(value)
}
