import { isObject, asList, asObject } from '../../kernel/support/is-object.ts'
import { bytesOfText, type RecordedBody } from './body.ts'
import { headersFrom, parseInstant, readEntries, type RecordingEntry, type Recording } from './recording.ts'

/** Whether a value is a cassette: of VCR (Ruby), of vcrpy (Python), of go-vcr (Go), or of PHP-VCR. */
export function isCassette(value: unknown): boolean {
  return interactionsIn(value).some((each) => isObject(asObject(each)['request']) && isObject(asObject(each)['response']))
}

/** Reads a cassette. Its parts have other names in each of the libraries, but mean the same. */
export function readCassette(value: unknown): Recording {
  return readEntries(interactionsIn(value), readInteraction)
}

function interactionsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  const { http_interactions: ofRuby, interactions } = asObject(value)
  return asList(ofRuby ?? interactions)
}

function readInteraction(interaction: unknown): RecordingEntry {
  const { request, response, recorded_at: at } = asObject(interaction)
  const { method, uri, url, headers: sent, body: sentBody } = asObject(request)
  const { status, code, headers: received, body } = asObject(response)
  const requestBody = bodyIn(sentBody)
  return {
    method,
    url: withScheme(uri ?? url),
    requestHeaders: headersFrom(Object.entries(asObject(sent))),
    requestBody: 'text' in requestBody && requestBody.text === '' ? undefined : requestBody,
    status: code ?? asObject(status)['code'] ?? status,
    headers: headersFrom(Object.entries(asObject(received))),
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
  const { string, base64_string: packed } = asObject(body)
  if (typeof packed === 'string') return { bytes: bytesOfText(packed) }
  const content = isObject(body) && !(body instanceof Uint8Array) ? string : body
  if (content instanceof Uint8Array) return { bytes: content }
  return { text: typeof content === 'string' ? content : '' }
}
