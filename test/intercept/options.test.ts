import { describe, expect, test } from 'vitest'
import { intercept, type InterceptOptions } from '../../src/kit/intercept/index.ts'
import { isThisMachine, hostMatcher } from '../../src/kit/intercept/hosts.ts'
import { parseNodeCall } from '../../src/kit/intercept/node-call.ts'

describe('the hosts of an interception', () => {
  test.each([
    ['api.example.com', 'https://us1.api.example.com', true],
    ['api.example.com', 'https://api.example.com', true],
    ['API.example.com', 'https://US1.api.EXAMPLE.com', true],
    ['api.example.com', 'https://badapi.example.com', false],
    ['api.example.com', 'https://api.example.com.evil.test', false],
    ['api.example.com:8443', 'https://api.example.com:8443', true],
    ['api.example.com:8443', 'https://api.example.com', false],
    ['api.example.com:443', 'https://api.example.com', true],
    ['*.api.example.com', 'https://us1.api.example.com', true],
    ['*.api.example.com', 'https://api.example.com', false],
    ['https://*.api.example.com', 'https://us1.api.example.com:8443', true],
    ['https://api.example.com', 'http://api.example.com', false],
    ['http://api.example.com:8080', 'http://api.example.com:8080', true],
    [/^us\d\.example/g, 'https://us1.example.com', true],
    [/^us\d\.example/g, 'https://eu1.example.com', false],
    [({ hostname }: URL) => hostname.startsWith('eu'), 'https://eu1.example.com', true],
    [['one.test', /two/], 'https://two.test', true],
    // The dot at the end marks a fully qualified name.
    ['api.example.com', 'https://us1.api.example.com./3.0', true],
    [/^us1\.example\.com$/, 'https://us1.example.com.', true],
  ] as const)('the hosts %s match the URL %s: %s', (hosts, url, matches) => {
    const isHost = hostMatcher(hosts, 'host')
    expect([isHost(new URL(url)), isHost(new URL(url))]).toEqual([matches, matches])
  })

  test.each([
    ['http://127.0.0.1', true],
    ['http://127.9.9.9:80', true],
    ['http://localhost:3000', true],
    ['http://app.localhost', true],
    ['http://localhost.', true],
    ['http://[::1]:80', true],
    ['http://[::ffff:127.0.0.1]', true],
    ['http://0.0.0.0:3000', true],
    ['http://2130706433', true],
    ['http://10.0.0.1', false],
    ['http://localhost.example.com', false],
    ['http://[fe80::1]', false],
  ])('the URL %s addresses this machine: %s', (url, is) => {
    expect(isThisMachine(new URL(url))).toBe(is)
  })
})

describe('invalid options of an interception are rejected with a hint', () => {
  test.each([
    [{}, '`host` is missing'],
    [{ host: 'https://us1.api.example.com/3.0' }, "Give it without a path, as in 'api.example.com'"],
    [{ host: 'api.*.example.com' }, '`host` got "api.*.example.com"'],
    [{ host: null }, '`host` got null'],
    [{ host: [5] }, '`host` got 5'],
    [{ host: [] }, '`host` is an empty list'],
    [{ host: 'one.test', allow: 'ftp://two.test' }, '`allow` got "ftp://two.test"'],
    [{ host: 'one.test', unknown: 'block' }, "`unknown` is 'pass' or 'refuse', not \"block\"."],
    [{ host: 'one.test', paths: ['3.0'] }, "use '/3.0' among `paths`"],
  ])('the options %j of an interception are rejected with a hint', async (options, message) => {
    await expect(intercept('http://127.0.0.1:4030', options as InterceptOptions)).rejects.toThrow(message)
  })

  test('invalid targets of an interception are rejected with a hint', async () => {
    await expect(intercept('127.0.0.1:4030', { host: 'one.test' })).rejects.toThrow('Use "http://127.0.0.1:4030"')
  })
})

describe('the arguments of a node:http call', () => {
  test.each([
    [['http://one.test/a?b']],
    [[new URL('http://one.test/a?b')]],
    [['http://two.test/', { hostname: 'one.test', path: '/a?b' }]],
    [[{ host: 'one.test', path: '/a?b' }, () => {}]],
    [[{ hostname: 'one.test', host: 'ignored:80', path: '/a?b', port: 80 }]],
    [[{ protocol: 'http:', host: 'proxy.test', path: 'http://one.test/a?b' }]],
    [[{ href: 'http://one.test/a?b', protocol: 'http:' }]],
    [[{ host: 'one.test', path: 'a?b' }], 'a?b'],
  ])('the arguments %j of a node:http call address http://one.test/a?b', (args, path = '/a?b') => {
    expect(parseNodeCall('http:', args)).toMatchObject({ url: { href: 'http://one.test/a?b' }, path })
  })

  test.each([[['no url']], [[{ socketPath: '/a.sock' }]], [[{ host: 'a b' }]]])(
    'the arguments %j of a node:http call are left to Node',
    (args) => {
      expect(parseNodeCall('http:', args)).toBeUndefined()
    },
  )

  test.each([
    [{ host: 'proxy.test', method: 'CONNECT', path: 'one.test:443' }, 'https://one.test/'],
    [{ host: 'proxy.test', method: 'connect', path: 'one.test:8443' }, 'https://one.test:8443/'],
    [{ host: 'one.test', method: 'OPTIONS', path: '*' }, 'http://one.test/*'],
    [{ host: 'one.test', path: 'two.test:443' }, 'http://one.test/two.test:443'],
  ])('the arguments %j of a node:http call address %s', (options, href) => {
    expect(parseNodeCall('http:', [options])).toMatchObject({ url: { href }, path: options.path })
  })

  test('a node:http call without a host addresses this machine', () => {
    expect(parseNodeCall('http:', [])?.url.href).toBe('http://localhost/')
    expect(parseNodeCall('https:', [{ hostname: '::1', port: 8443 }])?.url.href).toBe('https://[::1]:8443/')
  })
})
