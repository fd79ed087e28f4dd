import { gzipSync, strToU8, zipSync } from 'fflate'
import { packTar } from 'modern-tar'
import { brotliCompressSync, deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { makeTemplate } from '../../src/service/rules/templates/make.ts'
import type { Body } from '../mock.ts'
import { withDrafts } from './campaign-drafts.ts'

const PAGE = 'https://acme.test/news'
const PNG = Uint8Array.from(Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'))
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const html = (body: string) => () => new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } })

const encoded = (encoding: string, body: Uint8Array | string) => () =>
  new Response(typeof body === 'string' ? body : Uint8Array.from(body), {
    headers: { 'content-type': 'text/html', 'content-encoding': encoding },
  })

/** A world with a draft without content, and a web site that a function serves. */
async function withDraft({ settings = {}, given = {} }: { readonly settings?: object; readonly given?: Body } = {}) {
  const world = await withDrafts({ settings: { imports: 'any', ...settings } })
  const campaign = await world.draft(given, false)
  const path = `/3.0/campaigns/${campaign.id}`
  const requests: Request[] = []
  return {
    ...world,
    campaign,
    at: path,
    requests,
    put: (body: unknown) => world.call(`PUT ${path}/content`, body),
    serve: (url: string, answer: (request: Request) => Response) =>
      world.receiveAt(url, (request) => {
        requests.push(request)
        return answer(request)
      }),
    filesIn: async (): Promise<Body[]> => (await world.call('GET /3.0/file-manager/files?sort_dir=ASC')).body.files,
  }
}

test('content from a page is the HTML of the page as it is now', async () => {
  const { put, serve, requests, read, campaign } = await withDraft()
  serve(PAGE, html('<h1>Häts</h1>'))
  const { status, body } = await put({ url: PAGE, html: 'ignored' })
  expect([status, body.html, body.plain_text.split('\n')[0]]).toEqual([200, '<h1>Häts</h1>', '** Häts'])
  expect(requests.map(({ method, url, headers }) => [method, url, headers.get('accept')])).toEqual([['GET', PAGE, 'text/html']])
  expect(await read(campaign)).toMatchObject({ content_type: 'url', settings: { template_id: 0 } })
})

test('content from a page follows redirects, each only to an allowed address', async () => {
  const { put, serve } = await withDraft()
  serve(PAGE, () => new Response(null, { status: 302, headers: { location: '/moved' } }))
  serve('https://acme.test/moved', html('Moved'))
  expect((await put({ url: PAGE })).body.html).toBe('Moved')
  serve('https://acme.test/far', () => new Response(null, { status: 301, headers: { location: 'http://203.0.113.1/' } }))
  expect((await put({ url: 'https://acme.test/far' })).body).toMatchObject({
    title: 'Bad Request',
    detail: expect.stringContaining('203.0.113.1 is not this machine'),
  })
  serve('https://acme.test/loop', () => new Response(null, { status: 302, headers: { location: '/loop' } }))
  expect((await put({ url: 'https://acme.test/loop' })).body.detail).toContain('it answered 302')
})

test.each<[string, (page: string) => Uint8Array]>([
  ['gzip', (page) => gzipSync(strToU8(page))],
  ['deflate', (page) => deflateSync(page)],
  ['br', (page) => brotliCompressSync(page)],
  ['gzip, br', (page) => brotliCompressSync(gzipSync(strToU8(page)))],
  ['identity', (page) => strToU8(page)],
])('content from a page is decoded if the page is encoded as %s', async (encoding, pack) => {
  const { put, serve } = await withDraft()
  serve(PAGE, encoded(encoding, pack('<h1>Häts</h1>')))
  expect((await put({ url: PAGE })).body.html).toBe('<h1>Häts</h1>')
})

test.each<[string, () => Response, string]>([
  [
    'has an unknown encoding',
    encoded('zstd', 'x'),
    'The Content-Encoding "zstd" is not supported. Supported: gzip, deflate, br.',
  ],
  ['is not encoded as it says', encoded('gzip', '<h1>Hats</h1>'), 'cannot be decoded as its Content-Encoding says: gzip'],
  ['is cut off', encoded('gzip', gzipSync(strToU8('Hats'.repeat(99))).slice(0, 20)), 'cannot be decoded as its'],
  ['is too large when it is decoded', encoded('gzip', gzipSync(new Uint8Array(50_000_000).fill(32))), 'at most 1048576 bytes'],
  [
    'is too large between two encodings',
    encoded('gzip, gzip', gzipSync(gzipSync(strToU8('Hats'), { filename: 'a'.repeat(3_000_000) }))),
    'too large to be decoded',
  ],
  ['does not answer with success', () => new Response('', { status: 404 }), 'it answered 404'],
  ['is no HTML', () => Response.json({}), 'must be text/html, but it is application/json'],
  ['is larger than a mebibyte', html('x'.repeat(1_048_577)), 'at most 1048576 bytes'],
])('content from a page is rejected if the page %s', async (_, answer, detail) => {
  const { put, serve, handle } = await withDraft()
  serve(PAGE, answer)
  const before = handle().world
  expect((await put({ url: PAGE })).body).toMatchObject({ title: 'Bad Request', detail: expect.stringContaining(detail) })
  expect(handle().world).toBe(before)
})

test('content from a page is rejected unless the setting imports allows it, and nothing is called', async () => {
  const off = await withDraft({ settings: { imports: 'off' } })
  off.serve(PAGE, html('Hats'))
  expect((await off.put({ url: PAGE })).body.detail).toContain('the setting imports is off')
  expect(off.requests).toEqual([])
  const loopback = await withDraft({ settings: { imports: 'loopback' } })
  expect((await loopback.put({ url: 'http://203.0.113.1/' })).body.detail).toContain(
    'The setting imports allows this machine only.',
  )
})

test('content from a page is not fetched if it would be ignored or the call rejected', async () => {
  const { put, serve, requests, call, draft, act, campaign } = await withDraft({ given: { type: 'plaintext' } })
  serve(PAGE, html('Hats'))
  expect((await put({ url: PAGE, plain_text: 'Hats' })).body).toMatchObject({ html: '', plain_text: 'Hats' })
  await act(campaign, 'send')
  expect((await put({ url: PAGE })).status).toBe(400)
  const other = await draft()
  const { body } = await call(`PUT /3.0/campaigns/${other.id}/content`, {
    variate_contents: [{ content_label: 'A', url: PAGE }],
  })
  expect(body).toMatchObject({ title: 'Invalid Resource', errors: [{ field: 'variate_contents' }] })
  expect(requests).toEqual([])
})

test('content from a page can be the content of versions, and cannot be fetched in a batch', async () => {
  const { serve, call, put, at, pass } = await withDraft({
    given: { type: 'variate', variate_settings: { winner_criteria: 'opens' } },
  })
  serve(PAGE, ({ url }) => html(url.slice(-1))())
  const versions = ['a', 'b'].map((label) => ({ content_label: label, url: `${PAGE}/${label}` }))
  const { body } = await put({ variate_contents: versions })
  expect(body.variate_contents.map((each: Body) => each.html)).toEqual(['a', 'b'])
  const operation = {
    method: 'PUT',
    path: at.slice('/3.0'.length) + '/content',
    body: JSON.stringify({ variate_contents: versions }),
  }
  const batch = (await call('POST /3.0/batches', { operations: [operation] })).body
  await pass('PT1M')
  expect((await call(`GET /3.0/batches/${batch.id}`)).body).toMatchObject({ status: 'finished', errored_operations: 1 })
})

const SITE: Record<string, Uint8Array> = {
  'site/about.html': strToU8('About'),
  'site/index.html': strToU8(
    '<style>p { background: url("img/b.png") }</style><img src="img/a b.png"><img src="../site/./img/b.png?v=1" srcset="img/b.png 2x, https://acme.test/c.png">' +
      '<a href="#top">*|FNAME|*</a><a href="doc.txt">Text</a><a href="about.html">About</a><a href="//acme.test/x">x</a><td background=img/b.png>',
  ),
  'site/img/a b.png': PNG,
  'site/img/b.png': PNG,
  'site/doc.txt': strToU8('Hello'),
  'site/program.exe': strToU8('MZ'),
  '__MACOSX/site/img/._b.png': PNG,
}

const tarOf = (files: Record<string, Uint8Array>) =>
  packTar(
    Object.entries(files).map(([name, body]) => ({
      header: { name, size: body.length, type: 'file' as const, mtime: new Date(0) },
      body,
    })),
  )

/** A zip of `index.html`, written to a pipe: its sizes follow after the file, and its end is in the form for large archives. */
const STREAMED_ZIP =
  'UEsDBC0ACAAIAAAAIQAAAAAA//////////8KABQAaW5kZXguaHRtbAEAEAAAAAAAAAAAAAAAAAAAAAAAsymw80gsKbbRL7ADAFBLBwi3n4fHDQ' +
  'AAAAAAAAALAAAAAAAAAFBLAQItAC0ACAAIAAAAIQC3n4fH//////////8KABQAAAAAAAAAAAAAAAAAAABpbmRleC5odG1sAQAQAAsAAAAAAAAA' +
  'DQAAAAAAAABQSwYGLAAAAAAAAAAtAC0AAAAAAAAAAAABAAAAAAAAAAEAAAAAAAAATAAAAAAAAABhAAAAAAAAAFBLBgcAAAAArQAAAAAAAAABAA' +
  'AAUEsFBgAAAAABAAEATAAAAGEAAAAAAA=='

describe('content from an archive', () => {
  test.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['zip', () => zipSync(SITE)],
    ['tar', () => tarOf(SITE)],
    ['tar.gz', async () => gzipSync(await tarOf(SITE))],
    ['tgz', async () => gzipSync(await tarOf(SITE))],
  ])('an archive of the type %s becomes its index, with its other files in the file manager', async (archive_type, pack) => {
    const { put, filesIn, read, campaign } = await withDraft()
    const { status, body } = await put({
      archive: { archive_content: base64(await pack()), archive_type },
      url: PAGE,
      html: 'ignored',
    })
    expect([status, body.detail]).toEqual([200, undefined])
    const all = await filesIn()
    expect(all.map(({ name, folder_id }) => [name, folder_id])).toEqual([
      ['doc.txt', 0],
      ['a b.png', 0],
      ['b.png', 0],
    ])
    const [doc, a, b] = all.map(({ full_size_url }) => full_size_url)
    expect(body.html).toBe(
      `<style>p { background: url("${b}") }</style><img src="${a}"><img src="${b}" srcset="${b} 2x, https://acme.test/c.png">` +
        `<a href="#top">*|FNAME|*</a><a href="${doc}">Text</a><a href="about.html">About</a><a href="//acme.test/x">x</a><td background="${b}">`,
    )
    expect(await read(campaign)).toMatchObject({ content_type: 'html', settings: { template_id: 0 } })
  })

  test('content from an archive can be a zip that was written as a stream, with ZIP64 records', async () => {
    const { put } = await withDraft()
    expect((await put({ archive: { archive_content: STREAMED_ZIP } })).body.html).toBe('<p>Hats</p>')
  })

  test('an archive without an index becomes its first page, and a batch can set it', async () => {
    const { at, call, pass } = await withDraft()
    const archive_content = base64(zipSync({ 'b.htm': strToU8('B'), 'a/c.html': strToU8('C') }))
    const operation = {
      method: 'PUT',
      path: at.slice('/3.0'.length) + '/content',
      body: JSON.stringify({ archive: { archive_content } }),
    }
    await call('POST /3.0/batches', { operations: [operation] })
    await pass('PT1M')
    expect((await call(`GET ${at}/content`)).body.html).toBe('C')
  })

  test('content from an archive can have paths that would lead out of a folder', async () => {
    const { put, filesIn } = await withDraft()
    const files = {
      '../../index.html': strToU8('<img src="etc/a.png"><img src="/etc/a.png">'),
      '/etc/a.png': PNG,
      '..\\b.png': PNG,
    }
    const { body } = await put({ archive: { archive_content: base64(zipSync(files)) } })
    const [b, a] = (await filesIn()).map(({ name, full_size_url }) => [name, full_size_url])
    expect([b?.[0], a?.[0]].toSorted()).toEqual(['a.png', 'b.png'])
    expect(body.html.match(/media\/\d+\/a\.png/g)).toHaveLength(2)
  })

  const bomb = zipSync({ 'index.html': new Uint8Array(70_000_000) }, { level: 9 })
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`${n}.txt`, strToU8('x')]))
  test.each<[string, object, string]>([
    ['that is not base64', { archive_content: 'a?b=' }, 'must be base64'],
    ['of another type', { archive_content: base64(strToU8('Hello, archive')) }, 'is damaged, or no zip archive'],
    ['that is cut off', { archive_content: base64(zipSync(SITE).slice(0, 600)) }, 'is damaged'],
    ['without a page', { archive_content: base64(zipSync({ 'a.png': PNG })) }, 'has no HTML'],
    ['that unpacks to too much', { archive_content: base64(bomb) }, 'has more than 67108864 bytes'],
    ['with too many files', { archive_content: base64(zipSync(many)) }, 'has more than 1000 files'],
    [
      'that is a gzip of too much',
      { archive_content: base64(gzipSync(new Uint8Array(90_000_000))), archive_type: 'tgz' },
      'has more than',
    ],
    [
      'that is compressed with bzip2',
      { archive_content: base64(PNG), archive_type: 'tbz' },
      'has the type tbz, which maildouble does not unpack: send the same files as zip or tar.gz',
    ],
    ['that is no tar', { archive_content: base64(new Uint8Array(2_000).fill(65)), archive_type: 'tar' }, 'is damaged'],
    [
      'with too large a page',
      { archive_content: base64(zipSync({ 'a.html': new Uint8Array(1_048_577).fill(32) })) },
      'at most 1048576',
    ],
  ])('an archive %s is rejected as content', async (_, archive, detail) => {
    const { put, handle } = await withDraft()
    const before = handle().world
    expect((await put({ archive })).body).toMatchObject({ title: 'Bad Request', detail: expect.stringContaining(detail) })
    expect(handle().world).toBe(before)
  })

  test('an archive with a file that is too large for the file manager is rejected', async () => {
    const { put } = await withDraft({ settings: { files: { max_bytes: 10 } } })
    const { body } = await put({ archive: { archive_content: base64(zipSync({ 'index.html': strToU8(''), 'a.png': PNG })) } })
    expect(body).toMatchObject({ status: 400, detail: expect.stringContaining('The file a.png of the archive has') })
  })
})

test('a campaign with a template takes its HTML from a template only with the setting campaigns.sticky_template', async () => {
  const { put, plant, serve, requests, call, at } = await withDraft({ settings: { campaigns: { sticky_template: 'on' } } })
  serve(PAGE, html('Hats'))
  await put({ html: 'Mine' })
  const { id } = await plant((tx) => makeTemplate(tx, { name: 'Sale', html: '<p mc:edit="text">Sale</p>' }))
  await call(`PATCH ${at}`, { settings: { template_id: id } })
  for (const body of [{ html: 'Mine' }, { url: PAGE }, { archive: { archive_content: 'x' } }]) {
    expect(await put(body)).toMatchObject({ status: 200, body: { html: '<p>Sale</p>' } })
  }
  expect(requests).toEqual([])
  expect((await put({ html: 'Mine', template: { id, sections: { text: 'Hats' } } })).body.html).toBe('<p>Hats</p>')
  expect((await call(`GET ${at}`)).body).toMatchObject({ content_type: 'template', settings: { template_id: id } })
})
