import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { builtProgram, serveProcess, type Process } from '../server/program.ts'

const KEY = 'key-that-nobody-may-see-dc1'
const LIST = /^\/3\.0\/lists\/\w+$/

const folder = mkdtempSync(join(tmpdir(), 'maildouble-drift-'))
let service: Process
let port: number
let proxy: Server | undefined
/** The calls that came to the proxy, and all that they carried. */
let calls: { readonly line: string; readonly headers: string }[] = []

beforeAll(async () => {
  service = await serveProcess(['--scenario', 'starter', '--clock', 'frozen'])
  port = Number((await service.printed(/http:\/\/127\.0\.0\.1:(\d+)/))[1])
})
afterAll(() => {
  service.child.kill()
  rmSync(folder, { recursive: true })
})
afterEach(() => void proxy?.close())

type Send = (status: number | undefined, headers: IncomingMessage['headers'], body: Buffer) => void
type BendSocket = (incoming: IncomingMessage, outgoing: ServerResponse, send: Send, body: Buffer) => boolean

/** Starts a proxy before the service that bends what passes. Its answers keep the host that was asked. */
async function proxied(bend: BendSocket = () => false): Promise<string> {
  calls = []
  proxy = createServer((incoming, outgoing) => {
    calls.push({ line: `${incoming.method} ${incoming.url}`, headers: JSON.stringify(incoming.headers) })
    const { method, url: path, headers } = incoming
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      const send: Send = (status = 200, given, body) => {
        outgoing.writeHead(status, { ...given, 'content-length': body.length })
        outgoing.end(body)
      }
      const own = `http://${incoming.headers.host}`
      const body = Buffer.from(Buffer.concat(chunks).toString().replaceAll(`http://127.0.0.1:${port}`, own))
      if (!bend(incoming, outgoing, send, body)) send(answer.statusCode, answer.headers, body)
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/3.0`
}

interface Ended {
  readonly code: number | null
  readonly out: string
}

async function drift(
  against: string,
  args: readonly string[],
  onStart: (kill: (signal: NodeJS.Signals) => void) => void = () => {},
): Promise<Ended> {
  const child = spawn(
    process.execPath,
    [await builtProgram(), 'drift', '--against', against, '--key-env', 'DRIFT_KEY', ...args],
    {
      env: { ...process.env, DRIFT_KEY: KEY },
    },
  )
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
  onStart((signal) => void child.kill(signal))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })))
}

const file = (name: string): string => join(folder, name)

describe('maildouble drift', () => {
  test('a service that does not differ is answered with the exit status 0, by GET only, and the key is shown nowhere', async () => {
    const against = await proxied()
    const { code, out } = await drift(against, ['--rate', 'none', '--max-calls', '120', '--json', file('a.json')])
    expect(out).toContain('Everything that was seen agrees.')
    expect(code).toBe(0)
    expect(calls.length).toBe(120)
    expect(calls.filter(({ line }) => !line.startsWith('GET '))).toEqual([])
    for (const text of [out, readFileSync(file('a.json'), 'utf8')]) {
      expect(text).not.toContain(KEY)
      expect(text).not.toContain(Buffer.from(`maildouble:${KEY}`).toString('base64'))
    }
  })

  test('a service that differs is answered with the exit status 1', async () => {
    const against = await proxied((incoming, _, send, body) => {
      if (!LIST.test(incoming.url ?? '')) return false
      send(200, { 'content-type': 'application/json; charset=utf-8', 'x-request-id': '1' }, body)
      return true
    })
    const { code, out } = await drift(against, ['--rate', 'none', '--max-calls', '60'])
    expect(out).toContain('header link')
    expect(code).toBe(1)
  })

  test.each([
    [
      'compressed',
      /a compressed body/,
      (_: ServerResponse, send: Send, body: Buffer) => send(200, { ...HEADERS, 'content-encoding': 'gzip' }, gzipSync(body)),
    ],
    [
      'sent by HTTP/1.0',
      /HTTP\/1\.0/,
      (outgoing: ServerResponse, _: Send, body: Buffer) => {
        const lines = ['HTTP/1.0 200 OK', ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`), '', '']
        outgoing.socket?.end(Buffer.concat([Buffer.from(lines.join('\r\n')), body]))
      },
    ],
    ['cut off', /a failure of the connection/, (outgoing: ServerResponse) => void outgoing.socket?.destroy()],
  ])('an answer that is %s is worth a remark', async (_, text, bend) => {
    const isOnce = String(text).includes('failure')
    let isDone = false
    const against = await proxied((incoming, outgoing, send, body) => {
      if (!LIST.test(incoming.url ?? '') || (isOnce && isDone)) return false
      isDone = true
      bend(outgoing, send, body)
      return true
    })
    const { out } = await drift(against, ['--rate', 'none', '--max-calls', '50'])
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(text)
    expect(out).toMatch(/\n {2}getList: /)
  })

  test('a run that is interrupted writes what it has, and ends with 2', async () => {
    const against = await proxied()
    const { code } = await drift(against, ['--rate', '20', '--max-calls', '60', '--json', file('b.json')], (kill) => {
      proxy?.on('request', () => calls.length === 12 && kill('SIGINT'))
    })
    expect(code).toBe(2)
    expect(calls.length).toBeLessThan(20)
    const result = JSON.parse(readFileSync(file('b.json'), 'utf8'))
    expect(result).toMatchObject({ outcome: 'unknown', stopped: 'The run was interrupted.' })
  })

  test('a key in place of the name of its variable is refused without showing it', async () => {
    const { code, out } = await drift('http://127.0.0.1:9/3.0', ['--key-env', KEY])
    expect([code, out]).toEqual([
      2,
      'maildouble: --key-env takes the name of an environment variable, such as API_KEY, not the key itself.\n',
    ])
  })

  test('--writes without a confirmation is refused before anything is sent', async () => {
    const against = await proxied()
    const { code, out } = await drift(against, ['--writes'])
    expect(out).toContain('Confirm with --yes')
    expect(code).toBe(2)
    expect(calls).toEqual([])
  })

  test('a service that cannot be reached ends the run with 2', async () => {
    const { code, out } = await drift('http://127.0.0.1:9/3.0', ['--rate', 'none'])
    expect(code).toBe(2)
    expect(out).toContain('cannot be reached')
  })
})

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': '1' }
