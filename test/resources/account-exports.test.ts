import { describe, expect, test } from 'vitest'
import { accountExports, exportFiles } from '../../src/service/model/account-exports/export.ts'
import { mock, type Body } from '../mock.ts'

const EXPORTS = '/3.0/account-exports'
const ALL = ['audiences', 'campaigns', 'events', 'gallery_files', 'reports', 'templates']

/** A world with a helper that requests an export. */
function exporting(plan: Parameters<typeof mock>[0] = {}) {
  const double = mock(plan)
  const begin = (body: unknown = { include_stages: ['audiences'] }) => double.call(`POST ${EXPORTS}`, body)
  return { ...double, begin }
}

describe('createAccountExport', () => {
  test('a new account export has a file that cannot be downloaded yet', async () => {
    const { begin, call } = exporting()
    const { status, body } = await begin({ include_stages: ALL, since_timestamp: '2025-01-01T00:00:00+00:00' })
    expect({ status, body }).toEqual({
      status: 200,
      body: { export_id: 1, started: '2026-01-15T09:00:00+00:00', size_in_bytes: 0, _links: expect.any(Array) },
    })
    expect((await call(`GET ${EXPORTS}/1`)).body).toEqual(body)
  })

  test('an account export finishes two seconds later, by a scheduled job', async () => {
    const { begin, pass, call } = exporting()
    await begin()
    await pass('PT1.999S')
    expect((await call(`GET ${EXPORTS}/1`)).body).not.toHaveProperty('finished')
    const { body } = await pass('PT0.001S')
    expect(body.ran.map(({ job, subject, at }: Body) => [job, subject, at])).toEqual([
      ['account-exports.begin', '1', '2026-01-15T09:00:02.000Z'],
      ['account-exports.write', '1', '2026-01-15T09:00:02.000Z'],
    ])
    expect((await call(`GET ${EXPORTS}/1`)).body).toEqual({
      export_id: 1,
      started: '2026-01-15T09:00:00+00:00',
      finished: '2026-01-15T09:00:02+00:00',
      size_in_bytes: expect.any(Number),
      download_url: expect.stringMatching(
        /^http:\/\/maildouble\.test\/_files\/export-1\.zip\?expires=1776243602&sig=[0-9a-f]{64}$/,
      ),
      _links: expect.any(Array),
    })
  })

  test('an account export takes as long as the setting says', async () => {
    const { begin, pass, call } = exporting({ settings: { exports: { build: 'PT10M' } } })
    await begin()
    await pass('PT9M')
    expect((await call(`GET ${EXPORTS}/1`)).body).not.toHaveProperty('finished')
    await pass('PT1M')
    expect((await call(`GET ${EXPORTS}/1`)).body.finished).toBe('2026-01-15T09:10:00+00:00')
  })

  test('an account export has a stage once if the request names it twice', async () => {
    const { begin, pass, plant } = exporting()
    await begin({ include_stages: ['gallery_files', 'gallery_files'] })
    await pass('PT2S')
    expect((await plant((tx) => tx.range(exportFiles.key).all())).map(({ path }) => path)).toEqual(['gallery_files/'])
  })

  test('a second account export is rejected while one is running', async () => {
    const { begin, handle } = exporting({ settings: { exports: { interval: 'PT0S' } } })
    await begin()
    const before = handle().world
    expect((await begin()).body).toMatchObject({ status: 400, title: 'Account Export in Progress' })
    expect(handle().world).toBe(before)
  })

  test('another account export is rejected within a day after the last one finished', async () => {
    const { begin, handle, pass } = exporting()
    await begin()
    await pass('PT24H1S')
    const before = handle().world
    expect((await begin()).body).toMatchObject({
      status: 400,
      title: 'Too Many Account Exports',
      detail: expect.stringContaining('2026-01-16T09:00:02+00:00'),
    })
    expect(handle().world).toBe(before)
    await pass('PT1S')
    expect((await begin()).body).toMatchObject({ export_id: 2, started: '2026-01-16T09:00:02+00:00' })
  })
})

describe('getAccountExports', () => {
  /** Three exports, made one day apart. */
  async function three() {
    const double = exporting()
    for (let i = 0; i < 3; i++) {
      await double.begin()
      await double.pass('P1DT2S')
    }
    return double
  }

  test('getAccountExports lists the exports, newest first, and drops those that finished ninety days ago', async () => {
    const { call, pass } = await three()
    // The first was finished two seconds after the world began, and three days and six seconds have passed.
    await pass('P86DT23H59M55S')
    const before = (await call(`GET ${EXPORTS}`)).body
    expect([before.exports.map(({ export_id }: Body) => export_id), before.total_items]).toEqual([[3, 2, 1], 3])
    await pass('PT1S')
    const { body } = await call(`GET ${EXPORTS}`)
    expect(body.exports.map(({ export_id }: Body) => export_id)).toEqual([3, 2])
    expect(body.total_items).toBe(2)
  })

  test('getAccountExports keeps showing a running export however long it takes', async () => {
    const { call, begin, pass } = exporting({ settings: { exports: { build: 'P100D' } } })
    await begin()
    await pass('P99D')
    expect((await call(`GET ${EXPORTS}`)).body.total_items).toBe(1)
  })
})

describe('getAccountExport', () => {
  test('getAccountExport returns the same download URL for as long as the export is available', async () => {
    const { begin, call, pass } = exporting()
    await begin()
    await pass('PT2S')
    const { download_url } = (await call(`GET ${EXPORTS}/1`)).body
    await pass('P30D')
    expect((await call(`GET ${EXPORTS}/1`)).body.download_url).toBe(download_url)
  })

  test('an expired account export is answered with 404', async () => {
    const { begin, call, pass } = exporting()
    await begin()
    await pass('P90DT2S')
    expect((await call(`GET ${EXPORTS}/1`)).body).toMatchObject({ status: 404, title: 'Resource Not Found' })
  })

  test('the eviction of an expired account export frees the space for the files of the next one', async () => {
    const { begin, pass, plant } = exporting()
    await begin()
    await pass('P90DT2S')
    await begin()
    const left = await plant((tx) => ({ rows: tx.range(accountExports.key).count, files: tx.range(exportFiles.key).count }))
    expect(left).toEqual({ rows: 2, files: 0 })
  })
})
