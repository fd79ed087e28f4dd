import { rm, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareRecordings } from '../../src/kit/compare/compare.ts'
import type { Send } from '../../src/kit/drift/run/transport.ts'
import { readRecordings } from '../../src/kit/recordings/read-files.ts'
import { RECORDERS } from './recorders.ts'
import type { RawCall } from './story.ts'

/** A way to send calls that keeps them, and that can then compare the double with the recording of them. */
export function recordedRun(send: Send, now: () => number) {
  const calls: RawCall[] = []
  const sendRecorded: Send = async (request) => {
    const answer = await send(request)
    calls.push({
      method: request.method,
      url: request.url.href,
      requestHeaders: request.headers,
      requestBody: request.body,
      status: answer.status,
      headers: Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-encoding')),
      body: Buffer.from(answer.body).toString(),
      at: now(),
    })
    return answer
  }
  const compare = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'maildouble-recorded-'))
    try {
      const path = join(folder, 'calls.har')
      await writeFile(path, RECORDERS['HAR with text']!.write(calls))
      return await compareRecordings(await readRecordings([path]))
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  return { send: sendRecorded, compare }
}
