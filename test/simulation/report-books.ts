import { expect } from 'vitest'
import type { Law, ReadAnswer } from '../../src/kit/drift/laws/law.ts'
import { partsLaws, reportLaws } from '../../src/kit/drift/laws/report-laws.ts'
import { campaigns, isParent } from '../../src/service/model/campaigns/campaign.ts'
import type { mock } from '../mock.ts'

type Double = Pick<ReturnType<typeof mock>, 'call' | 'plant'>

/** Maximum number of campaigns whose sub-reports are added up: the latest ones. */
const CAMPAIGNS_MAX = 12

/** The sub-reports of campaigns must balance with their reports. */
export async function expectSubReportsToBalance({ call, plant }: Double): Promise<void> {
  // The recipients of an automation, a test or an RSS campaign are the recipients of its parts.
  const all = await plant((tx) =>
    tx
      .range(campaigns.key)
      .all()
      .filter((row) => !isParent(tx, row)),
  )
  for (const { id } of all.slice(-CAMPAIGNS_MAX)) expectKept(await reportLaws(readBy(call), id), id)
}

/** The numbers of a campaign with versions or issues are the sums of theirs. Returns how many campaigns have some that were sent. */
export async function expectPartsToAddUp({ call, plant }: Double): Promise<number> {
  const parents = await plant((tx) =>
    tx
      .range(campaigns.key)
      .all()
      .filter((row) => isParent(tx, row)),
  )
  let sent = 0
  for (const { id } of parents) {
    const { laws, parts } = await partsLaws(readBy(call), id)
    expectKept(laws, id)
    if (parts > 0) sent++
  }
  return sent
}

function readBy(call: Double['call']): ReadAnswer {
  return async (path, query = {}) => (await call(`GET /3.0${path}?${new URLSearchParams(query).toString()}`)).body
}

function expectKept(laws: readonly Law[], id: string): void {
  const broken = laws.filter(({ expected, found }) => Math.abs(expected - found) > 1e-9)
  expect(broken, `the laws of the report ${id}`).toEqual([])
}
