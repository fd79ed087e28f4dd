import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { isUnchangedBy } from '../../../kernel/support/equal.ts'
import { pick } from '../../../kernel/support/pick.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { campaignFeedback, type FeedbackRow } from '../../model/campaigns/feedback.ts'
import { refuseMissing } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { makeFeedback } from '../../rules/campaigns/feedback.ts'
import { shownCampaign } from './find.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'

const CHANGEABLE = ['message', 'block_id', 'is_complete'] as const

export const feedbackOperations = {
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
