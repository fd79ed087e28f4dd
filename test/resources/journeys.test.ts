import { afterEach, describe, expect, test } from 'vitest'
import { journeys, journeyWaits } from '../../src/service/model/journeys/journey.ts'
import { jobs } from '../../src/kernel/world/job.ts'
import type { Body } from '../mock.ts'
import { removeFolders } from '../scenarios/scenario-world.ts'
import { expectJourneysToBalance } from '../simulation/journey-books.ts'
import { FIRST, LIST, SECOND, withJourneys } from './journey-world.ts'

afterEach(removeFolders)

const ADA = 'ada@acme.test'
const MEMBERS = `/3.0/lists/${LIST}/members`

describe('triggerJourneyStep', () => {
  test('triggerJourneyStep answers 204 without a body, and the emails of the step go out, each after its delay', async () => {
    const { trigger, sent, pass } = withJourneys()
    const { status, text } = await trigger('Ada@ACME.test')
    expect([status, text]).toEqual([204, ''])
    await pass('PT47H')
    expect(await sent()).toEqual([['ada', 'Happy birthday', '15T09:00']])
    await pass('P30D')
    expect(await sent()).toEqual([
      ['ada', 'Happy birthday', '15T09:00'],
      ['ada', 'Your gift expires', '17T09:00'],
    ])
  })

  test('a delay of the first email counts from the call', async () => {
    const { trigger, sent, pass } = withJourneys()
    await trigger(ADA, '7/steps/5')
    expect(await sent()).toEqual([])
    await pass('PT1H')
    expect(await sent()).toEqual([['ada', 'Later', '15T10:00']])
  })

  test.each(['nobody', '', 'a b@acme.test'])(
    'the malformed address "%s" is an Invalid Resource without errors',
    async (address) => {
      const { status, body } = await withJourneys().trigger(address)
      expect([status, body.title, body.errors]).toEqual([400, 'Invalid Resource', undefined])
    },
  )

  test.each(['nobody@acme.test', 'other@acme.test', 'old@acme.test'])(
    'the address %s, which is not on the list of the journey, is answered with 404',
    async (address) => {
      const { status, body } = await withJourneys().trigger(address)
      expect([status, body.title]).toEqual([404, 'Resource Not Found'])
    },
  )

  test.each([
    ['a contact who is not subscribed', 'left@acme.test', '7/steps/3'],
    ['a step that is no API trigger', ADA, '7/steps/4'],
    ['a paused journey', ADA, '8/steps/1'],
    ['a draft of a journey', ADA, '9/steps/1'],
  ])('triggerJourneyStep refuses %s with a Bad Request, and nothing goes out', async (_, address, place) => {
    const { trigger, sent, pass } = withJourneys()
    const { status, body } = await trigger(address, place)
    expect([status, body.title]).toEqual([400, 'Bad Request'])
    await pass('P30D')
    expect(await sent()).toEqual([])
  })

  test('why tells a contact who waits in the journey already from one who leaves it', async () => {
    const { call, trigger } = withJourneys()
    const codesOf = async ({ headers }: Awaited<ReturnType<typeof call>>): Promise<string[]> => {
      const { body } = await call(`GET /_control/why?entity=request&id=${headers.get('x-request-id')}`)
      return body.non_events.filter(({ what }: Body) => what === 'email').map(({ code }: Body) => code)
    }
    await trigger(ADA)
    expect(await codesOf(await trigger(ADA))).toContain('journey_waits')
    const left = await call(`PATCH /3.0/lists/${LIST}/members/${ADA}`, { status: 'unsubscribed' })
    expect(await codesOf(left)).toContain('journey_closed')
  })

  test('a second call for a contact who waits in the journey is answered with 204, and changes nothing', async () => {
    const { trigger, sent, pass, plant } = withJourneys()
    await trigger(ADA)
    const before = await plant((tx) => tx.range(journeyWaits.key).all())
    for (const step of ['3', '5']) expect((await trigger(ADA, `7/steps/${step}`)).status).toBe(204)
    expect(await plant((tx) => tx.range(journeyWaits.key).all())).toEqual(before)
    await pass('P30D')
    expect(await sent()).toHaveLength(2)
  })

  test('after the last email a contact can enter again, gets the emails again, and each email counts in their reports', async () => {
    const { call, trigger, sent, report, pass, plant } = withJourneys()
    await trigger(ADA)
    await pass('P3D')
    await trigger(ADA)
    await pass('P3D')
    expect(await sent()).toEqual([
      ['ada', 'Happy birthday', '15T09:00'],
      ['ada', 'Your gift expires', '17T09:00'],
      ['ada', 'Happy birthday', '18T09:00'],
      ['ada', 'Your gift expires', '20T09:00'],
    ])
    expect(await report(FIRST)).toMatchObject({ emails_sent: 2, send_time: '2026-01-15T09:00:00+00:00' })
    expect((await call(`GET /3.0/reports/${FIRST}/sent-to`)).body.total_items).toBe(1)
    await plant(expectJourneysToBalance)
  })

  test('two contacts pass through a journey at the same time', async () => {
    const { trigger, sent, report, pass } = withJourneys()
    await trigger(ADA)
    await pass('P1D')
    await trigger('bob@acme.test')
    await pass('P3D')
    expect((await sent()).map(([name, , at]) => [name, at])).toEqual([
      ['ada', '15T09:00'],
      ['bob', '16T09:00'],
      ['ada', '17T09:00'],
      ['bob', '18T09:00'],
    ])
    expect((await report(SECOND)).emails_sent).toBe(2)
  })

  test('the operation works in a batch', async () => {
    const { call, sent, pass } = withJourneys()
    const path = '/customer-journeys/journeys/7/steps/3/actions/trigger'
    await call('POST /3.0/batches', { operations: [{ method: 'POST', path, body: JSON.stringify({ email_address: ADA }) }] })
    await pass('PT1H')
    expect(await sent()).toHaveLength(1)
  })
})

describe('an email of a journey', () => {
  test('an email of a journey names its journey, step and campaign, and fills merge tags', async () => {
    const { trigger, emails } = withJourneys()
    await trigger(ADA)
    const [email] = await emails()
    expect(email).toMatchObject({
      kind: 'journey',
      journey_id: 7,
      step_id: 3,
      campaign_id: FIRST,
      list_id: LIST,
      reply_to: 'news@acme.test',
    })
    expect(email.html).toContain('Dear Ada, see')
  })

  test('an email of a journey has a report of the type automation, and is no campaign', async () => {
    const { call, trigger, report } = withJourneys()
    expect((await call('GET /3.0/reports')).body.total_items).toBe(0)
    await trigger(ADA)
    expect(await report(FIRST)).toMatchObject({
      id: FIRST,
      type: 'automation',
      list_id: LIST,
      emails_sent: 1,
      subject_line: 'Happy birthday',
    })
    expect((await call(`GET /3.0/reports/${FIRST}/sent-to`)).body.sent_to).toMatchObject([{ email_address: ADA }])
    expect((await call(`GET /3.0/campaigns/${FIRST}`)).status).toBe(404)
    expect((await call('GET /3.0/campaigns')).body.total_items).toBe(0)
  })

  test('triggers and links open and click an email of a journey, and its report and the activity of the member show it', async () => {
    const { call, app, trigger, emails, act, report } = withJourneys()
    await trigger(ADA)
    expect((await act('campaign.open', { campaign_id: FIRST, email_address: ADA })).status).toBe(200)
    const [{ links }] = await emails()
    const link = links.find((each: string) => each.includes('/track/click'))
    const { status, headers } = await app.request(link, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([302, expect.stringContaining('https://acme.test/gift')])
    expect(await report(FIRST)).toMatchObject({
      opens: { unique_opens: 1 },
      clicks: { clicks_total: 1, unique_subscriber_clicks: 1 },
    })
    const { activity } = (await call(`GET ${MEMBERS}/${ADA}/activity`)).body
    expect(activity.map(({ action, campaign_id }: Body) => [action, campaign_id])).toEqual(
      expect.arrayContaining([
        ['sent', FIRST],
        ['open', FIRST],
        ['click', FIRST],
      ]),
    )
  })

  test.each<[trigger: string, members: object, shown: object]>([
    ['campaign.click', { url: 'https://acme.test/gift' }, { clicks: { clicks_total: 1 }, opens: { unique_opens: 1 } }],
    ['member.bounce', { list_id: LIST, bounce: 'hard' }, { bounces: { hard_bounces: 1 } }],
    ['member.complain', { list_id: LIST }, { abuse_reports: 1 }],
    ['member.unsubscribe', { list_id: LIST }, { unsubscribed: 1 }],
    ['conversation.reply', { message: 'Thank you' }, { emails_sent: 1 }],
    ['campaign.forward', {}, { forwards: { forwards_count: 1 } }],
  ])('the trigger %s names an email of a journey by its campaign_id, and its report shows it', async (name, members, shown) => {
    const { trigger, emails, act, report } = withJourneys()
    await trigger(ADA)
    const [{ campaign_id }] = await emails()
    const { status, body } = await act(name, { campaign_id, email_address: ADA, ...members })
    expect(status, body.detail).toBe(200)
    expect(await report(FIRST)).toMatchObject(shown)
  })

  test('emails of journeys are in no activity of the list and announced to no webhook', async () => {
    const { call, trigger, pass } = withJourneys()
    await call(`POST /3.0/lists/${LIST}/webhooks`, { url: 'http://127.0.0.1:9/hook', events: { campaign: true } })
    const stats = async () => (await call(`GET /3.0/lists/${LIST}`)).body.stats
    const before = await stats()
    await trigger(ADA)
    await pass('P30D')
    expect(await stats()).toMatchObject({ campaign_count: before.campaign_count, campaign_last_sent: '' })
    const { activity } = (await call(`GET /3.0/lists/${LIST}/activity`)).body
    expect(activity.every(({ emails_sent }: Body) => emails_sent === 0)).toBe(true)
    expect((await call('GET /_control/deliveries')).body.deliveries.filter(({ event }: Body) => event === 'campaign')).toEqual([])
  })
})

describe('a contact who waits in a journey', () => {
  const leaving: readonly [how: string, leave: (world: ReturnType<typeof withJourneys>) => Promise<unknown>][] = [
    ['unsubscribes', ({ act }) => act('member.unsubscribe', { list_id: LIST, email_address: ADA })],
    ['is archived', ({ call }) => call(`DELETE ${MEMBERS}/${ADA}`)],
    ['is deleted permanently', ({ call }) => call(`POST ${MEMBERS}/${ADA}/actions/delete-permanent`)],
    ['is on a list that is deleted', ({ call }) => call(`DELETE /3.0/lists/${LIST}`)],
  ]

  test.each(leaving)('a contact who %s gets no further email, and no job is left', async (_, leave) => {
    const world = withJourneys()
    await world.trigger(ADA)
    expect([200, 204]).toContain(((await leave(world)) as Body).status)
    expect(await world.plant((tx) => [tx.range(journeyWaits.key).count, tx.range(jobs.key).count])).toEqual([0, 0])
    await world.pass('P30D')
    expect(await world.sent()).toHaveLength(1)
  })

  test('a contact who unsubscribed and came back does not continue, but can enter again', async () => {
    const { call, act, trigger, sent, pass } = withJourneys()
    await trigger(ADA)
    await act('member.unsubscribe', { list_id: LIST, email_address: ADA })
    await act('member.subscribe', { list_id: LIST, email_address: ADA })
    await pass('P30D')
    expect(await sent()).toHaveLength(1)
    expect((await call(`GET ${MEMBERS}/${ADA}`)).body.status).toBe('subscribed')
    await trigger(ADA)
    await pass('P30D')
    expect(await sent()).toHaveLength(3)
  })

  test('a contact whose address changes gets the next email at the new address', async () => {
    const { call, trigger, sent, pass } = withJourneys()
    await trigger(ADA)
    await call(`PATCH ${MEMBERS}/${ADA}`, { email_address: 'lovelace@acme.test' })
    await pass('P2D')
    expect((await sent()).map(([name]) => name)).toEqual(['ada', 'lovelace'])
  })

  test('the pending job of a waiting contact names the journey and the contact', async () => {
    const { call, trigger } = withJourneys()
    await trigger(ADA)
    expect((await call('GET /_control/jobs')).body.jobs).toMatchObject([
      {
        kind: 'journeys.send',
        subject: { entity: 'journey', id: '7' },
        summary: `The next email of the journey Birthday goes out to ${ADA}`,
        due_at: '2026-01-17T09:00:00.000Z',
      },
    ])
  })
})

describe('a deleted list', () => {
  test('a deleted list takes its journeys with it, and the reports of their emails stay', async () => {
    const { call, trigger, report, plant } = withJourneys()
    await trigger(ADA)
    await call(`DELETE /3.0/lists/${LIST}`)
    expect((await trigger(ADA)).status).toBe(404)
    expect(await plant((tx) => tx.range(journeys.key).count)).toBe(0)
    expect(await report(FIRST)).toMatchObject({ type: 'automation', emails_sent: 1 })
    expect((await call(`GET /3.0/reports/${SECOND}`)).status).toBe(404)
    await plant(expectJourneysToBalance)
    expect((await call('GET /_control/why?entity=journey&id=7')).body).toMatchObject({
      exists: false,
      origin: 'scenario',
      history: [{ change: 'deleted', by: `DELETE /3.0/lists/${LIST}` }],
    })
  })
})
