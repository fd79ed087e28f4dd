import { BLANK_FIELDS } from './make.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { equal, pick } from '../../../kernel/support/objects.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { folderAt } from '../../model/folders/folder.ts'
import { lists, type ListRow } from '../../model/lists/list.ts'
import { checkAddress } from '../members/address.ts'
import { readAccount } from '../../model/root/account.ts'
import { templates, type TemplateRow } from '../../model/templates/template.ts'
import { readSegment } from './send/audience.ts'
import type { CampaignRow } from '../../model/campaigns/campaign.ts'
import { readRss } from './rss/options.ts'
import { readVariate } from './variate.ts'

export type CampaignRequest = ServiceSchemas['UpdateCampaign']

/** The fields of a campaign that a request can set. */
export type CampaignFields = Pick<CampaignRow, keyof typeof BLANK_FIELDS>

const FIELDS = Object.keys(BLANK_FIELDS) as (keyof CampaignFields)[]

/** The names of the fields in which two campaigns differ. */
export function changedFields(before: CampaignFields, after: CampaignFields): (keyof CampaignFields)[] {
  return FIELDS.filter((name) => !equal(before[name], after[name]))
}

/**
 * Applies a request to the fields of a campaign. Throws 400 if it names a list, segment, template or folder that does not exist, or if a value
 * is invalid. The template is the one that the request sets; its HTML becomes the content.
 */
export function applyRequest(
  tx: Tx,
  before: CampaignFields & Pick<CampaignRow, 'type'>,
  request: CampaignRequest,
): { readonly fields: CampaignFields; readonly template: TemplateRow | undefined } {
  const { recipients, settings = {}, tracking = {}, social_card, variate_settings, rss_opts } = request
  checkType('variate_settings', 'variate', before, variate_settings)
  checkType('rss_opts', 'rss', before, rss_opts)
  const audience = recipients ? readRecipients(tx, before, recipients) : pickAudience(before)
  const { reply_to = before.from_email, folder_id = before.folder_id, template_id } = settings
  if (reply_to !== '' && reply_to !== before.from_email) checkAddress(tx, reply_to)
  if (folder_id !== '' && !folderAt(tx, 'campaign', folder_id)) {
    throw errors.invalid({ field: 'settings.folder_id', message: 'Value must be the id of a folder of campaigns.' })
  }
  const isNewTemplate = template_id !== undefined && template_id !== 0 && template_id !== before.options.template_id
  const template = isNewTemplate ? templateOrInvalid(tx, template_id, 'settings.template_id') : undefined
  const { title = before.title, subject_line = before.subject_line } = settings
  const { preview_text = before.preview_text, from_name = before.from_name } = settings
  const fields: CampaignFields = {
    ...audience,
    title,
    subject_line,
    preview_text,
    from_name,
    from_email: reply_to,
    folder_id,
    options: {
      ...before.options,
      ...pick(settings, SWITCHES),
      ...(template_id === undefined ? {} : { template_id }),
      ...(template_id === 0 ? { drag_and_drop: false } : {}),
      ...(template ? { drag_and_drop: template.drag_and_drop, content_type: 'template' } : {}),
    },
    tracking: readTracking(tx, before, tracking),
    social_card: social_card ? { ...before.social_card, ...pick(social_card, CARD) } : before.social_card,
    variate: variate_settings ? readVariate(tx, audience.list_id, before.variate, variate_settings) : before.variate,
    rss: rss_opts ? readRss(before.rss, rss_opts) : before.rss,
  }
  return { fields, template }
}

const SWITCHES = [
  'use_conversation',
  'to_name',
  'authenticate',
  'auto_footer',
  'inline_css',
  'auto_tweet',
  'auto_fb_post',
  'fb_comments',
] as const
const CARD = ['image_url', 'description', 'title'] as const
const TRACKED = ['opens', 'html_clicks', 'text_clicks', 'goal_tracking', 'ecomm360', 'google_analytics', 'clicktale'] as const

function checkType(field: string, type: CampaignRow['type'], before: Pick<CampaignRow, 'type'>, given: unknown): void {
  if (given === undefined || before.type === type) return
  throw errors.invalid({ field, message: `Only campaigns of the type ${type} have ${field}.` })
}

function pickAudience({
  list_id,
  list_name,
  segment,
}: CampaignFields): Pick<CampaignFields, 'list_id' | 'list_name' | 'segment'> {
  return { list_id, list_name, segment }
}

/** Another list drops the segment, unless the same body gives a new one. */
function readRecipients(
  tx: Tx,
  before: CampaignFields,
  { list_id, segment_opts }: NonNullable<CampaignRequest['recipients']>,
): Pick<CampaignFields, 'list_id' | 'list_name' | 'segment'> {
  // A list that was deleted since can stay.
  if (list_id === before.list_id && segment_opts === undefined) return pickAudience(before)
  const list = listOrInvalid(tx, list_id)
  const kept = list_id === before.list_id ? before.segment : undefined
  return { list_id, list_name: list.name, segment: segment_opts === undefined ? kept : readSegment(tx, list, segment_opts) }
}

function listOrInvalid(tx: ReadTx, id: string): ListRow {
  const list = tx.first(lists.key, { id })
  if (!list) throw errors.invalid({ field: 'recipients.list_id', message: `There is no list ${id.slice(0, 64)}.` })
  return list
}

/** The active template with an id. Throws 400 with the field if there is none. */
export function templateOrInvalid(tx: ReadTx, id: number, field: string): TemplateRow {
  const template = tx.first(templates.key, { id })
  if (template?.status !== 'active') throw errors.invalid({ field, message: `There is no active template ${id}.` })
  return template
}

/** Maximum number of bytes of a slug. */
const SLUG_BYTES_MAX = 50

function readTracking(
  tx: ReadTx,
  { type, tracking }: Pick<CampaignRow, 'type' | 'tracking'>,
  given: ServiceSchemas['CampaignTrackingInput'],
): CampaignRow['tracking'] {
  for (const name of ['google_analytics', 'clicktale'] as const) {
    if (Buffer.byteLength(given[name] ?? '') > SLUG_BYTES_MAX)
      throw errors.invalid({ field: `tracking.${name}`, message: `Value must have at most ${SLUG_BYTES_MAX} bytes.` })
  }
  for (const name of ['opens', 'html_clicks', 'text_clicks'] as const) {
    if (type === 'variate' && given[name] === false)
      throw errors.invalid({ field: `tracking.${name}`, message: 'A campaign that tests versions must track it.' })
  }
  const { salesforce, capsule } = given
  const isFree = readAccount(tx).pricing_plan_type === 'forever_free'
  return {
    ...tracking,
    ...pick(given, TRACKED),
    ...(isFree ? { html_clicks: true } : {}),
    ...(salesforce ? { salesforce: { ...tracking.salesforce, ...pick(salesforce, ['campaign', 'notes']) } } : {}),
    ...(capsule ? { capsule: { ...tracking.capsule, ...pick(capsule, ['notes']) } } : {}),
  }
}
