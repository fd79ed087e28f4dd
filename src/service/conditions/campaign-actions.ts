import {
  type ConditionAudience,
  type ConditionKind,
  type CampaignAction,
  matchesNone,
  not,
  type ConditionViolation,
  type MemberPredicate,
  type SentCampaign,
} from './condition.ts'

export const aim: ConditionKind<'Aim'> = {
  about: { words: ['aim'] },
  check: ({ value }) => checkConditionCampaign(value),
  ops: {
    sent: ({ value }, audience) => wasSent(audience, value),
    open: ({ value }, audience) => matchReaction(audience, 'open', value),
    click: ({ value }, audience) => matchReaction(audience, 'click', value),
    nosent: ({ value }, audience) => not(wasSent(audience, value)),
    noopen: ({ value }, audience) => didNot(audience, 'open', value),
    noclick: ({ value }, audience) => didNot(audience, 'click', value),
  },
}

export const conversation: ConditionKind<'Conversation'> = {
  about: { words: ['conversation'] },
  check: ({ value }) => checkConditionCampaign(value),
  ops: {
    member: ({ value }, audience) => matchReaction(audience, 'reply', value),
    notmember: ({ value }, audience) => not(matchReaction(audience, 'reply', value)),
  },
}

function checkConditionCampaign(value: string): ConditionViolation | undefined {
  if (/^(any|\d{1,15})$/.test(value)) return undefined
  return { member: 'value', message: 'Value must be any or the web id of a campaign.' }
}

function wasSent(audience: ConditionAudience, value: string): MemberPredicate {
  const campaign = findNamedSend(audience, value)
  return campaign ? isIn(audience.sentTo(campaign)) : matchesNone
}

function matchReaction(audience: ConditionAudience, action: CampaignAction, value: string): MemberPredicate {
  const campaign = findNamedSend(audience, value)
  return campaign ? isIn(audience.reactedTo(action, campaign)) : matchesNone
}

/** Was sent the campaign and did not react to it. */
function didNot(audience: ConditionAudience, action: CampaignAction, value: string): MemberPredicate {
  const sent = wasSent(audience, value)
  const done = matchReaction(audience, action, value)
  return (member) => sent(member) && !done(member)
}

function findNamedSend(audience: ConditionAudience, value: string): SentCampaign | 'any' | undefined {
  return value === 'any' ? value : audience.campaign(value)
}

function isIn(contacts: ReadonlySet<string>): MemberPredicate {
  return (member) => contacts.has(member.contact_id)
}
