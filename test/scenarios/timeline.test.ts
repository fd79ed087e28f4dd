import { afterEach, expect, test } from 'vitest'
import { mock, type Body } from '../mock.ts'
import { build, scenarioNamedMine, removeFolders } from './scenario-world.ts'

afterEach(removeFolders)

const NEWS = `
lists:
  - id: aaaaaaaaaa
    name: News
    members:
      - { email_address: ada@acme.test, status: subscribed }
      - { email_address: bob@acme.test, status: subscribed }
    webhooks: [{ id: a000000001, url: 'http://127.0.0.1:1/hook', events: { unsubscribe: true }, sources: { user: true } }]
settings: { webhooks: { mode: record } }
timeline:`
const LEAVE =
  '{ at: PT10M, trigger: member.unsubscribe, with: { list_id: aaaaaaaaaa, email_address: ada@acme.test, reason: Enough } }'

/** A double whose world has this timeline. */
async function living(...steps: readonly string[]) {
  const double = mock()
  const handle = await double.ready
  const source = scenarioNamedMine(`${NEWS}\n${steps.map((step) => `  - ${step}\n`).join('')}`)
  handle.world = await build(source, { id: 'default', base_url: 'http://maildouble.test', settings: { credentials: 'any' } })
  const statusOf = async (address: string): Promise<string> =>
    (await double.call(`GET /3.0/lists/aaaaaaaaaa/members/${address}`)).body.status
  return { ...double, statusOf }
}

test('the timeline of a scenario waits and is shown by the clock', async () => {
  const { call, statusOf } = await living('{ at: 90000, trigger: account.disable }', LEAVE)
  expect((await call('GET /_control/clock')).body.pending).toEqual([
    { due_at: '2026-01-15T09:01:30.000Z', job: 'timeline.run', subject: '1-account.disable' },
    { due_at: '2026-01-15T09:10:00.000Z', job: 'timeline.run', subject: '2-member.unsubscribe' },
  ])
  expect(await statusOf('ada@acme.test')).toBe('subscribed')
})

test('a step of the timeline runs at its instant, and not earlier', async () => {
  const { pass, call, statusOf } = await living(LEAVE)
  expect((await pass('PT9M59S')).body.ran).toEqual([])
  expect(await statusOf('ada@acme.test')).toBe('subscribed')
  expect((await pass('PT5M')).body.ran).toEqual([
    {
      at: '2026-01-15T09:10:00.000Z',
      job: 'timeline.run',
      subject: '1-member.unsubscribe',
      from_state: 'pending',
      to_state: 'done',
    },
  ])
  const { body } = await call('GET /3.0/lists/aaaaaaaaaa/members/ada@acme.test')
  expect(body).toMatchObject({
    status: 'unsubscribed',
    unsubscribe_reason: 'Enough',
    last_changed: '2026-01-15T09:10:00+00:00',
  })
})

test('the timeline of a scenario is the cause of its effects, like a trigger', async () => {
  const { pass, call } = await living(LEAVE)
  await pass('PT10M')
  const { deliveries } = (await call('GET /_control/deliveries')).body
  expect(deliveries.map(({ event, cause }: Body) => [event, cause])).toEqual([['unsubscribe', { trigger: 'member.unsubscribe' }]])
})

test('the timeline of a scenario continues after a failed step, and reports which one failed and why', async () => {
  const { pass, call, defects, statusOf } = await living(
    LEAVE,
    LEAVE.replace('PT10M', 'PT20M'),
    '{ at: PT30M, trigger: member.unsubscribe, with: { list_id: bbbbbbbbbb, email_address: ada@acme.test } }',
    LEAVE.replace('PT10M', 'PT40M').replace('ada', 'bob'),
  )
  const { body } = await pass('PT1H')
  expect(body.ran.map(({ to_state, refused }: Body) => [to_state, refused])).toEqual([
    ['done', undefined],
    ['refused', 'ada@acme.test is unsubscribed. Only a member who is subscribed or pending or transactional can unsubscribe.'],
    ['refused', 'There is no list bbbbbbbbbb. There are: aaaaaaaaaa (News).'],
    ['done', undefined],
  ])
  expect(await statusOf('bob@acme.test')).toBe('unsubscribed')
  expect(defects).toEqual([
    'The step 2-member.unsubscribe of the timeline of the world default was refused: ada@acme.test is unsubscribed. Only a member who is subscribed or pending or transactional can unsubscribe.',
    'The step 3-member.unsubscribe of the timeline of the world default was refused: There is no list bbbbbbbbbb. There are: aaaaaaaaaa (News).',
  ])
  const { rows } = (await call('GET /_control/state/timeline')).body
  expect(rows.map(({ outcome }: Body) => outcome)).toEqual(['done', 'refused', 'refused', 'done'])
})

test('the timeline of a scenario repeats steps and counts the repetitions', async () => {
  const { pass, call } = await living(
    "{ at: P1D, every: P7D, times: 3, trigger: campaign.send, with: { list_id: aaaaaaaaaa, subject_line: 'Week {n}', title: 'No. {n}' } }",
  )
  await pass('P30D')
  const { reports } = (await call('GET /3.0/reports')).body
  expect(
    reports.map(({ campaign_title, subject_line, send_time }: Body) => [campaign_title, subject_line, send_time]).toSorted(),
  ).toEqual([
    ['No. 1', 'Week 1', '2026-01-16T09:00:00+00:00'],
    ['No. 2', 'Week 2', '2026-01-23T09:00:00+00:00'],
    ['No. 3', 'Week 3', '2026-01-30T09:00:00+00:00'],
  ])
})

test('the timeline of a scenario can set the id of the campaign that it sends', async () => {
  const { pass, call } = await living(
    '{ at: P1D, trigger: campaign.send, with: { list_id: aaaaaaaaaa, subject_line: A, campaign_id: ca0000000a } }',
    '{ at: P2D, trigger: campaign.open, with: { campaign_id: ca0000000a, email_address: ada@acme.test } }',
    '{ at: P3D, trigger: campaign.send, with: { list_id: aaaaaaaaaa, subject_line: B, campaign_id: ca0000000a } }',
  )
  const { ran } = (await pass('P3D')).body
  expect(ran.map(({ refused }: Body) => refused)).toEqual([undefined, undefined, 'There is a campaign ca0000000a already.'])
  expect((await call('GET /3.0/reports/ca0000000a')).body).toMatchObject({ subject_line: 'A', opens: { unique_opens: 1 } })
})

test('the timeline of a scenario restarts with a reset, and runs independently in a fork', async () => {
  const { pass, call, statusOf, handle } = await living(LEAVE)
  const origin = handle().world
  await call('POST /_control/fork', { id: 'fork' })
  await pass('PT10M')
  expect((await call('GET /_control/worlds/fork/clock')).body.pending).toHaveLength(1)
  await call('POST /_control/worlds/fork/clock/advance', { by: 'PT10M' })
  expect((await call('GET /_control/worlds/fork/state/timeline')).body.rows[0].outcome).toBe('done')
  handle().restore(origin)
  expect(await statusOf('ada@acme.test')).toBe('subscribed')
  expect((await pass('PT10M')).body.ran).toHaveLength(1)
})

test('the timeline of a scenario runs the steps of an extended scenario first', async () => {
  const source = scenarioNamedMine(`extends: base\ntimeline:\n  - { at: P1D, trigger: account.enable }`, {
    'scenarios/base.yaml': 'name: base\ndescription: B.\ntimeline:\n  - { at: P1D, trigger: account.disable }\n',
  })
  const { ready, call, pass } = mock()
  const handle = await ready
  handle.world = await build(source, { id: 'default' })
  expect((await call('GET /_control/clock')).body.pending.map(({ subject }: Body) => subject)).toEqual([
    '1-account.disable',
    '2-account.enable',
  ])
  expect((await pass('P1D')).body.ran).toHaveLength(2)
})

test.each([
  ['{ at: PT1H, trigger: account.disable, every: PT1H }', 'timeline/0/every must go with `times`'],
  ['{ at: PT1H, trigger: account.disable, times: 2 }', 'timeline/0/times must go with `every`'],
  [
    '{ at: 0, every: 1, times: 2, trigger: campaign.send, with: { list_id: a, subject_line: A, campaign_id: ca0000000a } }',
    'timeline/0/with/campaign_id must be left out, since each campaign has an id of its own',
  ],
  ['{ at: -P1D, trigger: account.disable }', 'timeline/0/at must be an ISO 8601 duration'],
  ['{ at: -1, trigger: account.disable }', 'timeline/0/at must be at least 0.'],
  ['{ trigger: account.disable }', 'timeline/0/at: Required field is missing: at.'],
  ['{ at: 1, trigger: account.delete }', 'timeline/0/trigger must be one of: member.subscribe,'],
  ['{ at: 1 }', 'timeline/0/trigger: Required field is missing: trigger.'],
])('the timeline of a scenario rejects %s and says where it is', async (step, message) => {
  await expect(build(scenarioNamedMine(`${NEWS}\n  - ${step}`))).rejects.toThrow(`scenarios/mine.yaml:13: ${message}`)
})
