import type { Condition } from '../../conditions/condition.ts'
import { escapeHtml } from '../../../kernel/support/escape.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { interestCategories } from '../interests/interest.ts'
import { mergeFields } from '../merge-fields/merge-field.ts'
import { segments } from '../segments/segment.ts'

/** The conditions of a campaign's segment, and how they are combined. */
interface Conditions {
  readonly match: 'any' | 'all'
  readonly conditions: readonly Condition[]
}

/** The conditions of a segment as HTML, with the number of recipients. */
export function segmentText(tx: Tx, list_id: string, { match, conditions }: Conditions, recipients: number): string {
  const items = conditions.map(
    (each) => `<li class="margin--lv1 !margin-left-right--lv0">${conditionText(tx, list_id, each)}</li>`,
  )
  return [
    `<p class="!margin--lv0">Contacts match <strong>${match}</strong> of the following conditions:</p>`,
    `<ol id="conditions" class="small-meta">${items.join('')}</ol>`,
    `<span>For a total of <strong>${recipients}</strong> emails sent.</span>`,
  ].join('')
}

function conditionText(tx: Tx, list_id: string, condition: Condition): string {
  const { field, op } = condition
  const value = 'value' in condition ? condition.value : undefined
  const subject = subjectText(tx, list_id, condition)
  if (subject === undefined) return `<strong>Deleted ${field.startsWith('interests-') ? 'Group' : 'Field'}</strong>`
  const words = OPERATORS[op] ?? op
  const shown = value === undefined ? '' : ` ${Array.isArray(value) ? value.join(', ') : String(value)}`
  return escapeHtml(`${subject} ${words}${segmentName(tx, list_id, condition) ?? shown}`)
}

/** What a condition is about; `undefined` if that was deleted. */
function subjectText(tx: Tx, list_id: string, { condition_type, field }: Condition): string | undefined {
  if (condition_type.endsWith('Merge')) return tx.first(mergeFields.byTag, { list_id, tag: field })?.name
  if (condition_type === 'Interests') {
    const id = field.slice('interests-'.length)
    const ofList = tx.range(interestCategories.byOrder, { list_id }).all()
    return ofList.find((category) => category.id === id || String(category.number) === id)?.title
  }
  return SUBJECTS[field] ?? field.replaceAll('_', ' ')
}

function segmentName(tx: Tx, list_id: string, condition: Condition): string | undefined {
  if (condition.condition_type !== 'StaticSegment') return undefined
  return ` ${tx.first(segments.key, { list_id, id: Number(condition.value) })?.name ?? 'a deleted tag'}`
}

const SUBJECTS: { readonly [field: string]: string } = {
  aim: 'Campaign activity',
  EMAIL: 'Email address',
  merge0: 'Email address',
  static_segment: 'Tag',
  timestamp_opt: 'Date added',
  vip_flag: 'VIP status',
  rating: 'Contact rating',
}

const OPERATORS: { readonly [op: string]: string } = {
  static_is: 'is',
  static_not: 'is not',
  not: 'is not',
  contains: 'contains',
  notcontain: 'does not contain',
  starts: 'starts with',
  ends: 'ends with',
  greater: 'is greater than',
  less: 'is less than',
  blank: 'is blank',
  blank_not: 'is not blank',
  interestcontains: 'is one of',
  interestcontainsall: 'is all of',
  interestnotcontains: 'is none of',
  member: 'is set',
  notmember: 'is not set',
  open: 'opened',
  noopen: 'did not open',
  click: 'clicked',
  noclick: 'did not click',
  sent: 'was sent',
  nosent: 'was not sent',
}
