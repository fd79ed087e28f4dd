import { describe, expect, test } from 'vitest'
import { recordBounce, recordClick, recordOpen } from '../../src/service/rules/campaigns/engagement/actions.ts'
import type { Body } from '../mock.ts'
import { CAMPAIGN, WEB, withReaders } from './campaign-world.ts'

const ADA = '3981b0f24162d410a2657d2ced0b5d06'
const ACTIVITY = `/3.0/reports/${CAMPAIGN}/email-activity`

/** A campaign: Ada opened and clicked, the email to Bob bounced, Cy did nothing. */
async function withActivity() {
  const world = await withReaders()
  const { send, as, pass, list } = world
  const campaign = await send({ id: CAMPAIGN })
  await pass('PT1M')
  await as('ada', (tx, ada) => recordOpen(tx, campaign, ada, { ip: '203.0.113.7' }))
  await as('bob', (tx, bob) => recordBounce(tx, campaign, list, bob, 'soft', WEB))
  await pass('PT1M')
  await as('ada', (tx, ada) => recordClick(tx, campaign, ada, { url: 'https://acme.test/hats?a=1&b=2', ip: '203.0.113.8' }))
  return { ...world, campaign }
}

const OPENED = { action: 'open', timestamp: '2026-01-15T09:01:00+00:00', ip: '203.0.113.7' }
const CLICKED = {
  action: 'click',
  timestamp: '2026-01-15T09:02:00+00:00',
  url: 'https://acme.test/hats?a=1&b=2',
  ip: '203.0.113.8',
}
const BOUNCED = { action: 'bounce', type: 'soft', timestamp: '2026-01-15T09:01:00+00:00' }

const activities = (body: Body) => body.emails.map(({ activity }: Body) => activity)

describe('getEmailActivity', () => {
  test('the email activity has all recipients with their activity, in the order in which they joined the list', async () => {
    const { call } = await withActivity()
    const { body } = await call(`GET ${ACTIVITY}`)
    expect(body).toMatchObject({ campaign_id: CAMPAIGN, total_items: 3 })
    expect(body.emails.map(({ email_address }: Body) => email_address)).toEqual([
      'ada@acme.test',
      'bob@acme.test',
      'cy@acme.test',
    ])
    expect(activities(body)).toEqual([[OPENED, CLICKED], [BOUNCED], []])
  })

  test('since leaves out email activity at or before that instant, but no recipient', async () => {
    const { call } = await withActivity()
    expect(activities((await call(`GET ${ACTIVITY}?since=2026-01-15T09:01:00Z`)).body)).toEqual([[CLICKED], [], []])
    expect(activities((await call(`GET ${ACTIVITY}?since=2026-01-15T09:00:59Z`)).body)).toEqual([
      [OPENED, CLICKED],
      [BOUNCED],
      [],
    ])
  })

  test('the email activity stays the same when the list is deleted or a recipient is renamed or permanently deleted', async () => {
    const { call, list, path } = await withActivity()
    await call(`PATCH ${path}/ada@acme.test`, { email_address: 'countess@acme.test' })
    await call(`POST ${path}/cy@acme.test/actions/delete-permanent`)
    await call(`DELETE /3.0/lists/${list.id}`)
    const { body } = await call(`GET ${ACTIVITY}`)
    expect(body.emails.map(({ email_address, list_is_active }: Body) => [email_address, list_is_active])).toEqual([
      ['countess@acme.test', false],
      ['bob@acme.test', false],
      ['cy@acme.test', false],
    ])
    expect(activities(body)[0]).toEqual([OPENED, CLICKED])
  })
})

describe('getEmailActivityOfMember', () => {
  test('getEmailActivityOfMember returns the activity of one recipient', async () => {
    const { call } = await withActivity()
    const { body } = await call(`GET ${ACTIVITY}/${ADA}`)
    const { _links, ...element } = body
    expect(element).toEqual({
      campaign_id: CAMPAIGN,
      list_id: 'a1b2c3d4e5',
      list_is_active: true,
      email_id: ADA,
      email_address: 'ada@acme.test',
      activity: [OPENED, CLICKED],
    })
  })

  test.each(['ada@acme.test', 'ADA@ACME.TEST', ADA.toUpperCase()])(
    'getEmailActivityOfMember finds the recipient by %s',
    async (key) => {
      const { call } = await withActivity()
      expect((await call(`GET ${ACTIVITY}/${key}`)).body.email_id).toBe(ADA)
    },
  )

  test('getEmailActivityOfMember finds the recipient by contact id', async () => {
    const { call, row } = await withActivity()
    expect((await call(`GET ${ACTIVITY}/${(await row())?.contact_id}`)).body.email_id).toBe(ADA)
  })

  test('since leaves out earlier email activity of one recipient', async () => {
    const { call } = await withActivity()
    expect((await call(`GET ${ACTIVITY}/${ADA}?since=2026-01-15T09:01:30Z`)).body.activity).toEqual([CLICKED])
    expect((await call(`GET ${ACTIVITY}/${ADA}?since=2026-01-16`)).body.activity).toEqual([])
  })

  test('getEmailActivityOfMember finds a renamed recipient by the new address, and no longer by the old one', async () => {
    const { call, path } = await withActivity()
    await call(`PATCH ${path}/ada@acme.test`, { email_address: 'Countess@acme.test' })
    expect((await call(`GET ${ACTIVITY}/countess@acme.test`)).body).toMatchObject({
      email_address: 'Countess@acme.test',
      activity: [OPENED, CLICKED],
    })
    expect((await call(`GET ${ACTIVITY}/${ADA}`)).body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })

  test('getEmailActivityOfMember does not find an address that was not sent the campaign, whether on the list or not', async () => {
    const { call, make } = await withActivity()
    await make({ email_address: 'late@acme.test' })
    for (const key of ['late@acme.test', 'nobody@acme.test', 'nonsense', '__proto__']) {
      expect((await call(`GET ${ACTIVITY}/${key}`)).body).toMatchObject({ title: 'Resource Not Found', status: 404 })
    }
  })
})
