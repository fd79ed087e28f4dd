import { isObject, itemsOf, membersOf } from '../../kernel/support/is-object.ts'
import { bytesOfText, type RecordedBody } from './body.ts'
import { headersFrom, parseInstant, readEntries, type RecordingEntry, type Recording } from './recording.ts'

/** Whether a value is a cassette: of VCR (Ruby), of vcrpy (Python), of go-vcr (Go), or of PHP-VCR. */
export function isCassette(value: unknown): boolean {
  return interactionsIn(value).some((each) => isObject(membersOf(each)['request']) && isObject(membersOf(each)['response']))
}

/** Reads a cassette. Its parts have other names in each of the libraries, but mean the same. */
export function readCassette(value: unknown): Recording {
  return readEntries('VCR', interactionsIn(value), readInteraction)
}

function interactionsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  const { http_interactions: ofRuby, interactions } = membersOf(value)
  return itemsOf(ofRuby ?? interactions)
}

function readInteraction(interaction: unknown): RecordingEntry {
  const { request, response, recorded_at: at } = membersOf(interaction)
  const { method, uri, url, headers: sent, body: sentBody } = membersOf(request)
  const { status, code, headers: received, body } = membersOf(response)
  const requestBody = bodyIn(sentBody)
  return {
    method,
    url: withScheme(uri ?? url),
    requestHeaders: headersFrom(Object.entries(membersOf(sent))),
    requestBody: 'text' in requestBody && requestBody.text === '' ? undefined : requestBody,
    status: code ?? membersOf(status)['code'] ?? status,
    headers: headersFrom(Object.entries(membersOf(received))),
    body: bodyIn(body),
    at: parseInstant(at),
  }
}

/** Embedded Ruby may have stood for the whole address of the server. */
function withScheme(url: unknown): unknown {
  return typeof url === 'string' && /^[\w.-]+\/3\.0/.test(url) ? `https://${url}` : url
}

/** A body is a text or bytes, or an object with either. */
function bodyIn(body: unknown): RecordedBody {
  const { string, base64_string: packed } = membersOf(body)
  if (typeof packed === 'string') return { bytes: bytesOfText(packed) }
  const content = isObject(body) && !(body instanceof Uint8Array) ? string : body
  if (content instanceof Uint8Array) return { bytes: content }
  return { text: typeof content === 'string' ? content : '' }
}
