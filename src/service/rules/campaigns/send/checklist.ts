import { readDomain } from '../../verified-domains/make.ts'
import type { ReadTx, Tx } from '../../../../kernel/world/tx.ts'
import type { Attempt } from '../../../model/deliveries/delivery.ts'
import { errors } from '../../../model/errors.ts'
import { interestCategories } from '../../../model/interests/interest.ts'
import { lists } from '../../../model/lists/list.ts'
import { isAddress } from '../../members/address.ts'
import { mergeFields } from '../../../model/merge-fields/merge-field.ts'
import { readAccount } from '../../../model/root/account.ts'
import { domainAt } from '../../../model/verified-domains/domain.ts'
import type { CampaignRow } from '../../../model/campaigns/campaign.ts'
import { type CampaignContentRow, readCampaignContent } from '../../../model/campaigns/content.ts'
import { feedNow } from '../rss/feed.ts'
import { countCombinations } from '../variate.ts'
import { countAudience, findSavedSegment } from './audience.ts'

export interface ChecklistItem {
  readonly type: 'success' | 'warning' | 'error'
  readonly id: number
  readonly heading: string
  readonly details: string
}

/** A result with its text, or `undefined` if the item does not apply. */
type ChecklistFinding = readonly ['success' | 'warning' | 'error', string] | undefined

interface Facts {
  readonly tx: Tx
  readonly campaign: CampaignRow
  readonly content: Omit<CampaignContentRow, 'seq'>
  readonly recipients: number
  /** The answer to the request for the feed of an RSS campaign, if there was one. */
  readonly fetched: Attempt | undefined
}

const ok = (details: string): ChecklistFinding => ['success', details]
const warn = (details: string): ChecklistFinding => ['warning', details]
const fail = (details: string): ChecklistFinding => ['error', details]

/** Maximum length of a subject. */
const SUBJECT_MAX = 150
/** Minimum number of recipients of each version for a meaningful test. */
const RECIPIENTS_PER_VERSION = 5_000
/** Free mail providers, whose addresses make poor senders. */
const FREE_MAIL: ReadonlySet<string> = new Set(['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'aol.com', 'icloud.com'])

const CHECKS: readonly (readonly [id: number, heading: string, check: (facts: Facts) => ChecklistFinding])[] = [
  [501, 'List', checkList],
  [502, 'Subject line', checkSubject],
  [503, 'From name', ({ campaign }) => checkFromName(campaign)],
  [504, 'Reply-to', checkReplyTo],
  [505, 'Content', checkContent],
  [506, 'Plain text', checkPlainText],
  [507, 'Segment', checkSendSegment],
  [508, 'Tracking', ({ campaign }) => checkTracking(campaign)],
  [509, 'Authentication', checkAuthentication],
  [510, 'Feed', checkFeed],
  [511, 'Test', checkTest],
  [512, 'Unsubscribe link', checkUnsubscribeLink],
  [513, 'Account', ({ tx }) => (readAccount(tx).disabled ? fail('The account is disabled.') : ok('The account is active.'))],
]

const ORDER = { error: 0, warning: 1, success: 2 } as const

/** The checklist of a campaign: errors first, then warnings. `fetched` is the answer to the request for the feed of an RSS campaign. */
export function makeChecklist(tx: Tx, campaign: CampaignRow, fetched?: Attempt): ChecklistItem[] {
  const facts = { tx, campaign, content: readCampaignContent(tx, campaign), recipients: countAudience(tx, campaign), fetched }
  const items = CHECKS.flatMap(([id, heading, check]) => {
    const found = check(facts)
    return found ? [{ type: found[0], id, heading, details: found[1] }] : []
  })
  return items.toSorted((a, b) => ORDER[a.type] - ORDER[b.type] || a.id - b.id)
}

/** The errors on the checklist of a campaign; none if it is ready. */
export function findSendProblems(tx: Tx, campaign: CampaignRow, fetched?: Attempt): ChecklistItem[] {
  return makeChecklist(tx, campaign, fetched).filter(({ type }) => type === 'error')
}

/** Rejects a campaign that is not ready, and names the reasons. */
export function assertReady(tx: Tx, campaign: CampaignRow, fetched?: Attempt): void {
  const problems = findSendProblems(tx, campaign, fetched)
  if (problems.length === 0) return
  const named = problems.map(({ heading, details }) => `${heading}: ${details}`).join(' ')
  throw errors.badRequest(`Your Campaign is not ready to send. ${named}`)
}

function checkList({ tx, campaign: { list_id, list_name }, recipients }: Facts): ChecklistFinding {
  if (list_id === '') return fail('No list has been chosen.')
  if (!tx.first(lists.key, { id: list_id })) return fail(`The list ${list_name} was deleted.`)
  if (recipients === 0) return fail('There are no recipients.')
  return ok(`The list ${list_name} gets it: ${recipients} recipients.`)
}

function checkSubject({ campaign: { subject_line, variate } }: Facts): ChecklistFinding {
  const subjects = variate?.subject_lines?.length ? variate.subject_lines : [subject_line]
  if (subjects.some((subject) => subject.trim() === '')) return fail('There is no subject line.')
  if (subjects.some((subject) => subject.length > SUBJECT_MAX)) return warn(`It has more than ${SUBJECT_MAX} characters.`)
  return ok(subjects.join(' / '))
}

function checkFromName({ from_name, variate }: CampaignRow): ChecklistFinding {
  const names = variate?.from_names?.length ? variate.from_names : [from_name]
  return names.some((name) => name.trim() === '') ? fail('There is no from name.') : ok(names.join(' / '))
}

function checkReplyTo({ tx, campaign: { from_email, variate } }: Facts): ChecklistFinding {
  const [address = '', ...others] = variate?.reply_to_addresses?.length ? variate.reply_to_addresses : [from_email]
  if (![address, ...others].every(isAddress)) return fail('There is no valid reply-to address.')
  const domain = readDomain(address)
  if (domainAt(tx, domain)?.status !== 'verified') {
    return tx.settings.campaigns.sender === 'verified'
      ? fail(`The domain ${domain} is not verified.`)
      : warn(`The domain ${domain} is not verified.`)
  }
  return FREE_MAIL.has(domain) ? warn(`${domain} is a free mail provider.`) : ok(address)
}

function checkContent({ campaign: { type }, content }: Facts): ChecklistFinding {
  const { variates } = content
  if (type === 'variate' && variates.some(({ html }) => html.trim() === '')) return fail('A version has no content.')
  const has = type === 'plain-text' ? content.plain_text : type === 'variate' ? (variates[0]?.html ?? '') : content.html
  if (has.trim() === '') return fail('There is no content.')
  return content.is_template ? warn('The content is that of its template, unchanged.') : ok('There is content.')
}

function checkPlainText({ campaign: { type }, content }: Facts): ChecklistFinding {
  if (type === 'plain-text' || content.own_text) return ok('There is a plain-text version.')
  return warn('The plain-text version is generated from the HTML.')
}

function checkSendSegment({ tx, campaign, recipients }: Facts): ChecklistFinding {
  const { segment, list_id } = campaign
  if (!segment || list_id === '') return undefined
  const saved = findSavedSegment(tx, campaign)
  if (segment.saved_id !== undefined && !saved) return fail(`The segment ${segment.saved_id} was deleted.`)
  const conditions = [...(segment.options?.conditions ?? []), ...(saved?.options?.conditions ?? [])]
  const lost = conditions.find((condition) => {
    const { condition_type, field } = condition
    if (condition_type === 'Interests') return !hasCategory(tx, list_id, field.slice('interests-'.length))
    return condition_type.endsWith('Merge') && !tx.first(mergeFields.byTag, { list_id, tag: field })
  })
  if (lost) return fail(`A condition refers to ${lost.field}, which was deleted.`)
  return recipients === 0 ? fail('The segment is empty.') : ok(`${recipients} members are in the segment.`)
}

function hasCategory(tx: ReadTx, list_id: string, id: string): boolean {
  const ofList = tx.range(interestCategories.byOrder, { list_id }).all()
  return ofList.some((category) => category.id === id || String(category.number) === id)
}

function checkTracking({ tracking, type }: CampaignRow): ChecklistFinding {
  const off = [...(tracking.opens ? [] : ['opens']), ...(tracking.html_clicks || type === 'plain-text' ? [] : ['clicks'])]
  return off.length > 0 ? warn(`Not tracked: ${off.join(', ')}.`) : ok('Opens and clicks are tracked.')
}

function checkAuthentication({ tx, campaign: { from_email } }: Facts): ChecklistFinding {
  const domain = readDomain(from_email)
  return domainAt(tx, domain)?.authenticated
    ? ok(`The domain ${domain} is authenticated.`)
    : warn('The domain is not authenticated.')
}

function checkFeed({ tx, campaign: { rss, send_time }, fetched }: Facts): ChecklistFinding {
  if (!rss) return undefined
  const { problem, published } = feedNow(tx, rss.feed_url, fetched)
  if (problem !== undefined) return fail(problem)
  const since = send_time || tx.now
  return published.some((at) => at > since) ? ok('The feed has new items.') : warn('The feed has no new item yet.')
}

function checkTest({ campaign: { variate }, recipients }: Facts): ChecklistFinding {
  if (!variate) return undefined
  const { test_size = 100 } = variate
  const versions = countCombinations(variate)
  if (versions < 2) return fail('There are fewer than two versions.')
  const each = Math.floor((recipients * test_size) / 100 / versions)
  return each < RECIPIENTS_PER_VERSION
    ? warn(`Each version has fewer than ${RECIPIENTS_PER_VERSION} recipients.`)
    : ok(`${versions} versions.`)
}

function checkUnsubscribeLink({ campaign: { type }, content }: Facts): ChecklistFinding {
  const text = type === 'plain-text' ? content.plain_text : content.html
  return /\*\|(?:html:)?unsub\|\*/i.test(text) ? ok('The content has one.') : warn('None in the content; the footer adds one.')
}
