import { missingMessage } from '../../../kernel/contract/check.ts'
import type { Tx, ReadTx } from '../../../kernel/world/tx.ts'
import { errors, refuseMissing } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { lists } from '../../model/lists/list.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import type { TemplateRow } from '../../model/templates/template.ts'
import { actionOperations } from './send/operations.ts'
import { campaigns, type CampaignRow, type CampaignType, TYPES_BY_NAME } from '../../model/campaigns/campaign.ts'
import { campaignSearchOperations, chooseCampaigns, shownCampaign } from './find.ts'
import { contentOperations } from './content/operations.ts'
import { assertRoom, BLANK_FIELDS, countOnList, makeCampaign } from '../../rules/campaigns/make.ts'
import { deleteCampaign } from '../../rules/campaigns/delete.ts'
import { campaignView } from '../../rules/campaigns/view.ts'
import { applyRequest, type CampaignFields, type CampaignRequest, changedFields } from '../../rules/campaigns/request.ts'
import { fillTemplate, saveHtml } from '../../rules/campaigns/content/html.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { isUnchangedBy, pick } from '../../../kernel/support/objects.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import { campaignFeedback, type FeedbackRow } from '../../model/campaigns/feedback.ts'
import { makeFeedback } from '../../rules/campaigns/feedback.ts'
import { listRows } from '../../rules/collections/list-rows.ts'

const CHANGEABLE = ['message', 'block_id', 'is_complete'] as const

const feedbackOperations = {
  getCampaignFeedback: listRows({
    schema: 'CampaignFeedbackCollection',
    rows: (tx, path) => tx.range(campaignFeedback.key, { campaign_id: shownCampaign(tx, path.campaign_id).id }),
    view: feedbackView,
    answer: (page, { campaign_id }) => ({ feedback: page, campaign_id }),
  }),

  createCampaignFeedback({ tx, path, body }) {
    const { message } = body
    return feedbackView(tx, makeFeedback(tx, shownCampaign(tx, path.campaign_id), { ...pick(body, CHANGEABLE), message }))
  },

  getCampaignFeedbackMessage: ({ tx, path }) => feedbackView(tx, feedbackOrThrow(tx, path)),

  updateCampaignFeedbackMessage({ tx, path, body }) {
    const before = feedbackOrThrow(tx, path)
    const changes = pick(body, CHANGEABLE)
    if (isUnchangedBy<Partial<FeedbackRow>>(before, changes)) return feedbackView(tx, before)
    return feedbackView(tx, tx.put(campaignFeedback, { ...before, ...changes, updated_at: tx.now }))
  },

  deleteCampaignFeedbackMessage: ({ tx, path }) => tx.remove(campaignFeedback, feedbackOrThrow(tx, path)),
} satisfies Partial<Operations>

function feedbackOrThrow(tx: ReadTx, path: { readonly campaign_id: string; readonly feedback_id: string }): FeedbackRow {
  const { id: campaign_id } = shownCampaign(tx, path.campaign_id)
  const feedback_id = /^[1-9]\d{0,14}$/.test(path.feedback_id) ? Number(path.feedback_id) : 0
  const found = tx.first(campaignFeedback.key, { campaign_id, feedback_id })
  return found ?? refuseMissing(`the campaign ${campaign_id} has no feedback`, path.feedback_id)
}

function feedbackView(tx: ReadTx, row: FeedbackRow): ServiceSchemas['CampaignFeedback'] {
  const { seq: _seq, campaign_id, feedback_id, created_at, updated_at, ...fields } = row
  const times = { created_at: timestamp(created_at), updated_at: timestamp(updated_at) }
  return {
    feedback_id,
    ...fields,
    ...times,
    campaign_id,
    _links: renderLinks(tx, 'CampaignFeedback', { campaign_id, feedback_id }),
  }
}

export const campaignOperations = {
  ...actionOperations,
  ...contentOperations,
  ...feedbackOperations,
  ...campaignSearchOperations,

  getCampaigns({ tx, query }) {
    const { rows, total } = chooseCampaigns(tx, query)
    return {
      campaigns: rows.map((campaign) => campaignView(tx, campaign)),
      total_items: total,
      _links: renderLinks(tx, 'CampaignCollection'),
    }
  },

  createCampaign({ tx, body }) {
    const { type: name, content_type = 'template', ...request } = body
    if (name === 'absplit') {
      throw errors.invalid({ field: 'type', message: 'A/B campaigns can no longer be created: use the type variate.' })
    }
    assertRoom(tx)
    const type = TYPES_BY_NAME[name]
    checkRequired(type, request)
    const { fields, template } = applyRequest(tx, { ...BLANK_FIELDS, type }, request)
    const list = tx.first(lists.key, { id: fields.list_id })
    const options = template ? fields.options : { ...fields.options, content_type }
    const campaign = makeCampaign(tx, list, { ...fields, type, options })
    countOnList(tx, campaign, 1)
    return campaignView(tx, template ? useTemplate(tx, campaign, template) : campaign)
  },

  getCampaign({ tx, path }) {
    return campaignView(tx, shownCampaign(tx, path.campaign_id))
  },

  updateCampaign({ tx, path, body }) {
    const before = shownCampaign(tx, path.campaign_id)
    const { fields, template } = applyRequest(tx, before, body)
    const changed = changedFields(before, fields)
    // The service answers as if it had changed the campaign.
    const isIgnored = before.status === 'sent' && !changed.every((name) => ALWAYS.has(name))
    if (changed.length === 0 || isIgnored) return campaignView(tx, before)
    checkEditable(before, fields)
    const after = tx.put(campaigns, { ...before, ...fields })
    if (before.list_id !== after.list_id) {
      countOnList(tx, before, -1)
      countOnList(tx, after, 1)
    }
    return campaignView(tx, template ? useTemplate(tx, after, template) : after)
  },

  deleteCampaign({ tx, path }) {
    deleteCampaign(tx, shownCampaign(tx, path.campaign_id))
  },
} satisfies Partial<Operations>

function checkRequired(type: CampaignType, { rss_opts, variate_settings }: CampaignRequest): void {
  const missing =
    type === 'rss' && !rss_opts ? 'rss_opts' : type === 'variate' && !variate_settings ? 'variate_settings' : undefined
  if (missing) throw errors.invalid({ field: '', message: missingMessage([missing]) })
}

/** A template's HTML becomes the content of the campaign. */
function useTemplate(tx: Tx, campaign: CampaignRow, template: TemplateRow): CampaignRow {
  return saveHtml(tx, campaign, { html: fillTemplate(template.html, {}), is_template: true })
}

/** Fields that can change in every state except archived. */
const ALWAYS: ReadonlySet<string> = new Set(['title', 'folder_id', 'social_card'])

function checkEditable(before: CampaignRow, fields: CampaignFields): void {
  const { id, status, type } = before
  if (status === 'save') return
  if (status === 'paused') {
    if (type === 'rss' && before.send_time > 0 && before.rss?.feed_url !== fields.rss?.feed_url)
      throw errors.badRequest(`The campaign ${id} was started, so its feed_url cannot change any more.`)
    return
  }
  if (status !== 'archived' && changedFields(before, fields).every((name) => ALWAYS.has(name))) return
  const what = status === 'archived' ? 'nothing' : 'only its title, folder and social card'
  throw errors.badRequest(`The campaign ${id} has the status ${status}, so ${what} can change.`)
}
