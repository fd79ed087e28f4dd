import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { Egress } from '../../src/server/outbound/egress.ts'

const NOT_HERE = expect.stringContaining('is not allowed by --allow-egress')
const OWN = 'This server itself listens on that address.'

const refusal = (egress: Egress, url: string) => egress.refusalOf(new URL(url))

describe('without allowed targets', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.9.9.9:8080/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'https://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    // A name is judged by its addresses.
    'http://hooks.example.com/',
  ])('a webhook may call %s without allowed targets', (url) => expect(refusal(new Egress(), url)).toBeUndefined())

  test.each([
    'http://0.0.0.0/',
    'http://0/',
    'http://[::]/',
    'http://[::ffff:0.0.0.0]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:10.0.0.1]/',
    'http://[fe80::1]/',
    'https://93.184.216.34/',
    'http://167772161/',
  ])('a webhook may not call %s without allowed targets', (url) => expect(refusal(new Egress(), url)).toEqual(NOT_HERE))

  test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'data:text/plain,x'])(
    'the target %s of a webhook is neither http nor https',
    (url) => expect(refusal(new Egress(), url)).toContain('neither http nor https'),
  )
})

test('an address that a name resolves to has to be of this machine, unless the name is allowed', () => {
  const egress = new Egress(['Hooks.Example.com'])
  expect(egress.refusalOfAddress('127.0.0.1', 80, 'localhost')).toBeUndefined()
  expect(egress.refusalOfAddress('93.184.216.34', 80, 'example.com')).toEqual(NOT_HERE)
  expect(egress.refusalOfAddress('93.184.216.34', 80, 'hooks.example.com')).toBeUndefined()
  expect(egress.refusalOfAddress('fe80::1%eth0', 80, 'example.com')).toEqual(NOT_HERE)
})

describe('an allow list of targets', () => {
  const egress = new Egress([' 10.1.0.0/16', '192.0.2.7', '2001:db8::/32', '::ffff:198.51.100.1'])

  test.each(['http://10.1.2.3/', 'http://[::ffff:10.1.2.3]/', 'http://192.0.2.7/', 'http://[2001:db8::1]/'])(
    'an allow list of address ranges admits %s',
    (url) => expect(refusal(egress, url)).toBeUndefined(),
  )

  test.each(['http://10.2.0.1/', 'http://192.0.2.8/', 'http://[2001:db9::1]/'])(
    'an allow list of address ranges does not admit %s',
    (url) => expect(refusal(egress, url)).toEqual(NOT_HERE),
  )

  test.each(['http://x', '10.0.0.0/33', '10.0.0.0/x', '::/129', 'a b', '', '-x', 'x/8'])(
    'the target "%s" of an allow list is rejected',
    (target) =>
      expect(() => new Egress([target])).toThrow('is not a host name, an address or an address range such as 10.1.0.0/16'),
  )
})

describe("the server's own address", () => {
  test.each([
    ['127.0.0.1', 'http://127.0.0.1:4030/', true],
    ['127.0.0.1', 'http://2130706433:4030/', true],
    ['127.0.0.1', 'http://[::ffff:127.0.0.1]:4030/', true],
    ['127.0.0.1', 'http://127.0.0.1:4031/', false],
    ['127.0.0.1', 'http://127.0.0.2:4030/', false],
    ['127.0.0.1', 'http://[::1]:4030/', false],
    ['0.0.0.0', 'http://127.0.0.2:4030/', true],
    ['::', 'http://127.0.0.1:4030/', true],
    ['::', 'http://[::1]:4030/', true],
    ['::1', 'http://[::1]:4030/', true],
  ])('the own address of a server listening on %s includes %s: %s', (address, url, isMet) => {
    const egress = new Egress()
    egress.addOwnAddress({ address, port: 4030 })
    expect(refusal(egress, url)).toBe(isMet ? OWN : undefined)
  })

  test("the server's own address is every address of this machine and the unspecified ones, even if all targets are allowed", () => {
    const everywhere = new Egress(['0.0.0.0/0', '::/0'])
    everywhere.addOwnAddress({ address: '0.0.0.0', port: 4030 })
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    for (const { address } of own) expect(everywhere.refusalOfAddress(address, 4030)).toBe(OWN)
    expect(refusal(everywhere, 'http://0.0.0.0:4030/')).toBe(OWN)
    expect(refusal(everywhere, 'http://[::]:4030/')).toBe(OWN)
    expect(refusal(everywhere, 'http://93.184.216.34:4030/')).toBeUndefined()
  })

  test.each(['http://127.0.0.1/', 'http://127.0.0.1:0/', 'http://127.0.0.1:80/'])(
    "the server's own address on port 80 includes %s",
    (url) => {
      const egress = new Egress()
      egress.addOwnAddress({ address: '127.0.0.1', port: 80 })
      expect(refusal(egress, url)).toBe(OWN)
    },
  )

  test("the server's own address includes a name that resolves to it, even an allowed one", () => {
    const egress = new Egress(['mail.test'])
    egress.addOwnAddress({ address: '127.0.0.1', port: 4030 })
    expect(egress.refusalOfAddress('127.0.0.1', 4030, 'mail.test')).toBe(OWN)
  })
})
