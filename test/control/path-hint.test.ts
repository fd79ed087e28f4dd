import { expect, test } from 'vitest'
import { routes } from '../../src/kernel/contract/control.ts'
import { pathHint } from '../../src/server/control/path-hint.ts'
import { mock } from '../mock.ts'

test.each([
  ['/clok', '/clock'],
  ['/worlds/mine/clok', '/worlds/mine/clock'],
  ['/wrlds/mine/clock/advanc', '/worlds/mine/clock/advance'],
  ['/clock/', '/clock'],
  ['/Faults/1', '/faults/1'],
])('a call for /_control%s is asked whether it means /_control%s', async (wrong, meant) => {
  const { status, body } = await mock().call(`GET /_control${wrong}`)
  expect([status, body.detail]).toEqual([404, `There is nothing at /_control${wrong}. Did you mean /_control${meant}?`])
})

test.each(['/', '/nowhere', '/clock/nowhere/else', `/${'clok/'.repeat(1_000)}`, `/${'x'.repeat(10_000)}`])(
  'a call for a path like no other is told where the contract is (case %#)',
  async (wrong) => {
    const { status, body } = await mock().call(`GET /_control${wrong}`)
    expect(status).toBe(404)
    expect(body.detail).toMatch(/GET \/_control\/openapi\.json tells what there is\.$/)
  },
)

test('each path of the control API is suggested if one letter of its first segment is missing', () => {
  for (const path of new Set(routes.map((route) => route.path)))
    expect(pathHint(path.replace(/^\/(\w+)\w/, '/$1'))).toContain(`/_control${path}`)
})
