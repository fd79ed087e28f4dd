import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../../src/kit/client/index.ts'
import { createDouble, startServer } from '../../src/index.ts'
import { serverOfEnvironment } from '../../src/kit/testing/environment.ts'
import { newWorld } from '../../src/kit/testing/test-world.ts'
import { shareOwnServer, startOwnServer } from '../../src/kit/testing/own-server.ts'

afterEach(() => vi.unstubAllEnvs())

function environment(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(`MAILDOUBLE_${name}`, value)
}

describe('MAILDOUBLE_URL', () => {
  test('an empty MAILDOUBLE_URL counts as unset', async () => {
    environment({ URL: '' })
    expect(await serverOfEnvironment()).toBeUndefined()
  })

  test.each([
    [
      'http://127.0.0.1:1',
      /^MAILDOUBLE_URL=http:\/\/127\.0\.0\.1:1 is not the address of a maildouble\. .*`npx maildouble serve`, or unset MAILDOUBLE_URL/,
    ],
    ['127.0.0.1:4030', /^MAILDOUBLE_URL: "127\.0\.0\.1:4030" is not the address of a maildouble\./],
    ['http://127.0.0.1:4030/3.0', /^MAILDOUBLE_URL: .* Use "http:\/\/127\.0\.0\.1:4030"\.$/],
  ])('MAILDOUBLE_URL is rejected by name if it is %s', async (url, message) => {
    environment({ URL: url })
    await expect(serverOfEnvironment()).rejects.toThrow(message)
  })

  test('MAILDOUBLE_URL requires MAILDOUBLE_CONTROL_TOKEN if the server does', async () => {
    await using server = await startServer({ controlToken: 'secret' })
    environment({ URL: server.url, CONTROL_TOKEN: '' })
    await expect(serverOfEnvironment()).rejects.toThrow('and MAILDOUBLE_CONTROL_TOKEN is not set.')
    environment({ CONTROL_TOKEN: 'guess' })
    await expect(serverOfEnvironment()).rejects.toThrow('and MAILDOUBLE_CONTROL_TOKEN is not its token.')
    environment({ CONTROL_TOKEN: 'secret' })
    expect((await serverOfEnvironment())?.url).toBe(server.url)
  })
})

test('a test world that cannot be created explains where scenarios come from, and that the server has a different version', async () => {
  await using server = await startServer()
  environment({ URL: server.url })
  const maildouble = connect(server)
  vi.spyOn(maildouble, 'health').mockResolvedValue({
    status: 'ok',
    version: '0.0.1',
    worlds: 1,
    unreadable_worlds: 0,
    uptime_seconds: 0,
    notices: [],
  })
  const refused = newWorld(maildouble, 'x', { scenario: 'nope' })
  await expect(refused).rejects.toThrow(/There is no scenario "nope"/)
  await expect(refused).rejects.toThrow(`must be in the --scenario-dir of the server at MAILDOUBLE_URL=${server.url}`)
  await expect(refused).rejects.toThrow(/the server at MAILDOUBLE_URL=\S+ is maildouble 0\.0\.1: they may be incompatible/)
})

test('a test world that cannot be created is rejected if its given id is taken', async () => {
  const maildouble = connect(await createDouble())
  await expect(newWorld(maildouble, 'x', { id: 'default' })).rejects.toThrow('The id default is in use.')
})

test('the shared server of a test run is the same for all users, and stops with the last one', async () => {
  const [one, two] = await Promise.all([shareOwnServer(), shareOwnServer()])
  expect(one.server).toBe(two.server)
  await one.release()
  expect((await fetch(`${two.server.url}/_control/health`)).status).toBe(200)
  await two.release()
  await expect(fetch(`${two.server.url}/_control/health`)).rejects.toThrow('fetch failed')
  const three = await shareOwnServer()
  expect(three.server).not.toBe(one.server)
  await three.release()
})

test('the shared server of a test run answers calls of the control API without its socket, and calls of the service over it', async () => {
  const own = await shareOwnServer()
  let received = 0
  const count = (): void => void received++
  subscribe('http.server.request.start', count)
  try {
    const world = await own.maildouble.worlds.create({ id: 'mine' })
    expect(received).toBe(0)
    expect((await world.fetch('/lists')).status).toBe(200)
    expect(received).toBe(1)
    await world.delete()
    await expect(own.maildouble.worlds.get('mine')).rejects.toThrow('There is no world mine.')
    expect(received).toBe(1)
  } finally {
    unsubscribe('http.server.request.start', count)
    await own.release()
  }
})

test('the shared server of a test run reports unusable environment variables', async () => {
  environment({ SCENARIO_DIR: 'no/such/folder' })
  await expect(startOwnServer()).rejects.toThrow(
    'No maildouble could be started for the tests (MAILDOUBLE_SCENARIO_DIR=no/such/folder): There is no folder no/such/folder',
  )
  await expect(shareOwnServer()).rejects.toThrow('no/such/folder')
  environment({ SCENARIO_DIR: '' })
  await (await shareOwnServer()).release()
})
