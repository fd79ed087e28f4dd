import { expectTypeOf, test } from 'vitest'
import type {
  DeliveredEvent,
  DeliveryOf,
  Receiver,
  Schemas,
  ServiceOperation,
  TriggerName,
  TriggerWith,
  WebhookEventName,
  WebhookPayload,
  WhyEntity,
  World,
  WorldEvent,
  WorldOptions,
  WorldTable,
} from '../../src/kit/client/index.ts'

// These tests check compiler errors: `npm run typecheck` fails if an expected error does not occur.
declare const world: World

test("the client's types give each trigger its own parameters", () => {
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

test("the client's types give a delivery and a receiver the same payloads", () => {
  expectTypeOf<DeliveryOf<'profile'>['payload']>().toEqualTypeOf<WebhookPayload<'profile'>>()
  expectTypeOf<Exclude<DeliveredEvent, 'validation'>>().toEqualTypeOf<WebhookEventName>()
  expectTypeOf<DeliveryOf<WebhookEventName>['payload']>().toEqualTypeOf<WebhookPayload>()
  expectTypeOf<WebhookPayload<'subscribe'>['data']['merges']['GROUPINGS']>().not.toBeAny()
  expectTypeOf<NonNullable<WebhookPayload<'subscribe'>['data']['merges']['GROUPINGS']>[number]['name']>().toEqualTypeOf<string>()
})

test("the client's types give the webhook of a receiver its secret", () => {
  expectTypeOf<NonNullable<Receiver['webhook']>['signing_secret']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<NonNullable<Receiver['webhook']>['list_id']>().toEqualTypeOf<string | undefined>()
})

test("the client's types take faults, settings and filters from the contract", () => {
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

test("the client's types narrow the details of an event by its type", () => {
  expectTypeOf<WorldEvent<'request'>['data']>().toEqualTypeOf<Schemas['StreamRequest']>()
  expectTypeOf<WorldEvent<'gap'>['data']>().toEqualTypeOf<Schemas['StreamGap']>()
  expectTypeOf<Extract<WorldEvent, { type: 'email' }>['data']['subject']>().toBeString()
})

test("the client's types make reset and restore resolve to the world handle", () => {
  const put = () => [world.reset(), world.restore('kept')]
  expectTypeOf(put).returns.items.resolves.toEqualTypeOf<World>()
})

test("the client's types know every operation, problem, table and entity, and refuse all other names", () => {
  const calls = () => [
    world.faults.add({ match: { operation: 'issueToken' }, effect: { problem: { preset: 'MemberExists' } } }),
    world.state.table('merge_fields'),
    world.state.row('lists', 'a'),
    world.diff({ table: 'members' }),
    world.why({ entity: 'merge_field', id: 'FNAME' }),
    world.why({ path: '/lists/a' }),
    // @ts-expect-error: there is no such operation
    world.faults.add({ match: { operation: 'addMembr' }, effect: { connection: 'reset' } }),
    // @ts-expect-error: there is no such operation in the list
    world.requests.verify({ match: { operation: ['addMember', 'addMembr'] } }),
    // @ts-expect-error: there is no such problem
    world.faults.add({ effect: { problem: { preset: 'TooMany' } } }),
    // @ts-expect-error: there is no such table
    world.state.table('member'),
    // @ts-expect-error: there is no such table
    world.diff({ table: 'member' }),
    // @ts-expect-error: there is no such entity
    world.why({ entity: 'deliveries', id: '1' }),
    // @ts-expect-error: the id is missing
    world.why({ entity: 'member' }),
    // @ts-expect-error: either a path or an entity
    world.why({ path: '/lists/a', entity: 'list', id: 'a' }),
  ]
  expectTypeOf(calls).toBeFunction()
  expectTypeOf<'addMember' | 'authorize'>().toExtend<ServiceOperation>()
  expectTypeOf<string>().not.toExtend<ServiceOperation>()
  expectTypeOf<string>().not.toExtend<WorldTable>()
  expectTypeOf<string>().not.toExtend<WhyEntity>()
})

test("the client's types know the scenarios that ship, and accept the name of any other", () => {
  expectTypeOf<'starter' | 'newsletter-live'>().toExtend<NonNullable<WorldOptions['scenario']>>()
  expectTypeOf<string>().toExtend<NonNullable<WorldOptions['scenario']>>()
  const options: WorldOptions = { scenario: 'one-of-my-own' }
  expectTypeOf(options).toEqualTypeOf<WorldOptions>()
})

test("the client's types give the parameters of a trigger by its name", () => {
  expectTypeOf<TriggerWith<'member.bounce'>['bounce']>().toEqualTypeOf<'hard' | 'soft'>()
  expectTypeOf<keyof TriggerWith<'account.disable'>>().toBeNever()
  expectTypeOf<Schemas['TriggerName']>().toEqualTypeOf<TriggerName>()
})

test("the client's types narrow the payload of a delivery by its event", () => {
  expectTypeOf<DeliveryOf<'upemail'>['payload']['data']['new_email']>().toBeString()
  expectTypeOf<DeliveryOf<'cleaned'>['payload']['data']['reason']>().toEqualTypeOf<'hard' | 'abuse'>()
  const calls = async () => {
    const delivery = await world.deliveries.get(1)
    // @ts-expect-error: not every payload has it
    void delivery.payload.data.new_email
    if (delivery.event === 'upemail') expectTypeOf(delivery.payload.data.new_email).toBeString()
    const left = await world.deliveries.waitFor({ event: 'unsubscribe' })
    expectTypeOf(left.payload.data.reason).toEqualTypeOf<'manual' | 'abuse'>()
    const [joined] = await world.deliveries.waitForAll({ event: 'subscribe' }, 1)
    expectTypeOf(joined?.payload.data.merges.EMAIL).toEqualTypeOf<string | undefined>()
    const any = await world.deliveries.waitFor()
    expectTypeOf(any).toEqualTypeOf<Schemas['Delivery']>()
    // @ts-expect-error: a member that left has no new address
    void left.payload.data.new_email
  }
  expectTypeOf(calls).toBeFunction()
})

test("the client's types admit only durations that can be accepted", () => {
  const seconds = 5
  const calls = () => [
    world.clock.advance('P2W'),
    world.clock.advance(`PT${seconds}S`),
    world.clock.advance('P1DT2H0.5S'),
    world.deliveries.waitFor({ wait: 'PT0.1S' }),
    world.settings.update({ batch: { phase: 'PT1M30S' }, stats_cache: 0 }),
    world.faults.add({ effect: { latency: { min: 'PT1S', max: 2_000 } } }),
    // @ts-expect-error: no unit of ISO 8601
    world.clock.advance('5m'),
    // @ts-expect-error: minutes are time
    world.clock.advance('P5M'),
    // @ts-expect-error: in the wrong order
    world.clock.advance('PT5S1M'),
    // @ts-expect-error: nothing follows the T
    world.clock.advance('P1DT'),
    // @ts-expect-error: no number
    world.deliveries.waitFor({ wait: 'PTS' }),
    // @ts-expect-error: no duration
    world.settings.update({ stats_cache: 'five minutes' }),
    // @ts-expect-error: no duration
    world.faults.add({ effect: { latency: '2s' } }),
  ]
  expectTypeOf(calls).toBeFunction()
})

test("the client's types admit only JSON pointers, globs and effects that can be accepted", () => {
  const calls = () => [
    world.requests.verify({ match: { body: { '/vip': true, '': {} }, path: '**/members', status: '4xx' } }),
    world.clock.advance({ by: 'PT1S', max_wait: 1 }),
    // @ts-expect-error: no JSON pointer
    world.requests.verify({ match: { body: { vip: true } } }),
    // @ts-expect-error: no JSON pointer
    world.faults.add({ match: { body: { 'merge_fields.FNAME': 'Ada' } }, effect: { connection: 'reset' } }),
    // @ts-expect-error: a glob begins with a slash or two asterisks
    world.faults.add({ match: { path: 'lists' }, effect: { connection: 'reset' } }),
    // @ts-expect-error: no class of statuses
    world.requests.verify({ match: { status: '4x' } }),
    // @ts-expect-error: no effect
    world.faults.add({ effect: {} }),
    // @ts-expect-error: one effect per fault
    world.faults.add({ effect: { latency: 'PT1S', connection: 'reset' } }),
    // @ts-expect-error: headers go with a problem
    world.faults.add({ effect: { connection: 'reset', headers: { 'retry-after': '1' } } }),
    // @ts-expect-error: a title is missing
    world.faults.add({ effect: { problem: { status: 418 } } }),
    // @ts-expect-error: no such mutation
    world.faults.add({ effect: { mutate: 'remove_everything' } }),
    // @ts-expect-error: no such effect
    world.deliveryFaults.add({ effect: 'triplicate' }),
    // @ts-expect-error: exactly one count
    world.requests.verify({ count: {} }),
    // @ts-expect-error: exactly one count
    world.requests.verify({ count: { exactly: 1, at_least: 1 } }),
    // @ts-expect-error: an instant or a duration
    world.clock.advance({ to: '2026-01-15T10:00:00Z', by: 'PT1S' }),
  ]
  expectTypeOf(calls).toBeFunction()
})
