import {
  type ConditionAudience,
  type AutomationProgress,
  type ConditionKind,
  matchesNone,
  not,
  type MemberPredicate,
} from './condition.ts'

export const automation: ConditionKind<'Automation'> = {
  about: { words: ['automation'] },
  check: ({ value }) =>
    /^\d{1,15}$/.test(value) ? undefined : { member: 'value', message: 'Value must be the web id of an automation.' },
  ops: {
    started: ({ value }, audience) => has(audience, 'started', value),
    completed: ({ value }, audience) => has(audience, 'completed', value),
    not_started: ({ value }, audience) => not(has(audience, 'started', value)),
    not_completed: ({ value }, audience) => not(has(audience, 'completed', value)),
  },
}

function has(audience: ConditionAudience, progress: AutomationProgress, webId: string): MemberPredicate {
  const workflow = audience.automation(webId)
  if (workflow === undefined) return matchesNone
  const contacts = audience.inAutomation(progress, workflow)
  return ({ contact_id }) => contacts.has(contact_id)
}
