import { describe, expectTypeOf, test } from 'vitest'
import type { Schemas, TriggerName, World, WorldEvent } from '../../src/client/index.ts'

// These tests check compiler errors: `npm run typecheck` fails if an expected error does not occur.
declare const world: World

describe("the client's types", () => {
  test('give each trigger its own parameters', () => {
    const calls = () => [
      world.trigger('member.unsubscribe', { list_id: 'a', email_address: 'b', reason: 'c' }),
      world.trigger('account.disable'),
      world.trigger('campaign.send', { list_id: 'a', subject_line: 'b' }),
      // @ts-expect-error: there is no such member
      world.trigger('member.unsubscribe', { list_id: 'a', email_address: 'b', bounce: 'hard' }),
      // @ts-expect-error: something is missing
      world.trigger('member.unsubscribe', { list_id: 'a' }),
      // @ts-expect-error: all of it is missing
      world.trigger('member.unsubscribe'),
      // @ts-expect-error: no listed value
      world.trigger('member.bounce', { list_id: 'a', email_address: 'b', bounce: 'medium' }),
      // @ts-expect-error: there is no such trigger
      world.trigger('member.vanish', {}),
    ]
    expectTypeOf(calls).returns.items.resolves.toEqualTypeOf<Schemas['Triggered']>()
    expectTypeOf<'member.confirm'>().toExtend<TriggerName>()
  })

  test('take faults, settings and filters from the contract', () => {
    const calls = () => [
      world.faults.add({ match: { operation: 'ping' }, when: { first: 1 }, effect: { connection: 'reset' } }),
      world.settings.update({ connections: 1 }),
      world.deliveries.list({ event: 'subscribe', settled: true }),
      world.requests.verify({ match: { path: '/lists' }, count: { exactly: 1 } }),
      world.clock.advance({ until: 'idle' }),
      // @ts-expect-error: no listed value
      world.faults.add({ effect: { connection: 'explode' } }),
      // @ts-expect-error: there is no such setting
      world.settings.update({ conections: 1 }),
      // @ts-expect-error: there is no such event
      world.deliveries.waitFor({ event: 'subscribed' }),
      // @ts-expect-error: how many is the second argument
      world.deliveries.waitForAll({ event: 'subscribe', at_least: 2 }, 2),
      // @ts-expect-error: there is no such count
      world.requests.verify({ count: { exact: 1 } }),
      // @ts-expect-error: there is no such end
      world.clock.advance({ until: 'midnight' }),
    ]
    expectTypeOf(calls).toBeFunction()
  })

  test('narrow the details of an event by its type', () => {
    expectTypeOf<WorldEvent<'request'>['data']>().toEqualTypeOf<Schemas['StreamRequest']>()
    expectTypeOf<WorldEvent<'gap'>['data']>().toEqualTypeOf<Schemas['StreamGap']>()
    expectTypeOf<Extract<WorldEvent, { type: 'email' }>['data']['subject']>().toBeString()
  })

  test('make reset and restore resolve to the world handle', () => {
    const put = () => [world.reset(), world.restore('kept')]
    expectTypeOf(put).returns.items.resolves.toEqualTypeOf<World>()
  })
})
