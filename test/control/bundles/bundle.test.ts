import { describe, expect, test } from 'vitest'
import { confirmations } from '../../../src/service/model/members/confirmation.ts'
import { peek } from '../../../src/kernel/world/tx.ts'
import { type Body, mock } from '../../mock.ts'
import { bundleOf, handleOf, contentsOf, inWorld, NEW_LIST, newWorld, replay } from './bundle-world.ts'

const IN_FULL = (steps: number) => ({ steps, differences: [], differences_total: 0 })

describe('getBundle', () => {
  test('the bundle of a world contains its initial state and the steps since', async () => {
    const source = await newWorld(mock(), { id: 'shop' })
    await source.service('GET /3.0/lists?count=1', undefined, { 'user-agent': 'suite' })
    await source.control('POST /clock/advance', { by: 'PT10M' })
    await source.control('POST /triggers', { trigger: 'account.disable' })
    await source.control('POST /triggers', { trigger: 'account.disable', nobody: 1 })
    const { settings, ...origin } = (await bundleOf(source)).origin
    expect(origin).toEqual({
      scenario: 'empty',
      digest: expect.stringMatching(/^[0-9a-f]{16}$/),
      now: '2026-01-15T09:00:00.000Z',
      clock: { mode: 'frozen', rate: 0 },
    })
    expect(settings).toEqual((await source.control('GET /settings')).body)
    expect(await bundleOf(source)).toMatchObject({
      maildouble_bundle: 1,
      world: { id: 'shop', seed: 'bundle', dc: 'dc1', redirect_uri: 'http://127.0.0.1:3000/callback', ancestors: [] },
      begins: { epoch: 0, requests: 0, jobs: 0, faults: [] },
      snapshots: [],
      steps: [
        {
          step: 'request',
          at: '2026-01-15T09:00:00.000Z',
          jobs: 0,
          number: 0,
          method: 'GET',
          path: '/3.0/lists',
          search: 'count=1',
          headers: { authorization: 'Bearer {{api_key}}', 'user-agent': 'suite' },
          answer: { status: 200 },
        },
        { step: 'advance', at: '2026-01-15T09:10:00.000Z', jobs: 0, body: { by: 'PT10M' } },
        {
          step: 'control',
          at: '2026-01-15T09:10:00.000Z',
          jobs: 0,
          method: 'POST',
          path: '/triggers',
          body: { trigger: 'account.disable' },
        },
      ],
      ends: { at: '2026-01-15T09:10:00.000Z', jobs: 0, requests: 1 },
    })
  })

  test('a reset starts the bundle of a world anew', async () => {
    const server = mock()
    const source = await newWorld(server, { id: 'shop' })
    await source.service('POST /3.0/lists', NEW_LIST)
    await source.control('POST /reset')
    await source.service('GET /3.0/lists')
    const bundle = await bundleOf(source)
    expect(bundle.steps).toHaveLength(1)
    expect(bundle.begins).toMatchObject({ epoch: 1, requests: 0 })
    const copy = await replay(bundle)
    expect(contentsOf(copy.server, 'shop')).toEqual(contentsOf(server, 'shop'))
  })

  test('a replayed world can be reset to the start of its scenario', async () => {
    const source = await newWorld(mock(), { id: 'shop', scenario: 'starter' })
    const { text } = await source.service('GET /3.0/lists')
    await source.service('POST /3.0/lists', NEW_LIST)
    const copy = await replay(await bundleOf(source))
    await copy.control('POST /reset')
    expect((await copy.service('GET /3.0/lists')).text).toBe(text)
  })

  test('a fork starts with its rows, and its replay continues as the fork would', async () => {
    const server = mock()
    const first = await newWorld(server, { id: 'first', scenario: 'starter', settings: { webhooks: { signing: 'on' } } })
    const { body: list } = await first.service('POST /3.0/lists', { ...NEW_LIST, double_optin: true })
    await first.service(`POST /3.0/lists/${list.id}/webhooks`, { url: 'http://127.0.0.1:9/', events: { subscribe: true } })
    await first.control('POST /triggers', { trigger: 'member.subscribe', list_id: list.id, email_address: 'ada@acme.test' })
    await first.control('POST /clock/advance', { by: 'PT3H' })
    const { body } = await first.control('POST /fork', { id: 'second' })
    const second = inWorld(server, body)
    await second.service(`PATCH /3.0/lists/${list.id}`, { name: 'Other' })
    const bundle = await bundleOf(second)
    expect(bundle.world.ancestors).toEqual(['first'])
    expect(Object.keys(bundle.state.tables)).toContain('members')
    const asked = peek(handleOf(server, 'second').world, (tx) => tx.range(confirmations.key).all())
    expect(asked.length).toBeGreaterThan(0)
    for (const { token } of asked) expect(JSON.stringify(bundle)).not.toContain(token)

    const copy = await replay(bundle)
    expect(copy.replay).toEqual(IN_FULL(1))
    expect(contentsOf(copy.server, 'second')).toEqual(contentsOf(server, 'second'))
    expect(await bundleOf(copy)).toEqual(bundle)
    const subscribe = { email_address: 'bob@acme.test', status: 'subscribed' }
    const members = `POST /3.0/lists/${list.id}/members`
    expect((await copy.service(members, subscribe)).text).toBe((await second.service(members, subscribe)).text)
    const third = await copy.control('POST /fork', { id: 'third' })
    expect((await bundleOf(inWorld(copy.server, third.body))).world.ancestors).toEqual(['first', 'second'])
  })

  test('the replay of a fork shows the same changes and jobs as the fork, with the same causes', async () => {
    const server = mock()
    const first = await newWorld(server, { scenario: 'starter', settings: { webhooks: { mode: 'record' } } })
    const members = '/lists/aaaaaaaaaa/members'
    const batch = (name: string) => {
      const body = JSON.stringify({ email_address: `${name}@acme.test`, status: 'subscribed' })
      return { operations: [{ method: 'POST', path: members, body }] }
    }
    await first.service('POST /3.0/batches', batch('one'))
    const { body } = await first.control('POST /fork', { id: 'fork' })
    const fork = inWorld(server, body)
    await fork.service(`POST /3.0${members}`, { email_address: 'two@acme.test', status: 'subscribed' })
    await fork.service('POST /3.0/batches', batch('three'))
    await fork.control('POST /triggers', { trigger: 'member.unsubscribe', list_id: 'aaaaaaaaaa', email_address: 'two@acme.test' })
    await fork.control('POST /clock/advance', { by: 'PT1H' })
    const { requests } = (await fork.control('GET /requests')).body
    const copy = await replay(await bundleOf(fork))
    const [changes, copied] = [(await fork.control('GET /changes')).body, (await copy.control('GET /changes')).body]
    expect(copied).toEqual(changes)
    const causes: { request?: string }[] = changes.changes.map(({ cause }: Body) => cause)
    expect(causes.filter(({ request }) => request !== undefined).length).toBeGreaterThan(1)
    const known = new Set(requests.map(({ id }: Body) => id))
    expect(causes.filter(({ request = '' }) => request !== '' && !known.has(request))).toEqual([])
    const timeline = async ({ control }: Pick<typeof fork, 'control'>) => (await control('GET /timeline')).body.entries
    expect(await timeline(copy)).toEqual(await timeline(fork))
  })

  test('text that looks like a placeholder is preserved', async () => {
    const server = mock()
    const source = await newWorld(server, { id: 'shop' })
    const name = 'Dear {{client_id}} {{literal}} {{{token:1}}} {{name}}'
    await source.service('POST /3.0/lists', { ...NEW_LIST, name })
    const copy = await replay(await bundleOf(source), server)
    expect((await copy.service('GET /3.0/lists')).body.lists[0].name).toBe(name)
  })

  test('a secret chosen by the user is in no bundle, and differs in a replay', async () => {
    const server = mock()
    const oauth = { client_id: 'my-app', client_secret: 'my "very" secret', redirect_uri: 'http://127.0.0.1:1/back' }
    const source = await newWorld(server, { id: 'shop', api_key: 'MyVeryOwnKey-us7', oauth })
    for (const secret of [oauth.client_secret, 'wrong']) {
      await server.app.request('http://maildouble.test/_worlds/shop/oauth2/token', {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`my-app:${secret}`)}` },
        body: new URLSearchParams({ grant_type: 'authorization_code', code: 'x', redirect_uri: oauth.redirect_uri }),
      })
    }
    await source.service('POST /3.0/lists', { ...NEW_LIST, name: 'My MyVeryOwnKey-us7' })
    const bundle = await bundleOf(source)
    expect(bundle.world).toMatchObject({ dc: 'us7', client_id: 'my-app', redirect_uri: oauth.redirect_uri })
    for (const secret of ['MyVeryOwnKey', 'very\\" secret', btoa(`my-app:${oauth.client_secret}`)])
      expect(JSON.stringify(bundle)).not.toContain(secret)
    expect(bundle.steps[0].headers.authorization).toBe('Basic (my-app:{{client_secret}})')
    expect(bundle.steps[1].headers.authorization).toBe('Basic (my-app:{{external}})')

    const copy = await replay(bundle)
    // Values that contain the key cannot be the same.
    expect(copy.replay.differences).toMatchObject([{ step: 2, actual: expect.stringContaining('a body with the digest') }])
    expect(copy.world).toMatchObject({ dc: 'us7', api_key: expect.stringMatching(/^[0-9a-f]{32}-us7$/) })
    expect((await copy.service('GET /3.0/lists')).body.lists[0].name).toBe(`My ${copy.world.api_key}`)
  })
})

test('a replay is an identical world if its id is free, and a different one if not', async () => {
  const server = mock()
  const source = await newWorld(server, { id: 'shop' })
  await source.service('POST /3.0/lists', NEW_LIST)
  const bundle = await bundleOf(source)
  const same = await replay(bundle)
  expect(same.world).toEqual({ ...source.world, counts: same.world.counts, replay: IN_FULL(1) })
  const other = await replay(bundle, server)
  expect(other.world).toMatchObject({ id: 'world-1', base_url: 'http://maildouble.test/_worlds/world-1' })
  expect(other.world.api_key).not.toBe(source.world.api_key)
  const named = await replay(bundle, server, { id: 'mine', api_key: 'mykey-us1' })
  expect(named.world).toMatchObject({ id: 'mine', api_key: 'mykey-us1', dc: 'us1' })
  expect((await named.service('GET /3.0/lists')).body.total_items).toBe(1)
})

test('a replay of the world `default` has another id', async () => {
  const { call } = mock({ seed: 'bundle' })
  await call('POST /3.0/lists', NEW_LIST)
  const copy = await replay((await call('GET /_control/bundle')).body)
  expect(copy.world.id).toBe('world-1')
  expect(copy.replay).toEqual(IN_FULL(1))
  expect((await copy.service('GET /3.0/lists')).body.total_items).toBe(1)
})

test('a replay continues with the recorded clock mode', async () => {
  const source = await newWorld(mock(), { id: 'shop', clock: { mode: 'realtime' }, now: '2030-01-01T00:00:00Z' })
  await source.service('POST /3.0/lists', NEW_LIST)
  await source.control('PATCH /clock', { mode: 'scaled', rate: 1_000_000 })
  const copy = await replay(await bundleOf(source))
  expect(copy.replay.differences).toEqual([])
  const { body: before } = await copy.control('GET /clock')
  expect(before).toMatchObject({ mode: 'scaled', rate: 1_000_000 })
  await expect.poll(async () => (await copy.control('GET /clock')).body.now > before.now).toBe(true)
})

test('a replay names the differing responses', async () => {
  const source = await newWorld(mock(), { id: 'shop' })
  await source.service('GET /3.0/lists')
  await source.service('GET /3.0/campaigns')
  await source.service('GET /3.0/templates')
  const bundle = await bundleOf(source)
  bundle.steps[0].answer.status = 404
  bundle.steps[1].answer.digest = '0'.repeat(8)
  bundle.steps[2].jobs = bundle.ends.jobs = 3
  bundle.steps.push({
    step: 'outcome',
    at: bundle.ends.at,
    jobs: 3,
    delivery: 9,
    found: { at: bundle.ends.at, real_at: bundle.ends.at, duration_ms: 1 },
  })
  bundle.steps.push({ step: 'control', at: bundle.ends.at, jobs: 3, method: 'DELETE', path: '/snapshots/none' })
  const { replay: report } = await replay(bundle)
  const at = '2026-01-15T09:00:00.000Z'
  expect(report).toEqual({
    steps: 5,
    differences_total: 5,
    differences: [
      { step: 0, at, what: 'GET /3.0/lists', expected: 'status 404', actual: 'status 200' },
      {
        step: 1,
        at,
        what: 'GET /3.0/campaigns',
        expected: 'a body with the digest 00000000',
        actual: expect.stringMatching(/^a body with the digest [0-9a-f]{8}$/),
      },
      { step: 2, at, what: 'before request', expected: '3 jobs had run', actual: '0 jobs had run' },
      { step: 3, at, what: 'the delivery 9', expected: 'it exists', actual: 'it does not exist' },
      {
        step: 4,
        at,
        what: 'DELETE /snapshots/none',
        expected: 'success',
        actual: expect.stringMatching(/^404 .*There is no snapshot none/),
      },
    ],
  })
})
