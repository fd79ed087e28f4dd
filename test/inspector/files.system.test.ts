import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildInspector } from '../../build/inspector.mjs'
import { type RunningServer, startServer } from '../../src/index.ts'

describe('the files of the inspector', () => {
  let server: RunningServer

  beforeAll(async () => {
    await buildInspector('.cache/inspector')
    server = await startServer({ scenario: 'empty', controlToken: 'secret-of-the-control-api' })
  })
  afterAll(() => server?.stop())

  interface Raw {
    readonly status: number | undefined
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
    readonly body: Buffer
  }

  /** Sends a path as it is, and leaves the answer encoded. */
  const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Raw>((resolve, reject) => {
      request(server.url, { path, headers, method }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }))
      })
        .on('error', reject)
        .end()
    })

  test('a browser that opens the root is redirected to the inspector by a relative address', async () => {
    const { status, headers } = await raw('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect([status, headers['location']]).toEqual([302, '_inspector/'])
    // The redirect has the policies of the page that it leads to.
    const { headers: ofPage } = await raw('/_inspector/')
    for (const name of ['content-security-policy', 'referrer-policy', 'x-content-type-options']) {
      expect([name, headers[name]]).toEqual([name, ofPage[name]])
    }
    expect(headers['vary']).toBe('accept')
  })

  test('any other client gets the 404 of the service at the root', async () => {
    const { status, headers, body } = await raw('/', { accept: '*/*' })
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
    expect(JSON.parse(body.toString()).title).toBe('Resource Not Found')
  })

  test('the inspector is served without the control token, and holds no data of a world', async () => {
    const { status, headers, body } = await raw('/_inspector/')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-cache')
    expect(body.toString()).toContain('<div id="app"></div>')
    expect(body.toString()).not.toContain(server.apiKey)
  })

  test('the content security policy of the inspector allows nothing inline and nothing from other hosts', async () => {
    const { headers } = await raw('/_inspector/')
    expect(headers['content-security-policy']).toBe(
      "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('scripts and styles of the inspector are cached for good, and are the same in each encoding', async () => {
    const page = (await raw('/_inspector/')).body.toString()
    const names = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name)
    expect(names).toHaveLength(3)
    for (const name of names) {
      const path = `/_inspector/${name}`
      const plain = await raw(path)
      expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(plain.headers['content-encoding']).toBeUndefined()
      const brotli = await raw(path, { 'accept-encoding': 'gzip, deflate, br' })
      expect(brotli.headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(brotli.body)).toEqual(plain.body)
      const gzip = await raw(path, { 'accept-encoding': 'gzip, br;q=0' })
      expect(gzip.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(gzip.body)).toEqual(plain.body)
    }
  })

  test('a HEAD of the inspector is answered without a body, and the address without a slash leads to the one with it', async () => {
    const head = await raw('/_inspector/', {}, 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
    const { status, headers } = await raw('/_inspector?world=a')
    expect([status, headers['location']]).toEqual([302, '_inspector/?world=a'])
  })

  test.each([
    '/_inspector/../package.json',
    '/_inspector/..%2f..%2fpackage.json',
    '/_inspector/%2e%2e/x',
    '/_inspector/app.js',
    '/_inspector//etc/passwd',
  ])('nothing but the built files of the inspector is served: %s', async (path) => {
    expect((await raw(path)).status).toBe(404)
  })

  test("a call of the inspector's address that would change something is refused", async () => {
    expect((await raw('/_inspector/', {}, 'POST')).status).toBe(404)
  })
})
