import http from 'node:http'
import https from 'node:https'
import { http as mocked, HttpResponse } from 'msw/http'
import { setupServer } from 'msw/node'
import { fetch as fetchByUndici, request } from 'undici'
import { describe, expect, test } from 'vitest'
import { dispatcherFor } from '../../src/kit/intercept/index.ts'
import { HOST, LISTS, send, WAYS } from './intercepted.ts'
import { localServer } from './local-server.ts'

/** MSW 3 needs Node 22: it is imported on older ones, but its first answer calls `Promise.withResolvers`. */
const withoutMsw = !('withResolvers' in Promise)

const MOCKED = 'https://mocked.test/greeting'

function listen() {
  const mock = setupServer(
    mocked.get(MOCKED, () => HttpResponse.text('from MSW')),
    mocked.post(MOCKED, async ({ request: asked }) => HttpResponse.text(`from MSW: ${await asked.text()}`)),
  )
  mock.listen({ onUnhandledFrame: 'bypass' })
  return mock
}

const platform = () => [http.request, http.get, http.ClientRequest, https.request, https.get, globalThis.fetch]

describe.skipIf(withoutMsw)('an interception together with MSW 3', () => {
  const cases = Object.entries(WAYS).flatMap(([way, begin]) => ['before', 'after'].map((when) => ({ way, begin, when })))

  test.each(cases)('$way, MSW started $when: each answers its own calls, others go out', async ({ begin, when }) => {
    await using other = await localServer((asked, response) => asked.resume().on('end', () => response.end('from another')))
    const before = platform()
    const early = when === 'before' ? listen() : undefined
    const made = await begin()
    const mock = early ?? listen()

    const { headers } = made
    const body = JSON.stringify({ email_address: 'both@acme.test', status: 'subscribed' })
    expect(await (await fetch(LISTS, { headers })).json()).toMatchObject({ total_items: 3 })
    expect((await send(`${LISTS}/cccccccccc/members`, { method: 'POST', headers, body })).status).toBe(200)
    const again = await fetch(`${LISTS}/cccccccccc/members`, { method: 'POST', headers, body })
    expect(await again.json()).toMatchObject({ title: 'Member Exists' })
    expect(await (await fetch(MOCKED)).text()).toBe('from MSW')
    expect((await send(MOCKED, { method: 'POST', body: 'hello' })).text).toBe('from MSW: hello')
    expect([await (await fetch(other.url)).text(), (await send(other.url)).text]).toEqual(['from another', 'from another'])

    // Started last, so stopped first.
    if (early) await made.close()
    mock.close()
    if (!early) await made.close()
    expect(platform().map((each, at) => each === before[at])).toEqual(before.map(() => true))
  })

  test('a dispatcher of undici routes its calls while MSW listens', async () => {
    await using made = await WAYS['over a socket']()
    const mock = listen()
    const dispatcher = await dispatcherFor(made.server, { host: HOST })
    const { body } = await request(LISTS, { dispatcher, headers: made.headers })
    const fetched = await fetchByUndici(LISTS, { dispatcher, headers: made.headers })
    expect([await body.json(), await fetched.json()]).toMatchObject([{ total_items: 3 }, { total_items: 3 }])
    await dispatcher.close()
    mock.close()
  })
})
