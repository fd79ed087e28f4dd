import type { CampaignRow } from '../resources/campaigns/campaign.ts'
import { recordBounce, recordLeave } from '../resources/campaigns/deeds.ts'
import { makeAbuseReport } from '../resources/list-reports/abuse-report.ts'
import { memberMachine, type MemberMove } from '../resources/members/machine.ts'
import type { MemberRow } from '../resources/members/member.ts'
import { saveMember } from '../resources/members/save.ts'
import { may } from '../world/machine.ts'
import { campaignNamed, changedMember, subjectNamed } from './find.ts'
import { impossible } from './refusal.ts'
import { doer, type Triggers } from './trigger.ts'

/** What becomes of a subscription without the API. */
export const memberMoves = {
  'member.confirm': (tx, { source, ...named }) => {
    const { list, member } = subjectNamed(tx, named)
    assertMay(member, 'confirm', 'be confirmed')
    saveMember(tx, list, member, {}, doer(tx, source), 'confirm')
    return { changed: changedMember(tx, member) }
  },

  'member.unsubscribe': (tx, { source = 'user', reason, campaign_id, ...named }) => {
    const { list, member } = subjectNamed(tx, named)
    const campaign = campaign_id === undefined ? undefined : campaignNamed(tx, campaign_id, list)
    const move = source === 'user' ? 'unsubscribe_self' : 'unsubscribe'
    assertMay(member, move, 'unsubscribe')
    if (campaign) recordLeave(tx, campaign, member, 'unsub')
    const by = doer(tx, source, occasionOf(campaign, 'manual'))
    saveMember(tx, list, member, reason === undefined ? {} : { unsubscribe_reason: reason }, by, move)
    return { changed: changedMember(tx, member) }
  },

  'member.complain': (tx, { source, campaign_id, ...named }) => {
    const { list, member } = subjectNamed(tx, named)
    const campaign = campaign_id === undefined ? undefined : campaignNamed(tx, campaign_id, list)
    assertMay(member, 'unsubscribe_self', 'complain')
    if (campaign) recordLeave(tx, campaign, member, 'abuse')
    const report = makeAbuseReport(tx, list, member, campaign?.id ?? '')
    const by = doer(tx, source, occasionOf(campaign, 'abuse'))
    saveMember(tx, list, member, { unsubscribe_reason: 'abuse' }, by, 'unsubscribe_self')
    const reported = { entity: 'abuse_report', id: String(report.id), list_id: list.id }
    return { changed: [...changedMember(tx, member), reported] }
  },

  'member.bounce': (tx, { source = 'admin', bounce, campaign_id, ...named }) => {
    const { list, member } = subjectNamed(tx, named)
    const campaign = campaign_id === undefined ? undefined : campaignNamed(tx, campaign_id, list)
    if (bounce === 'hard') assertMay(member, 'clean', 'bounce for good')
    recordBounce(tx, campaign, list, member, bounce, doer(tx, source, occasionOf(campaign, bounce)))
    return { changed: changedMember(tx, member) }
  },
} satisfies Partial<Triggers>

function occasionOf(campaign: CampaignRow | undefined, reason: string) {
  return { reason, ...(campaign ? { campaign_id: campaign.id } : {}) }
}

function assertMay(member: MemberRow, move: MemberMove, what: string): void {
  if (may(memberMachine, member, move)) return
  const { email_address, status } = member
  throw impossible(`${email_address} is ${status}. Only who is ${memberMachine.moves[move].from.join(' or ')} can ${what}.`)
}
