import { campaignActions, recipients, type CampaignActionRow } from '../../src/service/model/campaigns/campaign.ts'
import { makeCampaign, newRecipient, type NewCampaign } from '../../src/service/rules/campaigns/make.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember, type NewMember } from '../../src/service/rules/members/make.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { mock } from '../mock.ts'

export const LIST = 'aaaaaaaaaa'
export const ADA_HASH = '3981b0f24162d410a2657d2ced0b5d06'
export const CONTACT = 'ada00000000000000000000000000001'
export const NEWS = 'cccccccccc'
export const MEMBER = `/3.0/lists/${LIST}/members/${ADA_HASH}`

export const NOW_S = 1_768_467_600
export const DAY_S = 86_400
export const SENT = NOW_S - 10 * DAY_S

type PlantedAction = Partial<CampaignActionRow> & Pick<CampaignActionRow, 'action' | 'at'>

interface Given {
  readonly member?: Partial<NewMember>
  readonly actions?: readonly PlantedAction[]
  readonly campaign?: Partial<NewCampaign>
}

/** A world with Ada on a list, a campaign sent to her ten days ago, and her reactions to it. */
export async function withCampaign({ member = {}, actions = [], campaign = {} }: Given = {}) {
  const world = mock()
  await world.plant((tx) => {
    const list = makeList(tx, { id: LIST, name: 'News' })
    const ada = makeMember(tx, list, {
      email_address: 'ada@acme.test',
      contact_id: CONTACT,
      created_at: NOW_S - 30 * DAY_S,
      ...member,
    })
    const fields = { id: NEWS, subject_line: 'November news', send_time: SENT, emails_sent: 1 }
    const sent = makeCampaign(tx, list, { ...fields, ...campaign })
    tx.insert(recipients, newRecipient(sent, ada, { place: 0, gmt_offset: 0 }))
    for (const action of actions) act(tx, action)
  })
  return world
}

function act(tx: Tx, action: PlantedAction): void {
  tx.insert(campaignActions, {
    id: tx.count('campaign_actions.id'),
    campaign_id: NEWS,
    contact_id: CONTACT,
    list_id: LIST,
    kind: '',
    url: '',
    ip: '',
    reason: '',
    ...action,
  })
}
