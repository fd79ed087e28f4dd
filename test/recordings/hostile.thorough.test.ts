import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compareRecordings } from '../../src/kit/compare/compare.ts'
import { readRecordings } from '../../src/kit/recordings/read-files.ts'
import { runCommand } from '../cli/run.ts'
import { differencesOf } from './differences.ts'
import { RECORDERS } from './recorders.ts'
import { audienceStory, recordStory, type RawCall } from './story.ts'

const root = mkdtempSync(join(tmpdir(), 'maildouble-hostile-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Writes a recording to a file of its own. */
function write(name: string, text: string): string {
  const file = join(mkdtempSync(join(root, 'calls-')), name)
  writeFileSync(file, text)
  return file
}

const compared = async (file: string) => compareRecordings(await readRecordings([file]))
const har = RECORDERS['HAR with text']!.write
const ping = async (change: Partial<RawCall> = {}): Promise<RawCall[]> =>
  (await recordStory(async (call) => void (await call('GET', '/ping')))).map((each) => ({ ...each, ...change }))
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

describe('a recording with entries that no client could send or read', () => {
  test('compares a GET whose recorder wrote a body', async () => {
    const calls = (await recordStory(audienceStory)).map((each) =>
      each.method === 'GET' ? { ...each, requestBody: '{}' } : each,
    )
    const result = await compared(write('calls.har', har(calls)))
    expect([differencesOf(result), result.outcome]).toEqual([[], 'agrees'])
  })

  test.each<[string, Partial<RawCall>, RegExp | undefined]>([
    ['TRACE', { method: 'TRACE' }, /^The entry 2 of \S+ has the method TRACE, which no client of the API can send\.$/],
    ['CONNECT', { method: 'CONNECT' }, /^The entry 2 of \S+ has the method CONNECT, which no client of the API can send\.$/],
    ['status 101', { status: 101, body: '' }, /^The entry 2 of \S+ has the status 101, which is no final answer\.$/],
    ['deep answer', { body: nested(50_000) }, /^The entry 2 of \S+ has a body that is nested deeper than 64 levels\.$/],
    [
      'deep request',
      { method: 'POST', requestBody: nested(50_000) },
      /^The entry 2 of \S+ has a body that is nested deeper than 64 levels\.$/,
    ],
    ['line breaks in headers', { requestHeaders: { accept: 'a\r\nb: c', 'content-type': 'x\n' } }, undefined],
    ['foreign characters in headers', { requestHeaders: { accept: '日本', 'content-type': '\u{1f600}' } }, undefined],
    ['a method of its own', { method: 'PURGE', status: 405, body: '' }, undefined],
    ['a path that cannot be decoded', { url: 'https://dc1.api.test/3.0/lists/%ff%fe' }, undefined],
    ['a time of no calendar', { at: 8e15 }, undefined],
  ])('does not end at an entry with %s, and says where it stands', async (_, change, remark) => {
    const [good] = await ping()
    const [bad] = await ping(change)
    const result = await compared(write('calls.har', har([good!, bad!])))
    const remarks = result.remarks.map(({ text }) => text)
    if (remark) expect(remarks).toContainEqual(expect.stringMatching(remark))
    expect(result.operations.find(({ operation }) => operation === 'ping')?.calls).toBeGreaterThan(0)
    expect(result.stopped).toBeUndefined()
  })

  test('ends with 2 and writes a report if no entry can be compared', async () => {
    const json = join(root, 'report.json')
    const { code } = await runCommand('compare', write('calls.har', har(await ping({ method: 'TRACE' }))), '--json', json)
    expect(code).toBe(2)
    expect((await compared(write('calls.har', har(await ping({ method: 'TRACE' }))))).calls).toBe(0)
  })

  test('ends with 2 if the tool fails, since nothing is known to differ', async () => {
    expect(await runCommand('compare', join(root, 'missing.har'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no file'),
    })
  })

  test('redacts a key that comes back in a header', async () => {
    const key = '0123456789abcdef0123456789abcdef-dc1'
    const headers = { 'content-type': `application/${key}`, link: `<https://x.test/${key}>; rel="other"`, 'x-request-id': 'a' }
    const calls = await ping({ requestHeaders: { authorization: `Bearer ${key}` }, headers })
    const { out } = await runCommand('compare', write('calls.har', har(calls)), '--values')
    expect(out).not.toContain(key)
    expect(out).toContain('content-type')
  })
})

describe('a recorder that strips headers', () => {
  test.each([
    ['all', () => ({})],
    ['all but the content type', ({ headers }: RawCall) => ({ 'content-type': headers['content-type'] ?? '' })],
  ])('leads to no difference if it strips %s', async (_, strip) => {
    const calls = (await recordStory(audienceStory)).map((each) => ({ ...each, headers: strip(each) }) as RawCall)
    const result = await compared(write('calls.har', har(calls)))
    expect(differencesOf(result)).toEqual([])
    expect(result.remarks.map(({ text }) => text)).toContain(
      'No answer of a recording has the header link, so it was not compared',
    )
  })
})
