import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where the service decides that an email goes out. */
const FILES = [
  'src/service/rules/automations/enter.ts',
  'src/service/rules/automations/flow.ts',
  'src/service/rules/automations/queue.ts',
  'src/service/rules/automations/states.ts',
  'src/service/resources/automations/commerce.ts',
  'src/service/resources/automations/reactions.ts',
  ...filesIn('src/service/resources/journeys'),
  'src/service/resources/orders/notifications.ts',
  'src/service/resources/lists/notify.ts',
  'src/service/rules/members/confirmation.ts',
  'src/service/rules/deliveries/resend.ts',
]

function filesIn(folder: string): string[] {
  return readdirSync(folder).map((name) => `${folder}/${name}`)
}

/** Returns that record no reason, because no email was due, and why none was. */
const NOTHING_DUE: Readonly<Record<string, string>> = {
  'if (!after) return': 'the thing was deleted',
  'if (!cart) return': 'there is no cart',
  'if (!email) return': 'that was the last one',
  'if (!subject || !tx.first(automations.byList, { list_id: list.id })) return': 'the list has no automation',
  'if (before && isCounted(tx, before)) return': 'the order counted before, and was followed up then',
  'restartWait(tx, workflow, known, tags); continue': 'the email comes later, or its end is noted',
  'flow().endOccasions(tx, subject, reason); return': 'what ends is noted',
  'if (known.includes(kind) || order.notified.includes(kind)) continue': 'the notification has gone out',
  'if (!diff.includes(event)) continue': 'the member neither subscribed nor unsubscribed',
  'if (!wait || !journey || !member) return': 'a job without its subject',
  "if (!workflow || workflow.status === 'archived' || !next || awaitedBy(next) !== action) return":
    'no email waits for the action',
  'if (occasions.length > 0) return': 'their emails are due',
  'if (queuedAt(tx, next, member.contact_id) || findRecipient(tx, next, member.contact_id)) return':
    'the email is due, or has gone out',
  "if (!workflow || !DATED.has(workflow.workflow_type) || workflow.status === 'archived') return": 'the automation has no dates',
  "if (!workflow || workflow.status === 'archived') return": 'the automation has ended',
  "if (typeof value !== 'string') return false": 'the member has no date',
  'if (queuedAt(tx, next, member.contact_id)) return': 'the email is due',
  'if (findRecipient(tx, next, member.contact_id)) continue': 'the email has gone out',
  'if (wasSent) return': 'the next email waits for an action',
  'if (!pass || pass.completed_at > 0 || tx.first(automationQueue.byMember, { contact_id, workflow_id })) return':
    'not completed',
  "if (occasions.some(({ email_id }) => email_id !== '')) return": 'not completed',
  "if (!email || !workflow || email.status !== 'sending') return": 'a paused email holds its queue',
  "if (mayHaveAsked) omit(tx, { code: 'not_pending', ...about, status: after.status }); return": 'noted',
  "if (delivery?.status !== 'retrying') return": 'the delivery has been settled',
  "if (delivery?.status !== 'pending') return": 'the delivery has been released',
  "if (email.status === 'sending') return": 'the email is being sent',
  "if (email.status !== 'sending') return": 'the email is not being sent',
  "if (workflow?.status !== 'sending' || findWorkflowEmails(tx, workflow).some(({ status }) => status === 'sending')) return":
    'other emails are being sent',
}

/** The returns of a file without a value. One that stands alone has the line before it; one whose block notes a reason is left out. */
function returnsIn(file: string): string[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
  return lines.flatMap((text, index) => {
    if (!/\b(?:return|continue|return true|return false)$/.test(text) || /^(?:\*|\/\/|\/\*)/.test(text)) return []
    if (!/^(?:return|continue)/.test(text)) return [text]
    const before = lines.slice(Math.max(0, index - 12), index)
    const block = before.slice(before.findLastIndex((each) => /^if .*\{$/.test(each)) + 1)
    return block.some((each) => /^omit(?:From)?\(/.test(each)) ? [] : [`${before.at(-1)}; ${text}`]
  })
}

test('wherever an email is left out, its reason is noted, or nothing was due', () => {
  const found = FILES.flatMap((file) => returnsIn(file).map((text) => ({ file, text })))
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(({ text }) => !Object.hasOwn(NOTHING_DUE, text))).toEqual([])
  expect(Object.keys(NOTHING_DUE).filter((text) => !found.some((each) => each.text === text))).toEqual([])
})
