import { countsOpens } from '../rules/campaigns/engagement/counts-opens.ts'
import {
  type ActionContext,
  countsClicks,
  recordClick,
  recordForward,
  recordOpen,
} from '../rules/campaigns/engagement/actions.ts'
import { cancelCampaign, type CampaignToSend, cancelSend, sendCampaignWithPauses } from '../rules/campaigns/send/send.ts'
import { publishItem } from '../rules/campaigns/rss/feed.ts'
import { sendNow } from '../rules/campaigns/send/schedule.ts'
import { pickWinner } from '../rules/campaigns/variate.ts'
import { campaigns, type CampaignRow, findRecipient, sentAt } from '../model/campaigns/campaign.ts'
import { replyToCampaign } from '../rules/conversations/write.ts'
import type { ListRow } from '../model/lists/list.ts'
import type { MemberRow } from '../model/members/member.ts'
import { segments } from '../model/segments/segment.ts'
import { readInstant, type Seconds, timestamp } from '../../kernel/support/time.ts'
import type { ReadTx } from '../../kernel/world/tx.ts'
import { requireNamedCampaign, changedMember, requireNamedList, requireNamedRecipient } from './find.ts'
import {
  type ChangedThing,
  makeTriggerRefusal,
  type KnownName,
  type TriggerFields,
  TriggerRefusal,
  type Triggers,
  unknownReference,
} from './trigger.ts'

/** Campaigns are sent or cancelled, and recipients react to them. */
export const campaignTriggers = {
  *'campaign.send'(tx, fields) {
    const { list, ...made } = newCampaign(tx, fields)
    if (list) return { changed: [changedCampaign(yield* sendCampaignWithPauses(tx, list, made))] }
    const campaign = requireNamedCampaign(tx, fields.campaign_id ?? '')
    sendNow(tx, campaign)
    return { changed: [changedCampaign(campaign)] }
  },

  'campaign.cancel': (tx, fields) => {
    const { list, ...made } = newCampaign(tx, fields)
    if (list) return { changed: [changedCampaign(cancelCampaign(tx, list, made))] }
    const campaign = requireNamedCampaign(tx, fields.campaign_id ?? '')
    if (campaign.workflow) throw makeTriggerRefusal(`The campaign ${campaign.id} is an email of an automation: pause it instead.`)
    cancelSend(tx, campaign)
    return { changed: [changedCampaign(campaign)] }
  },

  'campaign.pick_winner': (tx, { campaign_id, combination_id }) => {
    const campaign = requireNamedCampaign(tx, campaign_id)
    pickWinner(tx, campaign, combination_id)
    return { changed: [changedCampaign(campaign)] }
  },

  'feed.publish': (tx, { feed_url, title, link, description = '', content = '', author = '', published_at }) => {
    const at = published_at === undefined ? tx.now : checkCampaignInstant('published_at', published_at)
    const item = publishItem(tx, { feed_url, title, link, description, content, author, published_at: at })
    return { changed: [{ entity: 'feed_item', id: String(item.id) }] }
  },

  'campaign.open': (tx, { ip, at, proxy = false, ...named }) => {
    const { campaign, member } = requireNamedRecipient(tx, named)
    if (!countsOpens(campaign))
      throw makeTriggerRefusal(`Opens of the campaign ${campaign.id} are not tracked, or it is plain text.`)
    recordOpen(tx, campaign, member, { ...makeActionContext(tx, campaign, member, { ip, at }), proxy })
    return { changed: [changedCampaign(campaign), ...changedMember(tx, member)] }
  },

  'campaign.click': (tx, { url = DEFAULT_URL, ip, at, ...named }) => {
    const { campaign, member } = requireNamedRecipient(tx, named)
    if (!countsClicks(campaign)) throw makeTriggerRefusal(`Clicks in the campaign ${campaign.id} are not tracked.`)
    recordClick(tx, campaign, member, { url, ...makeActionContext(tx, campaign, member, { ip, at }) })
    return { changed: [changedCampaign(campaign), ...changedMember(tx, member)] }
  },

  'campaign.forward': (tx, { opened = false, ...named }) => {
    const { campaign, member } = requireNamedRecipient(tx, named)
    recordForward(tx, campaign, member, { opened })
    return { changed: [changedCampaign(campaign)] }
  },

  'conversation.reply': (tx, { message: text, ...named }) => {
    const { campaign, member } = requireNamedRecipient(tx, named)
    const { conversation, message } = replyToCampaign(tx, campaign, member, { message: text })
    return {
      changed: [
        { entity: 'conversation', id: conversation.id, list_id: conversation.list_id },
        { entity: 'conversation_message', id: message.id, list_id: conversation.list_id },
      ],
    }
  },
} satisfies Partial<Triggers>

/** When and from where a recipient opens or clicks: by default now, and from where the member signed up. */
function makeActionContext(
  tx: ReadTx,
  campaign: CampaignRow,
  { contact_id, email_address }: MemberRow,
  { ip, at: given }: { readonly ip: string | undefined; readonly at: string | undefined },
): ActionContext {
  const from = ip === undefined ? {} : { ip }
  const recipient = findRecipient(tx, campaign, contact_id)
  if (given === undefined || !recipient) return from
  const at = checkCampaignInstant('at', given)
  const delivered = sentAt(tx, campaign, recipient)
  if (at >= delivered && at <= tx.now) return { ...from, at }
  const range = `from ${timestamp(delivered)}, when the email went to ${email_address}, to ${timestamp(tx.now)}, which is now`
  throw new TriggerRefusal(`at must be an instant ${range}.`, '/at')
}

/** Reads an instant of a trigger. Rejects a day that the calendar does not have. */
function checkCampaignInstant(name: string, text: string): Seconds {
  const at = readInstant(text)
  if (at === undefined) throw new TriggerRefusal(`${name} must be a date or a date with a time (ISO 8601).`, `/${name}`)
  return at
}

/** The link that is clicked if the trigger names none. */
const DEFAULT_URL = 'https://example.com/'

function changedCampaign({ id, list_id }: CampaignRow): ChangedThing {
  return { entity: 'campaign', id, list_id }
}

/** The fields of a campaign that is made by the trigger; without a list, the trigger is about an existing campaign. */
function newCampaign(
  tx: ReadTx,
  { list_id, subject_line, campaign_id, segment_id, title }: TriggerFields<'campaign.send'>,
): { readonly list: ListRow | undefined } & CampaignToSend {
  if (list_id === undefined && subject_line === undefined && campaign_id !== undefined)
    return { list: undefined, subject_line: '' }
  if (list_id === undefined || subject_line === undefined) {
    const missing = list_id === undefined ? 'list_id' : 'subject_line'
    const rule = 'A new campaign needs list_id and subject_line; an existing one is named by campaign_id alone.'
    throw new TriggerRefusal(`The member ${missing} is missing. ${rule}`, `/${missing}`)
  }
  const list = requireNamedList(tx, list_id)
  checkTriggerSegment(tx, list, segment_id)
  const chosen = { ...(segment_id === undefined ? {} : { segment_id }), ...(title === undefined ? {} : { title }) }
  return { list, subject_line, ...chosen, ...newId(tx, campaign_id) }
}

/** The given id of a new campaign. Without one, the campaign gets a generated id. */
function newId(tx: ReadTx, id: string | undefined): { readonly id?: string } {
  if (id === undefined) return {}
  if (tx.first(campaigns.key, { id })) throw makeTriggerRefusal(`There is a campaign ${id} already.`)
  return { id }
}

function checkTriggerSegment(tx: ReadTx, list: ListRow, id: number | undefined): void {
  if (id === undefined || tx.first(segments.key, { list_id: list.id, id })) return
  const all = tx.range(segments.onList, { list_id: list.id }).all()
  const known = all.map((each): KnownName => [String(each.id), each.name])
  throw unknownReference('/segment_id', `The list ${list.id} has no segment ${id}.`, String(id), known)
}
