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

  test('account exports are allowed back to back if the interval setting is zero', async () => {
    const { begin, pass } = exporting({ settings: { exports: { interval: 'PT0S' } } })
    for (const export_id of [1, 2, 3]) {
      expect((await begin()).body.export_id).toBe(export_id)
      await pass('PT2S')
    }
  })

  test.each([
    ['no stages', {}, ''],
    ['stages that are not an array', { include_stages: 'audiences' }, 'include_stages'],
    ['an empty list of stages', { include_stages: [] }, 'include_stages'],
    ['an unknown stage', { include_stages: ['everything'] }, 'include_stages.item:0'],
    ['an unknown stage after a valid one', { include_stages: ['reports', 'Reports'] }, 'include_stages.item:1'],
    ['a stage that is a number', { include_stages: [1] }, 'include_stages.item:0'],
    ['a malformed date', { include_stages: ['reports'], since_timestamp: 'yesterday' }, 'since_timestamp'],
    [
      'a day that does not exist in the calendar',
      { include_stages: ['reports'], since_timestamp: '2025-02-30' },
      'since_timestamp',
    ],
    ['an empty date', { include_stages: ['reports'], since_timestamp: '' }, 'since_timestamp'],
    ['a date that is a number', { include_stages: ['reports'], since_timestamp: 7 }, 'since_timestamp'],
  ])('an account export with %s is rejected', async (_, body, field) => {
    const { begin, handle, ready } = exporting()
    await ready
    const before = handle().world
    expect((await begin(body)).body).toMatchObject({ status: 400, title: 'Invalid Resource', errors: [{ field }] })
    expect(handle().world).toBe(before)
  })

  test('an account export with an invalid stage is rejected with the valid ones', async () => {
    const { begin } = exporting()
    expect((await begin({ include_stages: ['x'] })).body.errors[0].message).toBe(`Value must be one of: ${ALL.join(', ')}.`)
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

  test('getAccountExports pages through the exports, newest first', async () => {
    const { call } = await three()
    const { body } = await call(`GET ${EXPORTS}?count=2`)
    expect(body.exports.map(({ export_id }: Body) => export_id)).toEqual([3, 2])
    expect(body.total_items).toBe(3)
    expect((await call(`GET ${EXPORTS}?count=2&offset=2`)).body.exports.map(({ export_id }: Body) => export_id)).toEqual([1])
    expect(body._links.map(({ rel, method }: Body) => `${method} ${rel}`)).toEqual(['GET self', 'POST create'])
  })

  test('getAccountExports supports fields and exclude_fields', async () => {
    const { call } = await three()
    expect((await call(`GET ${EXPORTS}?fields=exports.export_id,total_items&count=1`)).body).toEqual({
      exports: [{ export_id: 3 }],
      total_items: 3,
    })
  })

  test('getAccountExports drops exports that finished ninety days ago', async () => {
    const { call, pass } = await three()
    // The first was finished two seconds after the world began, and three days and six seconds have passed.
    await pass('P86DT23H59M55S')
    expect((await call(`GET ${EXPORTS}`)).body.total_items).toBe(3)
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

  test('an account export links to itself and to the collection', async () => {
    const { begin } = exporting()
    expect((await begin()).body._links.map(({ rel, href }: Body) => [rel, href])).toEqual([
      ['self', 'http://maildouble.test/3.0/account-exports/1'],
      ['parent', 'http://maildouble.test/3.0/account-exports'],
    ])
  })

  test('an expired account export and an unknown id are answered with 404', async () => {
    const { begin, call, pass } = exporting()
    await begin()
    await pass('P90DT2S')
    for (const id of ['1', '2', '01x', 'nonsense', '9'.repeat(30)])
      expect((await call(`GET ${EXPORTS}/${id}`)).body).toMatchObject({ status: 404, title: 'Resource Not Found' })
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
