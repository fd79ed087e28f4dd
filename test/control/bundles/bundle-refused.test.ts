import { expect, test } from 'vitest'
import { mock, type Body } from '../../mock.ts'
import { bundleOf, NEW_LIST, newWorld } from './bundle-world.ts'

/** Sends a small bundle to a server after changing something in it. */
async function changed(change: (bundle: Body) => unknown, beside: object = {}) {
  const source = await newWorld(mock(), { id: 'shop' })
  await source.service('POST /3.0/lists', NEW_LIST)
  await source.control('POST /snapshots', { name: 'one' })
  await source.control('POST /triggers', { trigger: 'account.disable' })
  const bundle = await bundleOf(source)
  const answer = change(bundle)
  const server = mock()
  const { status, body } = await server.call('POST /_control/worlds', { bundle: answer ?? bundle, ...beside })
  return { status, body, worlds: (await server.call('GET /_control/worlds')).body.worlds.map(({ id }: Body) => id) }
}

/** A row that fits every table. */
const ROW = { seq: 1, id: 'abc' }

const state = (tables: object) => (bundle: Body) => {
  const { now, clock, settings } = bundle.origin
  bundle.state = { now, clock, settings, changes: 0, counters: {}, tables }
}

/** Sets or removes one value of a bundle. */
const put = (pointer: string, value?: unknown) => (bundle: Body) => {
  const names = pointer.split('/').slice(1)
  const last = names.pop() ?? ''
  const holder = names.reduce((each, name) => each[name], bundle)
  if (value === undefined) delete holder[last]
  else holder[last] = value
}

const RESUME = { step: 'resume', at: '2026-01-15T09:00:00.000Z', jobs: 0, number: 7, gates: 1 }

const REFUSALS: readonly [string, (bundle: Body) => unknown, string, string?][] = [
  ['malformed', () => 'nonsense', '/bundle'],
  ['of another version', put('/maildouble_bundle', 2), '/bundle/maildouble_bundle'],
  ['without a version', put('/maildouble_bundle'), '/bundle/maildouble_bundle'],
  ['truncated', put('/ends'), '/bundle/ends'],
  ['with an unknown member', put('/more', 1), '/bundle/more'],
  ['with a step of an unknown kind', put('/steps/1/step', 'jump'), '/bundle/steps/1/step'],
  ['with an incomplete step', put('/steps/0/headers'), '/bundle/steps/0/headers'],
  ['with a malformed instant', put('/steps/0/at', 'now'), '/bundle/steps/0/at'],
  ['with an instant that does not exist in the calendar', put('/steps/0/at', '2026-02-31T00:00:00.000Z'), '/bundle/steps/0/at'],
  ['with an instant before the earliest time', put('/ends/at', '0001-01-01T00:00:00.000Z'), '/bundle/ends/at'],
  ['that calls the control API', put('/steps/0/path', '/_control/worlds'), '/bundle/steps/0/path'],
  ['that calls the control API by an indirect path', put('/steps/0/path', '/3.0/../_control/worlds'), '/bundle/steps/0/path'],
  ['with invalid headers', put('/steps/0/headers', { 'a b': 'c' }), '/bundle/steps/0/headers'],
  ['that resets the world', put('/steps/1/path', '/reset'), '/bundle/steps/1/path'],
  ['that leaves the world', put('/steps/1/path', '/../default/triggers'), '/bundle/steps/1/path'],
  [
    'that deletes it',
    put('/steps/1', { ...RESUME, step: 'control', method: 'DELETE', path: '/', number: undefined, gates: undefined }),
    '/bundle/steps/1/path',
  ],
  ['with a step without a call', put('/steps/3', RESUME), '/bundle/steps/3/number'],
  ['of an unknown scenario', put('/origin/scenario', 'nowhere'), '/bundle/origin/scenario', 'There is no scenario "nowhere"'],
  ['of a scenario with different contents', put('/origin/scenario', 'starter'), '/bundle/origin/digest', 'is different here'],
  ['with an unknown setting', put('/origin/settings/speed', 1), '/bundle/origin/settings/speed'],
  ['with an unknown table', state({ memberz: [ROW] }), '/bundle/state/tables/memberz', 'Did you mean members?'],
  [
    'with a row without its key',
    state({ lists: [{ seq: 1 }] }),
    '/bundle/state/tables/lists/0',
    'must have the key of lists: id.',
  ],
  ['with two rows of the same key', state({ lists: [ROW, ROW] }), '/bundle/state/tables/lists/1', 'second row of this id'],
  [
    'with rows that cannot be ordered',
    state({ lists: [{ ...ROW, date_created: {} }] }),
    '/bundle/state/tables/lists/0/date_created',
  ],
]

test.each(REFUSALS)(
  'a bundle with a mistake is rejected without leaving a world behind: %s',
  async (_, change, pointer, words = '') => {
    const { status, body, worlds } = await changed(change)
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: [{ pointer, message: expect.stringContaining(words) }],
    })
    expect(worlds).toEqual(['default'])
  },
)

test.each([
  ['scenario', 'starter'],
  ['seed', '1'],
  ['settings', {}],
  ['now', '2026-01-15T09:00:00Z'],
])('a bundle cannot be combined with %s', async (name, value) => {
  const { status, body } = await changed(() => undefined, { [name]: value })
  expect(status).toBe(422)
  expect(body.errors).toEqual([{ pointer: `/${name}`, message: expect.stringContaining('only id and api_key') }])
})

test('a bundle that is unchanged is accepted', async () => {
  expect((await changed(() => undefined)).status).toBe(201)
})

test('a bundle for an id or a key in use is rejected', async () => {
  expect(await changed(() => undefined, { id: 'default' })).toMatchObject({
    status: 409,
    body: { errors: [{ pointer: '/id' }] },
  })
  const server = mock()
  const source = await newWorld(server, { id: 'shop' })
  const answer = await server.call('POST /_control/worlds', { bundle: await bundleOf(source), api_key: source.world.api_key })
  expect(answer).toMatchObject({ status: 409, body: { errors: [{ pointer: '/api_key' }] } })
})

test('a bundle may be larger than other bodies', async () => {
  const server = mock()
  const source = await newWorld(server, { id: 'shop' })
  const bundle = await bundleOf(source)
  const step = { step: 'request', at: bundle.ends.at, jobs: 0, number: 0, method: 'POST', path: '/3.0/lists', headers: {} }
  bundle.steps.push({ ...step, body: 'x'.repeat(26 * 1024 * 1024) })
  bundle.ends.requests = 1
  expect((await server.call('POST /_control/worlds', { bundle })).status).toBe(201)
  expect((await server.call('POST /_control/triggers', { trigger: 'x'.repeat(26 * 1024 * 1024) })).status).toBe(413)
})

test('a bundle with names such as __proto__ does no harm', async () => {
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
