import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { processOn } from '../processes.ts'
import { fieldsOf } from '../public/oauth-application.ts'
import { receiver } from '../receiver.ts'
import type { OpenedStore } from './open-store.ts'

const LIST = '/3.0/lists/aaaaaaaaaa'
const someone = (name: string) => ({ email_address: `${name}@acme.test`, status: 'subscribed' })

type Process = Awaited<ReturnType<typeof processOn>>

/** Tests a driver as users see it: worlds that continue in whole doubles. */
export function doublesConformance(name: string, open: () => Promise<OpenedStore>): void {
  describe(`doubles on ${name}`, () => {
    let opened: OpenedStore
    let double: Process
    beforeEach(async () => {
      opened = await open()
      double = await processOn(opened.store)
    })
    afterEach(async () => {
      double.kill()
      await opened.end()
    })

    /** Simulates a crash of the process and starts another one. */
    async function restart(): Promise<void> {
      double.kill()
      double = await processOn(await opened.another())
    }

    /** Returns a function that compares responses before and after a restart. */
    async function expectSame(...lines: string[]): Promise<void> {
      const before = []
      for (const line of lines) before.push((await double.call(line)).text)
      await restart()
      for (const [i, line] of lines.entries()) expect((await double.call(line)).text, line).toBe(before[i])
    }

    test('doubles on a store keep their lists and members across a restart', async () => {
      for (const each of ['a', 'b', 'c']) expect((await double.call(`POST ${LIST}/members`, someone(each))).status).toBe(200)
      await double.call(`PATCH ${LIST}/members/a@acme.test`, { merge_fields: { FNAME: 'Ø “quoted” \u2028' } })
      await double.call(`DELETE ${LIST}/members/b@acme.test`)
      await expectSame(`GET ${LIST}`, `GET ${LIST}/members?count=100`, 'GET /_control/state')
      expect((await double.call(`POST ${LIST}/members`, someone('a'))).body.title).toBe('Member Exists')
    })

    test('doubles on a store finish a batch that was half done at a restart', async () => {
      const operations = Array.from({ length: 100 }, (_, i) => ({
        method: 'POST',
        path: LIST.slice('/3.0'.length) + '/members',
        body: JSON.stringify(someone(`m${i}`)),
      }))
      const { body: batch } = await double.call('POST /3.0/batches', { operations })
      await double.call('POST /_control/clock/advance', { by: 600 })
      const half = (await double.call(`GET /3.0/batches/${batch.id}`)).body
      expect(half.status).toBe('started')
      expect(half.finished_operations).toBeGreaterThan(0)
      expect(half.finished_operations).toBeLessThan(100)
      await restart()
      expect((await double.call(`GET /3.0/batches/${batch.id}`)).body).toEqual({ ...half, _links: expect.anything() })
      await double.call('POST /_control/clock/advance', { by: 'PT1M' })
      const done = (await double.call(`GET /3.0/batches/${batch.id}`)).body
      expect(done).toMatchObject({ status: 'finished', finished_operations: 100, errored_operations: 0 })
      const path = new URL(done.response_body_url)
      const archive = await double.app.request(path.href)
      expect(archive.status).toBe(200)
      const bytes = Buffer.from(await archive.arrayBuffer())
      await restart()
      expect(Buffer.from(await (await double.app.request(path.href)).arrayBuffer()).equals(bytes)).toBe(true)
    })

    test('doubles on a store send a pending webhook after a restart, and remember the sent ones', async () => {
      const hooks = await receiver()
      await double.call('PATCH /_control/settings', { webhooks: { validation: 'off' } })
      const hook = { url: hooks.url, events: { subscribe: true }, sources: { user: true, admin: true, api: true } }
      expect((await double.call(`POST ${LIST}/webhooks`, hook)).status).toBe(200)
      // From now on nothing is sent from this process.
      double.kill()
      expect((await double.call(`POST ${LIST}/members`, someone('told'))).status).toBe(200)
      expect((await double.call('GET /_control/deliveries?settled=false')).body.total).toBe(1)
      expect(hooks.received).toHaveLength(0)
      await restart()
      const settled = async () => (await double.call('GET /_control/deliveries?settled=true')).body.total
      await expect.poll(settled).toBe(1)
      expect(hooks.received).toHaveLength(1)
      await expectSame('GET /_control/deliveries', 'GET /_control/emails')
      await double.call(`POST ${LIST}/members`, someone('again'))
      await expect.poll(settled).toBe(2)
      expect(hooks.received).toHaveLength(2)
      hooks.close()
    })

    test('doubles on a store keep their faults with their counters across a restart', async () => {
      await double.call('POST /_control/faults', { when: { first: 3 }, effect: { problem: { preset: 'TooManyRequests' } } })
      const ping = async () => (await double.call('GET /3.0/ping')).status
      expect([await ping(), await ping()]).toEqual([429, 429])
      await restart()
      expect([await ping(), await ping()]).toEqual([429, 200])
      expect((await double.call('GET /_control/faults')).body.faults).toMatchObject([{ seen: 4, fired: 3 }])
    })

    test('doubles on a store keep their snapshots and their start across a restart', async () => {
      const before = (await double.call(`GET ${LIST}/members?count=100`)).text
      await double.call(`POST ${LIST}/members`, someone('one'))
      const one = (await double.call(`GET ${LIST}/members?count=100`)).text
      await double.call('POST /_control/snapshots', { name: 'one' })
      await double.call(`POST ${LIST}/members`, someone('two'))
      await double.call('PATCH /_control/settings', { search_limit: 7 })
      await restart()
      expect((await double.call('POST /_control/snapshots/one/restore')).status).toBe(200)
      expect((await double.call(`GET ${LIST}/members?count=100`)).text).toBe(one)
      await restart()
      expect((await double.call(`GET ${LIST}/members?count=100`)).text).toBe(one)
      expect((await double.call('POST /_control/reset')).status).toBe(200)
      await restart()
      expect((await double.call(`GET ${LIST}/members?count=100`)).text).toBe(before)
      expect((await double.call('GET /_control/settings')).body.search_limit).toBe(30)
    })

    test('doubles on a store let an application sign in with a page, a code and a token from before a restart', async () => {
      const { client_id, client_secret, redirect_uri } = (await double.call('GET /_control/worlds/default')).body.oauth
      const origin = 'http://maildouble.test'
      const post = (path: string, fields: Record<string, string>) =>
        double.app.request(origin + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
      const asked = new URLSearchParams({ response_type: 'code', client_id, redirect_uri })
      const page = await double.app.request(`${origin}/oauth2/authorize?${asked}`)
      const fields = fieldsOf({ status: 200, headers: page.headers, text: await page.text(), to: undefined })
      await restart()
      const { headers } = await post('/oauth2/authorize', { ...fields, decision: 'approve' })
      const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
      await restart()
      const grant = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code }
      const token = ((await (await post('/oauth2/token', grant)).json()) as { access_token: string }).access_token
      await restart()
      await double.call('PATCH /_control/settings', { credentials: 'known' })
      const ping = async () => (await double.call('GET /3.0/ping', undefined, { authorization: `Bearer ${token}` })).status
      expect(await ping()).toBe(200)
      expect((await post('/oauth2/token', grant)).status).toBe(400)
      await double.call('POST /_control/triggers', { trigger: 'oauth.revoke', access_token: token })
      await restart()
      const refused = await double.call('GET /3.0/ping', undefined, { authorization: `Bearer ${token}` })
      expect(refused.status).toBe(401)
      expect(refused.hint).toContain('This access token was revoked')
    })

    test('doubles on a store keep created worlds and no deleted ones across a restart', async () => {
      const { body: kept } = await double.call('POST /_control/worlds', { id: 'kept' })
      const { body: gone } = await double.call('POST /_control/worlds', { id: 'gone' })
      await double.call('DELETE /_control/worlds/gone')
      await restart()
      const ping = async ({ api_key }: { api_key: string }) =>
        (await double.call('GET /3.0/ping', undefined, { authorization: `Bearer ${api_key}` })).status
      expect([await ping(kept), await ping(gone)]).toEqual([200, 401])
      const ids = (await double.call('GET /_control/worlds')).body.worlds.map(({ id }: { id: string }) => id)
      expect(ids).toEqual(['default', 'kept'])
    })
  })
}
