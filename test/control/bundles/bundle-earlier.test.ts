import { expect, test } from 'vitest'
import { digestWorld } from '../../../src/kernel/world/rows.ts'
import { mock, type Body } from '../../mock.ts'
import { bundleOf, handleOf, inWorld, NEW_LIST, newWorld, replay } from './bundle-world.ts'

const NOW = '2026-01-15T12:11:47.800Z'
const SCHEDULED = { schedule_time: '2026-01-15T13:15:00Z', batch_delivery: { batch_delay: 5, batch_count: 2 } }

/** A fork of a world that began within a second, with a scheduled campaign: its bundle begins with a state. */
async function forked() {
  const server = mock()
  const { service, control } = await newWorld(server, { id: 'old', now: NOW })
  const { body: list } = await service('POST /3.0/lists', NEW_LIST)
  for (const name of ['ada', 'bob'])
    await service(`POST /3.0/lists/${list.id}/members`, { email_address: `${name}@acme.test`, status: 'subscribed' })
  const settings = { subject_line: 'Hats', from_name: 'Acme', reply_to: 'news@acme.test' }
  const { body: campaign } = await service('POST /3.0/campaigns', {
    type: 'regular',
    recipients: { list_id: list.id },
    settings,
  })
  await service(`PUT /3.0/campaigns/${campaign.id}/content`, { html: '<p>Hats</p>' })
  expect((await service(`POST /3.0/campaigns/${campaign.id}/actions/schedule`, SCHEDULED)).status).toBe(204)
  const { body: fork } = await control('POST /fork', { id: 'fork' })
  const world = inWorld(server, fork)
  return {
    ...world,
    read: async () => [
      (await world.service(`GET /3.0/campaigns/${campaign.id}`)).body,
      (await world.service(`GET /3.0/lists/${list.id}`)).body,
    ],
  }
}

test('a bundle of an earlier build, in which a scheduled campaign starts within the second of its time, replays', async () => {
  const world = await forked()
  for (const to of ['2026-01-15T13:14:59Z', '2026-01-15T13:15:05Z', '2026-01-15T14:00:00Z']) {
    await world.control('POST /clock/advance', { to })
    await world.read()
  }
  const bundle = await bundleOf(world)
  const { jobs, list_stats } = bundle.state.tables
  expect([jobs, list_stats]).toMatchObject([[{ due_at: Date.UTC(2026, 0, 15, 13, 15) }], [{ begun_at: Date.parse(NOW) }]])
  const earlier = {
    ...bundle.state.tables,
    jobs: jobs.map((job: Body) => ({ ...job, due_at: job.due_at + 800 })),
    list_stats: list_stats.map(({ begun_at: _, ...row }: Body) => row),
  }
  const copy = await replay({ ...bundle, state: { ...bundle.state, tables: earlier } })
  expect(copy.replay).toEqual({ steps: bundle.steps.length, differences: [], differences_total: 0 })
})

test('the rows of a scenario do not depend on the fraction of a second in which its world begins, so its bundles fit', async () => {
  const server = mock()
  const digests = await Promise.all(
    ['.000', '.001', '.800', '.999'].map(async (fraction, i) => {
      await newWorld(server, { id: `w${i}`, scenario: 'starter', now: `2026-01-15T12:11:47${fraction}Z` })
      return digestWorld(handleOf(server, `w${i}`).origin)
    }),
  )
  expect(new Set(digests).size).toBe(1)
})
