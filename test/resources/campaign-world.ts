import type { CampaignRow } from '../../src/service/model/campaigns/campaign.ts'
import { sendCampaign, type CampaignToSend } from '../../src/service/rules/campaigns/send/send.ts'
import type { NewList } from '../../src/service/rules/lists/make.ts'
import { memberOrThrow, type MemberRow } from '../../src/service/model/members/member.ts'
import type { Caller } from '../../src/service/model/requests/call.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import type { mock } from '../mock.ts'
import { withList } from './member-world.ts'

export const CAMPAIGN = 'c0c0c0c0c0'
export const WEB: Caller = { ip: '203.0.113.9', source: 'user' }

/** A world with a list of three readers, Ada, Bob and Cy, and shorthands for the actions of campaigns and readers. */
export async function withReaders(fields: Partial<NewList> = {}, plan: Parameters<typeof mock>[0] = {}) {
  const world = await withList({ campaign_defaults: { from_name: 'Acme', from_email: 'news@acme.test' }, ...fields }, plan)
  const { plant, list, make } = world
  for (const name of ['ada', 'bob', 'cy']) await make({ email_address: `${name}@acme.test` })
  const send = (given: Partial<CampaignToSend> = {}) => plant((tx) => sendCampaign(tx, list, { subject_line: 'News', ...given }))
  /** Runs an action with the member's current row. */
  const as = <Result>(name: string, act: (tx: Tx, member: MemberRow) => Result) =>
    plant((tx) => act(tx, memberOrThrow(tx, list, `${name}@acme.test`)))
  const reportOf = async ({ id }: Pick<CampaignRow, 'id'>) => (await world.call(`GET /3.0/reports/${id}`)).body
  const memberNamed = async (name: string) => (await world.call(`GET ${world.path}/${name}@acme.test`)).body
  const statsOf = async () => (await world.call(`GET /3.0/lists/${list.id}`)).body.stats
  return { ...world, send, as, reportOf, memberNamed, statsOf }
}
