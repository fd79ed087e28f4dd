import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { readRecordings, type RecordedFiles } from '../../src/kit/recordings/read-files.ts'
import { RECORDERS } from './recorders.ts'
import { recordStory } from './story.ts'

const root = mkdtempSync(join(tmpdir(), 'maildouble-readers-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Reads files with these texts, by their names. */
async function read(files: Readonly<Record<string, string | Uint8Array>>): Promise<RecordedFiles> {
  const folder = mkdtempSync(join(root, 'files-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return readRecordings([folder])
}

const entry = (change: object = {}) => ({
  startedDateTime: '2026-01-15T09:00:00.000Z',
  request: { method: 'GET', url: 'https://dc1.api.test/3.0/ping', headers: [] },
  response: { status: 200, headers: [], content: { text: '{}' } },
  ...change,
})
const har = (...entries: object[]) => JSON.stringify({ log: { entries } })

describe('readRecordings', () => {
  test.each(Object.keys(RECORDERS))('reads the same exchanges from a recording by %s', async (name) => {
    const calls = await recordStory(async (call, pause) => {
      await call('GET', '/lists?count=1')
      await pause('PT1M')
      await call('POST', '/lists/57afe96172/members', { email_address: 'Zoë@acme.test', status: 'subscribed' })
    })
    const { file, write } = RECORDERS[name]!
    const { recordings, unreadable } = await read({ [file]: write(calls) })
    expect(unreadable).toEqual([])
    expect(recordings.flatMap((each) => each.unreadable)).toEqual([])
    const exchanges = recordings.flatMap((each) => each.exchanges)
    expect(exchanges.map(({ method, status, body, at }) => ({ method, status, body: JSON.parse(body), at }))).toEqual(
      calls.map(({ method, status, body, at }) => ({ method, status, body: JSON.parse(body), at })),
    )
    expect(exchanges.map(({ url }) => url.pathname + url.search)).toEqual(
      calls.map(({ url }) => url.slice(new URL(url).origin.length)),
    )
    expect(exchanges.map(({ requestBody }) => requestBody && JSON.parse(requestBody))).toEqual(
      calls.map(({ requestBody }) => requestBody && JSON.parse(requestBody)),
    )
  })

  test('an answer of an HTTP Archive whose body was cut is left out with the reason', async () => {
    const content = { text: '{"a":', size: 9, mimeType: 'application/json' }
    const { recordings } = await read({ 'a.har': har(entry(), entry({ response: { status: 200, headers: [], content } })) })
    expect(recordings[0]?.exchanges).toHaveLength(1)
    expect(recordings[0]?.unreadable.map(({ why }) => why)).toEqual(['has a body of which only 5 of 9 bytes are stored'])
  })

  test('names what it cannot read, and reads the rest', async () => {
    const { recordings, unreadable } = await read({
      'a.har': har(
        entry({ response: { status: 0 } }),
        entry({ request: { method: 'GET' } }),
        entry({ request: { url: 'https://dc1.api.test/3.0/ping' } }),
        entry({
          response: {
            status: 200,
            headers: [{ name: 'Content-Encoding', value: 'gzip' }],
            content: { encoding: 'base64', text: 'H4sIAAAA/w==' },
          },
        }),
        entry(),
      ),
      'broken.json': '{"log": ',
      'other.json': '{"name": "no recording"}',
      'broken.yaml': 'interactions: [',
      'notes.txt': 'left out',
    })
    expect(recordings.map(({ exchanges, unreadable: entries }) => [exchanges.length, entries])).toEqual([
      [
        1,
        [
          { where: 'entry 1', why: 'has no answer' },
          { where: 'entry 2', why: 'has no URL' },
          { where: 'entry 3', why: 'has no method' },
          { where: 'entry 4', why: 'has a body that is not compressed as its header says (gzip)' },
        ],
      ],
    ])
    expect(unreadable.map(({ file, why }) => [file.split('/').at(-1), why])).toEqual([
      ['broken.json', expect.stringMatching(/^is not JSON: /)],
      ['broken.yaml', expect.stringMatching(/^is neither JSON nor YAML that can be read: /)],
      ['other.json', 'holds no recording: HAR, nock, VCR, WireMock and Polly are known'],
    ])
  })

  test('unpacks no more than 16 MiB of a body', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024)).toString('base64')
    const content = { encoding: 'base64', text: bomb }
    const response = { status: 200, headers: [{ name: 'content-encoding', value: 'gzip' }], content }
    const { recordings } = await read({ 'bomb.har': har(entry({ response }), entry()) })
    expect(recordings[0]?.unreadable).toEqual([{ where: 'entry 1', why: 'has a body of more than 16 MiB' }])
    expect(recordings[0]?.exchanges).toHaveLength(1)
  })

  test('does not resolve aliases without end', async () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'.split('').map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join()}]`),
    ].join('\n')
    const { unreadable } = await read({ 'bomb.yaml': `${bomb}\ninteractions: *i\n` })
    expect(unreadable[0]?.why).toMatch(/^is neither JSON nor YAML that can be read: Excessive alias count/)
  })

  test('makes nothing but data of the tags of programming languages', async () => {
    const { recordings } = await read({
      'tags.yaml': [
        'interactions:',
        '- request: {method: GET, uri: "https://dc1.api.test/3.0/ping", body: null, headers: {}}',
        '  response:',
        '    status: {code: 200}',
        '    headers: !ruby/object:Kernel {Content-Type: [application/json]}',
        '    body: {string: !!python/object/apply:os.system ["{}"]}',
      ].join('\n'),
    })
    expect(recordings[0]?.exchanges.map(({ status, headers, body }) => [status, headers.get('content-type'), body])).toEqual([
      [200, 'application/json', ''],
    ])
  })

  test('reads a cassette with embedded Ruby without running it', async () => {
    const { recordings } = await read({
      'erb.yml': [
        'http_interactions:',
        '<% 2.times do %>',
        '- request: {method: get, uri: "<%= ENV["API_URL"] %>/3.0/lists/<%= list_id %>", body: {string: ""}, headers: {}}',
        '  response:',
        '    status: {code: 200}',
        '    headers: {}',
        `    body: {string: '{"id":"<%= list_id %>"}'}`,
        '<% end %>',
      ].join('\n'),
    })
    const [exchange] = recordings[0]?.exchanges ?? []
    const id = exchange?.url.pathname.split('/').at(-1)
    expect(id).toMatch(/^[0-9a-f]{10}$/)
    expect(JSON.parse(exchange?.body ?? '')).toEqual({ id })
  })

  test('reads no script, and says how nock writes JSON', async () => {
    expect(await read({ 'sync.js': 'console.log(1)', 'a.har': har(entry()) })).toMatchObject({ unreadable: [] })
    const file = join(mkdtempSync(join(root, 'script-')), 'sync.js')
    writeFileSync(file, 'console.log(1)')
    expect((await readRecordings([file])).unreadable.map(({ why }) => why)).toEqual([
      'is a script: let nock record with output_objects, and write its objects as JSON',
    ])
  })

  test('pollutes no prototype', async () => {
    const polluted = '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'
    const headers = [{ name: '__proto__', value: 'x' }]
    await read({
      'a.har': har(entry({ response: { status: 200, headers, content: { text: polluted } } })).replace(
        '{"log"',
        '{"__proto__": {"polluted": true}, "log"',
      ),
      'b.yaml': `__proto__: {polluted: true}\ninteractions:\n- request: {method: GET, uri: "https://x.test/3.0/ping", headers: {__proto__: [a]}}\n  response: {status: 200, body: ''}\n`,
    })
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test('reads bodies beside WireMock mappings, and no files elsewhere', async () => {
    const mapping = (bodyFileName: string, path = '/3.0/ping') =>
      JSON.stringify({ request: { method: 'GET', url: path }, response: { status: 200, bodyFileName } })
    const folder = mkdtempSync(join(root, 'wiremock-'))
    writeFileSync(join(folder, 'secret.json'), '"secret"')
    mkdirSync(join(folder, 'mappings'))
    mkdirSync(join(folder, '__files'))
    writeFileSync(join(folder, '__files', 'ping.json'), '{"ok":true}')
    symlinkSync(join(folder, 'secret.json'), join(folder, '__files', 'link.json'))
    writeFileSync(join(folder, 'mappings', 'a.json'), mapping('ping.json'))
    writeFileSync(join(folder, 'mappings', 'b.json'), mapping('../secret.json'))
    writeFileSync(join(folder, 'mappings', 'c.json'), mapping('link.json'))
    writeFileSync(
      join(folder, 'mappings', 'd.json'),
      JSON.stringify({ request: { method: 'GET', urlPattern: '/3.0/.*' }, response: { status: 200 } }),
    )
    const { recordings, unreadable } = await readRecordings([folder])
    expect(unreadable.map(({ why }) => why)).toEqual(['holds no recording: HAR, nock, VCR, WireMock and Polly are known'])
    const [recording] = recordings
    expect(recordings).toHaveLength(1)
    expect(recording?.exchanges.map(({ body, where }) => [where, body])).toEqual([['a.json', '{"ok":true}']])
    expect(recording?.unreadable.map(({ where, why }) => [where, why.slice(0, 30)])).toEqual([
      ['b.json', 'has its body in ../secret.json'],
      ['c.json', 'has its body in link.json, whi'],
      ['d.json', 'has a pattern in place of a UR'],
    ])
  })

  test('says that a path does not exist', async () => {
    await expect(readRecordings([join(root, 'missing.har')])).rejects.toThrow('There is no file ')
  })
})
