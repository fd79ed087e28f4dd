import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startValkey, withoutValkey } from '../servers/valkey.ts'
import { dataFolder } from '../persistence/data-folder.ts'
import { serveProcess, type Process } from './program.ts'

/** A server that ends with the test, and a caller. */
async function serving(...args: readonly string[]) {
  const server = await serveProcess(['--clock', 'frozen', ...args])
  onTestFinished(() => end(server))
  const [, port = ''] = await server.printed(/(?:API|Control) +http:\/\/127\.0\.0\.1:(\d+)\/[\s\S]*curl/)
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { 'content-type': 'application/json', ...init.headers }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers })
    return { status: answer.status, defect: answer.headers.get('x-maildouble-defect'), text: await answer.text() }
  }
  return { server, call }
}

async function end({ child, ended }: Process): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

describe('maildouble serve with an unreadable stored world', { timeout: 240_000 }, () => {
  test('maildouble serve with an unreadable stored world starts, reports the world once, serves the others, and exits with 0', async () => {
    const data = await dataFolder()
    const first = await serving('--data', data)
    await first.call('/_control/worlds', { method: 'POST', body: '{"id":"broken"}' })
    await end(first.server)
    const file = join(data, 'worlds', 'broken.json')
    const damaged = (await readFile(file, 'utf8')).replace('"requests":', '"requestS":')
    await writeFile(file, damaged)
    const { server, call } = await serving('--data', data)
    // What is printed to the two streams can come in any order.
    await expect
      .poll(() => server.err().trim().split('\n'))
      .toEqual([
        expect.stringContaining(
          `Calls for the world broken are answered with 503. ${file} is damaged in line 11, the record "state"`,
        ),
      ])
    expect(await call('/_worlds/broken/3.0/ping')).toMatchObject({ status: 503, defect: '1' })
    expect((await call('/3.0/ping', { headers: { authorization: 'Bearer any' } })).status).toBe(200)
    await end(server)
    expect(await server.ended).toBe(0)
    expect(await readFile(file, 'utf8')).toBe(damaged)
  })

  test('maildouble serve names an unreadable world default in its greeting', async () => {
    const data = await dataFolder()
    await end((await serving('--data', data)).server)
    const file = join(data, 'worlds', 'default.json')
    await writeFile(file, (await readFile(file, 'utf8')).slice(0, 300))
    const { server, call } = await serving('--data', data)
    expect(server.out()).toContain(
      `serves no world "default": it is stored but can't be read. Calls for it are answered with 503.`,
    )
    expect(await call('/3.0/ping')).toMatchObject({ status: 503, text: expect.stringContaining('default.json is cut') })
    expect((await call('/_control/health')).status).toBe(200)
    await end(server)
    const recovered = await serving('--data', data, '--recover')
    expect((await recovered.call('/3.0/ping', { headers: { authorization: 'Bearer any' } })).status).toBe(200)
  })
})

describe.skipIf(withoutValkey)('an unreadable world in Valkey', { timeout: 240_000 }, () => {
  test.each([
    ['a record that is not JSON', ['HSET', 'maildouble:world:broken:records', 'settings', '{"cut'], 'is not JSON'],
    ['a missing record', ['HDEL', 'maildouble:world:broken:records', 'settings'], 'fewer or more records'],
    ['a missing version', ['HDEL', 'maildouble:world:broken', 'version'], 'it has no version'],
  ])(
    'an unreadable world in Valkey is answered with 503 because of %s, without affecting the others',
    async (_, command, reason) => {
      const valkey = await startValkey()
      onTestFinished(() => valkey.stop())
      const first = await serving('--store', valkey.url)
      await first.call('/_control/worlds', { method: 'POST', body: '{"id":"broken"}' })
      await end(first.server)
      await valkey.ask(...command)
      const { call } = await serving('--store', valkey.url)
      const answer = await call('/_worlds/broken/3.0/ping', { headers: { authorization: 'Bearer any' } })
      expect(answer).toMatchObject({ status: 503, defect: '1', text: expect.stringContaining(reason) })
      expect(await call('/_control/worlds/broken')).toMatchObject({ status: 503, text: expect.stringContaining(reason) })
      const { worlds, unreadable } = JSON.parse((await call('/_control/worlds')).text)
      expect(worlds).toMatchObject([{ id: 'default' }])
      expect(unreadable).toEqual([{ id: 'broken', reason: expect.stringContaining(reason) }])
      expect((await call('/3.0/ping', { headers: { authorization: 'Bearer any' } })).status).toBe(200)
      expect((await call('/_control/worlds', { method: 'POST', body: '{"id":"broken"}' })).status).toBe(409)
    },
  )
})
