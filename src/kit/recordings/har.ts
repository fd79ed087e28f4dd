import { asList, asObject } from '../../kernel/support/is-object.ts'
import { bytesOfText, type RecordedBody, Unreadable } from './body.ts'
import { headersFrom, parseInstant, readEntries, type RecordingEntry, type Recording } from './recording.ts'

/** Whether a value is an HTTP Archive (HAR), which Polly.js writes as well. */
export function isHar(value: unknown): boolean {
  return Array.isArray(asObject(asObject(value)['log'])['entries'])
}

/** Reads an HTTP Archive: of a browser, of a proxy, or of Polly.js. */
export function readHar(value: unknown): Recording {
  const log = asObject(asObject(value)['log'])
  // Polly numbers its entries, and may store them in another order. A journal of maildouble lists operations of batches as well.
  const entries = asList(log['entries'])
    .filter((each) => asObject(asObject(each)['_maildouble'])['via'] !== 'batch')
    .toSorted((a, b) => readStart(a) - readStart(b))
  return readEntries(entries, readEntry)
}

/** Entries without a start stay where they are. */
function readStart(entry: unknown): number {
  return parseInstant(asObject(entry)['startedDateTime']) ?? 0
}

function readEntry(entry: unknown): RecordingEntry {
  const { request, response, startedDateTime, _maildouble: own } = asObject(entry)
  if (asObject(own)['injected'] === true) throw new Unreadable('has an answer that a fault made in place of the service')
  const { method, url, headers: sent, postData } = asObject(request)
  const { status, headers: received, content } = asObject(response)
  return {
    method,
    url,
    requestHeaders: readHarHeaders(sent),
    requestBody: postData === undefined || postData === null ? undefined : sentBody(asObject(postData)),
    status,
    headers: readHarHeaders(received),
    body: receivedBody(asObject(content)),
    // A journal of maildouble has the time of its world, too.
    at: parseInstant(asObject(own)['at'] ?? startedDateTime),
    isAltered: typeof asObject(own)['fault'] === 'number',
  }
}

function readHarHeaders(list: unknown): Map<string, string> {
  return headersFrom(asList(list).map((each) => [asObject(each)['name'], asObject(each)['value']]))
}

/** A form may be stored field by field. */
function sentBody({ text, params }: { readonly [name: string]: unknown }): RecordedBody | undefined {
  if (typeof text === 'string') return { text }
  const fields = asList(params).map((each): [string, string] => {
    const { name, value } = asObject(each)
    return [String(name ?? ''), String(value ?? '')]
  })
  return fields.length === 0 ? undefined : { text: new URLSearchParams(fields).toString() }
}

function receivedBody({ text, encoding, size, mimeType }: { readonly [name: string]: unknown }): RecordedBody {
  if (typeof text !== 'string') return { text: '' }
  // A journal and some browsers store only the beginning of a large body.
  const stored = Buffer.byteLength(text)
  if (encoding === undefined && typeof size === 'number' && size > stored && /json/i.test(String(mimeType)))
    throw new Unreadable(`has a body of which only ${stored} of ${size} bytes are stored`)
  if (encoding !== 'base64') return { text }
  const chunks = chunksIn(text)
  return { bytes: chunks ? Buffer.concat(chunks) : bytesOfText(text) }
}

/** Polly stores a compressed body as a JSON list of chunks, in base64 or, by older versions, in hexadecimal. */
function chunksIn(text: string): Uint8Array[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    return asList(JSON.parse(text)).map((each) => bytesOfText(String(each), /^[0-9a-f]+$/i.test(String(each)) ? 'hex' : 'base64'))
  } catch {
    return undefined
  }
}
