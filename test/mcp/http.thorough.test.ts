import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { Hono } from 'hono/quick'
import { makeHttpCall, type NodeBindings } from '../../src/server/http/request.ts'
import { createDouble } from '../../src/index.ts'
import { serveOverHttp } from '../../src/kit/mcp/http.ts'
import { loadSdk } from '../../src/kit/mcp/sdk.ts'
import { AssistantsEndpoint } from '../../src/kit/double/assistants.ts'
import { fetchInProcess } from '../../src/kit/double/in-process.ts'
import { startServer } from '../../src/kit/double/start.ts'
import { mock } from '../mock.ts'
import { assistantOver, journey } from './journey.ts'

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
}

/** A message to the endpoint of a double without a socket. */
async function send({
  controlToken,
  method = 'POST',
  path = '/_mcp',
  headers = {},
  body = JSON.stringify(INITIALIZE),
}: {
  controlToken?: string
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string
} = {}) {
  const double = await createDouble({ scenario: 'empty', ...(controlToken === undefined ? {} : { controlToken }) })
  onTestFinished(() => double.stop())
  const response = await double.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    ...(method === 'POST' ? { body } : {}),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, problem: text.startsWith('{') ? JSON.parse(text) : {} }
}

test.each([
  ['of 2025', {}],
  ['of 2026', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
] as const)('the tools for assistants at /_mcp serve a client of the SDK that speaks the protocol %s', async (_, options) => {
  const server = await startServer({ scenario: 'starter' })
  onTestFinished(() => server.stop())
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/_mcp`))
  const assistant = await assistantOver(transport, options)
  await journey(assistant)
  await assistant.client.close()
  // There are no sessions: a later connection may change the worlds that an earlier one made.
  const later = await assistantOver(new StreamableHTTPClientTransport(new URL(`${server.url}/_mcp`)), options)
  expect(await later.call('advance_clock', { world: 'checkout', by: 'PT1H' })).toContain('to 2026-01-15T11:00:00.000Z')
  await later.client.close()
})

test('the tools for assistants at /_mcp require the control token if one is set, and use it for their own calls', async () => {
  expect((await send({ controlToken: 'secret' })).problem).toMatchObject({ status: 401, title: 'Unauthorized' })
  const double = await createDouble({ controlToken: 'secret' })
  onTestFinished(() => double.stop())
  const transport = new StreamableHTTPClientTransport(new URL(`${double.url}/_mcp`), {
    fetch: double.fetch,
    requestInit: { headers: { authorization: 'Bearer secret' } },
  })
  const { client, call } = await assistantOver(transport)
  expect(await call('list_worlds')).toContain('has 1 world.')
  await client.close()
})

test('the tools for assistants at /_mcp work below the path of a proxy that --public-url names', async () => {
  const double = await createDouble({ publicUrl: 'https://proxy.example/double' })
  onTestFinished(() => double.stop())
  const proxied = (url: string | URL, init?: RequestInit) =>
    double.fetch(new URL(new URL(url).pathname.replace('/double', ''), url), init)
  const transport = new StreamableHTTPClientTransport(new URL('https://proxy.example/double/_mcp'), { fetch: proxied })
  const { client, call } = await assistantOver(transport)
  expect(await call('list_worlds')).toContain('The server at https://proxy.example/double has 1 world.')
  await client.close()
})

test.each([
  [
    'a page of another origin',
    { headers: { origin: 'https://evil.example' } },
    403,
    'does not accept calls from pages of other origins',
  ],
  [
    'a page of another site',
    { headers: { 'sec-fetch-site': 'cross-site' } },
    403,
    'does not accept calls from pages of other sites',
  ],
  ['an unknown host', { headers: { host: 'evil.example' } }, 403, 'This server is not known as evil.example.'],
  ['a form', { headers: { 'content-type': 'text/plain' } }, 415, 'reads only application/json here'],
  ['broken JSON', { body: '{"jsonrpc":' }, 400, 'The body is not JSON'],
  ['JSON that is nested too deep', { body: `{"a":${'['.repeat(70)}${']'.repeat(70)}}` }, 400, 'nested deeper than 64 levels'],
  ['GET, which would open a stream', { method: 'GET' }, 405, 'There are no sessions'],
  ['DELETE, which would end a session', { method: 'DELETE' }, 405, 'There are no sessions'],
  ['a path below', { path: '/_mcp/tools' }, 404, 'Assistants connect to /_mcp itself.'],
] as const)(
  'the tools for assistants at /_mcp answer %s with a problem that says what would be right',
  async (_, given, status, detail) => {
    const { problem, headers } = await send(given)
    expect(problem).toMatchObject({ status, detail: expect.stringContaining(detail) })
    expect(headers.get('allow')).toBe(status === 405 ? 'POST' : null)
  },
)

test('the tools for assistants at /_mcp answer 501 with the command that installs the missing package, and work once it is installed', async () => {
  const { context, app, ready } = mock()
  await ready
  let isInstalled = false
  const missing = Object.assign(new Error("Cannot find package '@modelcontextprotocol/server'"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
  const load: typeof serveOverHttp = async (given) => {
    await loadSdk(isInstalled ? undefined : () => Promise.reject(missing))
    return serveOverHttp(given)
  }
  const access = { hosts: [], origins: [], allowedOrigins: [], token: undefined }
  const endpoint = new AssistantsEndpoint(context, access, fetchInProcess(app, context.publicUrl), load)
  const served = new Hono<{ Bindings: NodeBindings }>().post('/_mcp', (each) => endpoint.handle(makeHttpCall(each), ''))
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const ask = () => served.request('/_mcp', { method: 'POST', headers, body: JSON.stringify(INITIALIZE) })
  const refused = await ask()
  expect([refused.status, refused.headers.get('content-type')]).toEqual([501, 'application/problem+json; charset=utf-8'])
  expect(await refused.text()).toContain('npm install --save-dev @modelcontextprotocol/server@2')
  isInstalled = true
  expect(await (await ask()).text()).toContain('"serverInfo":{"name":"maildouble"')
})

test('the tools for assistants at /_mcp answer JSON that is no message with an error of JSON-RPC', async () => {
  expect((await send({ body: '{}' })).problem.error).toMatchObject({ code: expect.any(Number), message: expect.any(String) })
})

test('the tools for assistants at /_mcp change a world that no tool made only if its setting allows changes', async () => {
  const double = await createDouble({ scenario: 'starter', settings: { assistants: 'change' } })
  onTestFinished(() => double.stop())
  const transport = new StreamableHTTPClientTransport(new URL(`${double.url}/_mcp`), { fetch: double.fetch })
  const { client, call } = await assistantOver(transport)
  expect(await call('advance_clock', { by: 'PT1H' })).toContain('The clock of the world default moved')
  const settings = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"assistants":"read"}' }
  await double.fetch('/_control/settings', settings)
  expect(await call('advance_clock', { by: 'PT1H' })).toContain('with its setting assistants: "change".')
  await client.close()
})
