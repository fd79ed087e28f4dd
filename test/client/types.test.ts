import { describe, expectTypeOf, test } from 'vitest'
import type { Schemas, TriggerName, World, WorldEvent } from '../../src/client/index.ts'

// These tests hold what the compiler says: `npm run typecheck` fails where an expected error does not come.
declare const world: World

describe('types', () => {
  test('each trigger has members of its own', () => {
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

  test('faults, settings and filters are those of the contract', () => {
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

  test('the type of an event tells what there is to know of it', () => {
    expectTypeOf<WorldEvent<'request'>['data']>().toEqualTypeOf<Schemas['StreamRequest']>()
    expectTypeOf<WorldEvent<'gap'>['data']>().toEqualTypeOf<Schemas['StreamGap']>()
    expectTypeOf<Extract<WorldEvent, { type: 'email' }>['data']['subject']>().toBeString()
  })

  test('a handle is what a reset and a restore resolve with', () => {
    const put = () => [world.reset(), world.restore('kept')]
    expectTypeOf(put).returns.items.resolves.toEqualTypeOf<World>()
  })
})
