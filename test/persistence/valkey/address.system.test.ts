import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { StoreError } from '../../../src/server/persistence/store.ts'
import { readAddress } from '../../../src/server/persistence/valkey/address.ts'
import { loadLibrary } from '../../../src/server/persistence/valkey/link.ts'
import { openValkeyStore } from '../../../src/server/persistence/valkey/valkey-store.ts'
import { freePort } from '../../servers/free-port.ts'
import { startValkey, type ValkeyServer, withoutValkey } from '../../servers/valkey.ts'
import { writeRecords } from '../change.ts'

describe('the URL of a Valkey or Redis server', () => {
  test.each([
    ['redis://host', { host: 'host', port: 6379, isTls: false, database: 0, shown: 'redis://host:6379/0' }],
    ['valkey://host:7000/3', { host: 'host', port: 7000, isTls: false, database: 3, shown: 'valkey://host:7000/3' }],
    ['rediss://host/', { port: 6379, isTls: true, database: 0, shown: 'rediss://host:6379/0' }],
    ['valkeys://[::1]:1', { host: '::1', port: 1, isTls: true, shown: 'valkeys://[::1]:1/0' }],
    ['redis://me:p%40ss@host', { username: 'me', password: 'p@ss', shown: 'redis://me@host:6379/0' }],
    ['redis://:secret@host', { username: undefined, password: 'secret', shown: 'redis://host:6379/0' }],
  ])('the URL %s of a Valkey or Redis server is accepted', (text, expected) => {
    expect(readAddress(text)).toMatchObject(expected)
  })

  test.each([
    ['host:6379', 'is not the address of a Valkey or Redis'],
    ['http://host', 'is not the address of a Valkey or Redis'],
    ['redis://', 'names no host'],
    ['redis://:secret@host:port', 'is not the address of a Valkey or Redis'],
    ['redis://:secret@host/zero', 'ends with something other than a database number'],
    ['redis://me@host', 'has a user but no password'],
    ['redis://:secret@host/1/2', 'ends with something other than a database number'],
    ['redis://:secret@host/0?timeout=1', 'has something after the database number'],
    ['redis://:secret%@host', 'has a percent sign in its user or password that is not escaped as %25'],
    ['redis://:sec@ret/@host', 'ends with something other than a database number'],
  ])('the URL of a Valkey or Redis server is rejected as %s, without its password in the error', (text, why) => {
    expect(() => readAddress(text)).toThrow(StoreError)
    expect(() => readAddress(text)).toThrow(why)
    expect(() => readAddress(text)).not.toThrow(/sec/)
  })

  test('the URL of a Valkey or Redis server requires the client library, and the error says how to install it', async () => {
    const loading = loadLibrary(() => Promise.reject(new Error("Cannot find package '@redis/client'")))
    await expect(loading).rejects.toThrow('npm install @redis/client')
  })
})

describe('a store that is unusable at startup', () => {
  test('a store without a listening server is reported at startup', async () => {
    const port = await freePort()
    await expect(openValkeyStore(`redis://:secret@127.0.0.1:${port}`)).rejects.toThrow(
      `The store redis://127.0.0.1:${port}/0 cannot be used: no server listens there (connect ECONNREFUSED`,
    )
  })

  test('a store with an unknown host is reported at startup', async () => {
    await expect(openValkeyStore('redis://nowhere.invalid')).rejects.toThrow(
      'The store redis://nowhere.invalid:6379/0 cannot be used: the host does not exist',
    )
  })

  test.each([
    ['speaks HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'neither a Valkey nor a Redis'],
    ['speaks SMTP', '220 mail.example ESMTP\r\n', 'neither a Valkey nor a Redis'],
    ['closes the connection', undefined, 'If the server requires TLS, the address must begin with rediss:// or valkeys://.'],
  ])('a store is rejected at startup if the server %s', async (_what, answer, why) => {
    const port = await listen((socket) => {
      if (answer === undefined) socket.destroy()
      else socket.write(answer)
    })
    await expect(openValkeyStore(`redis://127.0.0.1:${port}`)).rejects.toThrow(why)
  })

  test('a store whose server does not respond is given up at startup, with or without TLS', async () => {
    const port = await listen(() => {})
    const openings = ['redis', 'rediss'].map((scheme) => openValkeyStore(`${scheme}://127.0.0.1:${port}`))
    const [plain, tls] = await Promise.allSettled(openings)
    expect(plain).toMatchObject({
      reason: { message: expect.stringContaining('the server does not answer (Connection timeout).') },
    })
    expect(tls).toMatchObject({
      reason: { message: expect.stringContaining('The server may not use TLS.') },
    })
  })

  describe.skipIf(withoutValkey)('with a server', () => {
    let valkey: ValkeyServer

    beforeAll(async () => {
      valkey = await startValkey({ options: ['--requirepass', 'p@ss', '--databases', '4'] })
    })
    afterAll(() => valkey.stop())

    test('a store that requires a password is reported at startup', async () => {
      await expect(openValkeyStore(`redis://127.0.0.1:${valkey.port}`)).rejects.toThrow('the server requires a password')
    })

    test('a wrong password of a store is reported at startup without repeating it', async () => {
      const opening = openValkeyStore(`redis://:secret@127.0.0.1:${valkey.port}`)
      await expect(opening).rejects.toThrow('the server rejects the user or the password')
      await expect(opening).rejects.not.toThrow('secret')
    })

    test('an unknown database of a store is reported at startup', async () => {
      await expect(openValkeyStore(`redis://:p%40ss@127.0.0.1:${valkey.port}/4`)).rejects.toThrow(/DB index is out of range/)
    })

    test('a store works with the right password, with each database as a separate store', async () => {
      const stores = await Promise.all(
        [`valkey://:p%40ss@127.0.0.1:${valkey.port}`, `redis://default:p%40ss@127.0.0.1:${valkey.port}/3`].map((url) =>
          openValkeyStore(url),
        ),
      )
      await Promise.all(stores.map((store, n) => writeRecords(store, `world-${n}`)))
      expect(await Promise.all(stores.map((store) => store.ids()))).toEqual([['world-0'], ['world-1']])
      await Promise.all(stores.map((store) => store.close()))
    })
  })

  test.skipIf(withoutValkey)('a Valkey cluster is rejected at startup as a store', async () => {
    const valkey = await startValkey({ options: ['--cluster-enabled', 'yes'] })
    onTestFinished(() => valkey.stop())
    await expect(openValkeyStore(valkey.url)).rejects.toThrow('it is a node of a cluster, and maildouble needs a single server')
  })
})

/** A server that runs the given handler on each connection until the test ends; returns its port. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const port = await freePort()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return port
}
