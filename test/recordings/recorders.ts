import { gzipSync } from 'node:zlib'
import { stringify } from 'yaml'
import type { RawCall } from './story.ts'

/** A recorder: the name of the file that it writes, and its text. */
export interface TestRecorder {
  readonly file: string
  readonly write: (calls: readonly RawCall[]) => string
}

const pairs = (headers: Readonly<Record<string, string>>) => Object.entries(headers).map(([name, value]) => ({ name, value }))
const lists = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
const path = (url: string) => url.slice(new URL(url).origin.length)
const zipped = (call: RawCall) => ({
  ...call,
  headers: { ...call.headers, 'content-encoding': 'gzip' },
  bytes: gzipSync(call.body),
})

function har(
  calls: readonly RawCall[],
  further: object,
  content: (call: RawCall) => object,
  headers = (call: RawCall) => call.headers,
): string {
  return JSON.stringify({
    log: {
      version: '1.2',
      ...further,
      entries: calls.map((call) => ({
        startedDateTime: new Date(call.at).toISOString(),
        time: 5,
        request: {
          method: call.method,
          url: call.url,
          httpVersion: 'HTTP/1.1',
          headers: pairs(call.requestHeaders),
          ...(call.requestBody === undefined ? {} : { postData: { mimeType: 'application/json', text: call.requestBody } }),
        },
        response: { status: call.status, headers: pairs(headers(call)), content: content(call) },
      })),
    },
  })
}

/** Each format as its recorder writes it, with text, base64 and compressed bodies. */
export const RECORDERS: { readonly [name: string]: TestRecorder } = {
  'HAR with text': {
    file: 'calls.har',
    write: (calls) => har(calls, { creator: { name: 'Browser' } }, ({ body }) => ({ mimeType: 'application/json', text: body })),
  },
  'HAR with base64': {
    file: 'calls.har',
    write: (calls) => har(calls, {}, ({ body }) => ({ text: Buffer.from(body).toString('base64'), encoding: 'base64' })),
  },
  'Polly with compressed chunks': {
    file: 'recording.har',
    write: (calls) =>
      har(
        calls,
        { _recordingName: 'story', creator: { name: 'Polly.JS', version: '6.0.6' } },
        (call) => ({ encoding: 'base64', text: JSON.stringify([zipped(call).bytes.toString('base64')]), _isBinary: true }),
        (call) => zipped(call).headers,
      ),
  },
  nock: {
    file: 'nock.json',
    write: (calls) =>
      JSON.stringify(
        calls.map((call) => ({
          scope: `${new URL(call.url).origin}:80`,
          method: call.method,
          path: path(call.url),
          body: call.requestBody === undefined ? '' : JSON.parse(call.requestBody),
          status: call.status,
          response: call.body === '' ? '' : JSON.parse(call.body),
          rawHeaders: [...Object.entries(call.headers), ['Date', new Date(call.at).toUTCString()]].flat(),
          responseIsBinary: false,
        })),
      ),
  },
  'nock with compressed chunks': {
    file: 'nock.json',
    write: (calls) =>
      JSON.stringify(
        calls.map((call) => ({
          scope: new URL(call.url).origin,
          method: call.method,
          path: path(call.url),
          body: call.requestBody === undefined ? '' : JSON.parse(call.requestBody),
          status: call.status,
          response: [zipped(call).bytes.toString('hex')],
          rawHeaders: { ...zipped(call).headers, Date: new Date(call.at).toUTCString() },
        })),
      ),
  },
  'VCR of Ruby': {
    file: 'cassette.yml',
    write: (calls) =>
      stringify({
        http_interactions: calls.map((call) => ({
          request: {
            method: call.method.toLowerCase(),
            uri: call.url,
            body: { encoding: 'UTF-8', string: call.requestBody ?? '' },
            headers: lists(call.requestHeaders),
          },
          response: {
            status: { code: call.status, message: 'OK' },
            headers: lists(zipped(call).headers),
            body: { encoding: 'ASCII-8BIT', base64_string: zipped(call).bytes.toString('base64') },
          },
          recorded_at: new Date(call.at).toUTCString(),
        })),
        recorded_with: 'VCR 6.3.1',
      }),
  },
  'VCR of Python': {
    file: 'cassette.yaml',
    write: (calls) =>
      `interactions:\n${calls
        .map((call) => {
          const { requestBody, method, url, status } = call
          const request = { body: requestBody ?? null, headers: lists(call.requestHeaders), method, uri: url }
          const headers = lists({ ...zipped(call).headers, Date: new Date(call.at).toUTCString() })
          return `- request: ${JSON.stringify(request)}\n  response:\n    body:\n      string: !!binary |\n        ${zipped(call).bytes.toString('base64')}\n    headers: ${JSON.stringify(headers)}\n    status: {code: ${status}, message: OK}`
        })
        .join('\n')}\nversion: 1\n`,
  },
  'VCR of Go': {
    file: 'cassette.yaml',
    write: (calls) =>
      stringify({
        version: 2,
        interactions: calls.map((call) => ({
          request: { method: call.method, url: call.url, body: call.requestBody ?? '', headers: lists(call.requestHeaders) },
          response: {
            code: call.status,
            status: `${call.status} OK`,
            headers: lists({ ...call.headers, Date: new Date(call.at).toUTCString() }),
            body: call.body,
          },
        })),
      }),
  },
  'WireMock mappings': {
    file: 'mappings.json',
    write: (calls) =>
      JSON.stringify({
        mappings: calls
          .map((call, index) => ({
            id: `0000000${index}`,
            request: {
              method: call.method,
              url: path(call.url),
              ...(call.requestBody === undefined
                ? {}
                : { bodyPatterns: [{ equalToJson: call.requestBody, ignoreArrayOrder: true }] }),
              headers: { 'Content-Type': { equalTo: 'application/json' } },
            },
            response: {
              status: call.status,
              body: call.body,
              headers: { ...call.headers, Date: new Date(call.at).toUTCString() },
            },
            insertionIndex: index,
          }))
          .toReversed(),
      }),
  },
  'WireMock requests': {
    file: 'requests.json',
    write: (calls) =>
      JSON.stringify({
        requests: calls.map((call) => ({
          request: {
            url: path(call.url),
            absoluteUrl: call.url,
            method: call.method,
            headers: call.requestHeaders,
            body: call.requestBody ?? '',
            loggedDate: call.at,
          },
          response: { status: call.status, headers: call.headers, bodyAsBase64: Buffer.from(call.body).toString('base64') },
        })),
      }),
  },
}
