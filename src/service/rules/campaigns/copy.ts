import { pick } from '../../../kernel/support/objects.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { lists } from '../../model/lists/list.ts'
import { type CampaignRow, campaigns, type CampaignSegment, isVersion } from '../../model/campaigns/campaign.ts'
import { readCampaignContent } from '../../model/campaigns/content.ts'
import { saveContent } from './content/save.ts'
import { countOnList, makeCampaign, type NewCampaign } from './make.ts'
import { hasStore } from '../../model/stores/store.ts'
import { isResendable } from './view.ts'

/** Makes a draft with the recipients, settings, tracking and content of a campaign, and with the given changes. */
export function copyCampaign(tx: Tx, from: CampaignRow, changes: NewCampaign): CampaignRow {
  const list = tx.first(lists.key, { id: from.list_id })
  const made = makeCampaign(tx, list, { ...pick(from, COPIED), ...changes })
  // The list may have been deleted.
  const copy = tx.put(campaigns, { ...made, list_id: from.list_id, list_name: made.list_name || from.list_name })
  countOnList(tx, copy, 1)
  const { html, plain_text, own_text, is_template, variates } = readCampaignContent(tx, from)
  if (html !== '' || plain_text !== '' || variates.length > 0)
    saveContent(tx, copy, { html, plain_text, own_text, is_template, variates })
  return copy
}

const COPIED = [
  'type',
  'title',
  'subject_line',
  'preview_text',
  'from_name',
  'from_email',
  'folder_id',
  'segment',
  'options',
  'tracking',
  'social_card',
  'variate',
  'rss',
] as const

/** Makes a draft like a campaign. Throws 400 if its state or its type forbids it. */
export function replicateCampaign(tx: Tx, campaign: CampaignRow): CampaignRow {
  const { id, status, type, title, variate, rss } = campaign
  if (type === 'ab_split' || isVersion(campaign)) throw errors.invalidAction('Campaigns of this type cannot be replicated.')
  if (status === 'sending' || status === 'canceling')
    throw errors.badRequest(`The campaign ${id} is being sent, so it cannot be replicated.`)
  return copyCampaign(tx, campaign, {
    title: copyTitle(tx, title),
    ...(variate ? { variate: withoutResults(variate) } : {}),
    ...(rss ? { rss: withoutRuns(rss) } : {}),
  })
}

const COPY = / ?\(copy \d+\)$/

/** The title with the first free number. The number of a copy is replaced. */
function copyTitle(tx: ReadTx, title: string): string {
  const base = title.replace(COPY, '')
  const taken = new Set(
    tx
      .range(campaigns.key)
      .all()
      .map((each) => each.title),
  )
  for (let number = 1; ; number++) {
    const copy = `${base} (copy ${String(number).padStart(2, '0')})`.trimStart()
    if (!taken.has(copy)) return copy
  }
}

/** The settings of a test for a copy. Its combinations are made when it is changed or sent, with ids of their own. */
function withoutResults(variate: ServiceSchemas['VariateSettings']): ServiceSchemas['VariateSettings'] {
  const { winning_combination_id: _won, winning_campaign_id: _sent, combinations: _made, ...rest } = variate
  return rest
}

function withoutRuns({ last_sent: _last, ...rest }: ServiceSchemas['RssOptions']) {
  return rest
}

type Shortcut = NonNullable<ServiceSchemas['CreateResend']['shortcut_type']>

/** Makes a draft like a sent campaign, for members who have not reacted to it or who came later. */
export function resendCampaign(tx: Tx, campaign: CampaignRow, shortcut: Shortcut = 'to_non_openers'): CampaignRow {
  const { id, status, type, title } = campaign
  if (status !== 'sent' || type !== 'regular')
    throw errors.badRequest(`The campaign ${id} cannot be resent: it is not a regular campaign that was sent.`)
  if (shortcut === 'to_non_purchasers' && !hasStore(tx, campaign.list_id))
    throw errors.badRequest(`The list of the campaign ${id} has no store, so there are no purchases.`)
  if (shortcut === 'to_non_openers' && !isResendable(tx, campaign)) {
    throw errors.badRequest(
      `The campaign ${id} cannot be resent to non-openers: every recipient has opened it or left, or it was resent already.`,
    )
  }
  const segment = resendSegment(campaign, shortcut)
  return copyCampaign(tx, campaign, {
    title: `${title} (resend)`.trimStart(),
    segment,
    resend_of: shortcut === 'to_non_openers' ? id : '',
  })
}

/** Those who are to get a resend. The segment of the source is kept beside the condition. */
function resendSegment({ id, segment, web_id }: CampaignRow, shortcut: Shortcut): CampaignSegment {
  const condition = CONDITIONS[shortcut](String(web_id))
  const own = segment?.options
  const options =
    own?.match === 'all' || own?.conditions.length === 1
      ? { match: 'all' as const, conditions: [...own.conditions, condition] }
      : { match: 'all' as const, conditions: [condition] }
  const isMerged = !own || options.conditions.length > 1
  const buyers = shortcut === 'to_non_purchasers' ? { without_buyers_of: id } : {}
  return { ...segment, options, ...(isMerged ? {} : { also: own }), ...buyers }
}

type CopiedCondition = ServiceSchemas['Condition']

const CONDITIONS: { readonly [Each in Shortcut]: (web_id: string) => CopiedCondition } = {
  to_non_openers: (value) => ({ condition_type: 'Aim', field: 'aim', op: 'noopen', value }),
  to_non_clickers: (value) => ({ condition_type: 'Aim', field: 'aim', op: 'noclick', value }),
  // No condition is about purchases because of one campaign: the segment leaves out the buyers itself.
  to_non_purchasers: (value) => ({ condition_type: 'Aim', field: 'aim', op: 'sent', value }),
  to_new_subscribers: (extra) => ({ condition_type: 'Date', field: 'timestamp_opt', op: 'greater', value: 'campaign', extra }),
}
