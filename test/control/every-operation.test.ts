import { beforeEach, expect, test } from 'vitest'
import type { Route } from '../../src/kernel/contract/route.ts'
import { routes } from '../../src/kernel/contract/control.ts'
import { mock } from '../mock.ts'

/** A world in which the first of everything has the id 1. */
const { call, handle } = await worldWithFirsts()
const start = handle().world
beforeEach(() => {
  handle().world = start
})

async function worldWithFirsts() {
  const double = mock({ scenario: 'starter', settings: { webhooks: { mode: 'record' } } })
  const lines: readonly (readonly [string, object])[] = [
    ['POST /_control/snapshots', { name: '1' }],
    ['POST /3.0/lists/aaaaaaaaaa/webhooks', { url: 'http://127.0.0.1:9/hook' }],
    ['POST /3.0/verified-domains', { verification_email: 'owner@acme.test' }],
    ['POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] }],
    ['POST /_control/faults', { effect: { latency: 1 }, when: { nth: 9 } }],
    ['POST /_control/delivery-faults', { effect: 'drop', when: { nth: 9 } }],
  ]
  for (const [line, body] of lines) expect((await double.call(line, body)).status).toBeLessThan(300)
  for (const kind of ['deliveries', 'emails', 'jobs', 'faults', 'delivery-faults'])
    expect((await double.call(`GET /_control/${kind}/1`)).status, kind).toBe(200)
  return double
}

/** Bodies that operations accept, where they need one. */
const BODIES: { readonly [id: string]: object } = {
  createDeliveryFault: { effect: 'drop' },
  createFault: { effect: { latency: 1 } },
  runTrigger: { trigger: 'account.disable' },
  takeSnapshot: { name: 'a' },
}

const named = (some: readonly Route[]) => some.map((route) => [route.id, route] as const)
const pathOf = ({ path }: Route, world = 'default', id = '1') =>
  `/_control${path.replace('{world}', world).replaceAll(/\{\w+\}/g, id)}`
const run = (route: Route, path: string) =>
  call(`${route.method} ${path}`, route.body === 'none' ? undefined : (BODIES[route.id] ?? {}))

test.each(named(routes.filter(({ path }) => path.includes('{world}'))))(
  '%s answers 404 for an unknown world',
  async (_, route) => {
    const { status, body } = await run(route, pathOf(route, 'nope'))
    expect([status, body.detail]).toEqual([404, 'There is no world nope. There are: default.'])
  },
)

/** Ids that nothing has, among them other ways to write 1. */
const UNKNOWN = ['missing', 'x', '99', '-1', '0x1', '1.0', '1e400', '__proto__']

/** What an answer about an unknown id says. Names have a test of their own, since the answer lists them. */
function unknown({ path }: Route, id: string): unknown {
  const [, kind = ''] = /\{world\}\/([\w-]+)/.exec(path) ?? []
  const noun = { deliveries: 'delivery', emails: 'email', jobs: 'pending job', requests: 'request' }[kind]
  if (noun !== undefined) return `There is no ${noun} ${id} (any more). GET .../${kind} lists them.`
  if (kind.endsWith('faults')) return `There is no ${kind.replace('-', ' ').slice(0, -1)} ${id}. GET .../${kind} lists them.`
  return expect.stringContaining(id)
}

test.each(named(routes.filter(({ path }) => /\{(?!world)/.test(path))))(
  '%s answers 404 for an unknown id, and changes nothing',
  async (_, route) => {
    for (const id of UNKNOWN) {
      const { status, body } = await run(route, pathOf(route, 'default', id))
      expect([id, status, body.detail]).toEqual([id, 404, unknown(route, id)])
    }
    expect(handle().world).toBe(start)
  },
)

test.each(named(routes))('%s answers 422 for a query parameter that it does not have', async (_, route) => {
  const { status, body } = await run(route, `${pathOf(route)}?colour=red`)
  expect([status, body.detail]).toEqual([422, expect.stringContaining('There is no query parameter colour here.')])
  expect(handle().world).toBe(start)
})

test.each([...new Set(routes.map(({ path }) => path))])('%s answers other methods than its own with 405', async (path) => {
  const own = routes.filter((route) => route.path === path)
  const methods = own.map(({ method }) => method)
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    if (methods.includes(method)) continue
    const { status, headers } = await call(`${method} ${pathOf(own[0] as Route)}`, method === 'GET' ? undefined : {})
    expect([method, status, new Set(headers.get('allow')?.split(', '))]).toEqual([method, 405, new Set(methods)])
  }
})

const WRONG = { integer: ['x', '-1'], instant: ['soon'] } as const
const checked = routes.flatMap((route) =>
  route.query.flatMap(({ name, kind, accepted }) => {
    const values = accepted ? ['nonsense'] : kind === 'integer' || kind === 'instant' ? WRONG[kind] : []
    return values.map((value) => [route.id, `${name}=${value}`, route] as const)
  }),
)

test.each(checked)('%s answers 422 for %s', async (_, query, route) => {
  expect((await run(route, `${pathOf(route)}?${query}`)).status).toBe(422)
})
