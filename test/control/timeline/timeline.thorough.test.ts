import { expect, test } from 'vitest'
import { type Body, mock } from '../../mock.ts'
import { answering, sendingWorld } from '../../outbound/delivery-world.ts'
import { LIST, MEMBERS, requestWorld } from '../requests/request-world.ts'

/** A world with a shorthand for its timeline. */
async function world() {
  const made = await requestWorld()
  // The list of the world was planted, which is a change without a call.
  const kinds = 'request,job,trigger,delivery,email'
  const timeline = async (query = ''): Promise<Body> => (await made.call(`GET /_control/timeline?kinds=${kinds}&${query}`)).body
  return { ...made, timeline }
}

const summaries = ({ entries }: Body): string[] => entries.map(({ summary }: Body) => summary)

test('the timeline orders calls by their changes: writes before reads in a frozen world, and a read after what it could see', async () => {
  const { subscribe, call, timeline } = await world()
  await subscribe('ada@acme.test')
  await call('GET /3.0/ping')
  await subscribe('bob@acme.test')
  await call(`GET ${MEMBERS}?count=1`)
  expect(summaries(await timeline())).toEqual([
    'addMember ada@acme.test',
    'ping /ping',
    'addMember bob@acme.test',
    `getMembers /lists/${LIST}/members?count=1`,
  ])
})

test('the timeline counts the changes of each call, and names its outcome and its faults', async () => {
  const { subscribe, call, timeline } = await world()
  await subscribe('ada@acme.test')
  await subscribe('ada@acme.test')
  await call('POST /_control/faults', { match: { operation: 'ping' }, effect: { problem: { preset: 'TooManyRequests' } } })
  await call('GET /3.0/ping')
  const { entries } = await timeline()
  expect(entries).toMatchObject([
    { kind: 'request', outcome: 'ok', status: 200, faults: [] },
    { outcome: 'refused', status: 400, changes: [] },
    { outcome: 'failed', status: 429, faults: ['fault 1: problem'] },
  ])
  expect(entries[0].changes).toContainEqual({ table: 'members', added: 1, removed: 0, changed: 0 })
})

test('the timeline leads from a call by its batch, its jobs and their operations, each to its direct cause', async () => {
  const { call, pass, timeline } = await world()
  const operations = ['New', 'Newer'].map((name) => ({ method: 'PATCH', path: `/lists/${LIST}`, body: JSON.stringify({ name }) }))
  const { body: batch, headers } = await call('POST /3.0/batches', { operations })
  await pass('PT1M')
  const { entries } = await timeline()
  expect(summaries({ entries })).toEqual([
    `createBatch ${batch.id}`,
    `The batch ${batch.id} is prepared`,
    `The batch ${batch.id} starts`,
    'updateList New',
    'updateList Newer',
    `The batch ${batch.id} finishes`,
  ])
  const [created, prepared, started, first, second] = entries.map(({ id }: Body) => id)
  expect(created).toBe(`request:${headers.get('x-request-id')}`)
  expect(entries.map(({ causes }: Body) => causes)).toEqual([[], [created], [prepared], [started], [started], [second]])
  expect(first).not.toBe(second)
})

test('the timeline leads from a call to its webhook, and from its first attempt to the retry', async () => {
  const receiver = await answering(500, 200)
  const { hook, subscribe, pass, call } = await sendingWorld()
  await hook(receiver.url)
  await subscribe()
  await pass('PT0S')
  await call('GET /3.0/ping')
  await pass('PT2M')
  const { entries } = (await call('GET /_control/timeline?kinds=request,delivery')).body
  expect(entries).toMatchObject([
    { kind: 'request', summary: 'addMember m1@acme.test' },
    {
      id: 'delivery:1',
      outcome: 'failed',
      status: 500,
      summary: `subscribe m1@acme.test to ${receiver.url}`,
      causes: [entries[0].id],
    },
    { kind: 'request', summary: 'ping /ping' },
    {
      id: 'delivery:1:2',
      outcome: 'ok',
      status: 200,
      summary: `subscribe m1@acme.test to ${receiver.url}, attempt 2`,
      causes: ['delivery:1'],
    },
  ])
})

test('the timeline shows triggers, and the webhooks and emails that they cause', async () => {
  const { subscribe, call, timeline } = await world()
  await subscribe('ada@acme.test')
  await call('POST /_control/triggers', { trigger: 'campaign.send', list_id: LIST, title: 'Weekly', subject_line: 'News' })
  const { entries } = await timeline()
  expect(entries.slice(1)).toMatchObject([
    { kind: 'trigger', summary: 'campaign.send Weekly' },
    { kind: 'email', summary: 'News to ada@acme.test', causes: [entries[1].id] },
  ])
})

test('the timeline has every job of a scenario timeline by its name, and changes lists them as jobs and as triggers', async () => {
  const { call, pass } = mock({ scenario: 'newsletter-live' })
  await pass('P8D')
  const { total, entries } = (await call('GET /_control/timeline?kinds=job&limit=1000')).body
  expect(entries[0].summary).toBe('The scenario sends the campaign Acme Weekly, week 1')
  expect(entries[1].summary).toMatch(/^\S+@\S+ (opens|clicks in|bounces on) Acme Weekly, week 1$/)
  expect(entries).toHaveLength(total)
  expect(new Set(entries.map(({ summary }: Body) => summary)).size).toBeGreaterThan(total / 2)
  // The first one is that of the send, which caused the reactions.
  expect(new Set(entries.slice(1).flatMap(({ causes }: Body) => causes))).toEqual(new Set([entries[0].id]))
  const { total: jobs, changes } = (await call('GET /_control/changes?cause=job&limit=1')).body
  expect(jobs).toBe(total)
  expect(changes).toMatchObject([{ job: { kind: 'timeline.run' }, cause: { trigger: 'campaign.send' } }])
  expect((await call('GET /_control/changes?cause=trigger&limit=0')).body.total).toBe(total)
})

test('a crowded timeline becomes few entries that stand for all, and each opens by its group', async () => {
  const { call, pass } = mock({ scenario: 'newsletter-live' })
  await pass('P8D')
  const { entries, total, shown, evicted } = (await call('GET /_control/timeline?cluster=fit&limit=60')).body
  expect(entries.length).toBeLessThanOrEqual(60)
  expect([shown, evicted]).toEqual([total, 0])
  const emails = entries.find(({ kind }: Body) => kind === 'email')
  expect(emails.summary).toMatch(/^1,\d\d\d emails of Acme Weekly, week 1$/)
  expect(emails.causes).toEqual([entries[0].id])
  const query = new URLSearchParams({ from: emails.id, to: emails.last, group: emails.group, limit: '20' })
  const opened = (await call(`GET /_control/timeline?${query}`)).body
  expect([opened.total, opened.shown]).toEqual([emails.count, 20])
  query.set('to', opened.earlier)
  expect((await call(`GET /_control/timeline?${query}`)).body.total).toBe(emails.count - 20)
})

test('neighbours on the timeline that are alike become one entry, and others stay apart', async () => {
  const { subscribe, call, timeline } = await world()
  for (let n = 0; n < 20; n++) await subscribe(`m${n}@acme.test`)
  await subscribe('m0@acme.test')
  await call('GET /3.0/ping')
  const { entries } = await timeline('cluster=runs&limit=10')
  expect(entries).toMatchObject([
    { summary: '20 × addMember', count: 20, status: 200 },
    { summary: `addMember /lists/${LIST}/members`, count: 1, status: 400 },
    { summary: 'ping /ping', count: 1 },
  ])
  expect(entries[0].changes).toContainEqual({ table: 'members', added: 20, removed: 0, changed: 0 })
})

test('the timeline names the entry that stands for another one, and the bounds of a wider part', async () => {
  const { subscribe, timeline } = await world()
  for (let n = 0; n < 20; n++) await subscribe(`m${n}@acme.test`)
  const { entries: all } = await timeline()
  const ids = all.map(({ id }: Body) => id)
  expect((await timeline(`cluster=runs&limit=10&holding=${ids[7]}`)).holder).toBe(ids[0])
  const part = await timeline(`from=${ids[8]}&to=${ids[11]}`)
  expect(part.entries.map(({ id }: Body) => id)).toEqual(ids.slice(8, 12))
  expect([part.wider, part.earlier]).toEqual([{ from: ids[6], to: ids[13] }, ids[7]])
  expect((await timeline(`from=${ids[0]}`)).wider).toBeNull()
})

test('the timeline shows the latest entries first when there are more than its limit, and names the next earlier one', async () => {
  const { subscribe, timeline } = await world()
  for (let n = 0; n < 5; n++) await subscribe(`m${n}@acme.test`)
  const latest = await timeline('limit=2')
  expect([summaries(latest), latest.total, latest.shown]).toEqual([['addMember m3@acme.test', 'addMember m4@acme.test'], 5, 2])
  expect(summaries(await timeline(`limit=2&to=${latest.earlier}`))).toEqual(['addMember m1@acme.test', 'addMember m2@acme.test'])
})

test('calls that a restored snapshot took back stay before the calls after it on the timeline', async () => {
  const { subscribe, call, timeline } = await world()
  await call('POST /_control/snapshots', { name: 'before' })
  await subscribe('ada@acme.test')
  await call('GET /3.0/ping')
  await call('POST /_control/snapshots/before/restore')
  await call('GET /3.0/lists')
  await subscribe('bob@acme.test')
  expect((await timeline()).entries.map(({ summary }: Body) => summary.split(' ')[0])).toEqual([
    'addMember',
    'ping',
    'getLists',
    'addMember',
  ])
})

test('a change whose call was deleted from the journal stays on the timeline', async () => {
  const { subscribe, call } = await world()
  await subscribe('ada@acme.test')
  await call('DELETE /_control/requests')
  const { entries } = (await call('GET /_control/timeline')).body
  expect(entries.at(-1)).toMatchObject({ kind: 'change', summary: 'a change ada@acme.test' })
})

test('the timeline refuses an unknown entry, and says that it may be gone', async () => {
  const { call } = await world()
  const { status, body } = await call('GET /_control/timeline?from=job:1')
  expect([status, body.detail]).toEqual([422, expect.stringContaining('there is no entry job:1 (any more)')])
})

test('the timeline of a world that was reset is empty', async () => {
  const { subscribe, call, timeline } = await world()
  await subscribe('ada@acme.test')
  await call('POST /_control/reset')
  expect(await timeline()).toMatchObject({ entries: [], total: 0, evicted: 0 })
})

test('the timeline keeps jobs whose changes were evicted, and jobs that changed nothing', async () => {
  const { call, pass } = mock({ scenario: 'newsletter-live' })
  await pass('P100D')
  const { evicted } = (await call('GET /_control/changes?limit=0')).body
  expect(evicted).toBeGreaterThan(0)
  const { total } = (await call('GET /_control/timeline?kinds=job&limit=1')).body
  expect(total).toBeGreaterThan((await call('GET /_control/changes?cause=job&limit=0')).body.total)
  const first = (await call('GET /_control/timeline?kinds=job&until=2026-01-22T08:00:01Z')).body
  expect(first.entries[0].summary).toBe('The scenario sends the campaign Acme Weekly, week 1')
})
