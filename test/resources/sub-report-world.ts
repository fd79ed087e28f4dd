import { recordBounce, recordClick, recordOpen } from '../../src/service/rules/campaigns/engagement/actions.ts'
import type { CampaignRow } from '../../src/service/model/campaigns/campaign.ts'
import type { Body } from '../mock.ts'
import { WEB, withReaders } from './campaign-world.ts'

const SENT = 1_768_467_600
const at = (minutes: number) => SENT + 60 * minutes

export const NOT_FOUND = { title: 'Resource Not Found', status: 404 }
export const HATS = 'https://acme.test/hats'
export const SHOES = 'https://acme.test/shoes'

/** A world with a campaign to Ada, Bob and Cy, and shorthands to read its sub-reports. */
export async function withCampaign(given: Parameters<Awaited<ReturnType<typeof withReaders>>['send']>[0] = {}) {
  const world = await withReaders({ name: 'News' })
  const campaign = await world.send(given)
  const { call, as, list } = world
  return {
    ...world,
    campaign,
    sub: async (path: string, of: Pick<CampaignRow, 'id'> = campaign): Promise<Body> =>
      (await call(`GET /3.0/reports/${of.id}/${path}`)).body,
    open: (name: string, minute: number) => as(name, (tx, member) => recordOpen(tx, campaign, member, { at: at(minute) })),
    click: (name: string, url: string, minute: number) =>
      as(name, (tx, member) => recordClick(tx, campaign, member, { url, at: at(minute) })),
    bounce: (name: string, kind: 'hard' | 'soft') =>
      as(name, (tx, member) => recordBounce(tx, campaign, list, member, kind, WEB)),
    trigger: (name: string, fields: object) => call('POST /_control/triggers', { trigger: name, list_id: list.id, ...fields }),
  }
}

export const names = (items: readonly Body[]) => items.map(({ email_address }) => String(email_address).split('@')[0])

/** What every element shows about Ada. */
export const ADA = (campaign: CampaignRow) => ({
  campaign_id: campaign.id,
  list_id: campaign.list_id,
  list_is_active: true,
  email_id: '3981b0f24162d410a2657d2ced0b5d06',
  email_address: 'ada@acme.test',
  merge_fields: { FNAME: '', LNAME: '', ADDRESS: '', PHONE: '' },
  vip: false,
})
