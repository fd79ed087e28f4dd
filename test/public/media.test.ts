import { describe, expect, test } from 'vitest'
import { base64, BASE, png, withFiles } from '../resources/file-world.ts'

describe('getMediaFile', () => {
  test('an image is served without a credential, at its URL and at that of its thumbnail', async () => {
    const { file, visit } = await withFiles()
    const { full_size_url, thumbnail_url } = await file(2)
    for (const url of [full_size_url, thumbnail_url]) {
      const response = await visit(url)
      expect(response.status).toBe(200)
      expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe(png(700, 400))
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': '29',
        'x-content-type-options': 'nosniff',
      })
      expect(response.headers.has('content-disposition')).toBe(false)
    }
  })

  test('a file that is no image is served as an attachment', async () => {
    const { upload, visit } = await withFiles()
    const { full_size_url } = (await upload({ name: "é it's.txt" })).body
    const response = await visit(full_size_url)
    expect(await response.text()).toBe('hello')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''%C3%A9_it%27s.txt",
    })
  })

  test('an SVG image of the file manager can run no scripts', async () => {
    const { upload, visit } = await withFiles()
    const { full_size_url } = (await upload({ name: 'a.svg', file_data: base64('<svg><script>alert(1)</script></svg>') })).body
    const { headers } = await visit(full_size_url)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  })

  test('HEAD of a media file answers the headers only', async () => {
    const { visit } = await withFiles()
    const response = await visit(`${BASE}/_files/media/1/a.txt`, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '5', ''])
  })

  test.each(['9/a.txt', '1/b.txt', '1/_thumb.txt', '1/A.TXT', 'x/a.txt', '2/a.txt', '1/..%2fa.txt', '1', '1/a.txt/x'])(
    'an unknown media path is answered with 404: %s',
    async (path) => {
      const { visit } = await withFiles()
      expect((await visit(`${BASE}/_files/media/${path}`)).status).toBe(404)
    },
  )

  test('the URL of a media file ends with the file, and changes with its name', async () => {
    const { call, visit } = await withFiles()
    await call('PATCH /3.0/file-manager/files/1', { name: 'b.txt' })
    expect((await visit(`${BASE}/_files/media/1/a.txt`)).status).toBe(404)
    expect((await visit(`${BASE}/_files/media/1/b.txt`)).status).toBe(200)
    await call('DELETE /3.0/file-manager/files/1')
    expect((await visit(`${BASE}/_files/media/1/b.txt`)).status).toBe(404)
  })

  test('a reset drops the media files uploaded since', async () => {
    const { call, upload, visit } = await withFiles()
    const { full_size_url } = (await upload()).body
    await call('POST /_control/reset')
    expect((await visit(full_size_url)).status).toBe(404)
  })
})
