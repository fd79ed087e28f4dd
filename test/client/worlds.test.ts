import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, RefusedError, type Maildouble } from '../../src/kit/client/index.ts'
import { BOB, targets, clientAndWorld, LIST, thrownBy, type TestTarget } from './targets.ts'

describe.each(targets)("the client's worlds, %s:", (_, open) => {
  let target: TestTarget
  let maildouble: Maildouble

  beforeAll(async () => {
    target = await open()
    maildouble = connect(target)
  })
  afterAll(() => target[Symbol.asyncDispose]())

  const statusOf = async (world: { fetch: (path: string) => Promise<Response> }, path: string) => (await world.fetch(path)).status

  test.each([
    ['an object', { name: 'mine', description: 'Mine.', lists: [{ name: 'One' }] }],
    ['YAML', 'name: mine\ndescription: Mine.\nlists: [{ name: One }]'],
  ])('a world can be made from a scenario that is given as %s', async (_kind, scenario_inline) => {
    const world = await maildouble.worlds.create({ scenario_inline })
    expect(world.scenario).toBe('mine')
    expect((await world.status()).counts['lists']).toBe(1)
  })

  test('a scenario with a mistake is refused with its line and column', async () => {
    const error = await thrownBy(() =>
      maildouble.worlds.create({ scenario_inline: 'name: mine\ndescription: Mine.\nlists: [{}]' }),
    )
    expect(error).toBeInstanceOf(RefusedError)
    expect(error).toMatchObject({ problem: { errors: [{ pointer: '/scenario_inline', line: 3, column: 9 }] } })
  })

  test('a world has the connection data for an application', async () => {
    const world = await maildouble.worlds.create({ id: 'told', scenario: 'empty', seed: '1', oauth: { client_id: 'app' } })
    expect({ ...world }).toMatchObject({
      id: 'told',
      scenario: 'empty',
      seed: '1',
      dc: 'dc1',
      baseUrl: `${target.url}/_worlds/told`,
      rootUrl: target.url,
      authUrl: `${target.url}/_worlds/told`,
      oauth: {
        client_id: 'app',
        client_secret: expect.stringMatching(/^[0-9a-f]+$/),
        redirect_uri: expect.stringContaining('http'),
      },
    })
    expect(world.apiKey).toMatch(/^[0-9a-f]{32}-dc1$/)
  })

  test('worlds can be fetched and listed', async () => {
    await maildouble.worlds.create({ id: 'listed', scenario: 'empty' })
    expect((await maildouble.worlds.get('listed')).id).toBe('listed')
    expect((await maildouble.worlds.list()).map(({ id }) => id)).toContain('listed')
    expect((await maildouble.worlds.get()).apiKey).toBe(target.apiKey)
  })

  test('`await using` deletes a world together with its key', async () => {
    let key = ''
    {
      await using world = await maildouble.worlds.create({ id: 'brief' })
      key = world.apiKey
      expect(await statusOf(world, '/lists')).toBe(200)
    }
    expect(await thrownBy(() => maildouble.worlds.get('brief'))).toMatchObject({ status: 404 })
    const headers = { authorization: `Bearer ${key}` }
    expect((await (await maildouble.worlds.get()).fetch('/lists', { headers })).status).toBe(401)
  })

  test('`await using` keeps the world default, and ignores a world that is already deleted', async () => {
    {
      await using standing = await maildouble.worlds.get()
      await using gone = await maildouble.worlds.create()
      await gone.delete()
      expect(standing.id).toBe('default')
    }
    expect((await maildouble.worlds.get()).id).toBe('default')
  })

  // behaviour:snapshot
  test('a handle keeps working after a reset and a restore', async () => {
    const { world } = await clientAndWorld(target)
    await world.snapshot('begun')
    await world.fetch(`/lists/${LIST}`, { method: 'DELETE' })
    expect(await world.restore('begun')).toBe(world)
    expect(await statusOf(world, `/lists/${LIST}`)).toBe(200)
    await world.clock.advance('P1D')
    await world.fetch(`/lists/${LIST}`, { method: 'DELETE' })
    expect(await world.reset()).toBe(world)
    expect(await statusOf(world, `/lists/${LIST}`)).toBe(200)
    expect((await world.clock.get()).now).toBe('2026-01-15T09:00:00.000Z')
    expect((await world.snapshots.list()).map(({ name }) => name)).toEqual(['begun'])
  })

  // behaviour:fork
  test('a fork has its own key and changes independently', async () => {
    const { world } = await clientAndWorld(target)
    const branch = await world.fork({ id: `branch-of-${world.id}` })
    expect(branch.apiKey).not.toBe(world.apiKey)
    await branch.fetch(`/lists/${LIST}`, { method: 'DELETE' })
    expect([await statusOf(world, `/lists/${LIST}`), await statusOf(branch, `/lists/${LIST}`)]).toEqual([200, 404])
  })

  test('a bundle of a world can be replayed by the client', async () => {
    const { world } = await clientAndWorld(target)
    await world.trigger('member.unsubscribe', BOB)
    await world.fetch('/ping')
    const again = await maildouble.worlds.create({ id: `${world.id}-again`, bundle: await world.bundle() })
    expect(await again.state.tables()).toEqual(await world.state.tables())
    expect(await (await again.fetch(`/lists/${LIST}/members/bob@acme.test?fields=status`)).json()).toEqual({
      status: 'unsubscribed',
    })
  })

  describe('world.fetch()', () => {
    test.each(['/lists?fields=total_items', 'lists?fields=total_items'])(
      'world.fetch() accepts a path below /3.0: %s',
      async (path) => {
        const { world } = await clientAndWorld(target)
        expect(await (await world.fetch(path)).json()).toEqual({ total_items: 1 })
      },
    )

    test('world.fetch() resolves a path against the API root', async () => {
      const { world } = await clientAndWorld(target)
      expect(await (await world.fetch('?fields=account_name')).json()).toEqual({ account_name: 'Acme' })
      expect(await statusOf(world, '')).toBe(200)
    })

    test('world.fetch() sends a different credential if one is given', async () => {
      const { world } = await clientAndWorld(target)
      expect((await world.fetch('/lists', { headers: { authorization: 'Bearer wrong-dc1' } })).status).toBe(401)
    })

    test('world.fetch() opens URLs issued by the service without the key', async () => {
      const { world } = await clientAndWorld(target)
      const body = JSON.stringify({ email_address: 'eve@acme.test', status: 'pending' })
      await world.fetch(`/lists/${LIST}/members`, { method: 'POST', body })
      const { links } = await world.emails.waitFor({ to: 'eve@acme.test' })
      expect((await world.fetch(links[0] ?? '')).status).toBe(200)
      const [call] = await world.requests.list({ operation: ['confirmSubscription'] })
      expect(call?.request.headers['authorization']).toBeUndefined()
    })

    test('world.fetch() follows links in responses with the key', async () => {
      const { world } = await clientAndWorld(target)
      const answer = await world.fetch('/lists?fields=lists._links')
      const href = /"rel":"self","href":"([^"]+\/members[^"]*)"|"href":"([^"]+\/members)"/.exec(await answer.text())
      expect(await statusOf(world, href?.[1] ?? href?.[2] ?? '')).toBe(200)
    })

    test('world.fetch() returns a redirect instead of following it', async () => {
      const { world } = await clientAndWorld(target)
      await world.settings.update({ oauth: { approve: 'at_once' } })
      const { client_id, redirect_uri } = world.oauth
      const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri }).toString()
      const answer = await world.fetch(`${world.authUrl}/oauth2/authorize?${query}`)
      expect([answer.status, answer.headers.get('location')?.startsWith(redirect_uri)]).toEqual([302, true])
    })

    test('world.fetch() accepts a path with the version prefix', async () => {
      const { world } = await clientAndWorld(target)
      for (const path of ['/3.0/ping', '3.0/ping', 'ping']) expect(await statusOf(world, path)).toBe(200)
      expect(await statusOf(world, '/3.0?fields=account_id')).toBe(200)
      expect((await world.requests.list()).map(({ path }) => path)).toEqual(['/3.0/ping', '/3.0/ping', '/3.0/ping', '/3.0'])
    })

    test('world.fetch() rejects URLs outside of its world', async () => {
      const { world } = await clientAndWorld(target)
      expect(await thrownBy(() => world.fetch('https://example.com/3.0/lists'))).toMatchObject({
        name: 'MaildoubleError',
        message: `https://example.com/3.0/lists is outside this world, which is at ${world.baseUrl}. Use a path below /3.0, such as "/lists".`,
      })
    })

    test('world.fetch() rejects as fetch does if a fault breaks the connection', async () => {
      const { world } = await clientAndWorld(target)
      await world.faults.add({ match: { operation: 'ping' }, effect: { connection: 'reset' } })
      const error = await thrownBy(() => world.fetch('/ping'))
      expect(error).toBeInstanceOf(TypeError)
      expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } })
    })
  })

  test('an error of the client says where the problem is, and why', async () => {
    const { world } = await clientAndWorld(target)
    const error = await thrownBy(() =>
      world.faults.add({ match: { operation: 'getList' }, effect: { problem: { status: 99, title: 'Odd' } } }),
    )
    expect(error).toBeInstanceOf(RefusedError)
    expect(error).toMatchObject({ name: 'RefusedError', status: 422, problem: { errors: [{ pointer: expect.any(String) }] } })
    expect(String(error).replace(world.id, 'mine')).toMatchInlineSnapshot(
      `
      "RefusedError: /effect/problem/status: Value must be at least 400.
      (422 of POST /_control/worlds/mine/faults)"
    `,
    )
  })

  test("an error's stack starts at the call of the client", async () => {
    const { world } = await clientAndWorld(target)
    const error = await thrownBy(async () => {
      await world.snapshots.delete('never')
    })
    const [, first = ''] = (error as Error).stack?.split('\n    at ') ?? []
    expect(first).toContain('test/client/worlds.test.ts')
  })
})
