import { recordClick, recordForward, recordOpen } from '../resources/campaigns/actions.ts'
import { cancelCampaign, sendCampaign } from '../resources/campaigns/send.ts'
import { campaigns, type CampaignRow } from '../resources/campaigns/campaign.ts'
import { replyToCampaign } from '../resources/conversations/write.ts'
import type { ListRow } from '../resources/lists/list.ts'
import { segments } from '../resources/segments/segment.ts'
import type { Tx } from '../world/tx.ts'
import { changedMember, listNamed, recipientNamed } from './find.ts'
import { type Changed, impossible, type KnownName, type Triggers, unknownReference } from './trigger.ts'

/** Campaigns are sent or cancelled, and recipients react to them. */
export const campaignTriggers = {
  'campaign.send': (tx, { list_id, campaign_id, ...fields }) => {
    const list = listNamed(tx, list_id)
    checkSegment(tx, list, fields.segment_id)
    return { changed: [changedCampaign(sendCampaign(tx, list, { ...fields, ...newId(tx, campaign_id) }))] }
  },

  'campaign.cancel': (tx, { list_id, campaign_id, ...fields }) => {
    const list = listNamed(tx, list_id)
    checkSegment(tx, list, fields.segment_id)
    return { changed: [changedCampaign(cancelCampaign(tx, list, { ...fields, ...newId(tx, campaign_id) }))] }
  },

  'campaign.open': (tx, named) => {
    const { campaign, member } = recipientNamed(tx, named)
    recordOpen(tx, campaign, member)
    return { changed: [changedCampaign(campaign), ...changedMember(tx, member)] }
  },

  'campaign.click': (tx, { url = DEFAULT_URL, ...named }) => {
    const { campaign, member } = recipientNamed(tx, named)
    recordClick(tx, campaign, member, { url })
    return { changed: [changedCampaign(campaign), ...changedMember(tx, member)] }
  },

  'campaign.forward': (tx, { opened = false, ...named }) => {
    const { campaign, member } = recipientNamed(tx, named)
    recordForward(tx, campaign, member, { opened })
    return { changed: [changedCampaign(campaign)] }
  },

  'conversation.reply': (tx, { message: text, ...named }) => {
    const { campaign, member } = recipientNamed(tx, named)
    const { conversation, message } = replyToCampaign(tx, campaign, member, { message: text })
    return {
      changed: [
        { entity: 'conversation', id: conversation.id, list_id: conversation.list_id },
        { entity: 'conversation_message', id: message.id, list_id: conversation.list_id },
      ],
    }
  },
} satisfies Partial<Triggers>

/** The link that is clicked if the trigger names none. */
const DEFAULT_URL = 'https://example.com/'

function changedCampaign({ id, list_id }: CampaignRow): Changed {
  return { entity: 'campaign', id, list_id }
}

/** The given id of a new campaign. Without one, the campaign gets a generated id. */
function newId(tx: Tx, id: string | undefined): { readonly id?: string } {
  if (id === undefined) return {}
  if (tx.first(campaigns.key, { id })) throw impossible(`There is a campaign ${id} already.`)
  return { id }
}

function checkSegment(tx: Tx, list: ListRow, id: number | undefined): void {
  if (id === undefined || tx.first(segments.key, { list_id: list.id, id })) return
  const segmentsOfList = tx.range(segments.onList, { list_id: list.id }).all()
  throw unknownReference(
    '/segment_id',
    `The list ${list.id} has no segment ${id}.`,
    String(id),
    segmentsOfList.map((each): KnownName => [String(each.id), each.name]),
  )
}
