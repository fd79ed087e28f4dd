import { gzipSync } from 'node:zlib'
import type { Bend } from './bent-service.ts'
import { LIST, answer, once, problem } from './bends.ts'

/** Ways in which calls go wrong without a difference: each is a remark about the operation. */
export const REMARKED: readonly { readonly name: string; readonly text: RegExp; readonly bend: Bend }[] = [
  {
    name: 'a status 500 once',
    text: /the status 500/,
    bend: once(LIST, (each) => Object.assign(each, { status: 500, body: problem(500, 'Internal Server Error') })),
  },
  {
    name: '429 every third call',
    text: /answered with 429/,
    bend: (each) => {
      if (each.number % 3 === 0)
        Object.assign(each, { status: 429, body: problem(429, 'Too Many Requests') }).headers.set('retry-after', '7')
    },
  },
  {
    name: 'a cut connection',
    text: /a failure of the connection/,
    bend: once(LIST, () => {
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
    }),
  },
  {
    name: 'a compressed answer',
    text: /a compressed body/,
    bend: answer(LIST, (each) =>
      Object.assign(each, { raw: gzipSync(JSON.stringify(each.body)) }).headers.set('content-encoding', 'gzip'),
    ),
  },
  { name: 'HTTP/1.0', text: /HTTP\/1\.0/, bend: answer(LIST, (each) => (each.httpVersion = '1.0')) },
]
