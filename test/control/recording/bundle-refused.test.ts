import { describe, expect, test } from 'vitest'
import { mock, type Body } from '../../mock.ts'
import { bundleOf, LIST, newWorld } from './bundle-world.ts'

/** A small bundle, and a server that gets it once something in it has been changed. */
async function changed(change: (bundle: Body) => unknown, beside: object = {}) {
  const source = await newWorld(mock(), { id: 'shop' })
  await source.service('POST /3.0/lists', LIST)
  await source.control('POST /snapshots', { name: 'one' })
  await source.control('POST /triggers', { trigger: 'account.disable' })
  const bundle = await bundleOf(source)
  const answer = change(bundle)
  const server = mock()
  const { status, body } = await server.call('POST /_control/worlds', { bundle: answer ?? bundle, ...beside })
  return { status, body, worlds: (await server.call('GET /_control/worlds')).body.worlds.map(({ id }: Body) => id) }
}

/** A row that all tables would take. */
const ROW = { seq: 1, id: 'abc' }

const state = (tables: object) => (bundle: Body) => {
  const { now, clock, settings } = bundle.origin
  bundle.state = { now, clock, settings, changes: 0, counters: {}, tables }
}

/** Puts something else, or nothing, at one place of a bundle. */
const put = (pointer: string, value?: unknown) => (bundle: Body) => {
  const names = pointer.split('/').slice(1)
  const last = names.pop() ?? ''
  const holder = names.reduce((each, name) => each[name], bundle)
  if (value === undefined) delete holder[last]
  else holder[last] = value
}

const RESUME = { step: 'resume', at: '2026-01-15T09:00:00.000Z', jobs: 0, number: 7, gates: 1 }

const REFUSALS: readonly [string, (bundle: Body) => unknown, string, string?][] = [
  ['that is none', () => 'nonsense', '/bundle'],
  ['of another version', put('/maildouble_bundle', 2), '/bundle/maildouble_bundle'],
  ['without a version', put('/maildouble_bundle'), '/bundle/maildouble_bundle'],
  ['that was cut', put('/ends'), '/bundle/ends'],
  ['with a member that is none', put('/more', 1), '/bundle/more'],
  ['with a step of no kind', put('/steps/1/step', 'jump'), '/bundle/steps/1/step'],
  ['with a step that lacks something', put('/steps/0/headers'), '/bundle/steps/0/headers'],
  ['with an instant that is none', put('/steps/0/at', 'now'), '/bundle/steps/0/at'],
  ['with an instant in no calendar', put('/steps/0/at', '2026-02-31T00:00:00.000Z'), '/bundle/steps/0/at'],
  ['with an instant before all time', put('/ends/at', '0001-01-01T00:00:00.000Z'), '/bundle/ends/at'],
  ['that calls the control API', put('/steps/0/path', '/_control/worlds'), '/bundle/steps/0/path'],
  ['that calls it by a detour', put('/steps/0/path', '/3.0/../_control/worlds'), '/bundle/steps/0/path'],
  ['with headers that are none', put('/steps/0/headers', { 'a b': 'c' }), '/bundle/steps/0/headers'],
  ['that resets the world', put('/steps/1/path', '/reset'), '/bundle/steps/1/path'],
  ['that leaves the world', put('/steps/1/path', '/../default/triggers'), '/bundle/steps/1/path'],
  [
    'that deletes it',
    put('/steps/1', { ...RESUME, step: 'control', method: 'DELETE', path: '/', number: undefined, gates: undefined }),
    '/bundle/steps/1/path',
  ],
  ['with a turn of no call', put('/steps/3', RESUME), '/bundle/steps/3/number'],
  [
    'of a scenario that is not there',
    put('/origin/scenario', 'nowhere'),
    '/bundle/origin/scenario',
    'There is no scenario "nowhere"',
  ],
  [
    'of a scenario that holds something else',
    put('/origin/scenario', 'starter'),
    '/bundle/origin/digest',
    'holds something else',
  ],
  ['with a setting that is none', put('/origin/settings/speed', 1), '/bundle/origin/settings/speed'],
  ['with a table that is none', state({ memberz: [ROW] }), '/bundle/state/tables/memberz', 'did you mean members'],
  ['with a row without its key', state({ lists: [{ seq: 1 }] }), '/bundle/state/tables/lists/0', 'known by: id'],
  ['with two rows of one key', state({ lists: [ROW, ROW] }), '/bundle/state/tables/lists/1', 'second row of this id'],
  [
    'with rows that cannot be ordered',
    state({ lists: [{ ...ROW, date_created: {} }] }),
    '/bundle/state/tables/lists/0/date_created',
  ],
]

describe('a bundle', () => {
  test.each(REFUSALS)('%s is refused, and leaves no world behind', async (_, change, pointer, words = '') => {
    const { status, body, worlds } = await changed(change)
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: [{ pointer, message: expect.stringContaining(words) }],
    })
    expect(worlds).toEqual(['default'])
  })

  test.each([
    ['scenario', 'starter'],
    ['seed', '1'],
    ['settings', {}],
    ['now', '2026-01-15T09:00:00Z'],
  ])('stands beside no %s', async (name, value) => {
    const { status, body } = await changed(() => undefined, { [name]: value })
    expect(status).toBe(422)
    expect(body.errors).toEqual([{ pointer: `/${name}`, message: expect.stringContaining('only id and api_key') }])
  })

  test('that was not cut is taken', async () => {
    expect((await changed(() => undefined)).status).toBe(201)
  })

  test('for a name or a key in use is refused', async () => {
    expect(await changed(() => undefined, { id: 'default' })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/id' }] },
    })
    const server = mock()
    const source = await newWorld(server, { id: 'shop' })
    const answer = await server.call('POST /_control/worlds', { bundle: await bundleOf(source), api_key: source.world.api_key })
    expect(answer).toMatchObject({ status: 409, body: { errors: [{ pointer: '/api_key' }] } })
  })

  test('may be larger than other bodies, which may not', async () => {
    const server = mock()
    const source = await newWorld(server, { id: 'shop' })
    const bundle = await bundleOf(source)
    const step = { step: 'request', at: bundle.ends.at, jobs: 0, number: 0, method: 'POST', path: '/3.0/lists', headers: {} }
    bundle.steps.push({ ...step, body: 'x'.repeat(26 * 1024 * 1024) })
    bundle.ends.requests = 1
    expect((await server.call('POST /_control/worlds', { bundle })).status).toBe(201)
    expect((await server.call('POST /_control/triggers', { trigger: 'x'.repeat(26 * 1024 * 1024) })).status).toBe(413)
  })

  test('with names that mean something to the language does no harm', async () => {
    const { status, body } = await changed((bundle) => {
      state({})(bundle)
      return JSON.parse(
        JSON.stringify(bundle).replace(
          '"tables":{}',
          '"tables":{"lists":[{"seq":1,"id":"abc","__proto__":{"polluted":true},"constructor":1}]}',
        ),
      )
    })
    expect({ status, body: status === 201 ? undefined : body }).toEqual({ status: 201, body: undefined })
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})
