import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '../../src/kit/client/index.ts'
import { createDouble } from '../../src/kit/double/create-double.ts'
import type { DoubleOptions } from '../../src/kit/double/options.ts'
import type { Body } from '../mock.ts'
import { dataFolder } from '../persistence/data-folder.ts'

const BROKEN = { id: 'broken', api_key: 'b0b0-dc1', oauth: { client_id: 'broken-client' } }

async function double(options: DoubleOptions) {
  const said: string[] = []
  const made = await createDouble({ clock: { mode: 'frozen', rate: 0 }, log: (message) => said.push(message), ...options })
  onTestFinished(() => made.stop())
  const call = async (line: string, { key, body }: { key?: string; body?: object } = {}) => {
    const [method = 'GET', path = ''] = line.split(' ')
    const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) }
    const answer = await made.fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    const text = await answer.text()
    const isJson = /json/.test(answer.headers.get('content-type') ?? '')
    const content: Body = isJson && text !== '' ? JSON.parse(text) : text
    return { status: answer.status, defect: answer.headers.get('x-maildouble-defect'), body: content }
  }
  return { ...made, said, call }
}

/** A folder with the worlds `default`, `sound` and `broken`, one of which is damaged as given. */
async function folderWith(damaged: string, damage: (text: string) => string) {
  const data = await dataFolder()
  const first = await double({ data })
  const sound = (await first.call('POST /_control/worlds', { body: { id: 'sound' } })).body.api_key
  await first.call('POST /_control/worlds', { body: BROKEN })
  const main = first.apiKey
  await first.stop()
  const file = join(data, 'worlds', `${damaged}.json`)
  writeFileSync(file, damage(readFileSync(file, 'utf8')))
  return { data, file, sound, main, text: readFileSync(file, 'utf8') }
}

const flipped = (text: string): string => text.replace('"state": {"now":"2', '"state": {"now":"3')
const cut = (text: string): string => text.slice(0, 700)
const ofAnotherScenario = (text: string): string =>
  text.replace(/"digest":"\w+"/, '"digest":"0000"').replace(/ {2}"checksums".*\n/, '')

const DAMAGES = [
  ['a flipped bit', flipped, 'is damaged in line 11, the record "state", which does not match its checksum'],
  ['a truncated file', cut, 'is cut'],
  ['a changed scenario', ofAnotherScenario, 'the scenario starter has changed since the world began'],
] as const

describe.each(DAMAGES)('a world unreadable because of %s', (_, damage, reason) => {
  test('an unreadable world is answered with 503 and the reason everywhere, never as by the service', async () => {
    const { data } = await folderWith('broken', damage)
    const { call } = await double({ data })
    const calls = [
      call('GET /_worlds/broken/3.0/lists', { key: BROKEN.api_key }),
      call('GET /_worlds/broken/3.0/lists'),
      call('POST /_worlds/broken/3.0/batches', { key: BROKEN.api_key, body: { operations: [] } }),
      call('GET /3.0/lists', { key: BROKEN.api_key }),
      call('GET /_worlds/broken/schema/3.0/Lists/Instance.json'),
      call('GET /_worlds/broken/_public/subscribe?id=aaaaaaaaaa'),
      call('GET /oauth2/authorize?response_type=code&client_id=broken-client&redirect_uri=x'),
      // Its key is known and selects no other world.
      call('GET /_worlds/sound/3.0/lists', { key: BROKEN.api_key }),
    ]
    for (const { status, defect, body } of await Promise.all(calls)) {
      expect({ status, defect }).toEqual({ status: 503, defect: '1' })
      expect(body).toEqual({ maildouble: { defect: expect.stringContaining(reason), request_id: 'none' } })
    }
    for (const line of ['GET /_control/worlds/broken', 'POST /_control/worlds/broken/reset', 'DELETE /_control/worlds/broken']) {
      const { status, body } = await call(line)
      expect({ status, body }).toMatchObject({ status: 503, body: { status: 503, detail: expect.stringContaining(reason) } })
      expect(body.detail).toContain('--recover')
    }
  })

  test('an unreadable world does not affect the others, and is listed with its reason', async () => {
    const { data, sound, main } = await folderWith('broken', damage)
    const { call, said, fetch } = await double({ data })
    expect((await call('GET /3.0/lists', { key: main })).status).toBe(200)
    expect((await call('GET /3.0/lists', { key: sound })).status).toBe(200)
    expect((await call('GET /3.0/lists', { key: 'an-unknown-key' })).status).toBe(200)
    expect((await call('GET /_worlds/sound/3.0/lists', { key: sound })).status).toBe(200)
    const { body } = await call('GET /_control/worlds')
    expect(body.worlds.map(({ id }: { id: string }) => id)).toEqual(['default', 'sound'])
    expect(body.unreadable).toEqual([{ id: 'broken', reason: expect.stringContaining(reason) }])
    expect(said).toEqual([`Calls for the world broken are answered with 503. ${body.unreadable[0].reason}`])
    expect((await call('GET /_control/health')).body).toMatchObject({ status: 'ok', worlds: 2, unreadable_worlds: 1 })
    expect(await connect({ url: 'http://maildouble.test', fetch }).worlds.unreadable()).toEqual(body.unreadable)
  })

  test('an unreadable world keeps its id, its keys and its unchanged file', async () => {
    const { data, file, text } = await folderWith('broken', damage)
    const { call, stop } = await double({ data })
    const taken = await call('POST /_control/worlds', { body: { id: 'broken' } })
    expect(taken).toMatchObject({ status: 409, body: { errors: [{ pointer: '/id' }], detail: expect.stringContaining(reason) } })
    const key = await call('POST /_control/worlds', { body: { api_key: BROKEN.api_key } })
    expect(key).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/api_key' }], detail: expect.stringContaining(reason) },
    })
    expect((await call('POST /_control/worlds/sound/fork', { body: { id: 'broken' } })).status).toBe(409)
    await stop()
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(readdirSync(data)).toEqual(['worlds'])
  })

  test('an unreadable world is moved aside by recover, which frees its id', async () => {
    const { data, text } = await folderWith('broken', damage)
    const { call, said } = await double({ data, recover: true })
    expect(said).toEqual([expect.stringMatching(/broken\.json .* It was moved to .*aside\/broken\.1\.json\.$/)])
    expect(readFileSync(join(data, 'aside', 'broken.1.json'), 'utf8')).toBe(text)
    expect((await call('GET /_worlds/broken/3.0/lists', { key: 'any' })).status).toBe(404)
    expect((await call('GET /3.0/lists', { key: BROKEN.api_key })).status).toBe(401)
    expect((await call('POST /_control/worlds', { body: { id: 'broken' } })).status).toBe(201)
  })

  test('the world default may be unreadable without affecting the others', async () => {
    const { data, file, sound, main, text } = await folderWith('default', damage)
    const { call, apiKey, stop } = await double({ data })
    expect(apiKey).toBe('')
    for (const key of [main, 'an-unknown-key', undefined])
      for (const line of ['GET /3.0/lists', 'GET /nowhere', 'GET /_worlds/nothing/3.0/lists', 'GET /oauth2/authorize']) {
        const { status, defect, body } = await call(line, key === undefined ? {} : { key })
        expect({ line, status, defect }).toEqual({ line, status: 503, defect: '1' })
        expect(body.maildouble.defect).toContain(reason)
      }
    expect((await call('GET /3.0/lists', { key: sound })).status).toBe(200)
    expect((await call('GET /_worlds/sound/3.0/lists', { key: sound })).status).toBe(200)
    expect((await call('GET /oauth2/authorize?client_id=broken-client')).status).toBe(400)
    expect((await call('GET /_control/settings')).status).toBe(503)
    expect((await call('GET /_control/health')).body).toMatchObject({ status: 'ok', worlds: 2, unreadable_worlds: 1 })
    expect((await call('GET /_control/worlds')).body.unreadable).toMatchObject([{ id: 'default' }])
    expect((await call('POST /_control/worlds', { body: { id: 'fresh' } })).status).toBe(201)
    expect((await call('GET /_control/contract/coverage')).status).toBe(200)
    await stop()
    expect(readFileSync(file, 'utf8')).toBe(text)
    const recovered = await double({ data, recover: true })
    expect((await recovered.call('GET /3.0/lists', { key: recovered.apiKey })).status).toBe(200)
    expect(recovered.said).toEqual([expect.stringMatching(/aside\/default\.1\.json, and default is created anew\.$/)])
  })
})
