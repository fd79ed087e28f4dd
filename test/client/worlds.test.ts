import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, RefusedError, type Maildouble } from '../../src/client/index.ts'
import { BOB, doors, furnished, LIST, thrownBy, type Door } from './doors.ts'

describe.each(doors)('%s', (_, open) => {
  let door: Door
  let maildouble: Maildouble

  beforeAll(async () => {
    door = await open()
    maildouble = connect(door)
  })
  afterAll(() => door[Symbol.asyncDispose]())

  const statusOf = async (world: { fetch: (path: string) => Promise<Response> }, path: string) => (await world.fetch(path)).status

  test('a world says what an application is told', async () => {
    const world = await maildouble.worlds.create({ id: 'told', scenario: 'empty', seed: '1', oauth: { client_id: 'app' } })
    expect({ ...world }).toMatchObject({
      id: 'told',
      scenario: 'empty',
      seed: '1',
      dc: 'dc1',
      baseUrl: `${door.url}/_worlds/told`,
      rootUrl: door.url,
      authUrl: `${door.url}/_worlds/told`,
      oauth: {
        clientId: 'app',
        clientSecret: expect.stringMatching(/^[0-9a-f]+$/),
        redirectUri: expect.stringContaining('http'),
      },
    })
    expect(world.apiKey).toMatch(/^[0-9a-f]{32}-dc1$/)
  })

  test('worlds are got and listed', async () => {
    await maildouble.worlds.create({ id: 'listed', scenario: 'empty' })
    expect((await maildouble.worlds.get('listed')).id).toBe('listed')
    expect((await maildouble.worlds.list()).map(({ id }) => id)).toContain('listed')
    expect((await maildouble.worlds.get()).apiKey).toBe(door.apiKey)
  })

  test('a world is gone after an await using, and its key with it', async () => {
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

  test('an await using of the world default leaves it there, and one of a world that is gone already is quiet', async () => {
    {
      await using standing = await maildouble.worlds.get()
      await using gone = await maildouble.worlds.create()
      await gone.delete()
      expect(standing.id).toBe('default')
    }
    expect((await maildouble.worlds.get()).id).toBe('default')
  })

  test('a handle goes on working after a reset, and after a restore', async () => {
    const { world } = await furnished(door)
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

  test('a fork has a key of its own and goes its own way', async () => {
    const { world } = await furnished(door)
    const branch = await world.fork({ id: `branch-of-${world.id}` })
    expect(branch.apiKey).not.toBe(world.apiKey)
    await branch.fetch(`/lists/${LIST}`, { method: 'DELETE' })
    expect([await statusOf(world, `/lists/${LIST}`), await statusOf(branch, `/lists/${LIST}`)]).toEqual([200, 404])
  })

  test('a bundle makes the same happen again', async () => {
    const { world } = await furnished(door)
    await world.trigger('member.unsubscribe', BOB)
    await world.fetch('/ping')
    const again = await maildouble.worlds.create({ id: `${world.id}-again`, bundle: await world.bundle() })
    expect(await again.state.tables()).toEqual(await world.state.tables())
    expect(await (await again.fetch(`/lists/${LIST}/members/bob@acme.test?fields=status`)).json()).toEqual({
      status: 'unsubscribed',
    })
  })

  describe('fetch', () => {
    test.each(['/lists?fields=total_items', 'lists?fields=total_items'])('takes a path below /3.0: %s', async (path) => {
      const { world } = await furnished(door)
      expect(await (await world.fetch(path)).json()).toEqual({ total_items: 1 })
    })

    test('reaches the root of the service', async () => {
      const { world } = await furnished(door)
      expect(await (await world.fetch('?fields=account_name')).json()).toEqual({ account_name: 'Acme' })
      expect(await statusOf(world, '')).toBe(200)
    })

    test('sends another credential if it is given one', async () => {
      const { world } = await furnished(door)
      expect((await world.fetch('/lists', { headers: { authorization: 'Bearer wrong-dc1' } })).status).toBe(401)
    })

    test('opens what the service gave out, without the key', async () => {
      const { world } = await furnished(door)
      const body = JSON.stringify({ email_address: 'eve@acme.test', status: 'pending' })
      await world.fetch(`/lists/${LIST}/members`, { method: 'POST', body })
      const { links } = await world.emails.waitFor({ to: 'eve@acme.test' })
      expect((await world.fetch(links[0] ?? '')).status).toBe(200)
      const [call] = await world.requests.list({ operation: ['confirmSubscription'] })
      expect(call?.request.headers['authorization']).toBeUndefined()
    })

    test('follows the links of answers with the key', async () => {
      const { world } = await furnished(door)
      const answer = await world.fetch('/lists?fields=lists._links')
      const href = /"rel":"self","href":"([^"]+\/members[^"]*)"|"href":"([^"]+\/members)"/.exec(await answer.text())
      expect(await statusOf(world, href?.[1] ?? href?.[2] ?? '')).toBe(200)
    })

    test('answers a redirect instead of following it', async () => {
      const { world } = await furnished(door)
      await world.settings.update({ oauth: { approve: 'at_once' } })
      const { clientId, redirectUri } = world.oauth
      const query = new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: redirectUri }).toString()
      const answer = await world.fetch(`${world.authUrl}/oauth2/authorize?${query}`)
      expect([answer.status, answer.headers.get('location')?.startsWith(redirectUri)]).toEqual([302, true])
    })

    test('takes a path with the version as well', async () => {
      const { world } = await furnished(door)
      for (const path of ['/3.0/ping', '3.0/ping', 'ping']) expect(await statusOf(world, path)).toBe(200)
      expect(await statusOf(world, '/3.0?fields=account_id')).toBe(200)
      expect((await world.requests.list()).map(({ path }) => path)).toEqual(['/3.0/ping', '/3.0/ping', '/3.0/ping', '/3.0'])
    })

    test('does not lead out of its world', async () => {
      const { world } = await furnished(door)
      expect(await thrownBy(() => world.fetch('https://example.com/3.0/lists'))).toMatchObject({
        name: 'MaildoubleError',
        message: `https://example.com/3.0/lists is outside this world, which is at ${world.baseUrl}. Use a path below /3.0, such as "/lists".`,
      })
    })

    test('fails as fetch does where a fault breaks the connection', async () => {
      const { world } = await furnished(door)
      await world.faults.add({ match: { operation: 'ping' }, effect: { connection: 'reset' } })
      const error = await thrownBy(() => world.fetch('/ping'))
      expect(error).toBeInstanceOf(TypeError)
      expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } })
    })
  })

  test('what is refused says where and why', async () => {
    const { world } = await furnished(door)
    const error = await thrownBy(() => world.faults.add({ match: { operation: 'getList' }, effect: { problem: { status: 99 } } }))
    expect(error).toBeInstanceOf(RefusedError)
    expect(error).toMatchObject({ name: 'RefusedError', status: 422, problem: { errors: [{ pointer: expect.any(String) }] } })
    expect(String(error).replace(world.id, 'mine')).toMatchInlineSnapshot(
      `"RefusedError: POST /_control/worlds/mine/faults was refused with 422. The body cannot be used: at /effect/problem/status: Value must be at least 400."`,
    )
  })

  test('an error begins where the client was called', async () => {
    const { world } = await furnished(door)
    const error = await thrownBy(async () => {
      await world.snapshots.delete('never')
    })
    const [, first = ''] = (error as Error).stack?.split('\n    at ') ?? []
    expect(first).toContain('test/client/worlds.test.ts')
  })
})
