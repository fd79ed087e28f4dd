import { recordBounce, recordLeave } from '../rules/campaigns/engagement/actions.ts'
import type { CampaignRow } from '../model/campaigns/campaign.ts'
import { makeAbuseReport } from '../rules/list-reports/abuse-report.ts'
import { addMember, changeMember, signUpMember } from '../rules/members/change.ts'
import { memberMachine, type MemberMove } from '../rules/members/machine.ts'
import { memberAt, type MemberRow } from '../model/members/member.ts'
import { saveMember } from '../rules/members/save.ts'
import { isMoveAllowed } from '../../kernel/world/machine.ts'
import { requireNamedCampaign, changedMember, requireNamedList, requireNamedSubject } from './find.ts'
import { callerAs, makeTriggerRefusal, LENIENT, type Triggers } from './trigger.ts'

/** People subscribe, confirm, leave and change their data without the API, and their addresses bounce. */
export const memberTriggers = {
  'member.subscribe': (tx, { list_id, source = 'user', ...request }) => {
    const list = requireNamedList(tx, list_id)
    const before = memberAt(tx, list, request.email_address)
    if (before?.status === 'subscribed')
      throw makeTriggerRefusal(`${before.email_address} is subscribed to the list ${list.id} already.`)
    const by = callerAs(tx, source)
    const status = { status: 'subscribed' } as const
    const member =
      source === 'user'
        ? signUpMember(tx, list, request, by).member
        : before
          ? changeMember(tx, list, before, { ...request, ...status }, by, { ...LENIENT, isAdded: true })
          : addMember(tx, list, { ...request, ...status }, by, LENIENT)
    return { changed: member === before ? [] : [{ entity: 'member', id: member.hash, list_id: list.id }] }
  },

  'member.confirm': (tx, { source, ...named }) => {
    const { list, member } = requireNamedSubject(tx, named)
    assertMay(member, 'confirm', 'be confirmed')
    saveMember(tx, list, member, {}, callerAs(tx, source), 'confirm')
    return { changed: changedMember(tx, member) }
  },

  'member.unsubscribe': (tx, { source = 'user', reason, campaign_id, ...named }) => {
    const { list, member } = requireNamedSubject(tx, named)
    const campaign = campaign_id === undefined ? undefined : requireNamedCampaign(tx, campaign_id, list)
    const move = source === 'user' ? 'unsubscribe_self' : 'unsubscribe'
    assertMay(member, move, 'unsubscribe')
    if (campaign) recordLeave(tx, campaign, member, 'unsub', reason)
    const by = callerAs(tx, source, makeOccasion(campaign, 'manual'))
    saveMember(tx, list, member, reason === undefined ? {} : { unsubscribe_reason: reason }, by, move)
    return { changed: changedMember(tx, member) }
  },

  'member.complain': (tx, { source, campaign_id, ...named }) => {
    const { list, member } = requireNamedSubject(tx, named)
    const campaign = campaign_id === undefined ? undefined : requireNamedCampaign(tx, campaign_id, list)
    assertMay(member, 'unsubscribe_self', 'complain')
    if (campaign) recordLeave(tx, campaign, member, 'abuse')
    const report = makeAbuseReport(tx, list, member, campaign?.id ?? '')
    const by = callerAs(tx, source, makeOccasion(campaign, 'abuse'))
    saveMember(tx, list, member, { unsubscribe_reason: 'abuse' }, by, 'unsubscribe_self')
    const reported = { entity: 'abuse_report', id: String(report.id), list_id: list.id }
    return { changed: [...changedMember(tx, member), reported] }
  },

  'member.bounce': (tx, { source = 'admin', bounce, campaign_id, ...named }) => {
    const { list, member } = requireNamedSubject(tx, named)
    const campaign = campaign_id === undefined ? undefined : requireNamedCampaign(tx, campaign_id, list)
    if (bounce === 'hard') assertMay(member, 'clean', 'bounce permanently')
    recordBounce(tx, campaign, list, member, bounce, callerAs(tx, source, makeOccasion(campaign, bounce)))
    return { changed: changedMember(tx, member) }
  },

  'member.update': (tx, { list_id, email_address, source, ...request }) => {
    const { list, member } = requireNamedSubject(tx, { list_id, email_address })
    refuseArchived(member)
    changeMember(tx, list, member, request, callerAs(tx, source), LENIENT)
    return { changed: changedMember(tx, member) }
  },

  'member.change_email': (tx, { list_id, email_address, new_email_address, source }) => {
    const { list, member } = requireNamedSubject(tx, { list_id, email_address })
    refuseArchived(member)
    changeMember(tx, list, member, { email_address: new_email_address }, callerAs(tx, source), LENIENT)
    return { changed: changedMember(tx, member) }
  },
} satisfies Partial<Triggers>

function makeOccasion(campaign: CampaignRow | undefined, reason: string) {
  return { reason, ...(campaign ? { campaign_id: campaign.id } : {}) }
}

function assertMay(member: MemberRow, move: MemberMove, what: string): void {
  if (isMoveAllowed(memberMachine, member, move)) return
  const { email_address, status } = member
  throw makeTriggerRefusal(
    `${email_address} is ${status}. Only a member who is ${memberMachine.moves[move].from.join(' or ')} can ${what}.`,
  )
}

function refuseArchived({ email_address, status, list_id }: MemberRow): void {
  if (status === 'archived') throw makeTriggerRefusal(`${email_address} is archived and no longer on the list ${list_id}.`)
}
