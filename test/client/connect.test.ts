import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { connect, MaildoubleError, UnreachableError } from '../../src/kit/client/index.ts'
import { createDouble, startServer } from '../../src/index.ts'
import { targets, thrownBy } from './targets.ts'

const { MAILDOUBLE_URL: url, MAILDOUBLE_CONTROL_TOKEN: token } = process.env

afterEach(() => {
  for (const [name, value] of Object.entries({ MAILDOUBLE_URL: url, MAILDOUBLE_CONTROL_TOKEN: token })) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
})

describe('the address of a server', () => {
  test.each([
    ['http://127.0.0.1:4030', 'http://127.0.0.1:4030'],
    ['http://127.0.0.1:4030/', 'http://127.0.0.1:4030'],
    ['https://ci.example.com/maildouble/', 'https://ci.example.com/maildouble'],
    [new URL('http://[::1]:4030'), 'http://[::1]:4030'],
  ])('a client may be connected to the address %s', (given, address) => expect(connect(given).url).toBe(address))

  test('the address of a server defaults to the usual port', () => {
    delete process.env['MAILDOUBLE_URL']
    expect(connect().url).toBe('http://127.0.0.1:4030')
    process.env['MAILDOUBLE_URL'] = ''
    expect(connect().url).toBe('http://127.0.0.1:4030')
  })

  test('the address of a server is read from the environment, and so is the token', async () => {
    await using server = await startServer({ scenario: 'empty', controlToken: 'secret' })
    process.env['MAILDOUBLE_URL'] = server.url
    expect(await thrownBy(() => connect().health())).toMatchObject({ status: 401 })
    process.env['MAILDOUBLE_CONTROL_TOKEN'] = 'secret'
    expect((await connect().health()).status).toBe('ok')
  })

  test('the address of a server is used with a token unless that is blank', async () => {
    const error = await thrownBy(() => connect({ url: 'http://127.0.0.1:4030', controlToken: '  ' }))
    expect(error).toBeInstanceOf(MaildoubleError)
    expect(error).toMatchObject({ message: expect.stringMatching(/^controlToken is blank\./) })
    process.env['MAILDOUBLE_CONTROL_TOKEN'] = '\t'
    expect(await thrownBy(() => connect())).toMatchObject({
      message: expect.stringMatching(/^MAILDOUBLE_CONTROL_TOKEN is blank\./),
    })
  })

  test.each([
    ['http://127.0.0.1:4030/3.0', 'The client adds /3.0 itself. Use "http://127.0.0.1:4030".'],
    ['http://127.0.0.1:4030/3.0/lists', 'The client adds /3.0 itself. Use "http://127.0.0.1:4030".'],
    ['http://127.0.0.1:4030/_control/', 'The client adds /_control itself. Use "http://127.0.0.1:4030".'],
    ['http://ci/md/_control', 'The client adds /_control itself. Use "http://ci/md".'],
    ['http://ci/_worlds/mine/3.0', 'It is the address of one world: use worlds.get(\'mine\'). Use "http://ci".'],
    ['127.0.0.1:4030', 'It must start with http:// or https://. Use "http://127.0.0.1:4030".'],
    ['localhost:4030', 'It must start with http:// or https://. Use "http://localhost:4030".'],
    ['ftp://ci', 'It must start with http:// or https://. Use "http://127.0.0.1:4030".'],
    ['', 'It must start with http:// or https://. Use "http://127.0.0.1:4030".'],
    ['http://', 'It is not a URL. Use "http://127.0.0.1:4030".'],
    ['http://any:key-dc1@ci', 'It must not contain a key or a password. Use "http://ci".'],
    ['http://ci?world=mine', 'It must end with the path. Use "http://ci".'],
  ])('the address %j of a server is rejected with the address meant', async (given, why) => {
    const error = await thrownBy(() => connect(given))
    expect(error).toBeInstanceOf(MaildoubleError)
    expect(error).toMatchObject({ message: `${JSON.stringify(given)} is not the address of a maildouble. ${why}` })
  })
})

test.each([
  [createDouble({ scenario: 'empty' }), 'a promise: an await is missing'],
  [{ port: 4030 }, '{"port":4030}'],
  [null, 'null'],
])('connect rejects a target without a URL: %#', async (given, what) => {
  expect(await thrownBy(() => connect(given as never))).toMatchObject({
    name: 'MaildoubleError',
    message: `connect() was given ${what}. It takes an address, { url, controlToken }, or what startServer() and createDouble() resolve with.`,
  })
})

test.each([
  ['controltoken', 'Did you mean controlToken?'],
  ['control_token', 'Did you mean controlToken?'],
  ['token', 'There are: url, controlToken, fetch, receiveAt.'],
])('connect refuses the unknown option %s', async (name, hint) => {
  expect(await thrownBy(() => connect({ url: 'http://127.0.0.1:4030', [name]: 'secret' }))).toMatchObject({
    name: 'MaildoubleError',
    message: `connect() has no option "${name}". ${hint}`,
  })
})

describe.each(targets)('connect with a control token, %s', (_, open) => {
  test('a client with a control token reaches the control API and the service', async () => {
    await using target = await open({ controlToken: 'secret' })
    const world = await connect(target).worlds.create({ scenario: 'empty' })
    expect((await world.fetch('/lists')).status).toBe(200)
    const stranger = connect({ ...target, controlToken: 'guessed' })
    expect(await thrownBy(() => stranger.health())).toMatchObject({ name: 'RefusedError', status: 401 })
  })
})

test('the client uses the URL it was connected with, whatever base URL is in responses', async () => {
  await using double = await createDouble({ scenario: 'empty', publicUrl: 'http://double.internal:4030', controlToken: 'secret' })
  const called: string[] = []
  const { worlds } = connect({
    url: 'http://127.0.0.1:4999',
    controlToken: 'secret',
    fetch: (input, init) => {
      called.push(input)
      return double.fetch(new URL(input).pathname, init)
    },
  })
  const world = await worlds.create({ id: 'far', scenario: 'empty' })
  expect(world.baseUrl).toBe('http://double.internal:4030/_worlds/far')
  await world.fetch('/ping')
  await world.fetch(`${world.baseUrl}/schema/3.0/Lists/Collection.json`)
  expect(called).toEqual([
    'http://127.0.0.1:4999/_control/worlds',
    'http://127.0.0.1:4999/_worlds/far/3.0/ping',
    'http://127.0.0.1:4999/_worlds/far/schema/3.0/Lists/Collection.json',
  ])
})

describe('connect to a missing server', () => {
  test('a connection to a missing server reports the URL that was tried and how to start a server', async () => {
    const server = await startServer({ scenario: 'empty' })
    await server.stop()
    const error = await thrownBy(() => connect(server).worlds.create())
    expect(error).toBeInstanceOf(UnreachableError)
    expect(String(error).replaceAll(new URL(server.url).host, '<there>')).toMatchInlineSnapshot(
      `"UnreachableError: No maildouble answers at http://<there> (connect ECONNREFUSED <there>). Start one with \`npx maildouble serve\`, or give its address with connect(url), or with MAILDOUBLE_URL in the environment."`,
    )
    expect((error as Error).cause).toMatchObject({ message: 'fetch failed' })
  })

  const strange = async (answer: (server: Server) => void) => {
    const server = createServer()
    answer(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const error = await thrownBy(() => connect(address).health())
    server.close()
    return String(error).replaceAll(address, '<there>')
  }

  test.each([200, 404])('a connection to another kind of server that answers %i is reported', async (status) => {
    const answer = '<!doctype html>\n<title>Something else</title>'
    expect(await strange((server) => server.on('request', (_, response) => response.writeHead(status).end(answer)))).toBe(
      `UnreachableError: What answers at <there> is not a maildouble, or a proxy answers instead: it answered ${status}, <!doctype html> <title>Something else</title>`,
    )
  })

  test('connect says that a server does not use TLS', async () => {
    await using server = await startServer({ scenario: 'empty' })
    const error = await thrownBy(() => connect(server.url.replace('http:', 'https:')).health())
    expect(String(error)).toContain('(it does not use TLS: begin the address with http://).')
  })

  test('connect waits longer than the timeout of `fetch` if asked to', async () => {
    const cause = Object.assign(new Error('Headers Timeout Error'), { code: 'UND_ERR_HEADERS_TIMEOUT' })
    const slow = connect({ url: 'http://ci', fetch: () => Promise.reject(new TypeError('fetch failed', { cause })) })
    expect(await thrownBy(() => slow.health())).toMatchObject({
      name: 'UnreachableError',
      message: expect.stringMatching(/^The maildouble at http:\/\/ci did not answer within five minutes/),
    })
  })

  test('connect fails if the server disconnects in the middle of a response', async () => {
    const error = await strange((server) =>
      server.on('request', (_, response) => {
        response.writeHead(200, { 'content-length': 100, 'content-type': 'application/json' })
        response.write('{', () => response.destroy())
      }),
    )
    expect(error).toContain('No maildouble answers at <there> (other side closed).')
  })
})
