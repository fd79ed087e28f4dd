import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { mock } from '../mock.ts'
import { fetchExport } from '../resources/account-export-files.ts'

/** A world with a finished export. */
async function finished(plan: Parameters<typeof mock>[0] = {}) {
  const double = mock(plan)
  await double.plant((tx) => {
    const list = makeList(tx, { name: 'Nachrichten für alle' })
    for (const name of ['ada', 'bob'])
      makeMember(tx, list, { email_address: `${name}@acme.test`, merge_fields: { FNAME: '🙂 ß' } })
  })
  await double.call('POST /3.0/account-exports', { include_stages: ['audiences', 'gallery_files'] })
  await double.pass('PT2S')
  const { download_url: url } = (await double.call('GET /3.0/account-exports/1')).body as { download_url: string }
  const get = (address: string, method = 'GET') => double.app.request(address, { method })
  return { ...double, url, get }
}

describe('getExportArchive', () => {
  test('the archive of an export is a zip of exactly the size in the export, without a credential', async () => {
    const double = await finished()
    const { response, bytes, body } = await fetchExport(double, 1)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="export-1.zip"',
      'content-length': String(body.size_in_bytes),
      'x-content-type-options': 'nosniff',
    })
    expect(bytes.length).toBe(body.size_in_bytes)
  })

  test('the archive of an export has the same bytes each time, and in another world with the same seed', async () => {
    const [one, other] = [await finished(), await finished()]
    const { bytes } = await fetchExport(one, 1)
    expect((await fetchExport(one, 1)).bytes).toEqual(bytes)
    expect((await fetchExport(other, 1)).bytes).toEqual(bytes)
    await one.pass('P1D')
    expect((await fetchExport(one, 1)).bytes).toEqual(bytes)
  })

  test("the archive of an export dates its files with the world's time", async () => {
    const { bytes } = await fetchExport(await finished(), 1)
    const view = new DataView(bytes.buffer)
    const [time, date] = [view.getUint16(10, true), view.getUint16(12, true)]
    expect([1980 + (date >> 9), (date >> 5) & 15, date & 31]).toEqual([2026, 1, 15])
    expect([time >> 11, (time >> 5) & 63, 2 * (time & 31)]).toEqual([9, 0, 2])
  })

  test('the archive of an export can be made at times that a zip cannot represent', async () => {
    for (const now of ['1975-01-01T00:00:00Z', '2300-01-01T00:00:00Z'])
      expect(Object.keys((await fetchExport(await finished({ now }), 1)).files)).toContain('gallery_files/')
  })

  test('the URL of an export is rejected if it was tampered with, is incomplete, or belongs to another file', async () => {
    const { url, get } = await finished()
    const { searchParams } = new URL(url)
    const expires = Number(searchParams.get('expires'))
    for (const wrong of [
      url.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      url.replace(String(expires), String(expires + 1)),
      url.replace(/&sig=.*/, ''),
      url.replace(/\?.*/, ''),
    ])
      expect((await get(wrong)).status).toBe(403)
  })

  test('the URL of an export is rejected after ninety days, and not earlier', async () => {
    const { url, get, pass, call } = await finished()
    await pass('P89DT23H59M59S')
    expect((await get(url)).status).toBe(200)
    await pass('PT1S')
    expect((await get(url)).status).toBe(403)
    await call('POST /3.0/account-exports', { include_stages: ['audiences'] })
    expect((await get(url)).status).toBe(403)
  })

  test('the archives of unknown and running exports are answered with 404', async () => {
    const { get, url, call, pass } = await finished()
    for (const name of ['export-2.zip', 'export-01.zip', 'export-1.tar', 'export-.zip', '%2e%2e%2fexport-1.zip'])
      expect((await get(url.replace('export-1.zip', name))).status).toBe(404)
    await pass('P1D')
    await call('POST /3.0/account-exports', { include_stages: ['audiences'] })
    expect((await get('http://maildouble.test/_files/export-2.zip')).status).toBe(404)
  })

  test('the URL of an export of another world is rejected', async () => {
    const { url, get, call } = await finished()
    await call('POST /_control/fork', { id: 'fork' })
    expect((await get(url.replace('/_files', '/_worlds/fork/_files'))).status).toBe(403)
  })

  test('the archive of an export supports HEAD and no other method', async () => {
    const { url, get } = await finished()
    const head = await get(url, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    const post = await get(url, 'POST')
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('the archive of an export lists its methods for OPTIONS', async () => {
    const { url, get } = await finished()
    const options = await get(url, 'OPTIONS')
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([204, 'GET, HEAD, OPTIONS', ''])
  })
})
