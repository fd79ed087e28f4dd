import { beforeAll, describe, expect, test } from 'vitest'
import { campaignActions, campaigns, recipients } from '../../src/service/model/campaigns/campaign.ts'
import { hashTexts } from '../../src/kernel/support/digest.ts'
import { historyEntries } from '../../src/kernel/world/history.ts'
import { digestWorld } from '../../src/kernel/world/rows.ts'
import { mock, type Body } from '../mock.ts'
import { expectBooksToBalance } from '../simulation/books.ts'
import { bytes, readWorld } from './scenario-world.ts'

const WEEKLY = 'dddddddddd'
const INSIDERS = 'eeeeeeeeee'
const BEGIN_S = Date.UTC(2026, 0, 15, 9) / 1000

const live = () => mock({ scenario: 'newsletter-live' })

describe('newsletter-live after a year', () => {
  let double: ReturnType<typeof live>
  let year: Body
  beforeAll(async () => {
    double = live()
    year = (await double.pass('P365D')).body
  })

  test('newsletter-live has sent each campaign at its time after a year', async () => {
    const times = readWorld(double.handle().world, (tx) =>
      tx
        .range(campaigns.byList, { list_id: WEEKLY })
        .all()
        .filter(({ send_time }) => send_time > BEGIN_S),
    )
    expect(times.map(({ title, send_time }) => [title, (send_time - BEGIN_S + 3600) / 604_800])).toEqual(
      Array.from({ length: 52 }, (_, i) => [`Acme Weekly, week ${i + 1}`, i + 1]),
    )
    const insiders = readWorld(double.handle().world, (tx) => tx.range(campaigns.byList, { list_id: INSIDERS }).count)
    expect(insiders).toBe(9 + 12)
  })

  test('newsletter-live has had every kind of reader after a year', () => {
    const did = readWorld(double.handle().world, (tx) =>
      tx
        .range(campaignActions.key)
        .all()
        .filter(({ at }) => at > BEGIN_S),
    )
    const counts = new Map<string, number>()
    for (const { action, kind } of did) counts.set(`${action}${kind}`, (counts.get(`${action}${kind}`) ?? 0) + 1)
    for (const action of ['open', 'click', 'bouncehard', 'bouncesoft', 'unsub', 'abuse', 'reply'])
      expect([action, (counts.get(action) ?? 0) > 3]).toEqual([action, true])
    const opened = (counts.get('open') ?? 0) / (52 * 1300)
    expect(opened).toBeGreaterThan(0.25)
    expect(opened).toBeLessThan(0.45)
  })

  test('newsletter-live reports what ran in a year, without any failure', () => {
    expect(year.to).toBe('2027-01-15T09:00:00.000Z')
    expect(year.ran[0]).toMatchObject({ at: '2026-01-22T08:00:00.000Z', job: 'timeline.run', subject: '1-campaign.send' })
    expect(year.ran[1]).toMatchObject({ job: 'timeline.react' })
    expect(year.ran_total).toBeGreaterThan(20_000)
    expect(double.defects).toEqual([])
  })

  test('newsletter-live has run the other planned steps after a year', async () => {
    const { call } = double
    const member = async (address: string) => (await call(`GET /3.0/lists/${INSIDERS}/members/${address}`)).body
    expect(await member('curious@acme.test')).toMatchObject({ status: 'subscribed', merge_fields: { FNAME: 'Curt' } })
    expect(await member('bob@globex.test')).toMatchObject({
      status: 'unsubscribed',
      unsubscribe_reason: 'I get too many emails',
      last_changed: '2026-03-31T09:00:00+00:00',
    })
    expect(await member('ada.lovelace@acme.test')).toMatchObject({ full_name: 'Ada Lovelace' })
  })

  test('the books of the newsletter world balance', () => readWorld(double.handle().world, expectBooksToBalance))
})

test('newsletter-live runs the same each time, in one step or week by week', async () => {
  const [one, other] = [live(), live()]
  await one.pass('P28D')
  for (let week = 0; week < 4; week++) await other.pass('P7D')
  expect(bytes(other.handle().world) === bytes(one.handle().world)).toBe(true)
})

test('a month of newsletter-live has the recorded result: every row, every change, and their causes', async () => {
  const { pass, handle } = mock({ scenario: 'newsletter-live', seed: 'recorded' })
  await pass('P28D')
  const { world } = handle()
  const texts = [...historyEntries(world.history)].map(({ at, cause, changes }) =>
    JSON.stringify([at, cause, changes.map(({ table, before, after }) => [table.name, before?.seq, after])]),
  )
  // A change of what happens changes these digests; a change for speed must not.
  expect([digestWorld(world), hashTexts(texts).slice(0, 16)]).toEqual(['a2e081e9c0df10e5', 'c428a9df570c8019'])
})

test('newsletter-live depends on the seed of the world', async () => {
  const [one, other] = [live(), mock({ scenario: 'newsletter-live', seed: 'another' })]
  for (const { pass } of [one, other]) await pass('P8D')
  expect(bytes(other.handle().world) === bytes(one.handle().world)).toBe(false)
})

test('newsletter-live sends to members subscribed in between, and not to removed ones', async () => {
  const { call, pass, handle } = live()
  await call(`POST /3.0/lists/${INSIDERS}/members`, { email_address: 'new@acme.test', status: 'subscribed' })
  await call(`DELETE /3.0/lists/${INSIDERS}/members/carol@globex.test`)
  await pass('P10D')
  const { reports } = (await call('GET /3.0/reports?count=1000')).body
  const { id } = reports.find(({ campaign_title }: Body) => campaign_title === 'Acme Insiders, letter 1')
  const sent = readWorld(handle().world, (tx) => tx.range(recipients.byCampaign, { campaign_id: id }).all())
  const addresses = sent.map(({ email_address }) => email_address)
  expect([addresses.includes('new@acme.test'), addresses.includes('carol@globex.test')]).toEqual([true, false])
})

test('newsletter-live schedules only the next action of each reader', async () => {
  const { call, pass } = live()
  await pass('P7D')
  const { pending } = (await call('GET /_control/clock')).body
  expect(pending.filter(({ job }: Body) => job === 'timeline.react')).toHaveLength(1)
})
