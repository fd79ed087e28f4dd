import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliver } from '../../src/server/outbound/deliver.ts'
import type { DeliveryOutcome } from '../../src/server/outbound/hand-over.ts'
import { Egress } from '../../src/server/outbound/egress.ts'
import { makeWebhookRequest } from '../../src/service/rules/deliveries/webhook-request.ts'
import { receiving } from '../outbound/delivery-world.ts'

/** A fake network: each lookup of a name returns its next address, and its last one from then on. */
const names = new Map<string, string[][]>()

const { lookup } = dns

function lookUp(name: string, ...others: unknown[]): void {
  const found = others.at(-1)
  if (!name.toLowerCase().endsWith('.test')) return Reflect.apply(lookup, dns, [name, ...others])
  if (typeof found !== 'function') throw new Error('Nobody waits for the address.')
  const answers = names.get(name)
  const addresses = (answers && answers.length > 1 ? answers.shift() : answers?.[0]) ?? []
  if (answers)
    return found(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  found(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), [])
}

const lookUpBy = (by: unknown) => {
  Object.assign(dns, { lookup: by })
  syncBuiltinESMExports()
}

beforeAll(() => lookUpBy(lookUp))
afterAll(() => lookUpBy(lookup))
beforeEach(() => names.clear())

const NEVER = new AbortController().signal
const send = (url: string, egress = new Egress(), timeout = 120_000): Promise<DeliveryOutcome> =>
  deliver(makeWebhookRequest({ event: 'subscribe', url, body: 'type=subscribe', secret: '' }, 0, {}), egress, {
    timeout,
    signal: NEVER,
  })
const refused = (address: string) => ({
  error: `${address} is not this machine and is not allowed by --allow-egress.`,
  blocked: true,
})

test.each([
  '10.0.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '0.0.0.0',
  '93.184.216.34',
  '::',
  'fe80::1',
  'fc00::1',
  '::ffff:10.0.0.1',
])('a host name that resolves to %s is blocked', async (address) => {
  names.set('hooks.test', [[address]])
  expect(await send('http://hooks.test/')).toEqual(refused(address))
  expect(await send('https://hooks.test/')).toEqual(refused(address))
})

test('a host name that resolves to this machine is called', async () => {
  const { port, received } = await receiving()
  names.set('hooks.test', [['127.0.0.1']])
  expect(await send(`http://hooks.test:${port}/`)).toMatchObject({ response: { status: 200 } })
  expect(received[0]?.headers.host).toBe(`hooks.test:${port}`)
})

test('a host name that resolves to this machine and to another one is blocked', async () => {
  const { port, received } = await receiving()
  names.set('hooks.test', [['127.0.0.1', '10.0.0.1']])
  expect(await send(`http://hooks.test:${port}/`)).toEqual(refused('10.0.0.1'))
  expect(received).toEqual([])
})

test('a host name is resolved again each time, so that a later change of its address is blocked', async () => {
  const { port, received } = await receiving()
  names.set('hooks.test', [['127.0.0.1'], ['10.0.0.1']])
  expect(await send(`http://hooks.test:${port}/`)).toMatchObject({ response: { status: 200 } })
  expect(await send(`http://hooks.test:${port}/`)).toEqual(refused('10.0.0.1'))
  expect(received).toHaveLength(1)
})

test('a host name that resolves to this server is blocked even if it is allowed', async () => {
  const { port, received } = await receiving()
  const egress = new Egress(['hooks.test'])
  egress.addOwnAddress({ address: '127.0.0.1', port })
  names.set('hooks.test', [['127.0.0.1']])
  expect(await send(`http://hooks.test:${port}/`, egress)).toEqual({
    error: 'This server itself listens on that address.',
    blocked: true,
  })
  expect(received).toEqual([])
})

test('an allowed host name is called whatever it resolves to, and no other name is', async () => {
  const { port } = await receiving()
  const egress = new Egress(['hooks.test'])
  // Documentation addresses, where nothing answers.
  names.set('hooks.test', [['192.0.2.1']])
  names.set('other.test', [['192.0.2.1']])
  expect(await send(`http://hooks.test:${port}/`, egress, 50)).not.toHaveProperty('blocked')
  expect(await send(`http://other.test:${port}/`, egress)).toEqual(refused('192.0.2.1'))
})

test('a host name of a webhook is case-insensitive', async () => {
  names.set('hooks.test', [['10.0.0.1']])
  expect(await send('http://HOOKS.test/')).toEqual(refused('10.0.0.1'))
})

test('a host name without an address is blocked', async () => {
  names.set('hooks.test', [[]])
  expect(await send('http://hooks.test/')).toEqual({ error: 'hooks.test has no address.', blocked: true })
})

test('a host name that cannot be resolved is a failed attempt, which is retried', async () => {
  expect(await send('http://nowhere.test/')).toEqual({ error: 'getaddrinfo ENOTFOUND nowhere.test' })
})
