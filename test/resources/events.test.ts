import { describe, expect, test } from 'vitest'
import { makeEvent, type NewEvent } from '../../src/service/rules/events/make.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { mock } from '../mock.ts'

const LIST = 'aaaaaaaaaa'
const ADA = '3981b0f24162d410a2657d2ced0b5d06'
const EVENTS = `/3.0/lists/${LIST}/members/${ADA}/events`

/** A world with Ada and Bob on a list, and the given events of Ada's. */
async function withEvents(...planted: NewEvent[]) {
  const world = mock()
  await world.plant((tx) => {
    const list = makeList(tx, { id: LIST, name: 'News' })
    const member = makeMember(tx, list, { email_address: 'ada@acme.test' })
    makeMember(tx, list, { email_address: 'bob@acme.test' })
    for (const event of planted) makeEvent(tx, list, member, event)
  })
  return world
}

describe('createMemberEvent', () => {
  test('createMemberEvent records an event at the current time with its properties, and returns no body', async () => {
    const { call } = await withEvents()
    expect(await call(`POST ${EVENTS}`, { name: 'purchased', properties: { product: 'Blue hat' } })).toMatchObject({
      status: 204,
      text: '',
    })
    expect((await call(`GET ${EVENTS}`)).body.events).toEqual([
      { occurred_at: '2026-01-15T09:00:00+00:00', name: 'purchased', properties: { product: 'Blue hat' } },
    ])
  })

  test.each([
    ['2021-11-23T22:51:56+00:00', '2021-11-23T22:51:56+00:00'],
    ['2021-11-23T22:51:56Z', '2021-11-23T22:51:56+00:00'],
    ['2021-11-23 22:51:56+02:00', '2021-11-23T20:51:56+00:00'],
    ['2021-11-23', '2021-11-23T00:00:00+00:00'],
    ['', '2026-01-15T09:00:00+00:00'],
  ])('a member event that occurred at "%s" shows %s', async (occurred_at, shown) => {
    const { call } = await withEvents()
    await call(`POST ${EVENTS}`, { name: 'visited', occurred_at })
    expect((await call(`GET ${EVENTS}`)).body.events).toEqual([{ occurred_at: shown, name: 'visited' }])
  })

  test.each([['ab'], ['x'.repeat(30)], ['🎩'.repeat(30)]])('a member event may have the name %s', async (name) => {
    const { call } = await withEvents()
    expect(await call(`POST ${EVENTS}`, { name })).toMatchObject({ status: 204 })
  })

  test("a member event does not change the member's record", async () => {
    const { call, pass } = await withEvents()
    const { body: before } = await call(`GET /3.0/lists/${LIST}/members/${ADA}`)
    await pass('PT1H')
    await call(`POST ${EVENTS}`, { name: 'visited' })
    expect((await call(`GET /3.0/lists/${LIST}/members/${ADA}`)).body).toEqual(before)
  })

  test('property names of a member event have no special meaning', async () => {
    const { call } = await withEvents()
    await call(`POST ${EVENTS}`, undefined, { raw: '{"name":"odd","properties":{"__proto__":"a","constructor":"b"}}' })
    const { text } = await call(`GET ${EVENTS}`)
    expect(text).toContain('"properties":{"__proto__":"a","constructor":"b"}')
  })
})

describe('getMemberEvents', () => {
  test("getMemberEvents returns only this member's events, in the order in which they were recorded", async () => {
    const { call } = await withEvents(
      { name: 'second', occurred_at: 1_700_000_000 },
      { name: 'first', occurred_at: 1_600_000_000 },
    )
    await call(`POST /3.0/lists/${LIST}/members/bob@acme.test/events`, { name: 'of-bob' })
    const { body } = await call(`GET ${EVENTS}`)
    expect(body).toMatchObject({
      events: [
        { name: 'second', occurred_at: '2023-11-14T22:13:20+00:00' },
        { name: 'first', occurred_at: '2020-09-13T12:26:40+00:00' },
      ],
      list_id: LIST,
      total_items: 2,
    })
  })
})
