import { describe, expect, test } from 'vitest'
import { makeBatch } from '../../src/service/rules/batches/make.ts'
import { addition, entriesIn, PING, resultsIn, withBatches } from '../resources/batch-world.ts'

const MISSING = { method: 'GET', path: '/lists/ffffffffff', operation_id: 'nowhere' }

/** A world with a finished batch, and the URL of its results. */
async function finished(...operations: readonly object[]) {
  const world = await withBatches()
  const { id } = (await world.submitBatch(...operations)).body
  await world.pass('PT10S')
  const { response_body_url: url } = await world.getBatch(id)
  const fetched = async (address = url) => {
    const response = await world.app.request(address)
    return { status: response.status, headers: response.headers, response }
  }
  return { ...world, id: id as string, url: url as string, fetched }
}

describe('getBatchArchive', () => {
  test('the archive of a batch is a gzipped tar with a folder that has a file per operation, in the order in which they ran', async () => {
    const { fetched, id } = await finished(PING, MISSING, addition('ada'))
    const { status, headers, response } = await fetched()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/gzip')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${id}.tar.gz"`)
    const entries = await entriesIn(response)
    expect(entries.map(({ header }) => [header.name, header.type])).toEqual([
      [`${id}/`, 'directory'],
      [`${id}/1.json`, 'file'],
      [`${id}/2.json`, 'file'],
      [`${id}/3.json`, 'file'],
    ])
    expect(new Set(entries.map(({ header }) => header.mtime?.toISOString()))).toEqual(new Set(['2026-01-15T09:00:00.000Z']))
  })

  test('each file in the archive of a batch is an array with one result, in which the response is a string', async () => {
    const { fetched } = await finished(PING)
    const [, file] = await entriesIn((await fetched()).response)
    expect(new TextDecoder().decode(file?.data)).toBe(
      '[{"status_code":200,"operation_id":null,"response":"{\\"health_status\\":\\"ok\\"}"}]',
    )
  })

  test('text of every kind is preserved in the archive of a batch', async () => {
    const name = 'Ünïcode \u{1F600} "quoted" \\ \u2028'
    const { fetched } = await finished({
      method: 'PATCH',
      path: '/lists/a1b2c3d4e5?fields=name',
      body: JSON.stringify({ name }),
      operation_id: name,
    })
    expect(await resultsIn((await fetched()).response)).toMatchObject([{ operation_id: name, response: { name } }])
  })

  test('the archive of a batch can be downloaded without a credential, and with HEAD', async () => {
    const { app, url } = await finished(PING)
    const head = await app.request(url, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('the archive of a batch has the same bytes each time', async () => {
    const { fetched } = await finished(PING, MISSING, addition('ada'))
    const bytes = async () => Buffer.from(await (await fetched()).response.arrayBuffer()).toString('base64')
    expect(await bytes()).toBe(await bytes())
  })

  test('a batch that is not finished has no archive', async () => {
    const { submitBatch, call, app, url, id } = await finished(PING)
    const other = (await submitBatch(PING)).body.id
    expect((await app.request(url.replace(id, other))).status).toBe(404)
    expect((await call(`GET /3.0/batches/${other}`)).body.response_body_url).toBe('')
  })

  test("the URL of a batch's archive is valid for ten minutes, and the batch shows a new one", async () => {
    const { fetched, pass, getBatch, id } = await finished(PING)
    await pass('PT9M59S')
    expect((await fetched()).status).toBe(200)
    await pass('PT1S')
    const { status, response } = await fetched()
    expect([status, await response.text()]).toEqual([
      403,
      'This URL has expired or was not issued here. GET the batch for a new one.\n',
    ])
    expect((await fetched((await getBatch(id)).response_body_url)).status).toBe(200)
  })

  test("the lifetime of the URL of a batch's archive is a setting", async () => {
    const world = await withBatches({ settings: { batch: { url_lifetime: 'PT5S' } } })
    const { id } = (await world.submitBatch(PING)).body
    await world.pass('PT10S')
    const { response_body_url: url } = await world.getBatch(id)
    await world.pass('PT4S')
    expect((await world.app.request(url)).status).toBe(200)
    await world.pass('PT1S')
    expect((await world.app.request(url)).status).toBe(403)
  })

  test.each<[string, (url: string) => string]>([
    ['a later expiry', (url) => url.replace(/expires=\d+/, 'expires=9999999999')],
    ['a malformed expiry', (url) => url.replace(/expires=\d+/, 'expires=never')],
    ['no expiry', (url) => url.replace(/expires=\d+&/, '')],
    ['another signature', (url) => url.replace(/sig=..../, 'sig=0000')],
    ['no signature', (url) => url.replace(/&sig=.*/, '')],
    ['no parameters', (url) => url.replace(/\?.*/, '')],
  ])('a batch archive URL with %s is rejected with 403', async (_, change) => {
    const { fetched, url } = await finished(PING)
    expect((await fetched(change(url))).status).toBe(403)
  })

  test('the URL of one batch does not work for another', async () => {
    const { submitBatch, pass, fetched, url, id } = await finished(PING)
    const other = (await submitBatch(PING)).body.id
    await pass('PT10S')
    expect((await fetched(url.replace(id, other))).status).toBe(403)
  })

  test.each(['0000000000.tar.gz', '.tar.gz', 'x', '__proto__.tar.gz', '%00.tar.gz'])(
    'the batch archive %s is answered with 404',
    async (file) => {
      const { fetched, url, id } = await finished(PING)
      expect((await fetched(url.replace(`${id}.tar.gz`, file))).status).toBe(404)
    },
  )

  test('the results of a batch are gone seven days after its end', async () => {
    const { pass, fetched } = await finished(PING)
    await pass('P7D')
    expect((await fetched()).status).toBe(404)
  })

  test("the URL of a batch's archive does not work in another world with the same seed", async () => {
    const { call, fetched, url } = await finished(PING)
    await call('POST /_control/fork', { id: 'fork' })
    expect((await fetched(url)).status).toBe(200)
    expect((await fetched(url.replace('.test/', '.test/_worlds/fork/'))).status).toBe(403)
    const { body } = await call('GET /_worlds/fork/3.0/batches')
    expect((await fetched(body.batches[0].response_body_url)).status).toBe(200)
  })

  test('an archive of ten thousand results does not block other calls, and ends when the client disconnects', async () => {
    const { app, plant, pass, getBatch, defects } = await withBatches()
    const operations = Array.from({ length: 10_000 }, () => PING)
    const { id } = await plant((tx) => makeBatch(tx, { operations }))
    await pass('PT2M')
    const { response_body_url: url } = await getBatch(id)
    const given = await app.request(url)
    const reader = given.body?.getReader()
    await reader?.read()
    await reader?.cancel('gone')

    let [turns, going] = [0, true]
    const turn = () => void setImmediate(() => (turns++, going && turn()))
    turn()
    const entries = await entriesIn(await app.request(url))
    going = false
    expect(entries).toHaveLength(10_001)
    expect(entries.at(-1)?.header.name).toBe(`${id}/10000.json`)
    expect(turns).toBeGreaterThan(10)
    expect(defects).toEqual([])
  })
})
