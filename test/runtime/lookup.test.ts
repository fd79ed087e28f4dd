import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliver, type DeliveryOutcome } from '../../src/outbound/deliver.ts'
import { Egress } from '../../src/outbound/egress.ts'
import { webhookRequestOf } from '../../src/resources/deliveries/webhook-request.ts'
import { receiving } from '../outbound/delivery-world.ts'

/** Names of a network that is not there: each look-up of one answers the next of its addresses, and the last from then on. */
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
  deliver(webhookRequestOf({ event: 'subscribe', url, body: 'type=subscribe', secret: '' }, 0), egress, timeout, NEVER)
const refused = (address: string) => ({
  error: `${address} is not this machine, and was not allowed by --allow-egress.`,
  blocked: true,
})

describe('a name', () => {
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
  ])('that resolves to %s is not called', async (address) => {
    names.set('hooks.test', [[address]])
    expect(await send('http://hooks.test/')).toEqual(refused(address))
    expect(await send('https://hooks.test/')).toEqual(refused(address))
  })

  test('that resolves to this machine is called', async () => {
    const { port, received } = await receiving()
    names.set('hooks.test', [['127.0.0.1']])
    expect(await send(`http://hooks.test:${port}/`)).toMatchObject({ response: { status: 200 } })
    expect(received[0]?.headers.host).toBe(`hooks.test:${port}`)
  })

  test('of which one address is this machine and another is not is not called', async () => {
    const { port, received } = await receiving()
    names.set('hooks.test', [['127.0.0.1', '10.0.0.1']])
    expect(await send(`http://hooks.test:${port}/`)).toEqual(refused('10.0.0.1'))
    expect(received).toEqual([])
  })

  test('is judged each time anew: what was this machine before may be another one now', async () => {
    const { port, received } = await receiving()
    names.set('hooks.test', [['127.0.0.1'], ['10.0.0.1']])
    expect(await send(`http://hooks.test:${port}/`)).toMatchObject({ response: { status: 200 } })
    expect(await send(`http://hooks.test:${port}/`)).toEqual(refused('10.0.0.1'))
    expect(received).toHaveLength(1)
  })

  test('that resolves to where this server listens is not called, even if it is allowed', async () => {
    const { port, received } = await receiving()
    const egress = new Egress(['hooks.test'])
    egress.listensAt({ address: '127.0.0.1', port })
    names.set('hooks.test', [['127.0.0.1']])
    expect(await send(`http://hooks.test:${port}/`, egress)).toEqual({
      error: 'This server itself listens there.',
      blocked: true,
    })
    expect(received).toEqual([])
  })

  test('that is allowed is called wherever it leads, and no other is', async () => {
    const { port } = await receiving()
    const egress = new Egress(['hooks.test'])
    // Addresses for documentation: nobody is there.
    names.set('hooks.test', [['192.0.2.1']])
    names.set('other.test', [['192.0.2.1']])
    expect(await send(`http://hooks.test:${port}/`, egress, 50)).not.toHaveProperty('blocked')
    expect(await send(`http://other.test:${port}/`, egress)).toEqual(refused('192.0.2.1'))
  })

  test('is the same in capitals', async () => {
    names.set('hooks.test', [['10.0.0.1']])
    expect(await send('http://HOOKS.test/')).toEqual(refused('10.0.0.1'))
  })

  test('that has no address is not called', async () => {
    names.set('hooks.test', [[]])
    expect(await send('http://hooks.test/')).toEqual({ error: 'hooks.test has no address.', blocked: true })
  })

  test('that nobody knows is a failure, which may pass', async () => {
    expect(await send('http://nowhere.test/')).toEqual({ error: 'getaddrinfo ENOTFOUND nowhere.test' })
  })
})
