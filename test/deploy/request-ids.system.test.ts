import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster, type Cluster } from '../crash/cluster.ts'
import type { Body } from '../mock.ts'
import { fieldsOf } from '../public/oauth-application.ts'
import { withoutHaproxy } from '../servers/haproxy.ts'
import { withoutValkey } from '../servers/valkey.ts'

/** Maximum number of calls in flight. */
const AT_ONCE = 100

describe.skipIf(withoutHaproxy || withoutValkey)('three processes on one Valkey', { timeout: 300_000 }, () => {
  let cluster: Cluster
  let world: Body
  beforeAll(async () => {
    cluster = await startCluster()
    world = await (await fetch(`${cluster.haproxy.url}/_control/worlds/default`)).json()
  }, 300_000)
  afterAll(() => cluster?.stop())

  test('three processes on one Valkey answer 2,000 calls, directly and through HAProxy, with different X-Request-Ids', async () => {
    const places = [...cluster.urls, cluster.haproxy.url]
    const ids: (string | null)[] = []
    const one = async (): Promise<void> => {
      for (let n = sent++; n < 2_000; n = sent++) {
        const answer = await fetch(`${places[n % places.length]}/3.0/ping`, {
          headers: { authorization: `Bearer ${world.api_key}` },
        })
        expect(answer.status).toBe(200)
        await answer.text()
        ids.push(answer.headers.get('x-request-id'))
      }
    }
    let sent = 0
    await Promise.all(Array.from({ length: AT_ONCE }, one))
    expect(ids).toHaveLength(2_000)
    expect(new Set(ids).size).toBe(2_000)
  })

  test('three processes on one Valkey each show a sign-in page at the same time, and all of them can be approved', async () => {
    const settings = JSON.stringify({ oauth: { approve: 'page' } })
    const changed = await fetch(`${cluster.haproxy.url}/_control/settings`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: settings,
    })
    expect(changed.status).toBe(200)
    const { client_id, redirect_uri } = world.oauth
    const asked = new URLSearchParams({ response_type: 'code', client_id, redirect_uri })
    const pages = await Promise.all(
      cluster.urls.map(async (url) => {
        const page = await fetch(`${url}/oauth2/authorize?${asked}`)
        return { url, status: page.status, headers: page.headers, text: await page.text(), to: undefined }
      }),
    )
    const codes = await Promise.all(
      pages.map(async (page) => {
        const body = new URLSearchParams({ ...fieldsOf(page), decision: 'approve' })
        const { status, headers } = await fetch(`${page.url}/oauth2/authorize`, { method: 'POST', redirect: 'manual', body })
        expect(status).toBe(302)
        return new URL(headers.get('location') ?? '').searchParams.get('code')
      }),
    )
    expect(new Set(codes).size).toBe(cluster.urls.length)
  })
})
