import { automationEmails } from '../model/automations/automation.ts'
import { campaigns, type CampaignRow } from '../model/campaigns/campaign.ts'
import { lists, type ListRow } from '../model/lists/list.ts'
import { memberAt, members, type MemberRow } from '../model/members/member.ts'
import type { ReadTx } from '../../kernel/world/tx.ts'
import { type ChangedThing, type KnownName, TriggerRefusal, unknownReference } from './trigger.ts'

/** Maximum number of things that are read to find the one that was probably meant. */
export const READ_MAX = 500

/** Returns a list by its id. Rejects an unknown id with the ids of the existing lists. */
export function requireNamedList(tx: ReadTx, id: string): ListRow {
  const list = tx.first(lists.key, { id })
  if (list) return list
  const all = tx.range(lists.byCreation).all()
  const known = all.map((each): KnownName => [each.id, each.name])
  throw unknownReference('/list_id', `There is no list ${id}.`, id, known)
}

/** Returns a list's member by the email address. Rejects an unknown address. */
export function requireNamedMember(tx: ReadTx, list: ListRow, address: string): MemberRow {
  const member = memberAt(tx, list, address)
  if (member) return member
  const some = tx.range(members.onList, { list_id: list.id }).slice(0, READ_MAX)
  const known = some.map((each) => each.email_address)
  throw unknownReference('/email_address', `${address} is not on the list ${list.id}.`, address, known)
}

/** The list and the member that a trigger names. */
export function requireNamedSubject(
  tx: ReadTx,
  { list_id, email_address }: { readonly list_id: string; readonly email_address: string },
): { readonly list: ListRow; readonly member: MemberRow } {
  const list = requireNamedList(tx, list_id)
  return { list, member: requireNamedMember(tx, list, email_address) }
}

/** Returns a campaign by its id, if a list is given only one sent to that list. Rejects an unknown id. */
export function requireNamedCampaign(tx: ReadTx, id: string, list?: ListRow): CampaignRow {
  const campaign = tx.first(campaigns.key, { id })
  if (campaign && (!list || campaign.list_id === list.id)) return campaign
  const all = list ? tx.range(campaigns.byList, { list_id: list.id }) : tx.range(campaigns.key)
  const known = all.sliceFromEnd(0, READ_MAX).map((each): KnownName => [each.id, each.title])
  throw unknownReference('/campaign_id', `There is no campaign ${id}${list ? ` to the list ${list.id}` : ''}.`, id, known)
}

/** Returns an email of an automation by its id, in the form of a campaign. Rejects an unknown id. */
function requireNamedEmail(tx: ReadTx, id: string): CampaignRow {
  const email = tx.first(automationEmails.key, { id })
  const campaign = email && tx.first(campaigns.key, { id })
  if (campaign) return campaign
  const all = tx.range(automationEmails.key).sliceFromEnd(0, READ_MAX)
  const known = all.map((each): KnownName => [each.id, tx.first(campaigns.key, { id: each.id })?.title ?? ''])
  throw unknownReference('/workflow_email_id', `There is no email ${id} of an automation.`, id, known)
}

/** The campaign or the email of an automation that a trigger names, and the recipient. */
export function requireNamedRecipient(
  tx: ReadTx,
  named: { readonly campaign_id?: string; readonly workflow_email_id?: string; readonly email_address: string },
): { readonly campaign: CampaignRow; readonly member: MemberRow } {
  const { campaign_id, workflow_email_id, email_address } = named
  if ((campaign_id === undefined) === (workflow_email_id === undefined))
    throw new TriggerRefusal('Exactly one of campaign_id and workflow_email_id must be given.', '/campaign_id')
  const campaign =
    workflow_email_id === undefined ? requireNamedCampaign(tx, campaign_id ?? '') : requireNamedEmail(tx, workflow_email_id)
  const list = tx.first(lists.key, { id: campaign.list_id })
  if (!list)
    throw new TriggerRefusal(`The list of the campaign ${campaign.id} was deleted, and its members with it.`, '/campaign_id')
  return { campaign, member: requireNamedMember(tx, list, email_address) }
}

/** The member as a changed thing; empty if the member has not changed. */
export function changedMember(tx: ReadTx, before: MemberRow): ChangedThing[] {
  const after = tx.first(members.key, { contact_id: before.contact_id })
  return after && after !== before ? [{ entity: 'member', id: after.hash, list_id: after.list_id }] : []
}
