import { STATUS_CODES } from 'node:http'
import type { ControlSchemas } from '../../contract/control.ts'
import { headersIn, type CallRecord, type MessageView } from '../../journal/call-record.ts'
import { isoMillis } from '../../support/time.ts'
import { parseSearch } from '../../calls/query.ts'

/** Calls as an HTTP Archive (HAR). `base_url` is the address of their world. */
export function harOf(base_url: string, version: string, entries: readonly CallRecord[]): ControlSchemas['Har'] {
  const creator = { name: 'maildouble', version }
  return { log: { version: '1.2', creator, entries: entries.map((entry) => harEntry(base_url, entry)) } }
}

function harEntry(base_url: string, entry: CallRecord): ControlSchemas['HarEntry'] {
  const { id, at, real_at, via, operation, faults, error, injected } = entry
  const time = entry.duration_ms ?? 0
  return {
    startedDateTime: isoMillis(real_at),
    time,
    request: harRequest(base_url, entry),
    response: harResponse(entry),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _maildouble: {
      id,
      at: isoMillis(at),
      via,
      operation: operation ?? null,
      fault: faults.at(-1)?.id ?? null,
      error: error ?? null,
      injected,
    },
  }
}

const HTTP_VERSION = 'HTTP/1.1'

function harRequest(base_url: string, entry: CallRecord): ControlSchemas['HarEntry']['request'] {
  const { method, path, search, request } = entry
  const headers = headersIn(entry, 'request')
  return {
    method,
    url: `${base_url}${path}${search === '' ? '' : `?${search}`}`,
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: pairs(Object.entries(headers)),
    queryString: search === '' ? [] : pairs([...parseSearch(search)]),
    ...(request.body === ''
      ? {}
      : { postData: { mimeType: headers['content-type'] ?? '', text: request.body, ...missing(request) } }),
    headersSize: -1,
    bodySize: sizeOf(request),
  }
}

function harResponse(entry: CallRecord): ControlSchemas['HarEntry']['response'] {
  const { status, response } = entry
  const headers = headersIn(entry, 'response')
  const mimeType = headers['content-type'] ?? ''
  const isKept = response && !response.streamed
  return {
    status: status ?? 0,
    statusText: STATUS_CODES[status ?? 0] ?? '',
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: pairs(Object.entries(headers)),
    content: {
      size: response ? sizeOf(response) : 0,
      mimeType,
      ...(isKept ? { text: response.body } : {}),
      ...(response ? missing(response) : {}),
    },
    redirectURL: headers['location'] ?? '',
    headersSize: -1,
    bodySize: isKept ? sizeOf(response) : -1,
  }
}

function pairs(entries: readonly (readonly [string, string])[]): ControlSchemas['HarPair'][] {
  return entries.map(([name, value]) => ({ name, value }))
}

function sizeOf({ body, cut }: MessageView): number {
  return Buffer.byteLength(body) + cut
}

function missing({ cut, streamed }: MessageView): { readonly comment?: string } {
  if (streamed) return { comment: 'A file; not stored.' }
  return cut === 0 ? {} : { comment: `${cut} bytes at the end are not stored.` }
}
